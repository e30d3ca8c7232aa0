"""Reductions as one `linalg.generic` over the operand, read through its views."""

from __future__ import annotations

from collections.abc import Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.locations import location_text
from nnfuse.dialect.operation import string_of
from nnfuse.dialect.reductions import dimensions_of, keeps_dimensions, kind_of
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.errors import LoweringError
from nnfuse.passes.lowering.domain import Domain, insert_unit_dimensions
from nnfuse.passes.lowering.elementwise import Stretch
from nnfuse.passes.lowering.emitter import Emitter
from nnfuse.passes.lowering.functions import compare_floats, emit_fma, hide
from nnfuse.passes.lowering.kernel import Inputs, Kernel
from nnfuse.passes.lowering.reading import make_domain
from nnfuse.passes.views import access

_FLOAT_COMBINERS = {"sum": "arith.addf", "prod": "arith.mulf", "max": "arith.maximumf", "min": "arith.minimumf"}
_FLOAT_IDENTITIES = {"sum": "0.0", "prod": "1.0", "max": "0xFF800000", "min": "0x7F800000"}

# Integer keys of floats, ordered unsigned so that the winner has the largest: 0 is below all of them, which is also what
# code generation pads odd extents with, and all ones are NaN's. The mask turns signed order into unsigned order, upside
# down for min.
_KEY_MASKS = {"max": str(-0x80000000), "min": str(0x7FFFFFFF)}
_NAN_KEY = "-1"
_UNORDERED = 14


def emit_reduction(kernel: Kernel, op: nn_ir.Operation, producers: Sequence[nn_ir.Operation] = ()) -> None:
    """Emit an `nn.reduce` or `nn.inner_product`; its result becomes a tensor of the kernel.

    `producers` are elementwise ops over the reduction's points that nothing else reads: they are computed in its body.
    On a device whose own max and min drop NaN (SPIR-V's group operations may), max and min fold order-preserving
    integer keys instead, with NaN beyond the winning end: exact, associative, and NaN propagates.
    """
    emitter = kernel.emitter
    if op.name == "nn.reduce" and string_of(op, "order") == "strict":
        raise LoweringError(
            "'nn.reduce' with order strict is not lowered as it stands",
            where=location_text(op.location),
            hint="write it out first: nn-opt --nn-decompose",
        )
    kind = kind_of(op)
    shape = shape_of(op.operands[0])
    if 0 in shape:
        identity = emitter.constant(_FLOAT_IDENTITIES[kind], "f32")
        kernel.tensors[op.results[0]] = emitter.fill(identity, shape_of(op.results[0]), "f32")
        return
    stretch = Stretch(kernel, producers)
    reads = [access(operand, stop=kernel.tensors.keys() | stretch.inside) for operand in op.operands]
    outer = [reading for reading in reads if reading.base not in stretch.inside]
    dimensions = dimensions_of(op)
    domain = make_domain(shape, [*stretch.reads, *outer])
    inputs = Inputs(kernel, domain)
    stretch.attach(inputs)
    keys = {index: inputs.add(reading) for index, reading in enumerate(reads) if reading.base not in stretch.inside}
    kept = [dimension for dimension in range(len(shape)) if dimension not in dimensions]
    loops = [loop for dimension in kept for loop in domain.loops_of(dimension)]
    inputs.cover([loop for loop in range(len(domain.loop_shape)) if loop not in loops])
    iterators = ["parallel" if loop in loops else "reduction" for loop in range(len(domain.loop_shape))]
    kept_loops = [domain.loop_shape[loop] for loop in loops]
    by_key = kind in _KEY_MASKS and not emitter.target.native_float_max
    element = "i32" if by_key else str(element_type_of(op.results[0]))
    identity = "0" if by_key else _FLOAT_IDENTITIES[kind]
    combiner = "arith.maxui" if by_key else _FLOAT_COMBINERS[kind]
    initial = emitter.fill(emitter.constant(identity, element), kept_loops, element)

    def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        accumulator = arguments[-1]
        scalars = stretch.scalars(arguments)
        value, *others = [
            inputs.scalar(keys[index], arguments) if index in keys else scalars[reading.base]
            for index, reading in enumerate(reads)
        ]
        if _is_negation(op.operands[0], stretch):
            # A sum of negations folds to a difference, which code generation does not take for a reduction.
            value = hide(emitter, value)
        if others:
            if emitter.target.fused_multiply_add:
                return [emit_fma(emitter, value, others[0], accumulator)]
            # Code generation knows only plain combiners: an emulated one would be folded in the wrong order.
            value = emitter.create("arith.mulf", [value, others[0]], value.type)
        if by_key:
            value = _float_key(emitter, value, kind)
        return [emitter.create(combiner, [value, accumulator], accumulator.type)]

    (result,) = emitter.generic(inputs.tensors, [initial], [*inputs.maps, domain.map_text(loops)], iterators, body)
    if by_key:
        result = _decode(emitter, result, kept_loops, kind)
    result = emitter.collapse(result, [domain.groups[dimension] for dimension in kept])
    if keeps_dimensions(op):
        inserted = [dimension in dimensions for dimension in range(len(shape))]
        result = insert_unit_dimensions(emitter, result, shape_of(op.results[0]), inserted)
    kernel.tensors[op.results[0]] = result


def _is_negation(value: nn_ir.Value, stretch: Stretch) -> bool:
    base = access(value, stop=stretch.inside).base
    return base in stretch.inside and base.owner.name == "nn.neg"


def _float_key(emitter: Emitter, value: ir.Value, kind: str) -> ir.Value:
    """The unsigned integer that orders as the float does, or against it for min."""
    i32 = emitter.type("i32")
    bits = emitter.create("arith.bitcast", [value], i32)
    unordered = compare_floats(emitter, _UNORDERED, value, value)
    key = emitter.create("arith.xori", [_flip(emitter, bits), emitter.constant(_KEY_MASKS[kind], "i32")], i32)
    return emitter.create("arith.select", [unordered, emitter.constant(_NAN_KEY, "i32"), key], i32)


def _decode(emitter: Emitter, keys: ir.Value, shape: Sequence[int], kind: str) -> ir.Value:
    """The floats of a tensor of keys; NaN's key decodes to a NaN, since each step is its own inverse."""
    domain = Domain(tuple(shape))

    def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        key = emitter.create("arith.xori", [arguments[0], emitter.constant(_KEY_MASKS[kind], "i32")], emitter.type("i32"))
        return [emitter.create("arith.bitcast", [_flip(emitter, key)], emitter.type("f32"))]

    destination = emitter.empty(shape, "f32")
    maps = [domain.identity(), domain.identity()]
    return emitter.generic([keys], [destination], maps, ["parallel"] * len(shape), body)[0]


def _flip(emitter: Emitter, bits: ir.Value) -> ir.Value:
    """Bits of floats as signed integers of the same order: negative ones have all but the sign flipped."""
    i32 = emitter.type("i32")
    negative = emitter.compare_indices("slt", bits, emitter.constant("0", "i32"))
    flipped = emitter.create("arith.xori", [bits, emitter.constant(str(0x7FFFFFFF), "i32")], i32)
    return emitter.create("arith.select", [negative, flipped, bits], i32)
