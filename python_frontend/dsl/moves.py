"""The DSL's movement functions and in-place updates. Source: manual, sections 8.1, 8.6.1, 9 and 11."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nnfuse.dialect.errors import DTypeError, ShapeError
from nnfuse.dsl.expression import FLOAT32, Expression, Operand, Shape, as_expression, as_float32, broadcast
from nnfuse.dsl.functions import cast, here, require_axis, require_matrix, reshaped
from nnfuse.errors import ExpressionError

INDEX_DTYPES = ("float32", "int32")


def reshape(x: Operand, shape: Sequence[int]) -> Expression:
    """The elements of `x` in row-major order under another shape of as many elements."""
    value, wanted = as_expression(x), tuple(shape)
    count, wanted_count = _size(value.shape), _size(wanted)
    if count != wanted_count:
        raise ShapeError(
            "reshape: element count mismatch",
            expected=f"{count} elements, of {value.shape}",
            actual=f"{wanted_count}, of {wanted}",
            where=here(),
        )
    return reshaped(value, wanted)


def _size(shape: Shape) -> int:
    count = 1
    for extent in shape:
        count *= extent
    return count


def slice_rows(x: Operand, start: int, count: int) -> Expression:
    """`count` rows from row `start` on."""
    return _slice("slice_rows", x, 0, start, count)


def slice_cols(x: Operand, start: int, count: int) -> Expression:
    """`count` columns from column `start` on."""
    return _slice("slice_cols", x, 1, start, count)


def _slice(name: str, x: Operand, axis: int, start: int, count: int) -> Expression:
    value = require_matrix(name, x)
    if start < 0 or count < 0 or start + count > value.shape[axis]:
        raise ShapeError(
            f"{name}: out of range", expected=f"within {value.shape[axis]}", actual=f"{start} + {count}", where=here()
        )
    offsets = tuple(start if index == axis else 0 for index in range(2))
    sizes = tuple(count if index == axis else extent for index, extent in enumerate(value.shape))
    return Expression("slice", (value,), sizes, value.dtype, offsets=offsets, sizes=sizes)


def concat(parts: Sequence[Operand], axis: int = 0) -> Expression:
    """The parts one after the other, downwards (`axis=0`) or to the right (`axis=1`)."""
    values = [require_matrix("concat", part) for part in parts]
    axis = require_axis("concat", axis)
    if not values:
        raise ShapeError("concat: nothing to join", expected="at least one part", where=here())
    joined = values[0]
    for value in values[1:]:
        if value.shape[1 - axis] != joined.shape[1 - axis] or value.dtype != joined.dtype:
            raise ShapeError(
                "concat: parts do not fit",
                expected=f"{joined.dtype.name} with extent {joined.shape[1 - axis]} on axis {1 - axis}",
                actual=f"{value.dtype.name}{list(value.shape)}",
                where=here(),
            )
        extents = list(joined.shape)
        extents[axis] += value.shape[axis]
        joined = Expression("concat", (joined, value), tuple(extents), joined.dtype, dimension=axis)
    return joined


def pad(x: Operand, low: Sequence[int], high: Sequence[int], value: float = 0.0) -> Expression:
    """`low[i]` elements of `value` before and `high[i]` after `x` along axis i."""
    source = as_expression(x)
    if not len(low) == len(high) == len(source.shape) or min([*low, *high, 0]) < 0:
        raise ShapeError(
            "pad: bad widths",
            expected=f"{len(source.shape)} in low and high, none negative",
            actual=f"{low}, {high}",
            where=here(),
        )
    if source.dtype.kind != "f":
        source = as_float32(source, "pad")
    shape = tuple(a + extent + b for a, extent, b in zip(low, source.shape, high, strict=True))
    return Expression("pad", (source,), shape, source.dtype, low=tuple(low), high=tuple(high), value=float(value))


def insert_rows(destination: Operand, start: int, source: Operand) -> Expression:
    """`destination` with the rows of `source`, converted to its dtype, in place of its rows from `start` on."""
    target, rows = require_matrix("insert_rows", destination), require_matrix("insert_rows", source)
    if rows.shape[1] != target.shape[1] or start < 0 or start + rows.shape[0] > target.shape[0]:
        raise ShapeError(
            "insert_rows: rows do not fit",
            expected=f"at most {target.shape} from row {start} on",
            actual=str(rows.shape),
            where=here(),
        )
    rows = cast(rows, target.dtype)
    return Expression("insert_slice", (target, rows), target.shape, target.dtype, offsets=(start, 0))


def gather_rows(table: Operand, indices: Operand) -> Expression:
    """Row i of the result is row `indices[i]` of `table`, zero outside; `indices` is a vector, (1, n) or (n, 1)."""
    source, numbers = require_matrix("gather_rows", table), _index_vector("gather_rows", indices)
    return Expression("gather_rows", (source, numbers), (numbers.shape[0], source.shape[1]), source.dtype)


def scatter_add_rows(destination: Operand, indices: Operand, source: Operand) -> Expression:
    """`destination` with row i of `source` added to its row `indices[i]`; repeated indices add up, others are ignored."""
    target = as_float32(require_matrix("scatter_add_rows", destination), "scatter_add_rows")
    rows = as_float32(require_matrix("scatter_add_rows", source), "scatter_add_rows")
    numbers = _index_vector("scatter_add_rows", indices)
    if rows.shape != (numbers.shape[0], target.shape[1]):
        raise ShapeError(
            "scatter_add_rows: source does not fit",
            expected=str((numbers.shape[0], target.shape[1])),
            actual=str(rows.shape),
            where=here(),
        )
    return Expression("scatter_add_rows", (target, numbers, rows), target.shape, FLOAT32)


def row_gather(x: Operand, labels: Operand) -> Expression:
    """In column c, the element of `x` in row `labels[0, c]`, zero outside: (rows, columns) and (1, columns) to (1, columns)."""
    value, numbers = require_matrix("row_gather", x), require_matrix("row_gather", labels)
    if numbers.shape != (1, value.shape[1]):
        raise ShapeError(
            "row_gather: labels do not fit", expected=str((1, value.shape[1])), actual=str(numbers.shape), where=here()
        )
    _require_index_dtype("row_gather", numbers)
    return Expression("take_along", (value, numbers), numbers.shape, value.dtype, broadcasts=True, dimension=0)


def _index_vector(name: str, indices: Operand) -> Expression:
    value = as_expression(indices)
    if len(value.shape) == 2 and 1 in value.shape:
        value = reshaped(value, (_size(value.shape),))
    if len(value.shape) != 1:
        raise ShapeError(
            f"{name}: indices are no vector", expected="(n,), (1, n) or (n, 1)", actual=str(value.shape), where=here()
        )
    _require_index_dtype(name, value)
    return value


def _require_index_dtype(name: str, value: Expression) -> None:
    if value.dtype.name not in INDEX_DTYPES:
        raise DTypeError(f"{name}: bad index dtype", expected=" or ".join(INDEX_DTYPES), actual=value.dtype.name, where=here())


def rearrange_3d(x: Operand, m: int, b: int, n: int, inverse: bool = False) -> Expression:
    """(M, B*N) to (B*M, N): `out[b*M + m, n] = x[m, b*N + n]`; with `inverse` back again."""
    value = require_matrix("rearrange_3d", x)
    expected = (b * m, n) if inverse else (m, b * n)
    if value.shape != expected:
        raise ShapeError("rearrange_3d: x does not fit", expected=str(expected), actual=str(value.shape), where=here())
    first, second = (b, m) if inverse else (m, b)
    blocks = reshaped(value, (first, second, n))
    swapped = Expression("transpose", (blocks,), (second, first, n), value.dtype, permutation=(1, 0, 2))
    return reshaped(swapped, (m, b * n) if inverse else (b * m, n))


def im2col(x: Operand, channels: int, height: int, width: int, kernel: int, stride: int = 1, padding: int = 0) -> Expression:
    """Each window of each image as a column: (C*H*W, B) to (C*k*k, B*OH*OW), columns ordered (oh, ow, b)."""
    value = require_matrix("im2col", x)
    out_height, out_width = _window_grid("im2col", height, width, kernel, stride, padding)
    if value.shape[0] != channels * height * width:
        raise ShapeError(
            "im2col: x does not fit", expected=f"{channels * height * width} rows", actual=str(value.shape), where=here()
        )
    shape = (channels * kernel * kernel, value.shape[1] * out_height * out_width)
    attributes: dict[str, Any] = {"size": (channels, height, width), "kernel": kernel, "stride": stride, "padding": padding}
    return Expression("im2col", (value,), shape, value.dtype, **attributes)


def col2im(x: Operand, channels: int, height: int, width: int, kernel: int, stride: int = 1, padding: int = 0) -> Expression:
    """The adjoint of `im2col`: (C*k*k, B*OH*OW) to (C*H*W, B), overlapping windows added up."""
    value = as_float32(require_matrix("col2im", x), "col2im")
    out_height, out_width = _window_grid("col2im", height, width, kernel, stride, padding)
    if value.shape[0] != channels * kernel * kernel or value.shape[1] % (out_height * out_width):
        raise ShapeError(
            "col2im: x does not fit",
            expected=f"{channels * kernel * kernel} rows and a multiple of {out_height * out_width} columns",
            actual=str(value.shape),
            where=here(),
        )
    shape = (channels * height * width, value.shape[1] // (out_height * out_width))
    attributes: dict[str, Any] = {"size": (channels, height, width), "kernel": kernel, "stride": stride, "padding": padding}
    return Expression("col2im", (value,), shape, FLOAT32, **attributes)


def _window_grid(name: str, height: int, width: int, kernel: int, stride: int, padding: int) -> tuple[int, int]:
    fits = kernel >= 1 and stride >= 1 and padding >= 0 and min(height, width) + 2 * padding >= kernel
    if not fits:
        raise ShapeError(
            f"{name}: the window does not fit",
            expected=f"a window within {height} x {width} plus padding",
            actual=f"kernel {kernel}, stride {stride}, padding {padding}",
            where=here(),
        )
    return (height + 2 * padding - kernel) // stride + 1, (width + 2 * padding - kernel) // stride + 1


def update(expression: Operand, destination: Expression) -> Expression:
    """`destination`, a leaf, after `expression` is written into it, rounded to its dtype; a call writes into its array."""
    value = as_expression(expression)
    if not isinstance(destination, Expression) or destination.operation != "leaf":
        raise ExpressionError("the destination of an update is a leaf", actual=repr(destination), where=here())
    if value.dtype.kind != destination.dtype.kind:
        raise DTypeError("update: bad dtype", expected=destination.dtype.name, actual=value.dtype.name, where=here())
    if value.shape != destination.shape:
        if not value.broadcasts:
            raise ShapeError("update: shapes differ", expected=str(destination.shape), actual=str(value.shape), where=here())
        value = broadcast(value, destination.shape)
    value = cast(value, destination.dtype) if value.dtype.kind == "f" else value
    return Expression("update", (value, destination), destination.shape, destination.dtype)
