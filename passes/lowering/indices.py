"""Index arithmetic inside of a kernel's body."""

from __future__ import annotations

from collections.abc import Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.passes.lowering.emitter import Emitter

_OPERATIONS = {"AffineAddExpr": "addi", "AffineMulExpr": "muli", "AffineModExpr": "remui", "AffineFloorDivExpr": "divui"}


def loop_index(emitter: Emitter, loop: int) -> ir.Value:
    """The current index of a loop of the enclosing `linalg.generic`."""
    dim = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), loop)
    return emitter.create("linalg.index", [], emitter.type("index"), {"dim": dim})


def constant_index(emitter: Emitter, value: int) -> ir.Value:
    """A constant of type index."""
    return emitter.constant(str(value), "index")


def select_index(emitter: Emitter, condition: ir.Value, on_true: ir.Value, on_false: ir.Value) -> ir.Value:
    """`arith.select` on two indices."""
    return emitter.create("arith.select", [condition, on_true, on_false], emitter.type("index"))


def apply_affine(emitter: Emitter, affine_map: nn_ir.AffineMap, point: Sequence[ir.Value]) -> list[ir.Value]:
    """The map's results at `point`; every intermediate value of a view's map is non-negative."""
    return [_apply(emitter, expression, point) for expression in affine_map.results]


def _apply(emitter: Emitter, expression: nn_ir.AffineExpr, point: Sequence[ir.Value]) -> ir.Value:
    if isinstance(expression, nn_ir.AffineConstantExpr):
        return constant_index(emitter, expression.value)
    if isinstance(expression, nn_ir.AffineDimExpr):
        return point[expression.position]
    operation = _OPERATIONS[type(expression).__name__]
    left, right = _apply(emitter, expression.lhs, point), _apply(emitter, expression.rhs, point)
    return emitter.index_op(operation, left, right)
