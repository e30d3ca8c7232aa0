"""Movement: ops that place elements elsewhere and are no affine views. Source: manual, sections 8.6.1 and 11.

Indices are i32, or f32 whose fraction is dropped, as the manual stores them. Reading outside of the table gives zero,
writing there is ignored.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect.bindings import Integers, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integer_of, integers_of, require
from nnfuse.dialect.types import element_type_of, shape_of

Tensor = ir.RankedTensorType


class _Movement(NNOperation):
    family = "movement"


def _require_element(op: ir.Operation, allowed: tuple[str, ...], **values: ir.Value) -> None:
    for name, value in values.items():
        element = str(element_type_of(value))
        require(element in allowed, f"{name} has element type {element}, expected {' or '.join(allowed)}")


def _require_same_elements(op: ir.Operation, *values: ir.Value) -> None:
    elements = [str(element_type_of(value)) for value in (*values, op.results[0])]
    require(len(set(elements)) == 1, f"has element types {elements}, expected one for operands and result")


def _require_shape(name: str, actual: Sequence[int], expected: Sequence[int]) -> None:
    require(tuple(actual) == tuple(expected), f"{name} has shape {list(actual)}, expected {list(expected)}")


def _whole(indices: np.ndarray, extent: int) -> tuple[np.ndarray, np.ndarray]:
    """Indices as integers, those outside of the extent replaced by 0, and which are inside."""
    with np.errstate(invalid="ignore"):
        inside = (indices > -1) & (indices < extent)
    return np.where(inside, indices, 0).astype(np.int64), inside


class GatherRows(_Movement, name="gather_rows", traits=[Pure]):
    """Row i of the result is row `indices[i]` of `table`, zero if there is none."""

    shapes = "table (V, D), indices (n,), result (n, D)"
    dsl, manual = "gather_rows(table, indices)", "11"

    table: Operand[Tensor]
    indices: Operand[Any]
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        table, indices = shape_of(op.operands[0]), shape_of(op.operands[1])
        require(
            len(table) == 2 and len(indices) == 1,
            f"table and indices have ranks {len(table)} and {len(indices)}, expected 2 and 1",
        )
        _require_element(op, ("i32", "f32"), indices=op.operands[1])
        _require_same_elements(op, op.operands[0])
        _require_shape("result", shape_of(op.results[0]), (indices[0], table[1]))

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        table, indices = operands
        if not table.shape[0]:
            return np.zeros(shape_of(op.results[0]), table.dtype)
        rows, inside = _whole(indices, table.shape[0])
        return np.where(inside[:, None], table[rows], table.dtype.type(0))


class TakeAlong(_Movement, name="take_along", traits=[Pure]):
    """`numpy.take_along_axis` along `dimension`: each index picks among the elements of its own line; zero if there is none."""

    shapes = "operand and indices equal but along dimension, result as indices"
    dsl, manual = "row_gather(x, labels)", "8.6.1"

    operand: Operand[Tensor]
    indices: Operand[Any]
    dimension: ir.IntegerAttr
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        source, indices, dimension = shape_of(op.operands[0]), shape_of(op.operands[1]), integer_of(op, "dimension")
        require(
            len(source) == len(indices), f"operand and indices have ranks {len(source)} and {len(indices)}, expected the same"
        )
        require(0 <= dimension < len(source), f"dimension {dimension} is out of range for rank {len(source)}")
        expected = tuple(indices[i] if i == dimension else extent for i, extent in enumerate(source))
        _require_shape("indices", indices, expected)
        _require_element(op, ("i32", "f32"), indices=op.operands[1])
        _require_same_elements(op, op.operands[0])
        _require_shape("result", shape_of(op.results[0]), indices)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        source, indices = operands
        dimension = integer_of(op, "dimension")
        if not source.shape[dimension]:
            return np.zeros(indices.shape, source.dtype)
        whole, inside = _whole(indices, source.shape[dimension])
        return np.where(inside, np.take_along_axis(source, whole, axis=dimension), source.dtype.type(0))


class ScatterAddRows(_Movement, name="scatter_add_rows", traits=[Pure]):
    """`destination` with row i of `source` added to its row `indices[i]`, in f32; repeated indices add up, others are ignored."""

    shapes = "destination (V, D), indices (n,), source (n, D), result (V, D)"
    dsl, manual = "scatter_add_rows(destination, indices, source)", "11"

    destination: Operand[Tensor]
    indices: Operand[Any]
    source: Operand[Any]
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        destination, indices, source = map(shape_of, op.operands)
        ranks = (len(destination), len(indices), len(source))
        require(ranks == (2, 1, 2), f"destination, indices and source have ranks {ranks}, expected (2, 1, 2)")
        _require_shape("source", source, (indices[0], destination[1]))
        _require_element(op, ("i32", "f32"), indices=op.operands[1])
        _require_element(op, ("f32",), destination=op.operands[0], source=op.operands[2], result=op.results[0])
        _require_shape("result", shape_of(op.results[0]), destination)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        destination, indices, source = operands
        result = np.array(destination)
        rows, inside = _whole(indices, destination.shape[0])
        np.add.at(result, rows[inside], source[inside])
        return result


class Concat(_Movement, name="concat", traits=[Pure]):
    """`lhs` then `rhs` along `dimension`."""

    shapes = "equal but along dimension"
    dsl, manual = "concat([x, y, ...], axis)", "-"

    lhs: Operand[Tensor]
    rhs: Operand[Any]
    dimension: ir.IntegerAttr
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        lhs, rhs, dimension = shape_of(op.operands[0]), shape_of(op.operands[1]), integer_of(op, "dimension")
        require(len(lhs) == len(rhs), f"operands have ranks {len(lhs)} and {len(rhs)}, expected the same")
        require(0 <= dimension < len(lhs), f"dimension {dimension} is out of range for rank {len(lhs)}")
        _require_same_elements(op, *op.operands)
        matching = tuple(rhs[i] if i == dimension else extent for i, extent in enumerate(lhs))
        _require_shape("rhs", rhs, matching)
        expected = tuple(extent + rhs[i] if i == dimension else extent for i, extent in enumerate(lhs))
        _require_shape("result", shape_of(op.results[0]), expected)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return np.concatenate(operands, axis=integer_of(op, "dimension"))


class Pad(_Movement, name="pad", traits=[Pure]):
    """The operand with `low[i]` elements of `value` before and `high[i]` after it along each dimension."""

    shapes = "result extents low + operand + high"
    dsl, manual = "pad(x, low, high, value)", "-"

    operand: Operand[Tensor]
    low: Integers
    high: Integers
    value: ir.FloatAttr
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        source, low, high = shape_of(op.operands[0]), integers_of(op, "low"), integers_of(op, "high")
        require(len(low) == len(high) == len(source), f"needs {len(source)} entries in low and high")
        require(min([*low, *high, 0]) >= 0, f"low {low} and high {high} must not be negative")
        _require_element(op, ("f32", "f16"), operand=op.operands[0])
        _require_same_elements(op, op.operands[0])
        expected = [a + extent + b for a, extent, b in zip(low, source, high, strict=True)]
        _require_shape("result", shape_of(op.results[0]), expected)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        widths = list(zip(integers_of(op, "low"), integers_of(op, "high"), strict=True))
        return np.pad(operands[0], widths, constant_values=ir.FloatAttr(op.attributes["value"]).value)


class InsertSlice(_Movement, name="insert_slice", traits=[Pure]):
    """`destination` with `source` in place of its elements from `offsets` on."""

    shapes = "source within destination, result as destination"
    dsl, manual = "insert_rows(destination, start, source)", "11"

    destination: Operand[Tensor]
    source: Operand[Any]
    offsets: Integers
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        destination, source, offsets = shape_of(op.operands[0]), shape_of(op.operands[1]), integers_of(op, "offsets")
        require(len(destination) == len(source) == len(offsets), "destination, source and offsets must have one rank")
        fits = all(o >= 0 and o + s <= d for o, s, d in zip(offsets, source, destination, strict=True))
        require(fits, f"source of shape {list(source)} at {offsets} leaves destination of shape {list(destination)}")
        _require_same_elements(op, *op.operands)
        _require_shape("result", shape_of(op.results[0]), destination)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        result = np.array(operands[0])
        offsets = integers_of(op, "offsets")
        result[tuple(slice(o, o + extent) for o, extent in zip(offsets, operands[1].shape, strict=True))] = operands[1]
        return result


class _Windows(_Movement):
    """Square windows of `kernel` over images of `size` = [channels, height, width], with `stride` and `padding`."""

    operand: Operand[Tensor]
    size: Integers
    kernel: ir.IntegerAttr
    stride: ir.IntegerAttr
    padding: ir.IntegerAttr
    result: Result[Any]


def windows_of(op: ir.Operation) -> tuple[int, int, int, int, int, int, int, int]:
    """`(channels, height, width, kernel, stride, padding, out_height, out_width)` of an im2col or col2im."""
    channels, height, width = integers_of(op, "size")
    kernel, stride, padding = (integer_of(op, name) for name in ("kernel", "stride", "padding"))
    out_height, out_width = ((extent + 2 * padding - kernel) // stride + 1 for extent in (height, width))
    return channels, height, width, kernel, stride, padding, out_height, out_width


def window_shapes(op: ir.Operation, columns: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The shapes of the image matrix and of the window matrix for a batch of `columns` images."""
    channels, height, width, kernel, _, _, out_height, out_width = windows_of(op)
    return (channels * height * width, columns), (channels * kernel * kernel, columns * out_height * out_width)


