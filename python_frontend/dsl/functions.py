"""The DSL's functions: what Python's operators cannot spell. Source: manual, sections 8.3 to 8.8."""

from __future__ import annotations

from typing import Any

import numpy as np

from nnfuse.dialect.contractions import matmul_shape
from nnfuse.dialect.errors import DTypeError, ShapeError
from nnfuse.dialect.reductions import reduced_shape
from nnfuse.dsl.expression import (
    BOOL,
    FLOAT16,
    FLOAT32,
    Expression,
    Operand,
    arithmetic,
    as_expression,
    as_float32,
    broadcast,
    match_shapes,
    user_location,
)


def exp(x: Operand) -> Expression:
    """`e^x`."""
    return arithmetic("exp", x)


def log(x: Operand) -> Expression:
    """The natural logarithm."""
    return arithmetic("log", x)


def sqrt(x: Operand) -> Expression:
    """The square root."""
    return arithmetic("sqrt", x)


def rsqrt(x: Operand) -> Expression:
    """`1 / sqrt(x)`."""
    return arithmetic("rsqrt", x)


def tanh(x: Operand) -> Expression:
    """The hyperbolic tangent."""
    return arithmetic("tanh", x)


def abs(x: Operand) -> Expression:
    """`|x|`."""
    return arithmetic("abs", x)


def max(x: Operand, y: Operand) -> Expression:
    """The larger of x and y; NaN propagates."""
    return arithmetic("max", x, y)


def min(x: Operand, y: Operand) -> Expression:
    """The smaller of x and y; NaN propagates."""
    return arithmetic("min", x, y)


def relu(x: Operand) -> Expression:
    """`max(x, 0)`."""
    return max(x, 0.0)


def select(condition: Operand, on_true: Operand, on_false: Operand) -> Expression:
    """`condition ? on_true : on_false`, element by element; `condition` is a comparison or a bool leaf."""
    chooser = as_expression(condition)
    if chooser.dtype != BOOL:
        raise DTypeError(
            "select: condition is not bool",
            expected="a comparison such as x > 0, or a bool leaf",
            actual=chooser.dtype.name,
            where="{}:{}".format(*user_location()),
            hint="write select(x != 0, ...)",
        )
    chosen = [as_expression(on_true), as_expression(on_false)]
    if chosen[0].dtype != chosen[1].dtype:
        chosen = [as_float32(value, "select") for value in chosen]
    operands = match_shapes("select", [chooser, *chosen])
    repeats = all(value.broadcasts for value in (chooser, *chosen))
    return Expression("select", operands, operands[0].shape, operands[1].dtype, broadcasts=repeats)


def cast(x: Operand, dtype: Any) -> Expression:
    """`x` as float32 or float16; to float16 it rounds half to even."""
    value, target = as_expression(x), np.dtype(dtype)
    if value.dtype == target:
        return value
    if target not in (FLOAT32, FLOAT16):
        raise DTypeError("cast: unsupported dtype", expected="float32 or float16", actual=target.name)
    return Expression("cast", (value,), value.shape, target, broadcasts=value.broadcasts)


def row_broadcast(x: Operand, columns: int | None = None) -> Expression:
    """One value a row, repeated along the columns: `x` is (rows, 1).

    Without `columns` it takes the width of what it meets in an operator.
    """
    value = _require_vector("row_broadcast", x, axis=1)
    if columns is not None:
        return broadcast(value, (value.shape[0], columns))
    return _marked(value)


def col_broadcast(x: Operand, rows: int | None = None) -> Expression:
    """One value a column, repeated along the rows: `x` is (1, columns).

    Without `rows` it takes the height of what it meets in an operator.
    """
    value = _require_vector("col_broadcast", x, axis=0)
    if rows is not None:
        return broadcast(value, (rows, value.shape[1]))
    return _marked(value)


def _require_vector(name: str, x: Operand, axis: int) -> Expression:
    value = as_expression(x)
    if len(value.shape) != 2 or value.shape[axis] != 1:
        raise ShapeError(
            f"{name}: not a vector along this axis",
            expected="(rows, 1)" if axis == 1 else "(1, columns)",
            actual=str(value.shape),
            where="{}:{}".format(*user_location()),
        )
    return value


