"""How a group is computed. A strategy looks at the group's graph and the target, never at an operator's name alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.types import shape_of
from nnfuse.passes.lowering.contraction import emit_contraction
from nnfuse.passes.lowering.elementwise import emit_stretch
from nnfuse.passes.lowering.kernel import Kernel
from nnfuse.passes.lowering.movement import emit_movement
from nnfuse.passes.lowering.reduction import emit_reduction
from nnfuse.passes.lowering.row_kernel import RowKernelStrategy
from nnfuse.passes.lowering.scan import emit_scan
from nnfuse.passes.planning.graph import family_of, needs_memory
from nnfuse.passes.target import Target
from nnfuse.passes.views import access

_EMITTERS = {
    "reduction": emit_reduction,
    "contraction": emit_contraction,
    "movement": emit_movement,
    "scan": emit_scan,
}


class Strategy(Protocol):
    """A way to compute groups."""

    name: str

    def applies(self, ops: Sequence[nn_ir.Operation], target: Target) -> bool:
        """Whether the strategy can compute these ops on this target."""

    def emit(self, kernel: Kernel, ops: Sequence[nn_ir.Operation], outputs: Sequence[nn_ir.Value]) -> None:
        """Emit the ops of a group at the current insertion point; afterwards `kernel.tensors` holds `outputs`."""


class LinalgStrategy:
    """Linalg for every target: one composed generic for each elementwise stretch, reduction and contraction."""

    name = "linalg"

    def applies(self, ops: Sequence[nn_ir.Operation], target: Target) -> bool:
        """Always: this is the strategy of last resort."""
        return True

    def emit(self, kernel: Kernel, ops: Sequence[nn_ir.Operation], outputs: Sequence[nn_ir.Value]) -> None:
        """Emit the ops in program order, elementwise ones gathered into stretches as long as their shapes agree."""
        stretch: list[nn_ir.Operation] = []
        for op in ops:
            family = family_of(op)
            if family in ("leaf", "view") and op.results[0] not in outputs and not _must_exist(op):
                continue
            if stretch and family == "reduction" and _precedes(stretch, op, outputs):
                emit_reduction(kernel, op, stretch)
                stretch = []
                continue
            if stretch and not (family == "elementwise" and _joins(op, stretch)):
                _flush(kernel, stretch, outputs)
                stretch = []
            if family == "elementwise":
                stretch.append(op)
            elif family == "leaf":
                kernel.tensor(op.results[0])
            elif family == "view":
                emit_stretch(kernel, [op], [op.results[0]])
            elif 0 in shape_of(op.results[0]):
                kernel.set_empty(op.results[0])
            else:
                _EMITTERS[family](kernel, op)
        if stretch:
            _flush(kernel, stretch, outputs)


STRATEGIES: tuple[Strategy, ...] = (RowKernelStrategy(), LinalgStrategy())


def choose_strategy(ops: Sequence[nn_ir.Operation], target: Target) -> Strategy:
    """The first strategy that applies."""
    return next(strategy for strategy in STRATEGIES if strategy.applies(ops, target))


def _must_exist(op: nn_ir.Operation) -> bool:
    """Whether an op reads the view and cannot read through it."""
    return any(needs_memory(family_of(use.owner.operation), op.results[0]) for use in op.results[0].uses)


def _joins(op: nn_ir.Operation, stretch: Sequence[nn_ir.Operation]) -> bool:
    """Whether `op` has the stretch's shape and reads the stretch's values at its own index only."""
    inside = {member.results[0] for member in stretch}
    if shape_of(op.results[0]) != shape_of(stretch[0].results[0]):
        return False
    readings = [access(operand, stop=inside) for operand in op.operands]
    return all(reading.base not in inside or reading.is_identity for reading in readings)


def _precedes(stretch: Sequence[nn_ir.Operation], op: nn_ir.Operation, outputs: Sequence[nn_ir.Value]) -> bool:
    """Whether the stretch computes a reduction's operands at its points, and nothing else needs its values."""
    members = {member.results[0] for member in stretch}
    beyond = members | {op.results[0]}
    if shape_of(stretch[0].results[0]) != shape_of(op.operands[0]) or 0 in shape_of(op.operands[0]):
        return False
    if any(value in outputs or _read_beyond(value, beyond) for value in members):
        return False
    readings = [access(operand, stop=members) for operand in op.operands]
    return all(reading.base not in members or reading.is_identity for reading in readings)


def _flush(kernel: Kernel, stretch: Sequence[nn_ir.Operation], outputs: Sequence[nn_ir.Value]) -> None:
    """Emit a stretch; what the group returns or later ops read becomes a tensor."""
    members = {op.results[0] for op in stretch}
    leaving = [op.results[0] for op in stretch if op.results[0] in outputs or _read_beyond(op.results[0], members)]
    emit_stretch(kernel, stretch, leaving)


def _read_beyond(value: nn_ir.Value, members: set[nn_ir.Value]) -> bool:
    stack = [value]
    while stack:
        for use in stack.pop().uses:
            user = use.owner.operation
            if user.name == "nn.yield" or user.results[0] in members:
                continue
            if family_of(user) != "view":
                return True
            stack.append(user.results[0])
    return False
