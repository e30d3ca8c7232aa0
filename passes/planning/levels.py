"""Fusion levels: each a named set of permissions."""

from __future__ import annotations

from dataclasses import dataclass

from nnfuse.passes.errors import PlanError


@dataclass(frozen=True)
class Level:
    """What a level permits: families that may produce (`heads`) and consume (`tails`) inside one kernel."""

    name: str
    heads: tuple[str, ...]
    tails: tuple[str, ...]
    description: str


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("none", (), (), "one op a kernel: the debugging baseline"),
        Level("chain", ("elementwise", "contraction"), ("elementwise",), "elementwise chains, and elementwise tails of a matmul"),
    )
}

DEFAULT_LEVEL = "chain"


def find_level(name: str) -> Level:
    """The level of this name; raises `PlanError` if there is none."""
    if name not in LEVELS:
        raise PlanError("unknown fusion level", expected=f"one of {', '.join(LEVELS)}", actual=repr(name))
    return LEVELS[name]
