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
    """

    family = "update"
    dsl, manual = "compute_into(expression, destination), accumulate, add_inplace, scale_inplace, zero", "8.1, 9"

    destination: Operand[Any]
    value: Operand[Any]
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        destination, value = op.operands
        require(isinstance(destination.owner, ir.Block), "destination must be an argument of the function")
        expected = (shape_of(destination), str(element_type_of(destination)))
        for name, other in (("value", value), ("result", op.results[0])):
            actual = (shape_of(other), str(element_type_of(other)))
            require(actual == expected, f"{name} has type {other.type}, expected {destination.type} like the destination")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return operands[1]
