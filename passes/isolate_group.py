"""One group as a module of its own, to compile it alone."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.text import parse_module, print_module


def isolate_group(module: ir.Module, function: str, label: str) -> ir.Module:
    """A new module whose only function is the group of this label: what the group reads from around it becomes arguments."""
    alone = parse_module(print_module(module, locations=True))
    with alone.context, ir.Location.unknown():
        for view in list(alone.body.operations):
            if ir.StringAttr(view.operation.attributes["sym_name"]).value == function:
                _keep_only(view.operation, label)
            else:
                view.operation.erase()
    return alone


def _keep_only(function: ir.Operation, label: str) -> None:
    block = function.regions[0].blocks[0]
    *ops, terminator = [view.operation for view in block.operations]
    group = next(op for op in ops if op.name == "nn.group" and ir.StringAttr(op.attributes["nn.label"]).value == label)
    body = [view.operation for view in group.regions[0].blocks[0].operations]
    inside = {result for op in body for result in op.results}
    arguments: dict[ir.Value, ir.Value] = {}
    for op in body:
        for index, operand in enumerate(list(op.operands)):
            if operand not in inside:
                if operand not in arguments:
                    arguments[operand] = block.add_argument(operand.type, ir.Location.unknown())
                op.operands[index] = arguments[operand]
    with ir.InsertionPoint(terminator):
        ir.Operation.create("func.return", operands=list(group.results))
    terminator.erase()
    for op in reversed(ops):
        if op != group:
            op.erase()
    function_type = ir.FunctionType.get([argument.type for argument in block.arguments], [value.type for value in group.results])
    function.attributes["function_type"] = ir.TypeAttr.get(function_type)
