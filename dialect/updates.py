"""Updates: writing a value into a destination, the only impure ops. Source: manual, sections 8.1 and 9."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect.bindings import Operand, ReadsAndWrites, Result, ir
from nnfuse.dialect.operation import NNOperation, require
from nnfuse.dialect.types import element_type_of, shape_of


class Update(NNOperation, name="update", traits=[ReadsAndWrites]):
    """Write `value` into `destination`, an argument of the function; the result is the destination afterwards.

    All reads of the destination that `value` depends on happen before the write: the update is as if through a temporary.
    It is no kernel of its own: it says where the kernel that computes `value` writes.
    """

    family = "update"
    shapes = "all one shape"
    dsl, manual = "compute_into(expression, destination)", "8.1, 9"

    value: Operand[Any]
    destination: Operand[Any]
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        value, destination = op.operands
        require(isinstance(destination.owner, ir.Block), "destination must be an argument of the function")
        expected = (shape_of(destination), str(element_type_of(destination)))
        for name, other in (("value", value), ("result", op.results[0])):
            actual = (shape_of(other), str(element_type_of(other)))
            require(actual == expected, f"{name} has type {other.type}, expected {destination.type} like the destination")

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        """Readers of the result read the value at their own coordinates."""
        return ir.AffineMap.get_identity(len(shape_of(op.results[0])))

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return operands[0]


def updated_value(value: ir.Value) -> ir.Value:
    """The value that was written, if `value` is the result of updates; else itself."""
    while not isinstance(value.owner, ir.Block) and value.owner.name == "nn.update":
        value = value.owner.operands[0]
    return value
