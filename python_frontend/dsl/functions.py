"""The DSL's functions: what Python's operators cannot spell. Source: manual, sections 8.3 to 8.8."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nnfuse.dialect.errors import DTypeError, ShapeError
from nnfuse.dialect.reductions import reduced_shape
from nnfuse.dsl.expression import (
    BOOL,
    FLOAT16,
    FLOAT32,
    Expression,
    Operand,
    Shape,
    arithmetic,
    as_expression,
    as_float32,
    broadcast,
    match_shapes,
    user_location,
)
from nnfuse.errors import ExpressionError


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


def erf(x: Operand) -> Expression:
    """The error function."""
    return arithmetic("erf", x)


def sin(x: Operand) -> Expression:
    """The sine of radians."""
    return arithmetic("sin", x)


def cos(x: Operand) -> Expression:
    """The cosine of radians."""
    return arithmetic("cos", x)


def pow(x: Operand, y: Operand) -> Expression:
    """`x^y`; NaN for negative x unless y is whole."""
    return arithmetic("pow", x, y)


def exp2(x: Operand) -> Expression:
    """`2^x`."""
    return arithmetic("exp2", x)


def log2(x: Operand) -> Expression:
    """The logarithm to base 2."""
    return arithmetic("log2", x)


def floor(x: Operand) -> Expression:
    """The largest whole number not above x."""
    return arithmetic("floor", x)


def ceil(x: Operand) -> Expression:
    """The smallest whole number not below x."""
    return arithmetic("ceil", x)


def round(x: Operand) -> Expression:
    """The nearest whole number, halves to even."""
    return arithmetic("round", x)


def sigmoid(x: Operand) -> Expression:
    """`1 / (1 + e^-x)`."""
    return 1.0 / (1.0 + exp(-as_expression(x)))


def gelu(x: Operand, approximate: str = "none") -> Expression:
    """GELU: `none` by erf, `tanh` (Hendrycks and Gimpel, 2016), or `sigmoid`, the manual's `x / (1 + e^(-1.702 x))`."""
    value = as_expression(x)
    if approximate == "none":
        return 0.5 * value * (1.0 + erf(value * (1.0 / math.sqrt(2.0))))
    if approximate == "tanh":
        return 0.5 * value * (1.0 + tanh(math.sqrt(2.0 / math.pi) * (value + 0.044715 * value * value * value)))
    if approximate == "sigmoid":
        return value / (1.0 + exp(-(value * 1.702)))
    raise ExpressionError("unknown approximation", expected="'none', 'tanh' or 'sigmoid'", actual=repr(approximate))


def clamp(x: Operand, low: Operand, high: Operand) -> Expression:
    """`min(max(x, low), high)`; NaN stays."""
    return min(max(x, low), high)


def square(x: Operand) -> Expression:
    """`x * x`."""
    value = as_expression(x)
    return value * value


def step(x: Operand, edge: Operand = 0.0) -> Expression:
    """0 where x < edge, else 1."""
    return select(as_expression(x) < edge, 0.0, 1.0)


def select(condition: Operand, on_true: Operand, on_false: Operand) -> Expression:
    """`condition ? on_true : on_false`, element by element; `condition` is a comparison or a bool leaf."""
    chooser = as_expression(condition)
    if chooser.dtype != BOOL:
        raise DTypeError(
            "select: condition is not bool",
            expected="a comparison such as x > 0, or a bool leaf",
            actual=chooser.dtype.name,
            where=here(),
            hint="write select(leaf(array != 0), ...)" if chooser.dtype.kind in "iu" else "write select(x != 0, ...)",
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
    where = "{}:{}".format(*user_location())
    if target not in (FLOAT32, FLOAT16):
        raise DTypeError("cast: unsupported dtype", expected="float32 or float16", actual=target.name, where=where)
    if value.dtype not in (FLOAT32, FLOAT16, BOOL):
        raise DTypeError("cast: unsupported operand", expected="float32, float16 or bool", actual=value.dtype.name, where=where)
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
            where=here(),
        )
    return value


def _marked(value: Expression) -> Expression:
    """`value`, allowed to repeat."""
    if value.broadcasts:
        return value
    return Expression("mark", (value,), value.shape, value.dtype, broadcasts=True)