def _check_windows(op: ir.Operation, image_first: bool) -> None:
    size = integers_of(op, "size")
    require(len(size) == 3, "size needs three entries: channels, height, width")
    require(min(size) >= 0, f"size {size} must not be negative")
    kernel, stride, padding = (integer_of(op, name) for name in ("kernel", "stride", "padding"))
    require(
        kernel > 0 and stride > 0 and padding >= 0,
        f"kernel {kernel} and stride {stride} must be positive, padding {padding} not negative",
    )
    _, height, width, _, _, _, out_height, out_width = windows_of(op)
    require(out_height > 0 and out_width > 0, f"kernel {kernel} does not fit the padded {height} x {width} image")
    _require_element(op, ("f32", "f16") if image_first else ("f32",), operand=op.operands[0])
    _require_same_elements(op, op.operands[0])
    operand, result = shape_of(op.operands[0]), shape_of(op.results[0])
    require(len(operand) == len(result) == 2, "operand and result must have rank 2")
    columns = operand[1] if image_first else result[1]
    image, windows = window_shapes(op, columns)
    _require_shape("operand", operand, image if image_first else windows)
    _require_shape("result", result, windows if image_first else image)


class Im2col(_Windows, name="im2col", traits=[Pure]):
    """Each window of each image as a column: (C*H*W, B) to (C*k*k, B*OH*OW), columns ordered (oh, ow, b); zero outside.

    `out[(c*k + i)*k + j, (oh*OW + ow)*B + b] = x[c*H*W + (oh*stride + i - padding)*W + (ow*stride + j - padding), b]`.
    """

    shapes = "operand (C*H*W, B), result (C*k*k, B*OH*OW)"
    dsl, manual = "im2col(x, channels, height, width, kernel, stride, padding)", "11"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _check_windows(op, image_first=True)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        channels, height, width, kernel, stride, padding, out_height, out_width = windows_of(op)
        batch = operands[0].shape[1]
        image = operands[0].reshape(channels, height, width, batch)
        image = np.pad(image, ((0, 0), (padding, padding), (padding, padding), (0, 0)))
        out = np.empty((channels, kernel, kernel, out_height, out_width, batch), operands[0].dtype)
        for i in range(kernel):
            for j in range(kernel):
                rows = slice(i, i + stride * out_height, stride)
                out[:, i, j] = image[:, rows, slice(j, j + stride * out_width, stride)]
        return out.reshape(shape_of(op.results[0]))


class Col2im(_Windows, name="col2im", traits=[Pure]):
    """The adjoint of `im2col`: every window element added to the pixel it came from, in f32."""

    shapes = "operand (C*k*k, B*OH*OW), result (C*H*W, B)"
    dsl, manual = "col2im(x, channels, height, width, kernel, stride, padding)", "11"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _check_windows(op, image_first=False)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        channels, height, width, kernel, stride, padding, out_height, out_width = windows_of(op)
        batch = shape_of(op.results[0])[1]
        columns = operands[0].reshape(channels, kernel, kernel, out_height, out_width, batch)
        image = np.zeros((channels, height + 2 * padding, width + 2 * padding, batch), operands[0].dtype)
        for i in range(kernel):
            for j in range(kernel):
                rows = slice(i, i + stride * out_height, stride)
                image[:, rows, slice(j, j + stride * out_width, stride)] += columns[:, i, j]
        return image[:, padding : padding + height, padding : padding + width].reshape(shape_of(op.results[0]))
