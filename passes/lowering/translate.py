"""Translate a planned nn module into linalg in `flow.dispatch.region`s: one region for each group.

A fresh module is written with `iree.compiler`'s bindings; nothing is converted in place.
"""

from __future__ import annotations

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.functions import has_body
from nnfuse.dialect.locations import location_text
from nnfuse.dialect.types import shape_of
from nnfuse.passes.errors import LoweringError
from nnfuse.passes.lowering.emitter import Emitter, memory_type
from nnfuse.passes.lowering.kernel import Kernel
from nnfuse.passes.lowering.reading import reshape
from nnfuse.passes.lowering.strategy import choose_strategy
from nnfuse.passes.target import Target


def translate(module: nn_ir.Module, target: Target) -> ir.Module:
    """The linalg module of a module whose functions hold `nn.group` ops, and reshapes of their results, for `target`.

    Raises `LoweringError` for ops outside of groups and for what no strategy can compute.
    """
    context = ir.Context()
    with module.context, context, ir.Location.unknown():
        result = ir.Module.create()
        emitter = Emitter(context, target)
        if target.executable_target:
            device = f'#hal.device.target<"{target.kind}", [{target.executable_target}]> : !hal.device'
            result.operation.attributes["hal.device.targets"] = emitter.attribute(f"[{device}]")
        with ir.InsertionPoint(result.body):
            for view in module.body.operations:
                if view.operation.name != "func.func":
                    raise LoweringError(f"cannot lower '{view.operation.name}'", expected="func.func")
                if has_body(view.operation):
                    _translate_function(emitter, view.operation)
    return result


def _translate_function(emitter: Emitter, function: nn_ir.Operation) -> None:
    name = nn_ir.StringAttr(function.attributes["sym_name"]).value
    source = function.regions[0].blocks[0]
    function_type = ir.FunctionType.get(
        [emitter.type(memory_type(str(argument.type))) for argument in source.arguments],
        [emitter.type(memory_type(str(value.type))) for value in list(source.operations)[-1].operation.operands],
    )
    op = ir.Operation.create(
        "func.func",
        attributes={"sym_name": ir.StringAttr.get(name), "function_type": ir.TypeAttr.get(function_type)},
        regions=1,
        loc=emitter.location(function.location),
    )
    block = op.regions[0].blocks.append(*[emitter.type(memory_type(str(argument.type))) for argument in source.arguments])
    values: dict[nn_ir.Value, ir.Value] = dict(zip(source.arguments, block.arguments, strict=True))
    with ir.InsertionPoint(block):
        for view in source.operations:
            inner = view.operation
            with emitter.location(inner.location):
                if inner.name == "func.return":
                    ir.Operation.create("func.return", operands=[values[operand] for operand in inner.operands])
                elif inner.name == "nn.group":
                    _translate_group(emitter, inner, values)
                elif inner.name == "nn.update":
                    _require_returned(inner)
                    values[inner.results[0]] = values[inner.operands[0]]
                elif inner.name == "nn.reshape":
                    values[inner.results[0]] = reshape(emitter, values[inner.operands[0]], shape_of(inner.results[0]))
                elif inner.name == "nn.constant":
                    values[inner.results[0]] = Kernel(emitter).tensor(inner.results[0])
                else:
                    raise LoweringError(
                        f"'{inner.name}' is outside of an nn.group",
                        where=location_text(inner.location),
                        hint="plan first: nn-opt --nn-plan",
                    )


def _require_returned(update: nn_ir.Operation) -> None:
    """The caller writes what a function returns into the destination; an update that is not returned would be lost."""
    if not any(use.owner.operation.name in ("func.return", "nn.update") for use in update.results[0].uses):
        raise LoweringError(
            "the result of 'nn.update' is not returned",
            expected="every updated destination among the function's results",
            where=location_text(update.location),
            hint="return it: the caller stores it into the destination",
        )


def _translate_group(emitter: Emitter, group: nn_ir.Operation, values: dict[nn_ir.Value, ir.Value]) -> None:
    region = ir.Operation.create(
        "flow.dispatch.region",
        results=[emitter.type(memory_type(str(value.type))) for value in group.results],
        attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0])},
        regions=2,
    )
    kernel = Kernel(emitter, dict(values))
    *body, terminator = [view.operation for view in group.regions[0].blocks[0].operations]
    outputs = list(terminator.operands)
    with ir.InsertionPoint(region.regions[0].blocks.append()):
        choose_strategy(body, emitter.target).emit(kernel, body, outputs)
        ir.Operation.create("flow.return", operands=[kernel.tensor(value) for value in outputs])
    for value, result in zip(group.results, region.results, strict=True):
        values[value] = result