def transpose(x: Operand) -> Expression:
    """Rows and columns exchanged."""
    value = require_matrix("transpose", x)
    return Expression("transpose", (value,), value.shape[::-1], value.dtype)


def rotate_half(x: Operand, block: int, axis: int = 0) -> Expression:
    """Swap the halves of each block of `block` rows (`axis=0`) or columns (`axis=1`), the new first half negated."""
    value = require_matrix("rotate_half", x)
    axis = require_axis("rotate_half", axis)
    if block <= 0 or block % 2 or value.shape[axis] % block:
        raise ShapeError(
            "rotate_half: bad block",
            expected=f"an even number that divides the extent {value.shape[axis]} of axis {axis}",
            actual=str(block),
            where=here(),
        )
    return Expression("rotate_half", (as_float32(value, "rotate_half"),), value.shape, FLOAT32, dimension=axis, block=block)


def where(condition: Operand, on_true: Operand, on_false: Operand) -> Expression:
    """`select` under numpy's name."""
    return select(condition, on_true, on_false)


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


def row_reduce_min(x: Operand) -> Expression:
    """The minimum of each row: (rows, columns) to (rows, 1)."""
    return _reduce("min", x, dimension=1)


def col_reduce_min(x: Operand) -> Expression:
    """The minimum of each column: (rows, columns) to (1, columns)."""
    return _reduce("min", x, dimension=0)


def row_reduce_prod(x: Operand) -> Expression:
    """The product of each row: (rows, columns) to (rows, 1)."""
    return _reduce("prod", x, dimension=1)


def col_reduce_prod(x: Operand) -> Expression:
    """The product of each column: (rows, columns) to (1, columns)."""
    return _reduce("prod", x, dimension=0)


def row_argmax(x: Operand) -> Expression:
    """The column of each row's first largest element, as a float: (rows, columns) to (rows, 1)."""
    return _argmax(x, dimension=1)


def col_argmax(x: Operand) -> Expression:
    """The row of each column's first largest element, as a float: (rows, columns) to (1, columns)."""
    return _argmax(x, dimension=0)


def grouped_reduce_sum(x: Operand, group: int) -> Expression:
    """The sum of each block of `group` rows: (G*group, columns) to (G, columns)."""
    return _grouped_reduce("sum", x, group)


def grouped_reduce_max(x: Operand, group: int) -> Expression:
    """The maximum of each block of `group` rows: (G*group, columns) to (G, columns)."""
    return _grouped_reduce("max", x, group)


def cumsum(x: Operand, axis: int = 1) -> Expression:
    """Running sums along the columns of each row (`axis=1`) or the rows of each column (`axis=0`)."""
    return _scan("sum", x, axis)


def cumprod(x: Operand, axis: int = 1) -> Expression:
    """Running products along the columns of each row (`axis=1`) or the rows of each column (`axis=0`)."""
    return _scan("prod", x, axis)


def _reduce(kind: str, x: Operand, dimension: int) -> Expression:
    name = f"{('col', 'row')[dimension]}_reduce_{kind}"
    value = as_float32(require_matrix(name, x), name)
    if kind in ("max", "min") and value.shape[dimension] == 0:
        raise ShapeError(
            f"{name}: the {kind}imum of nothing", expected="extents that are not 0", actual=str(value.shape), where=here()
        )
    shape = reduced_shape(value.shape, [dimension], True)
    return Expression("reduce", (value,), shape, FLOAT32, broadcasts=True, kind=kind, dimensions=[dimension])


def _argmax(x: Operand, dimension: int) -> Expression:
    name = f"{('col', 'row')[dimension]}_argmax"
    value = as_float32(require_matrix(name, x), name)
    if value.shape[dimension] == 0:
        raise ShapeError(
            f"{name}: the largest of nothing", expected="extents that are not 0", actual=str(value.shape), where=here()
        )
    return Expression(
        "argmax", (value,), reduced_shape(value.shape, [dimension], True), FLOAT32, broadcasts=True, dimension=dimension
    )


