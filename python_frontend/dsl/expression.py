"""Expressions: immutable nodes with a shape, a dtype and the user's source line, combined by Python's operators.

Shapes are checked when a node is made, so the error stands at the line that is wrong. Nothing broadcasts by itself but
scalars, results of reductions, and what `row_broadcast` and `col_broadcast` mark. Source: manual, sections 8.1 to 8.6.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, NoReturn, TypeAlias

import numpy as np

from nnfuse.dialect.errors import DTypeError, ShapeError
from nnfuse.errors import ExpressionError
from nnfuse.specs import TensorSpec, as_spec

Shape = tuple[int, ...]
Location = tuple[str, int]
Operand: TypeAlias = "Expression | float | int | bool"

_serials = itertools.count()

FLOAT32 = np.dtype(np.float32)
FLOAT16 = np.dtype(np.float16)
BOOL = np.dtype(np.bool_)


class Expression:
    """A node of an expression.

    Attributes:
        operation: `leaf`, `rparam`, or the builder function of `nnfuse.dialect.nn` that makes it.
        operands: the nodes it reads.
        attributes: keyword arguments of the builder function.
        shape, dtype: of its value.
        broadcasts: whether extents of 1 may repeat to match another operand.
        location: `(file, line)` in the user's source.
        serial: ascending in order of creation.
        floats: whether its value depends on the grid that it is used on (`row()`, `row_mod(...)`), which is not known yet.
    """

    __slots__ = ("attributes", "broadcasts", "dtype", "floats", "location", "operands", "operation", "serial", "shape")

    # numpy must leave `array * expression` to us, to say what to write instead.
    __array_ufunc__ = None

    def __init__(
        self,
        operation: str,
        operands: Sequence[Expression],
        shape: Shape,
        dtype: np.dtype,
        *,
        broadcasts: bool = False,
        **attributes: Any,
    ) -> None:
        self.operation = operation
        self.operands = tuple(operands)
        self.attributes = attributes
        self.shape = shape
        self.dtype = dtype
        self.broadcasts = broadcasts
        self.location = user_location()
        self.serial = next(_serials)
        self.floats: bool = operation in GRID_FORMS or (broadcasts and any(operand.floats for operand in self.operands))

    def __repr__(self) -> str:
        return (
            f"<nnfuse expression {self.operation} {self.dtype.name}{list(self.shape)} at {self.location[0]}:{self.location[1]}>"
        )

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise ExpressionError(
            "an expression has no truth value: if, while, and, or, not and chained comparisons cannot decide on it",
            where="{}:{}".format(*user_location()),
            hint="write select(condition, on_true, on_false), and join conditions with &, | and ~, in parentheses",
        )

    def __iter__(self) -> NoReturn:
        raise ExpressionError("an expression cannot be iterated", where="{}:{}".format(*user_location()))

    def __add__(self, other: Operand) -> Expression:
        return arithmetic("add", self, other)

    def __radd__(self, other: Operand) -> Expression:
        return arithmetic("add", other, self)

    def __sub__(self, other: Operand) -> Expression:
        return arithmetic("sub", self, other)

    def __rsub__(self, other: Operand) -> Expression:
        return arithmetic("sub", other, self)

    def __mul__(self, other: Operand) -> Expression:
        return arithmetic("mul", self, other)

    def __rmul__(self, other: Operand) -> Expression:
        return arithmetic("mul", other, self)

    def __truediv__(self, other: Operand) -> Expression:
        return arithmetic("div", self, other)

    def __rtruediv__(self, other: Operand) -> Expression:
        return arithmetic("div", other, self)

    def __pow__(self, other: Operand) -> Expression:
        return arithmetic("pow", self, other)

    def __rpow__(self, other: Operand) -> Expression:
        return arithmetic("pow", other, self)

    def __and__(self, other: Operand) -> Expression:
        return logical("logical_and", self, other)

    def __rand__(self, other: Operand) -> Expression:
        return logical("logical_and", other, self)

    def __or__(self, other: Operand) -> Expression:
        return logical("logical_or", self, other)

    def __ror__(self, other: Operand) -> Expression:
        return logical("logical_or", other, self)

    def __invert__(self) -> Expression:
        return logical("logical_not", self)

    def __neg__(self) -> Expression:
        return arithmetic("neg", self)

    def __abs__(self) -> Expression:
        return arithmetic("abs", self)

    def __gt__(self, other: Operand) -> Expression:
        return comparison("gt", self, other)

    def __ge__(self, other: Operand) -> Expression:
        return comparison("ge", self, other)

    def __lt__(self, other: Operand) -> Expression:
        return comparison("lt", self, other)

    def __le__(self, other: Operand) -> Expression:
        return comparison("le", self, other)

    def __eq__(self, other: Operand) -> Expression:  # type: ignore[override]
        return comparison("eq", self, other)

    def __ne__(self, other: Operand) -> Expression:  # type: ignore[override]
        return comparison("ne", self, other)


def user_location() -> Location:
    """`(file, line)` of the innermost frame outside of nnfuse; examples count as user code."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        ours = module.partition(".")[0] == "nnfuse"
        if not ours or module.startswith("nnfuse.examples."):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return "<unknown>", 0