def _marked(value: Expression) -> Expression:
    """`value`, allowed to repeat."""
    if value.broadcasts:
        return value
    return Expression("mark", (value,), value.shape, value.dtype, broadcasts=True)


def transpose(x: Operand) -> Expression:
    """Rows and columns exchanged."""
    value = _require_matrix("transpose", x)
    return Expression("transpose", (value,), value.shape[::-1], value.dtype)


def rotate_half(x: Operand, block: int, axis: int = 0) -> Expression:
    """Swap the halves of each block of `block` rows (`axis=0`) or columns (`axis=1`), the new first half negated."""
    value = _require_matrix("rotate_half", x)
    if axis not in (0, 1):
        raise ShapeError("rotate_half: bad axis", expected="0 or 1", actual=str(axis))
    if block <= 0 or block % 2 or value.shape[axis] % block:
        raise ShapeError(
            "rotate_half: bad block",
            expected=f"an even number that divides the extent {value.shape[axis]} of axis {axis}",
            actual=str(block),
            where="{}:{}".format(*user_location()),
        )
    return Expression("rotate_half", (as_float32(value, "rotate_half"),), value.shape, FLOAT32, dimension=axis, block=block)


def row_reduce_sum(x: Operand) -> Expression:
    """The sum of each row: (rows, columns) to (rows, 1)."""
    return _reduce("sum", x, dimension=1)


def row_reduce_max(x: Operand) -> Expression:
    """The maximum of each row: (rows, columns) to (rows, 1)."""
    return _reduce("max", x, dimension=1)


def col_reduce_sum(x: Operand) -> Expression:
    """The sum of each column: (rows, columns) to (1, columns)."""
    return _reduce("sum", x, dimension=0)


def col_reduce_max(x: Operand) -> Expression:
    """The maximum of each column: (rows, columns) to (1, columns)."""
    return _reduce("max", x, dimension=0)


def _reduce(kind: str, x: Operand, dimension: int) -> Expression:
    name = f"{('col', 'row')[dimension]}_reduce_{kind}"
    value = as_float32(_require_matrix(name, x), name)
    if kind == "max" and value.shape[dimension] == 0:
        raise ShapeError(f"{name}: the maximum of nothing", actual=str(value.shape), where="{}:{}".format(*user_location()))
    shape = reduced_shape(value.shape, [dimension], True)
    return Expression("reduce", (value,), shape, FLOAT32, broadcasts=True, kind=kind, dimensions=[dimension])


def matmul(a: Operand, b: Operand, transpose_a: bool = False, transpose_b: bool = False) -> Expression:
    """The matrix product of float32 or float16 matrices, accumulated in float32.

    `a` is (M, K), or (K, M) with `transpose_a`; `b` is (K, N), or (N, K) with `transpose_b`; the result is (M, N).
    """
    lhs, rhs = _require_matrix("matmul", a), _require_matrix("matmul", b)
    if lhs.dtype != rhs.dtype or lhs.dtype != FLOAT16:
        lhs, rhs = as_float32(lhs, "matmul"), as_float32(rhs, "matmul")
    inner = (lhs.shape[0] if transpose_a else lhs.shape[1], rhs.shape[1] if transpose_b else rhs.shape[0])
    if inner[0] != inner[1]:
        raise ShapeError(
            "matmul: contracted extents differ",
            expected=f"{inner[0]} (of a {lhs.shape}{', transposed' if transpose_a else ''})",
            actual=f"{inner[1]} (of b {rhs.shape}{', transposed' if transpose_b else ''})",
            where="{}:{}".format(*user_location()),
        )
    shape = matmul_shape(lhs.shape, rhs.shape, transpose_a, transpose_b)
    return Expression("matmul", (lhs, rhs), shape, FLOAT32, transpose_lhs=transpose_a, transpose_rhs=transpose_b)


def _require_matrix(name: str, x: Operand) -> Expression:
    value = as_expression(x)
    if len(value.shape) != 2:
        raise ShapeError(
            f"{name}: not a matrix", expected="a value of rank 2", actual=str(value.shape), where="{}:{}".format(*user_location())
        )
    return value
