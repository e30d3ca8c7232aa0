"""From expressions to nn IR: one function whose arguments are the leaves, then the run-time scalars."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

import numpy as np

from nnfuse.dialect import nn
from nnfuse.dialect.bindings import ir
from nnfuse.dialect.types import shape_of
from nnfuse.dsl.expression import GRID_FORMS, Expression
from nnfuse.errors import ExpressionError, SourceError
from nnfuse.module_builder import ModuleBuilder
from nnfuse.passes.marks import mark_fusion
from nnfuse.specs import TensorSpec


@dataclass(frozen=True)
class Parameter:
    """An argument of a built function: its name, shape and dtype, and the value used where a call gives none."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype
    default: float | np.ndarray | None
    # The number of the result that a call writes back into this argument; None for an argument that is only read.
    written_by: int | None = None


@dataclass(frozen=True)
class Program:
    """An nn module with one function to call.

    Attributes:
        name: the function's name.
        module: the nn module.
        parameters: the function's arguments, in order.
        result_count: how many of its results the caller asked for; those behind them are updates of arguments.
    """

    name: str
    module: ir.Module
    parameters: tuple[Parameter, ...]
    result_count: int


# Builders that take their operands as one sequence.
_POSITIONAL: dict[str, Callable[..., ir.Value]] = {
    "scan_prefix_outer": nn.scan_prefix_outer,
    "scan_suffix_outer": nn.scan_suffix_outer,
}


def collect(roots: Sequence[Expression], stop: Container[int] = ()) -> list[Expression]:
    """All nodes below `roots`, operands first, each once, in the order of a depth-first walk; none below serials in `stop`."""
    order: list[Expression] = []
    seen: set[int] = set()
    # An explicit stack: expressions may be deeper than Python's recursion limit.
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node.serial not in seen:
            seen.add(node.serial)
            stack.append((node, True))
            if node.serial not in stop:
                stack += [(operand, False) for operand in reversed(node.operands)]
    return order


def build_module(name: str, roots: Sequence[Expression], inputs: Sequence[Expression] | None = None) -> Program:
    """The nn module of a function `name` that computes `roots`; updates that are not among them become further results.

    Args:
        roots: the results.
        inputs: leaves and scalars in the order of the arguments; in order of creation, leaves first, if not given.
    """
    visible = list(roots)
    nodes = collect(visible)
    updates = [node for node in nodes if node.operation == "update"]
    # An update that is not among the results is one all the same: a call must write it.
    roots = [*visible, *[node for node in updates if all(node is not root for root in visible)]]
    found = [node for node in nodes if node.operation in ("leaf", "rparam")]
    arguments = list(inputs) if inputs is not None else _in_order_of_creation(found)
    _check_inputs(arguments)
    missing = [node for node in found if all(node is not argument for argument in arguments)]
    if missing:
        raise SourceError(
            "an input of the expression is not among the given inputs",
            actual=repr(missing[0]),
            where="{}:{}".format(*missing[0].location),
            hint="add it to inputs=[...]",
        )
    parameters = _parameters(arguments, updates, roots)
    builder = ModuleBuilder()
    specs = [TensorSpec(node.shape, node.dtype) for node in arguments]
    with builder.function(name, specs, roots[0].location if roots else None) as block_arguments:
        values = {node.serial: value for node, value in zip(arguments, block_arguments, strict=True)}
        for node in nodes:
            if node.serial not in values:
                with builder.location(node.location):
                    values[node.serial] = _emit(node, [values[operand.serial] for operand in node.operands])
        builder.return_(*[values[root.serial] for root in roots])
    return Program(name, builder.finish(), tuple(parameters), len(visible))


def _check_inputs(arguments: Sequence[Expression]) -> None:
    seen: set[int] = set()
    for node in arguments:
        where = "{}:{}".format(*node.location)
        if node.operation not in ("leaf", "rparam"):
            raise SourceError("an input is no leaf", expected="leaf and rparam nodes", actual=repr(node), where=where)
        if node.serial in seen:
            raise SourceError("an input is given twice", expected="each leaf once", actual=repr(node), where=where)
        seen.add(node.serial)


def _in_order_of_creation(nodes: list[Expression]) -> list[Expression]:
    return sorted(nodes, key=lambda node: (node.operation == "rparam", node.serial))


def _parameters(arguments: Sequence[Expression], updates: Sequence[Expression], results: Sequence[Expression]) -> list[Parameter]:
    # The last update of a destination is its final value.
    written = {update.operands[1].serial: _place(update, results) for update in updates}
    parameters: list[Parameter] = []
    taken: set[str] = set()
    for number, node in enumerate(arguments):
        name = node.attributes["name"] or f"input{number}"
        if name in taken:
            raise SourceError("two inputs have one name", actual=name, where="{}:{}".format(*node.location))
        taken.add(name)
        default = node.attributes.get("default")
        parameters.append(Parameter(name, node.shape, node.dtype, default, written.get(node.serial)))
    return parameters


def _place(node: Expression, results: Sequence[Expression]) -> int:
    return next(number for number, result in enumerate(results) if result is node)


def _emit(node: Expression, operands: list[ir.Value]) -> ir.Value:
    """One node as an nn op; `mark` is a note to the DSL, `fuse` one to the planner, and neither is an op."""
    attributes = node.attributes
    if node.operation == "mark":
        return operands[0]
    if node.operation == "fuse":
        mark_fusion(operands[0], attributes["choice"])
        return operands[0]
    if node.operation == "constant":
        return nn.constant(attributes["value"], node.shape, node.dtype)
    if node.operation == "compare":
        return nn.compare(attributes["predicate"], *operands)
    if node.operation == "index":
        return nn.index(node.shape, **attributes)
    if node.operation == "reshape":
        return nn.reshape(operands[0], node.shape)
    if node.operation in GRID_FORMS:
        raise ExpressionError(
            f"{attributes['spelling']}: no operand says what grid it is on",
            where="{}:{}".format(*node.location),
            hint="combine it with a value of full shape, or write compute(expression, rows, columns)",
        )
    if node.operation == "matmul":
        return _emit_matmul(node, operands, **attributes)
    if node.operation in _POSITIONAL:
        return _POSITIONAL[node.operation](operands, **attributes)
    if node.operation == "broadcast":
        return nn.broadcast(operands[0], node.shape)
    if node.operation == "cast":
        return nn.cast(operands[0], node.dtype)
    value: ir.Value = getattr(nn, node.operation)(*operands, **attributes)
    return value


def _emit_matmul(node: Expression, operands: list[ir.Value], batch: int, **transposes: bool) -> ir.Value:
    """A product of matrices, or of `batch` blocks of rows one under the other as one product of rank 3."""
    if batch == 1:
        return nn.matmul(*operands, **transposes)
    blocks = [nn.reshape(x, (batch, shape_of(x)[0] // batch, shape_of(x)[1])) for x in operands]
    return nn.reshape(nn.matmul(*blocks, **transposes), node.shape)
