"""Inside a group of elementwise ops: a value read through a view is computed again where it is read.

`neg(transpose(exp(x)))` becomes `neg(exp(transpose(x)))`, bit for bit the same, and one loop over the result's points.
"""

from __future__ import annotations

from collections.abc import Sequence

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.planning.graph import family_of
from nnfuse.passes.views import access

# A value, and the results of the views through which it is read, nearest to the reader first.
_Place = tuple[ir.Value, tuple[ir.Value, ...]]


def recompute_behind_views(group: ir.Operation) -> None:
    """Rewrite a group's body in place; one with other than elementwise ops stays as it is."""
    block = group.regions[0].blocks[0]
    ops = [view.operation for view in block.operations][:-1]
    computing = [op for op in ops if family_of(op) not in ("leaf", "view")]
    if any(family_of(op) != "elementwise" for op in computing):
        return
    computed = {op.results[0] for op in computing}
    known: dict[_Place, ir.Value] = {}
    for op in computing:
        for number, operand in enumerate(op.operands):
            reading = access(operand, stop=computed)
            if reading.base in computed and not reading.is_identity:
                with ir.InsertionPoint(op):
                    op.operands[number] = _again(reading.base, [view.results[0] for view in reading.views], computed, known)
    _erase_dead(block)


def _again(value: ir.Value, views: Sequence[ir.Value], computed: set[ir.Value], known: dict[_Place, ir.Value]) -> ir.Value:
    """`value`, one of the group's, computed at the coordinates to which `views` lead."""
    place = (value, tuple(views))
    if place not in known:
        op = value.owner
        operands = [_through(operand, views, computed, known) for operand in op.operands]
        attributes = {name: op.attributes[name] for name in op.attributes}
        result = _type_like(views[0], value)
        known[place] = ir.Operation.create(
            op.name, results=[result], operands=operands, attributes=attributes, loc=op.location
        ).results[0]
    return known[place]


def _through(value: ir.Value, views: Sequence[ir.Value], computed: set[ir.Value], known: dict[_Place, ir.Value]) -> ir.Value:
    """`value` read through `views`: computed again if it is the group's, else by views of its own."""
    reading = access(value, stop=computed)
    if reading.base in computed:
        return _again(reading.base, [*views, *[view.results[0] for view in reading.views]], computed, known)
    place = (value, tuple(views))
    if place not in known:
        read = value
        for view in reversed(views):
            op = view.owner
            attributes = {name: op.attributes[name] for name in op.attributes}
            read = ir.Operation.create(
                op.name, results=[_type_like(view, value)], operands=[read], attributes=attributes, loc=op.location
            ).results[0]
        known[place] = read
    return known[place]


def _type_like(shaped: ir.Value, typed: ir.Value) -> ir.Type:
    """A tensor type with the shape of the one value and the element type of the other."""
    return ir.RankedTensorType.get(list(shape_of(shaped)), element_type_of(typed), loc=ir.Location.unknown())


def _erase_dead(block: ir.Block) -> None:
    for op in reversed([view.operation for view in block.operations][:-1]):
        if not any(True for _ in op.results[0].uses):
            op.erase()
