"""Scans by IREE's own scan op: one pass along the dimension, by ascending index, parallel over the others.

A running sum could also be a product with a triangular matrix; that costs as many passes as there are elements, and the scan
is bound by memory already.
"""

from __future__ import annotations

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.operation import integer_of, string_of
from nnfuse.dialect.types import shape_of
from nnfuse.passes.lowering.kernel import Kernel

_COMBINERS = {"sum": ("arith.addf", "0.0"), "prod": ("arith.mulf", "1.0")}


def emit_scan(kernel: Kernel, op: nn_ir.Operation) -> None:
    """Emit an `nn.scan`; its result becomes a tensor of the kernel."""
    emitter = kernel.emitter
    combiner, identity = _COMBINERS[string_of(op, "kind")]
    shape, dimension = shape_of(op.operands[0]), integer_of(op, "dimension")
    source, destination = kernel.operand(op.operands[0]), emitter.empty(shape, "f32")
    rest = [extent for index, extent in enumerate(shape) if index != dimension]
    carried = emitter.fill(emitter.constant(identity, "f32"), rest, "f32")
    scan = ir.Operation.create(
        "iree_linalg_ext.scan",
        results=[destination.type, carried.type],
        operands=[source, destination, carried],
        attributes={
            "dimension": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), dimension),
            "inclusive": ir.BoolAttr.get(True),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 2]),
        },
        regions=1,
    )
    f32 = emitter.type("f32")
    block = scan.regions[0].blocks.append(f32, f32)
    with ir.InsertionPoint(block):
        combined = emitter.create(combiner, list(block.arguments), f32)
        ir.Operation.create("iree_linalg_ext.yield", operands=[combined])
    kernel.tensors[op.results[0]] = scan.results[0]
