"""Write composite ops out in other ops, so that planning and lowering see computations and no names."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.composites import Composite
from nnfuse.dialect.operation import OPERATIONS


def decompose(module: ir.Module) -> None:
    """Replace every composite op by its `decompose` form, in place; the new ops take the composite's location."""
    with module.context:
        for function in module.body.operations:
            for block in function.operation.regions[0].blocks:
                for view in list(block.operations):
                    _decompose_op(view.operation)


def _decompose_op(op: ir.Operation) -> None:
    definition = OPERATIONS.get(op.name)
    if definition is None or not issubclass(definition, Composite):
        return
    with ir.InsertionPoint(op), op.location:
        value = definition.decompose(op)
    op.results[0].replace_all_uses_with(value)
    op.erase()
