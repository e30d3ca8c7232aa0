"""Reductions: fold dimensions of a tensor with an associative operation. Source: manual, sections 8.6.2 and 10."""

from collections.abc import Callable, Sequence

import numpy as np

from nnfuse.dialect.bindings import Boolean, Integers, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integers_of, require, string_of
from nnfuse.dialect.types import element_type_of, shape_of

KINDS: dict[str, Callable[..., np.ndarray]] = {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}
# Folds whose bits depend on the order; numpy's own sum is pairwise.
STRICT_KINDS = {"sum": np.add, "prod": np.multiply}
ORDERS = ("unordered", "strict")


class Reduce(NNOperation, name="reduce", traits=[Pure]):
    """Fold `dimensions` with `kind` (sum, max, min, prod), in f32.

    `order = unordered` may be reassociated; `strict` folds by ascending index. max and min propagate NaN. An empty
    sum is 0 and an empty prod 1; an empty max or min is an error.
    """

    family = "reduction"
    shapes = "the operand's without the reduced dimensions, or with extent 1 there"
    dsl, manual = "row_reduce_sum(x), row_reduce_max(x), col_reduce_sum(x), col_reduce_max(x)", "8.6.2, 10"

    operand: Operand[ir.RankedTensorType]
    kind: ir.StringAttr
    dimensions: Integers
    keep_dimensions: Boolean
    order: ir.StringAttr
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        kind, order = kind_of(op), string_of(op, "order")
        require(kind in KINDS, f"has kind '{kind}', expected one of {', '.join(KINDS)}")
        require(order in ORDERS, f"has order '{order}', expected one of {', '.join(ORDERS)}")
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        dimensions = dimensions_of(op)
        require(
            bool(dimensions) and dimensions == sorted(set(dimensions)) and dimensions[0] >= 0 and dimensions[-1] < len(source),
            f"dimensions {dimensions} must be ascending, distinct, not empty, and within rank {len(source)}",
        )
        expected = reduced_shape(source, dimensions, keeps_dimensions(op))
        require(
            target == expected, f"result has shape {list(target)}, expected {list(expected)} for operand shape {list(source)}"
        )
        for name, value in (("operand", op.operands[0]), ("result", op.results[0])):
            element = str(element_type_of(value))
            require(element == "f32", f"{name} has element type {element}, expected f32; reductions accumulate in f32")
        if kind in ("max", "min"):
            require(all(source[dimension] for dimension in dimensions), f"{kind} over an empty dimension of shape {list(source)}")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        kind, dimensions = kind_of(op), dimensions_of(op)
        if string_of(op, "order") == "strict" and kind in STRICT_KINDS and operands[0].size:
            kept = [index for index in range(operands[0].ndim) if index not in dimensions]
            outer = [operands[0].shape[index] for index in kept]
            flat = operands[0].transpose([*kept, *dimensions]).reshape([*outer, -1])
            return STRICT_KINDS[kind].accumulate(flat, axis=-1)[..., -1].reshape(shape_of(op.results[0]))
        return KINDS[kind](operands[0], axis=tuple(dimensions), keepdims=keeps_dimensions(op))


class InnerProduct(NNOperation, name="inner_product", traits=[Pure]):
    """The sum of `lhs * rhs` over `dimensions`, in f32, unordered; each step is one fused multiply-add where the target has it.

    Formed by `nn-form-fma` from a product whose only use is a sum, so that its bits do not depend on what shares a kernel.
    """

    family = "reduction"
    shapes = "lhs and rhs equal, result as of nn.reduce"
    dsl, manual = "row_reduce_sum(x * y)", "8.6.2"

    lhs: Operand[ir.RankedTensorType]
    rhs: Operand[ir.RankedTensorType]
    dimensions: Integers
    keep_dimensions: Boolean
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        lhs, rhs, target = shape_of(op.operands[0]), shape_of(op.operands[1]), shape_of(op.results[0])
        dimensions = dimensions_of(op)
        require(lhs == rhs, f"operands have shapes {list(lhs)} and {list(rhs)}, expected one")
        require(
            bool(dimensions) and dimensions == sorted(set(dimensions)) and dimensions[0] >= 0 and dimensions[-1] < len(lhs),
            f"dimensions {dimensions} must be ascending, distinct, not empty, and within rank {len(lhs)}",
        )
        expected = reduced_shape(lhs, dimensions, keeps_dimensions(op))
        require(target == expected, f"result has shape {list(target)}, expected {list(expected)} for operand shape {list(lhs)}")
        for index, value in enumerate([*op.operands, *op.results]):
            element = str(element_type_of(value))
            require(element == "f32", f"value {index} has element type {element}, expected f32; reductions accumulate in f32")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return np.sum(operands[0] * operands[1], axis=tuple(dimensions_of(op)), keepdims=keeps_dimensions(op))


def kind_of(op: ir.Operation) -> str:
    """The kind of a reduction: sum, max, min or prod."""
    return string_of(op, "kind") if op.name == "nn.reduce" else "sum"


def dimensions_of(op: ir.Operation) -> list[int]:
    """The reduced dimensions of an `nn.reduce`, ascending."""
    return integers_of(op, "dimensions")


def keeps_dimensions(op: ir.Operation) -> bool:
    """Whether an `nn.reduce` keeps the reduced dimensions with extent 1."""
    return bool(ir.BoolAttr(op.attributes["keep_dimensions"]).value)


def reduced_shape(shape: Sequence[int], dimensions: Sequence[int], keep: bool) -> tuple[int, ...]:
    """The shape left after folding `dimensions` of `shape`."""
    if keep:
        return tuple(1 if index in dimensions else extent for index, extent in enumerate(shape))
    return tuple(extent for index, extent in enumerate(shape) if index not in dimensions)