def leaf(spec: TensorSpec | np.ndarray | Sequence[int], dtype: Any = None, *, name: str | None = None) -> Expression:
    """An input tensor.

    Args:
        spec: a shape (float32 unless `dtype` says else), a TensorSpec, or an array, whose shape and dtype it takes and
            which it stands for where a call gives none; `compute` evaluates such leaves.
        name: the name under which a call may pass it; `input<number>` if not given.
    """
    resolved = _spec(spec, dtype)
    array = spec if isinstance(spec, np.ndarray) and dtype is None else None
    return Expression("leaf", (), resolved.shape, resolved.dtype, broadcasts=resolved.shape == (), name=name, default=array)


def _spec(value: TensorSpec | np.ndarray | Sequence[int], dtype: Any = None) -> TensorSpec:
    """The spec of a leaf or constant; errors say where in the user's source it stands."""
    try:
        if dtype is None:
            return as_spec(value)
        return TensorSpec(value.shape if isinstance(value, (TensorSpec, np.ndarray)) else tuple(value), np.dtype(dtype))
    except (ShapeError, DTypeError) as error:
        where = "{}:{}".format(*user_location())
        raise type(error)(error.message, expected=error.expected, actual=error.actual, where=where, hint=error.hint) from None


def rparam(value: float | None = None, *, name: str | None = None) -> Expression:
    """A run-time float32 scalar: its value may differ from call to call, and `value` is used if a call gives none."""
    default = None if value is None else float(value)
    return Expression("rparam", (), (), FLOAT32, broadcasts=True, name=name, default=default)


def constant(value: float | bool | np.ndarray) -> Expression:
    """A compile-time constant: a scalar, or an array of float32, float16 or bool."""
    if isinstance(value, np.ndarray):
        spec = _spec(value)
        return Expression("constant", (), spec.shape, spec.dtype, value=value.copy())
    dtype = BOOL if isinstance(value, (bool, np.bool_)) else FLOAT32
    return Expression("constant", (), (), dtype, broadcasts=True, value=value)


