"""Leaves: values that come from no other op."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect.bindings import Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integer_of, require
from nnfuse.dialect.types import element_type_of, numpy_dtype, shape_of


class Constant(NNOperation, name="constant", traits=[Pure]):
    """A tensor known at compile time; a scalar of the DSL is a splat of the shape it is used with."""

    family = "leaf"
    shapes = "any"
    dsl, manual = "2.0, constant(array)", "8.2"

    value: Any  # IRDL has no constraint for dense elements; check() has
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        attribute, result_type = op.attributes["value"], op.results[0].type
        require(isinstance(attribute, ir.DenseElementsAttr), f"has value {attribute}, expected dense elements")
        attribute_type = attribute.type
        require(attribute_type == result_type, f"value has type {attribute_type}, expected {result_type} like the result")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return constant_array(op)


class Index(NNOperation, name="index", traits=[Pure]):
    """At each point the point's own index along `dimension`, divided by `divisor` and rounded down, as f32.

    With the rows of a batch as divisor it is the batch number.
    """

    family = "leaf"
    shapes = "any"
    dsl, manual = "row(), col(), batch(count)", "8.2"

    dimension: ir.IntegerAttr
    divisor: ir.IntegerAttr
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        rank, dimension, divisor = len(shape_of(op.results[0])), integer_of(op, "dimension"), integer_of(op, "divisor")
        require(0 <= dimension < rank, f"dimension {dimension} is out of range for rank {rank}")
        require(divisor >= 1, f"divisor is {divisor}, expected 1 or more")
        element = str(element_type_of(op.results[0]))
        require(element == "f32", f"result has element type {element}, expected f32")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        shape, dimension = shape_of(op.results[0]), integer_of(op, "dimension")
        along = [-1 if index == dimension else 1 for index in range(len(shape))]
        numbers = np.arange(shape[dimension]) // integer_of(op, "divisor")
        return np.broadcast_to(numbers.reshape(along), shape).astype(np.float64)


def constant_array(op: ir.Operation) -> np.ndarray:
    """The value of an `nn.constant` as an array of its own dtype and shape."""
    result_type = ir.RankedTensorType(op.results[0].type)
    shape, dtype = tuple(result_type.shape), numpy_dtype(result_type.element_type)
    splat = splat_value(op)
    if splat is not None:
        return np.full(shape, splat, dtype)
    return np.array(op.attributes["value"]).astype(dtype).reshape(shape)


def splat_value(op: ir.Operation) -> float | int | None:
    """The single value of a splat `nn.constant`, or None if its elements differ."""
    attribute = op.attributes["value"]
    if not attribute.is_splat:
        return None
    scalar = attribute.get_splat_value()
    return scalar.value if isinstance(scalar, ir.FloatAttr) else int(scalar.value)
