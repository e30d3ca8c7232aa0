"""Write composite ops out in other ops, so that planning and lowering see computations and no names."""

from __future__ import annotations

import math
from collections.abc import Callable

from nnfuse.dialect import builders as nn
from nnfuse.dialect.bindings import ir
from nnfuse.dialect.composites import Composite
from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.operation import OPERATIONS, string_of
from nnfuse.dialect.reductions import dimensions_of, kind_of
from nnfuse.dialect.types import shape_of
from nnfuse.passes.marks import keep_mark


def decompose(module: ir.Module) -> None:
    """Replace every composite op by its `decompose` form, in place; the new ops take the composite's location.

    A strict reduction is one too: it becomes a running fold, of which the last element is the result.
    """
    with module.context:
        for function in functions_of(module):
            _decompose_region(function.regions[0])


def _decompose_region(region: ir.Region) -> None:
    for block in region.blocks:
        for view in list(block.operations):
            op = view.operation
            for inner in op.regions:
                _decompose_region(inner)
            form = _form_of(op)
            if form is not None:
                _replace(op, form)


def _form_of(op: ir.Operation) -> Callable[[ir.Operation], ir.Value] | None:
    """What writes the op out; None if it stays."""
    definition = OPERATIONS.get(op.name)
    if definition is not None and issubclass(definition, Composite):
        form: Callable[[ir.Operation], ir.Value] = definition.decompose
    elif op.name == "nn.reduce" and string_of(op, "order") == "strict":
        form = _strict_fold
    else:
        return None
    return _nothing if 0 in shape_of(op.results[0]) else form


def _replace(op: ir.Operation, form: Callable[[ir.Operation], ir.Value]) -> None:
    with ir.InsertionPoint(op), op.location:
        value = form(op)
    keep_mark(op, value)
    op.results[0].replace_all_uses_with(value)
    op.erase()


def _nothing(op: ir.Operation) -> ir.Value:
    """The result where it has no elements: no form need know of empty operands then."""
    return nn.constant(0.0, shape_of(op.results[0]))


def _strict_fold(op: ir.Operation) -> ir.Value:
    """The last element of a running fold over the reduced dimensions; max and min have no order to keep."""
    value, kind, dimensions = op.operands[0], kind_of(op), dimensions_of(op)
    shape = shape_of(value)
    kept = [dimension for dimension in range(len(shape)) if dimension not in dimensions]
    length = math.prod(shape[dimension] for dimension in dimensions)
    if kind in ("max", "min") or length == 0:
        return nn.reshape(nn.reduce(value, kind, dimensions, keep=False), shape_of(op.results[0]))
    outer = [shape[dimension] for dimension in kept]
    flat = nn.reshape(nn.transpose(value, [*kept, *dimensions]), [*outer, length])
    running = nn.scan(flat, kind, len(kept))
    last = nn.slice(running, [*(0 for _ in outer), length - 1], [*outer, 1])
    return nn.reshape(last, shape_of(op.results[0]))
