"""What every nn op shares: a family, a verifier that reports at the op's location, and a numpy meaning."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect.bindings import NN, ir
from nnfuse.dialect.types import ELEMENT_TYPES, element_type_of, is_static_tensor

# Every named op class by its full name ("nn.exp"), in the order of definition.
OPERATIONS: dict[str, type] = {}

# What any op may carry besides its own: what the user asks of fusion, and what a gate answered.
DISCARDABLE = ("nn.fuse", "nn.verdicts")


class Violation(Exception):
    """Raised inside `check`; becomes a diagnostic at the op's location."""


def require(condition: bool, message: str) -> None:
    """Raise a `Violation` with `message` unless `condition` holds."""
    if not condition:
        raise Violation(message)


def integers_of(op: ir.Operation, name: str) -> list[int]:
    """An i64 array attribute as a list; a `Violation` if it is something else."""
    attribute = op.attributes[name]
    require(isinstance(attribute, ir.DenseI64ArrayAttr), f"has {name} = {attribute}, expected an array of i64")
    return list(attribute)


def integer_of(op: ir.Operation, name: str) -> int:
    """An integer attribute's value; a `Violation` if it is something else, a boolean included."""
    attribute = op.attributes[name]
    # A boolean is an integer of one bit to MLIR, and signed: `true` would be -1.
    is_integer = isinstance(attribute, ir.IntegerAttr) and str(attribute.type) != "i1"
    require(is_integer, f"has {name} = {attribute}, expected an integer")
    return int(attribute.value)


def string_of(op: ir.Operation, name: str) -> str:
    """A string attribute's value."""
    return str(ir.StringAttr(op.attributes[name]).value)


class NNOperation(NN.Operation):
    """Base of all nn ops.

    A subclass gives `family`, `check(op)` (constraints beyond IRDL's), and `evaluate(op, operands)`: the meaning in
    numpy on float64 arrays (booleans and integers keep their type). `shapes`, `dsl` and `manual` feed the op reference.
    """

    family = ""
    shapes = ""
    dsl = ""
    manual = ""
    # Attributes that the op may carry besides its declared fields.
    optional_attributes = ()

    def __init_subclass__(cls, *, name: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(name=name, **kwargs)
        if name:
            OPERATIONS[f"nn.{name}"] = cls

    @staticmethod
    def check(op: ir.Operation) -> None:
        """Raise `Violation` if `op` breaks a constraint that IRDL cannot say."""

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        """The op's result for `operands`, in numpy."""
        raise NotImplementedError(op.name)

    @classmethod
    def verify_region_invariants(cls, view: ir.OpView) -> bool:
        """Called by MLIR after the IRDL checks; an exception that leaves here would end the process."""
        op = view.operation
        try:
            _check_attribute_names(cls, op)
            _check_shapes(op)
            cls.check(op)
            # Last, since an op's own check says better what it computes with.
            _check_elements(op)
        except Violation as violation:
            op.location.emit_error(f"'{op.name}' op {violation}")
            return False
        except Exception as error:
            op.location.emit_error(f"'{op.name}' op verifier failed: {type(error).__name__}: {error}")
            return False
        return True


def _check_attribute_names(cls: type[NNOperation], op: ir.Operation) -> None:
    declared = {field.name for field in cls._fields}
    for name in op.attributes:
        known = name in declared or name in cls.optional_attributes or name in DISCARDABLE
        require(known, f"has an unknown attribute '{name}'; known: {', '.join(sorted(declared)) or 'none'}")


def _named_values(op: ir.Operation) -> list[tuple[str, ir.Value]]:
    kinds = (("operand", op.operands), ("result", op.results))
    return [(f"{kind} {index}", value) for kind, values in kinds for index, value in enumerate(values)]


def _check_shapes(op: ir.Operation) -> None:
    for name, value in _named_values(op):
        require(
            is_static_tensor(value.type),
            f"{name} has type {value.type}, expected a ranked tensor of static shape without encoding",
        )


def _check_elements(op: ir.Operation) -> None:
    for name, value in _named_values(op):
        element = str(element_type_of(value))
        require(element in ELEMENT_TYPES, f"{name} has element type {element}, expected one of {', '.join(ELEMENT_TYPES)}")
