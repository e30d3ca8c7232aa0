"""Contractions: matrix products, accumulated in f32. Source: manual, sections 8.8 and 9."""

from collections.abc import Sequence

import numpy as np

from nnfuse.dialect.bindings import Boolean, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, require
from nnfuse.dialect.types import element_type_of, shape_of


class Matmul(NNOperation, name="matmul", traits=[Pure]):
    """`op(lhs) @ op(rhs)` with f32 accumulation; op transposes the last two dimensions where asked.

    Rank 2, or rank 3 with a leading batch dimension that all share. Operands are f32 or f16, the result is f32.
    """

    family = "contraction"
    shapes = "lhs (M, K) or (K, M), rhs (K, N) or (N, K), result (M, N); with a batch dimension before each for rank 3"
    dsl, manual = "matmul(a, b, transpose_a, transpose_b)", "8.8, 9"

    lhs: Operand[ir.RankedTensorType]
    rhs: Operand[ir.RankedTensorType]
    transpose_lhs: Boolean
    transpose_rhs: Boolean
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        lhs, rhs, result = shape_of(op.operands[0]), shape_of(op.operands[1]), shape_of(op.results[0])
        require(
            len(lhs) == len(rhs) == len(result) and len(lhs) in (2, 3),
            f"ranks are {len(lhs)}, {len(rhs)} and {len(result)} (lhs, rhs, result), expected 2 or 3 for all",
        )
        transpose_lhs, transpose_rhs = transposes_of(op)
        require(
            lhs[:-2] == rhs[:-2],
            f"batch extents differ: lhs {list(lhs)} and rhs {list(rhs)}",
        )
        inner_lhs = lhs[-2] if transpose_lhs else lhs[-1]
        inner_rhs = rhs[-1] if transpose_rhs else rhs[-2]
        require(
            inner_lhs == inner_rhs,
            f"contracted extents differ: {inner_lhs} of lhs {list(lhs)}{' (transposed)' if transpose_lhs else ''} "
            f"and {inner_rhs} of rhs {list(rhs)}{' (transposed)' if transpose_rhs else ''}",
        )
        expected = matmul_shape(lhs, rhs, transpose_lhs, transpose_rhs)
        require(result == expected, f"result has shape {list(result)}, expected {list(expected)}")
        elements = [str(element_type_of(value)) for value in op.operands]
        require(
            elements[0] == elements[1] and elements[0] in ("f32", "f16"),
            f"operands have element types {elements}, expected both f32 or both f16",
        )
        element = str(element_type_of(op.results[0]))
        require(element == "f32", f"result has element type {element}, expected f32; use nn.cast afterwards")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        lhs, rhs = operands
        transpose_lhs, transpose_rhs = transposes_of(op)
        if transpose_lhs:
            lhs = np.swapaxes(lhs, -1, -2)
        if transpose_rhs:
            rhs = np.swapaxes(rhs, -1, -2)
        return np.matmul(lhs, rhs)


def transposes_of(op: ir.Operation) -> tuple[bool, bool]:
    """`(transpose_lhs, transpose_rhs)` of an `nn.matmul`."""
    return bool(ir.BoolAttr(op.attributes["transpose_lhs"]).value), bool(ir.BoolAttr(op.attributes["transpose_rhs"]).value)


def matmul_shape(lhs: Sequence[int], rhs: Sequence[int], transpose_lhs: bool, transpose_rhs: bool) -> tuple[int, ...]:
    """The shape of a matrix product, batch extents first."""
    rows = lhs[-1] if transpose_lhs else lhs[-2]
    columns = rhs[-2] if transpose_rhs else rhs[-1]
    return (*lhs[:-2], rows, columns)