def as_expression(value: Any) -> Expression:
    """`value` itself if it is an expression, or a constant of a Python or numpy scalar; raises `DTypeError` for others."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating)):
        return constant(bool(value) if isinstance(value, (bool, np.bool_)) else float(value))
    hint = "declare it with leaf(array), or as constant(array)" if isinstance(value, np.ndarray) else None
    raise DTypeError(
        "cannot be part of an expression",
        expected="an expression or a number",
        actual=type(value).__name__,
        where="{}:{}".format(*user_location()),
        hint=hint,
    )


def as_float32(value: Expression, operation: str) -> Expression:
    """`value` in float32: float16 is widened exactly, bool is an error."""
    if value.dtype == FLOAT16:
        return Expression("cast", (value,), value.shape, FLOAT32, broadcasts=value.broadcasts)
    if value.dtype != FLOAT32:
        raise DTypeError(
            f"{operation} takes floats",
            expected="float32 or float16",
            actual=value.dtype.name,
            where="{}:{}".format(*user_location()),
            hint="select(condition, 1.0, 0.0) turns a comparison into numbers" if value.dtype == BOOL else None,
        )
    return value


def broadcast(value: Expression, shape: Shape) -> Expression:
    """`value` repeated to `shape`; itself if it has that shape, a constant of that shape if it is a scalar constant."""
    if value.shape == shape:
        return value
    if any(extent < 0 for extent in shape):
        raise ShapeError(
            "bad shape", expected="extents that are not negative", actual=str(shape), where="{}:{}".format(*user_location())
        )
    if value.operation == "constant" and value.shape == ():
        return Expression("constant", (), shape, value.dtype, value=value.attributes["value"])
    if value.floats:
        return instantiate(value, shape)
    return Expression("broadcast", (value,), shape, value.dtype)


# How an expression that depends on the grid it lands on becomes one on a grid; filled by `nnfuse.dsl.grid`.
GRID_FORMS: dict[str, Callable[[Expression, Shape], Expression]] = {}


def instantiate(value: Expression, shape: Shape) -> Expression:
    """A floating expression on the grid `shape`: its floating leaves take the grid's coordinates."""
    if not value.floats:
        return broadcast(value, shape)
    if value.operation in GRID_FORMS:
        return GRID_FORMS[value.operation](value, shape)
    operands = [instantiate(operand, shape) for operand in value.operands]
    return Expression(value.operation, operands, shape, value.dtype, **value.attributes)


def match_shapes(operation: str, operands: Sequence[Expression]) -> list[Expression]:
    """The operands at their common shape; those marked `broadcasts` repeat, others must have it already."""
    fixed = [operand.shape for operand in operands if not operand.broadcasts]
    shape = np.broadcast_shapes(*[operand.shape for operand in operands]) if _compatible(operands) else None
    if shape is None or any(other != shape for other in fixed):
        lone = next((operand for operand in operands if not operand.broadcasts and 1 in operand.shape), None)
        hint = None
        if lone is not None and shape is not None:
            hint = "mark the repeated operand with row_broadcast (shape (rows, 1)) or col_broadcast (shape (1, columns))"
        elif any(len(extents) == 1 for extents in fixed):
            hint = "give a vector two dimensions: (1, columns) for col_broadcast, (rows, 1) for row_broadcast"
        raise ShapeError(
            f"{operation}: operands differ in shape",
            expected="equal shapes; only scalars, reductions, row_broadcast and col_broadcast repeat",
            actual=" and ".join(str(operand.shape) for operand in operands),
            where="{}:{}".format(*user_location()),
            hint=hint,
        )
    # A fixed operand is the grid, even one of extents 1.
    place = instantiate if fixed else broadcast
    return [place(operand, shape) for operand in operands]


def _compatible(operands: Sequence[Expression]) -> bool:
    try:
        np.broadcast_shapes(*[operand.shape for operand in operands])
    except ValueError:
        return False
    return True


def arithmetic(name: str, *values: Operand) -> Expression:
    """An elementwise float32 op of `nnfuse.dialect.nn` by name."""
    operands = match_shapes(name, [as_float32(as_expression(value), name) for value in values])
    repeats = all(as_expression(value).broadcasts for value in values)
    return Expression(name, operands, operands[0].shape, FLOAT32, broadcasts=repeats)


def logical(name: str, *values: Operand) -> Expression:
    """An elementwise op on bool by name of its builder."""
    operands = [as_expression(value) for value in values]
    for operand in operands:
        if operand.dtype != BOOL:
            raise DTypeError(
                f"{name} takes bool",
                expected="a comparison such as x > 0, or a bool leaf",
                actual=operand.dtype.name,
                where="{}:{}".format(*user_location()),
            )
    repeats = all(operand.broadcasts for operand in operands)
    operands = match_shapes(name, operands)
    return Expression(name, operands, operands[0].shape, BOOL, broadcasts=repeats)


def comparison(predicate: str, *values: Operand) -> Expression:
    """An elementwise comparison; its value is bool."""
    operands = match_shapes(predicate, [as_float32(as_expression(value), predicate) for value in values])
    repeats = all(as_expression(value).broadcasts for value in values)
    return Expression("compare", operands, operands[0].shape, BOOL, broadcasts=repeats, predicate=predicate)
