"""Leaves: values that come from no other op."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect.bindings import Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, require
from nnfuse.dialect.types import numpy_dtype


class Constant(NNOperation, name="constant", traits=[Pure]):
    """A tensor known at compile time; a scalar of the DSL is a splat of the shape it is used with."""

    family = "leaf"
    dsl, manual = "2.0, constant(array)", "8.2"

    value: Any  # IRDL has no constraint for dense elements; check() has
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        attribute, result_type = op.attributes["value"], op.results[0].type
        require(isinstance(attribute, ir.DenseElementsAttr), f"has value {attribute}, expected dense elements")
        attribute_type = attribute.type
        require(attribute_type == result_type, f"value has type {attribute_type}, expected {result_type} like the result")
        numpy_dtype(ir.RankedTensorType(result_type).element_type)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return constant_array(op)


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
