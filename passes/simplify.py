"""Drop ops that give back an operand, bit for bit: what is left computes something.

A kernel of such an op would be a copy, which some code generators refuse. Multiplication by 1 is dropped, addition of 0 is
not: it turns -0 into 0.
"""

from __future__ import annotations

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.leaves import splat_value
from nnfuse.dialect.types import shape_of
from nnfuse.passes.marks import keep_mark


def simplify(module: ir.Module) -> None:
    """Replace, in place, each op that gives back one of its operands by that operand."""
    with module.context:
        for function in module.body.operations:
            for region in function.operation.regions:
                for block in region.blocks:
                    for view in list(block.operations):
                        _simplify_op(view.operation)


def _simplify_op(op: ir.Operation) -> None:
    kept = _given_back(op)
    if kept is not None:
        keep_mark(op, kept)
        op.results[0].replace_all_uses_with(kept)
        op.erase()


def _given_back(op: ir.Operation) -> ir.Value | None:
    operands = list(op.operands)
    if op.name in ("nn.max", "nn.min", "nn.and", "nn.or") and operands[0] == operands[1]:
        return operands[0]
    if op.name == "nn.select" and operands[1] == operands[2]:
        return operands[1]
    if op.name in ("nn.neg", "nn.not"):
        return _operand_of(operands[0], op.name)
    if op.name in ("nn.mul", "nn.add"):
        neutral = 1.0 if op.name == "nn.mul" else -0.0
        return next((operands[1 - index] for index in (1, 0) if _is_splat(operands[index], neutral)), None)
    if op.name in ("nn.div", "nn.sub") and _is_splat(operands[1], 1.0 if op.name == "nn.div" else 0.0):
        return operands[0]
    if op.name in ("nn.broadcast", "nn.reshape") and shape_of(operands[0]) == shape_of(op.results[0]):
        return operands[0]
    return None


def _operand_of(value: ir.Value, name: str) -> ir.Value | None:
    """The operand of the op that made `value`, if that op has this name."""
    if isinstance(value.owner, ir.Block) or value.owner.name != name:
        return None
    return value.owner.operands[0]


def _is_splat(value: ir.Value, number: float) -> bool:
    """Whether `value` is a constant that is `number` everywhere, its sign included."""
    if isinstance(value.owner, ir.Block) or value.owner.name != "nn.constant":
        return False
    splat = splat_value(value.owner)
    return splat is not None and float(splat) == number and bool(np.signbit(splat) == np.signbit(number))
