"""Matrix products as one `linalg.generic` contraction, accumulated in f32."""

from __future__ import annotations

from collections.abc import Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.contractions import transposes_of
from nnfuse.dialect.types import shape_of
from nnfuse.passes.lowering.domain import Domain
from nnfuse.passes.lowering.kernel import Kernel
from nnfuse.passes.lowering.reading import reshape
from nnfuse.passes.views import access, strip_reshapes


def emit_contraction(kernel: Kernel, op: nn_ir.Operation) -> None:
    """Emit an `nn.matmul`; transposes become indexing maps. Its result becomes a tensor of the kernel."""
    emitter = kernel.emitter
    *batch, rows, columns = shape_of(op.results[0])
    transpose_lhs, transpose_rhs = transposes_of(op)
    lhs_shape = shape_of(op.operands[0])
    inner = lhs_shape[-2] if transpose_lhs else lhs_shape[-1]
    domain = Domain((*batch, rows, columns, inner))
    lead = list(range(len(batch)))
    row, column, depth = (len(batch) + offset for offset in range(3))
    loops_of = (
        [*lead, *((depth, row) if transpose_lhs else (row, depth))],
        [*lead, *((column, depth) if transpose_rhs else (depth, column))],
    )
    inputs, maps = [], []
    for operand, loops in zip(op.operands, loops_of, strict=True):
        reading = access(operand, stop=kernel.tensors.keys())
        plain = strip_reshapes(reading)
        assert plain.is_permutation  # the planner materialises every other view
        inputs.append(reshape(emitter, kernel.tensor(reading.base), shape_of(plain.base)))
        order = [expression.position for expression in plain.affine_map.results] if plain.affine_map else range(len(loops))
        maps.append(domain.map_text([loops[dimension] for dimension in order]))
    zero = emitter.constant("0.0", "f32")
    initial = emitter.fill(zero, [*batch, rows, columns], "f32")
    maps.append(domain.map_text([*lead, row, column]))

    def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        f32 = emitter.type("f32")
        lhs, rhs, accumulator = arguments
        if str(lhs.type) == "f16":
            lhs, rhs = (emitter.create("arith.extf", [value], f32) for value in (lhs, rhs))
        product = emitter.create("arith.mulf", [lhs, rhs], f32)
        return [emitter.create("arith.addf", [accumulator, product], f32)]

    iterators = [*["parallel"] * (len(batch) + 2), "reduction"]
    (result,) = emitter.generic(inputs, [initial], maps, iterators, body)
    kernel.tensors[op.results[0]] = result
