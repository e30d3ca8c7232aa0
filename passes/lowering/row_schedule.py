"""The row kernel's schedule: which traversal of a row computes what.

A group of elementwise ops and reductions over the last dimension runs row by row. Values are *full* (one element for each
column) or *row values* (one for each row). A reduction's input may need earlier reductions, so a row is traversed once
for each depth of reductions: traversal t computes the reductions whose inputs need t earlier ones, and writes the outputs
that need t. What a later traversal needs again is recomputed from the inputs, or, where that is dear, kept as a snapshot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.operation import string_of
from nnfuse.dialect.reductions import dimensions_of
from nnfuse.dialect.types import shape_of
from nnfuse.passes.planning.graph import family_of
from nnfuse.passes.views import Access, access

# Ops that cost more than reading a value back from the cache.
DEAR = frozenset(
    f"nn.{name}" for name in ("exp", "exp2", "log", "log2", "tanh", "erf", "sin", "cos", "pow", "div", "sqrt", "rsqrt")
)


@dataclass(frozen=True)
class RowShape:
    """`rows` rows of `columns` elements: a full value's shape with its leading dimensions taken together."""

    lead: tuple[int, ...]
    columns: int

    @property
    def rows(self) -> int:
        """How many rows."""
        count = 1
        for extent in self.lead:
            count *= extent
        return count


@dataclass(frozen=True)
class Schedule:
    """The traversals of a group.

    Attributes:
        shape: the rows.
        depth: for each op's result, how many reductions its value needs, one after the other.
        traversals: how often a row is traversed.
        snapshots: full values that later traversals read back instead of recomputing them, with the last traversal that does.
    """

    shape: RowShape
    depth: dict[ir.Value, int]
    traversals: int
    snapshots: dict[ir.Value, int]


def row_shape_of(ops: Sequence[ir.Operation]) -> RowShape | None:
    """The rows that all ops of a group run over; None if they are not all elementwise or last-dimension reductions over them."""
    reductions = [op for op in ops if family_of(op) == "reduction"]
    if not reductions:
        return None
    full = shape_of(reductions[0].operands[0])
    for op in ops:
        family = family_of(op)
        if family == "reduction":
            last = len(full) - 1
            strict = op.name == "nn.reduce" and string_of(op, "order") == "strict"
            if shape_of(op.operands[0]) != full or dimensions_of(op) != [last] or strict:
                return None
        elif family == "elementwise":
            if shape_of(op.results[0]) not in (full, (*full[:-1], 1), full[:-1]):
                return None
        elif family not in ("leaf", "view"):
            return None
    if 0 in full or full[-1] < 2:
        return None
    return RowShape(full[:-1], full[-1])


def is_full(value: ir.Value, shape: RowShape) -> bool:
    """Whether a value has an element for each column."""
    return shape_of(value) == (*shape.lead, shape.columns)


def make_schedule(ops: Sequence[ir.Operation], outputs: Sequence[ir.Value], shape: RowShape) -> Schedule:
    """The schedule of a group's computing ops, in program order."""
    computing = [op for op in ops if family_of(op) in ("elementwise", "reduction")]
    inside = {op.results[0] for op in computing}
    depth: dict[ir.Value, int] = {}
    for op in computing:
        below = [depth[reading.base] for reading in readings(op, inside) if reading.base in depth]
        depth[op.results[0]] = max(below, default=0) + (1 if family_of(op) == "reduction" else 0)
    needed = _needed_in(computing, inside, outputs, depth, shape)
    snapshots = {
        value: max(needed[value])
        for value in (op.results[0] for op in computing)
        if is_full(value, shape) and max(needed.get(value, {0})) > depth[value] and value.owner.name in DEAR
    }
    traversals = max([max(places) for places in needed.values()], default=0) + 1
    return Schedule(shape, depth, traversals, snapshots)


def readings(op: ir.Operation, inside: set[ir.Value]) -> list[Access]:
    """What an op reads, down to values of the group or of memory."""
    return [access(operand, stop=inside) for operand in op.operands]


def _needed_in(
    computing: Sequence[ir.Operation],
    inside: set[ir.Value],
    outputs: Sequence[ir.Value],
    depth: dict[ir.Value, int],
    shape: RowShape,
) -> dict[ir.Value, set[int]]:
    """For each value the traversals that need it: a full output where it is written, a reduction's input where it is folded."""
    needed: dict[ir.Value, set[int]] = {}

    def mark(value: ir.Value, traversal: int) -> None:
        places = needed.setdefault(value, set())
        if traversal in places:
            return
        places.add(traversal)
        if value.owner.name in DEAR and depth[value] < traversal:
            return  # it is read back, so nothing below it is needed again
        for reading in readings(value.owner, inside):
            if reading.base in inside and is_full(reading.base, shape):
                mark(reading.base, traversal)

    for op in computing:
        value = op.results[0]
        if family_of(op) == "reduction":
            needed.setdefault(value, set()).add(depth[value] - 1)
            for reading in readings(op, inside):
                if reading.base in inside and is_full(reading.base, shape):
                    mark(reading.base, depth[value] - 1)
        elif value in outputs and is_full(value, shape):
            mark(value, depth[value])
    return needed