def _grouped_reduce(kind: str, x: Operand, group: int) -> Expression:
    value = as_float32(require_matrix(f"grouped_reduce_{kind}", x), f"grouped_reduce_{kind}")
    if group < 1 or value.shape[0] % group:
        raise ShapeError(
            f"grouped_reduce_{kind}: bad group",
            expected=f"a number that divides the {value.shape[0]} rows",
            actual=str(group),
            where=here(),
        )
    return Expression("grouped_reduce", (value,), (value.shape[0] // group, value.shape[1]), FLOAT32, kind=kind, group=group)


def _scan(kind: str, x: Operand, axis: int) -> Expression:
    value = as_float32(require_matrix(f"cum{kind}", x), f"cum{kind}")
    return Expression("scan", (value,), value.shape, FLOAT32, kind=kind, dimension=require_axis(f"cum{kind}", axis))


def matmul(
    a: Operand, b: Operand, transpose_a: bool = False, transpose_b: bool = False, batch: int = 1, alpha: float | Expression = 1.0
) -> Expression:
    """`alpha` times the matrix product of float32 or float16 matrices, accumulated in float32.

    `a` is (M, K), or (K, M) with `transpose_a`; `b` is (K, N), or (N, K) with `transpose_b`; the result is (M, N). With
    `batch` > 1 each is that many such blocks of rows, one under the other, and block i of the result is the product of blocks i.
    """
    for transpose in (transpose_a, transpose_b):
        if not isinstance(transpose, (bool, np.bool_)):
            raise DTypeError(
                "matmul: a transpose is no bool",
                expected="True or False",
                actual=repr(transpose),
                where=here(),
                hint="write alpha=... by name for a factor",
            )
    lhs, rhs = require_matrix("matmul", a), require_matrix("matmul", b)
    if lhs.dtype != rhs.dtype or lhs.dtype != FLOAT16:
        lhs, rhs = as_float32(lhs, "matmul"), as_float32(rhs, "matmul")
    if batch < 1 or lhs.shape[0] % batch or rhs.shape[0] % batch:
        raise ShapeError(
            "matmul: bad batch",
            expected=f"a number that divides the rows {lhs.shape[0]} and {rhs.shape[0]}",
            actual=str(batch),
            where=here(),
        )
    rows_a, rows_b = lhs.shape[0] // batch, rhs.shape[0] // batch
    inner = (rows_a if transpose_a else lhs.shape[1], rhs.shape[1] if transpose_b else rows_b)
    if inner[0] != inner[1]:
        raise ShapeError(
            "matmul: contracted extents differ",
            expected=f"{inner[0]} (of a {lhs.shape}{', transposed' if transpose_a else ''})",
            actual=f"{inner[1]} (of b {rhs.shape}{', transposed' if transpose_b else ''})",
            where=here(),
        )
    rows = lhs.shape[1] if transpose_a else rows_a
    columns = rows_b if transpose_b else rhs.shape[1]
    attributes = {"transpose_lhs": transpose_a, "transpose_rhs": transpose_b}
    product = Expression("matmul", (lhs, rhs), (batch * rows, columns), FLOAT32, batch=batch, **attributes)
    return product if isinstance(alpha, (int, float)) and alpha == 1.0 else product * alpha


def reshaped(value: Expression, shape: Shape) -> Expression:
    """`value` under another shape of as many elements; a node also where the shape is the same, so that keys ignore shapes."""
    return Expression("reshape", (value,), shape, value.dtype)


def here() -> str:
    """`file:line` of the user's code."""
    return "{}:{}".format(*user_location())


def require_axis(name: str, axis: int) -> int:
    """`axis` as 0 or 1; raises `ShapeError` for anything else."""
    if axis not in (0, 1, -1, -2):
        raise ShapeError(f"{name}: bad axis", expected="0 or 1", actual=str(axis), where=here())
    return axis % 2


def require_matrix(name: str, x: Operand) -> Expression:
    """`x` as an expression of rank 2; raises `ShapeError` for another rank."""
    value = as_expression(x)
    if len(value.shape) != 2:
        raise ShapeError(f"{name}: not a matrix", expected="a value of rank 2", actual=str(value.shape), where=here())
    return value
