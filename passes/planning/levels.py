"""Fusion levels: each a named set of permissions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nnfuse.passes.errors import PlanError

# What one op is to another that reads its result:
#   chain               elementwise after elementwise, at the same index
#   epilogue            elementwise after a contraction, at the same index
#   producer-reduction  an elementwise op whose result an unordered reduction folds, at the same index
#   rows                a value for each row, computed by or from a reduction, read by an elementwise op over these rows
#   recompute           elementwise after elementwise through an affine view: computed again where it is read
#   sibling             two elementwise ops over the same points that read one value
Relation = Literal["chain", "epilogue", "producer-reduction", "rows", "recompute", "sibling"]


@dataclass(frozen=True)
class Level:
    """What a level permits.

    Attributes:
        relations: the relations between ops that may share a kernel.
        kept: the relations under which a value that is also needed outside may leave the kernel as a further result.
        single_use: whether a value with several consumers is a boundary even if all of them are inside.
    """

    name: str
    description: str
    relations: frozenset[Relation] = frozenset()
    kept: frozenset[Relation] = frozenset()
    single_use: bool = False


_CHAINS: frozenset[Relation] = frozenset({"chain", "epilogue"})
_OUTPUTS: frozenset[Relation] = _CHAINS | {"producer-reduction", "sibling"}
_ALL: frozenset[Relation] = _OUTPUTS | {"rows", "recompute"}

LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("none", "one op a kernel: the debugging baseline"),
        Level("strict", "elementwise chains of values with one consumer", frozenset({"chain"}), single_use=True),
        Level("chain", "elementwise chains, and elementwise tails of a matmul", _CHAINS),
        Level(
            "producer-reduction",
            "chain, and elementwise producers in the traversal of the reduction that folds them",
            _CHAINS | {"producer-reduction"},
            frozenset({"producer-reduction"}),
        ),
        Level(
            "multi-output",
            "producer-reduction, and kernels with several results, those of siblings too",
            _OUTPUTS,
            _OUTPUTS,
        ),
        Level("full", "all of it, and whole rows: softmax and norms in one kernel", _ALL, _ALL),
    )
}

DEFAULT_LEVEL = "full"


def find_level(name: str) -> Level:
    """The level of this name; raises `PlanError` if there is none."""
    if name not in LEVELS:
        raise PlanError("unknown fusion level", expected=f"one of {', '.join(LEVELS)}", actual=repr(name))
    return LEVELS[name]
