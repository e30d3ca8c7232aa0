"""The root of everything nnfuse raises, on the lowest floor so that every room can subclass it."""

from __future__ import annotations


class Error(Exception):
    """A mistake that the caller can mend.

    Args:
        message: what went wrong, one sentence.
        expected: what was expected.
        actual: what came instead.
        where: the place in the user's source, `file:line`, or the operand concerned.
        hint: what to do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        expected: str | None = None,
        actual: str | None = None,
        where: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.message = message
        self.expected = expected
        self.actual = actual
        self.where = where
        self.hint = hint
        parts = [message]
        for label, text in (("expected", expected), ("actual", actual), ("where", where), ("hint", hint)):
            if text:
                parts.append(f"  {label}: {text}")
        super().__init__("\n".join(parts))


class ShapeError(Error):
    """Shapes that do not fit together."""


class DTypeError(Error):
    """An element type that an operation, a leaf or a call does not take."""


class ParseError(Error):
    """Text that is not nn IR in MLIR's generic form."""


class VerificationError(Error):
    """IR that parses but breaks an operation's constraints."""
