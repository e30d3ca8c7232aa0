"""Answers about IR that does not change for a while, each worked out once: reading MLIR's objects from Python is slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")

_answers: ContextVar[dict[Any, Any] | None] = ContextVar("answers", default=None)


@contextmanager
def unchanging_ir() -> Iterator[None]:
    """Within, functions that are `remembered` answer from memory. The IR must not change, and no op may be erased."""
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def remembered(function: Callable[[Any], _Answer]) -> Callable[[Any], _Answer]:
    """A function of one value or op, which remembers its answers while the IR is unchanging."""

    @wraps(function)
    def answer(subject: Any) -> _Answer:
        answers = _answers.get()
        if answers is None:
            return function(subject)
        key = (function, subject)
        if key not in answers:
            answers[key] = function(subject)
        found: _Answer = answers[key]
        return found

    return answer
