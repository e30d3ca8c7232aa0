"""Movement: each result element computes where it comes from and reads it, zero where there is nothing to read."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.movement import windows_of
from nnfuse.dialect.operation import integer_of, integers_of
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.lowering.domain import Domain
from nnfuse.passes.lowering.emitter import Emitter, float_literal, memory_element
from nnfuse.passes.lowering.functions import compare_floats
from nnfuse.passes.lowering.indices import constant_index, loop_index, select_index
from nnfuse.passes.lowering.kernel import Kernel
from nnfuse.passes.lowering.reading import reshape

_GREATER, _LESS = 2, 4


def emit_movement(kernel: Kernel, op: nn_ir.Operation) -> None:
    """Emit a movement op; its result becomes a tensor of the kernel."""
    result = shape_of(op.results[0])
    if any(0 in shape_of(operand) for operand in op.operands):
        kernel.tensors[op.results[0]] = _with_empty_operand(kernel, op, result)
    else:
        kernel.tensors[op.results[0]] = _EMITTERS[op.name](kernel, op)


def _with_empty_operand(kernel: Kernel, op: nn_ir.Operation, result: Sequence[int]) -> ir.Value:
    """The result where a tensor without elements takes part: it adds nothing, and is read as nothing."""
    emitter, element = kernel.emitter, memory_element(str(element_type_of(op.results[0])))
    if op.name in ("nn.scatter_add_rows", "nn.insert_slice", "nn.concat"):
        same = next(operand for operand in op.operands if shape_of(operand) == result)
        return emitter.copy(kernel.operand(same), result, element)
    zero = emitter.constant("0.0" if element.startswith("f") else "0", element)
    return emitter.fill(_pad_value(emitter, op) if op.name == "nn.pad" else zero, result, element)


def _pointwise(
    kernel: Kernel,
    op: nn_ir.Operation,
    shape: Sequence[int],
    inputs: Sequence[tuple[ir.Value, Sequence[int]]],
    body: Callable[[list[ir.Value], list[ir.Value]], ir.Value],
) -> ir.Value:
    """A parallel generic over `shape`; `body` gets the loop indices and the inputs' elements. Collapsed to the op's result."""
    emitter, domain = kernel.emitter, Domain(tuple(shape))
    element = memory_element(str(element_type_of(op.results[0])))

    def wrapped(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        point = [loop_index(emitter, loop) for loop in range(len(shape))]
        return [body(point, list(arguments[: len(inputs)]))]

    maps = [*[domain.map_text(loops) for _, loops in inputs], domain.identity()]
    tensors = [tensor for tensor, _ in inputs]
    (result,) = emitter.generic(tensors, [emitter.empty(shape, element)], maps, ["parallel"] * len(shape), wrapped)
    return reshape(emitter, result, shape_of(op.results[0]))


def _extract(emitter: Emitter, tensor: ir.Value, point: Sequence[ir.Value]) -> ir.Value:
    return emitter.create("tensor.extract", [tensor, *point], ir.RankedTensorType(tensor.type).element_type)


def _or_zero(emitter: Emitter, inside: ir.Value, value: ir.Value) -> ir.Value:
    element = str(value.type)
    zero = emitter.constant("0.0" if element.startswith("f") else "0", element)
    return emitter.create("arith.select", [inside, value, zero], value.type)


def _row_number(emitter: Emitter, index: ir.Value, extent: int) -> tuple[ir.Value, ir.Value]:
    """A stored index as an index that is safe to read at, and whether it is within the extent; NaN is not."""
    if str(index.type) == "f32":
        above = compare_floats(emitter, _GREATER, index, emitter.constant("-1.0", "f32"))
        below = compare_floats(emitter, _LESS, index, emitter.constant(f"{float(extent):.9e}", "f32"))
        inside = emitter.create("arith.andi", [above, below], above.type)
        safe = emitter.create("arith.select", [inside, index, emitter.constant("0.0", "f32")], index.type)
        whole = emitter.create("arith.fptosi", [safe], emitter.type("i32"))
    else:
        inside = emitter.compare_indices("ult", index, emitter.constant(str(extent), "i32"))
        whole = emitter.create("arith.select", [inside, index, emitter.constant("0", "i32")], index.type)
    return emitter.create("arith.index_cast", [whole], emitter.type("index")), inside


def _gather_rows(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter, table = kernel.emitter, kernel.operand(op.operands[0])
    extent = shape_of(op.operands[0])[0]

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        row, inside = _row_number(emitter, scalars[0], extent)
        return _or_zero(emitter, inside, _extract(emitter, table, [row, point[1]]))

    return _pointwise(kernel, op, shape_of(op.results[0]), [(kernel.operand(op.operands[1]), [0])], body)


def _take_along(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter, source, dimension = kernel.emitter, kernel.operand(op.operands[0]), integer_of(op, "dimension")
    shape = shape_of(op.results[0])
    extent = shape_of(op.operands[0])[dimension]

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        row, inside = _row_number(emitter, scalars[0], extent)
        return _or_zero(emitter, inside, _extract(emitter, source, [*point[:dimension], row, *point[dimension + 1 :]]))

    return _pointwise(kernel, op, shape, [(kernel.operand(op.operands[1]), range(len(shape)))], body)


def _scatter_add_rows(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    """A reduction over the source's rows: right for repeated indices, the same on every run, no atomics."""
    emitter = kernel.emitter
    destination, indices, source = (kernel.operand(operand) for operand in op.operands)
    rows, columns = shape_of(op.operands[0])
    count = shape_of(op.operands[1])[0]
    domain = Domain((rows, columns, count))

    def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        index, value, accumulator = arguments
        row, inside = _row_number(emitter, index, rows)
        mine = emitter.compare_indices("eq", row, loop_index(emitter, 0))
        added = _or_zero(emitter, emitter.create("arith.andi", [inside, mine], mine.type), value)
        return [emitter.create("arith.addf", [added, accumulator], accumulator.type)]

    # The destination joins afterwards: as the reduction's start it would be added once for each part of a split one.
    initial = emitter.fill(emitter.constant("0.0", "f32"), (rows, columns), "f32")
    maps = [domain.map_text([2]), domain.map_text([2, 1]), domain.map_text([0, 1])]
    (sums,) = emitter.generic([indices, source], [initial], maps, ["parallel", "parallel", "reduction"], body)

    def add(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        return emitter.create("arith.addf", scalars, scalars[0].type)

    return _pointwise(kernel, op, (rows, columns), [(destination, [0, 1]), (sums, [0, 1])], add)


def _concat(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter, dimension = kernel.emitter, integer_of(op, "dimension")
    lhs, rhs = (kernel.operand(operand) for operand in op.operands)
    border = constant_index(emitter, shape_of(op.operands[0])[dimension])
    zero = constant_index(emitter, 0)

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        index = point[dimension]
        in_lhs = emitter.compare_indices("ult", index, border)
        places = []
        for position in (
            select_index(emitter, in_lhs, index, zero),
            select_index(emitter, in_lhs, zero, emitter.index_op("subi", index, border)),
        ):
            places.append([*point[:dimension], position, *point[dimension + 1 :]])
        values = [_extract(emitter, lhs, places[0]), _extract(emitter, rhs, places[1])]
        return emitter.create("arith.select", [in_lhs, *values], values[0].type)

    return _pointwise(kernel, op, shape_of(op.results[0]), [], body)


def _shifted(
    emitter: Emitter, point: Sequence[ir.Value], offsets: Sequence[int], extents: Sequence[int]
) -> tuple[list[ir.Value], ir.Value]:
    """`point - offsets`, made safe to read within `extents`, and whether it lies inside."""
    inside = emitter.constant("true", "i1")
    places = []
    for index, offset, extent in zip(point, offsets, extents, strict=True):
        # Unsigned: what lies before the offset wraps to a huge number and is outside too.
        moved = emitter.index_op("subi", index, constant_index(emitter, offset))
        within = emitter.compare_indices("ult", moved, constant_index(emitter, extent))
        places.append(select_index(emitter, within, moved, constant_index(emitter, 0)))
        inside = emitter.create("arith.andi", [inside, within], within.type)
    return places, inside


def _pad_value(emitter: Emitter, op: nn_ir.Operation) -> ir.Value:
    element = str(element_type_of(op.results[0]))
    return emitter.constant(float_literal(nn_ir.FloatAttr(op.attributes["value"]).value, element), element)


def _pad(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter, source = kernel.emitter, kernel.operand(op.operands[0])

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        places, inside = _shifted(emitter, point, integers_of(op, "low"), shape_of(op.operands[0]))
        value = _extract(emitter, source, places)
        return emitter.create("arith.select", [inside, value, _pad_value(emitter, op)], value.type)

    return _pointwise(kernel, op, shape_of(op.results[0]), [], body)


def _insert_slice(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter, source = kernel.emitter, kernel.operand(op.operands[1])
    shape = shape_of(op.results[0])

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        places, inside = _shifted(emitter, point, integers_of(op, "offsets"), shape_of(op.operands[1]))
        return emitter.create("arith.select", [inside, _extract(emitter, source, places), scalars[0]], scalars[0].type)

    return _pointwise(kernel, op, shape, [(kernel.operand(op.operands[0]), range(len(shape)))], body)


def _im2col(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    emitter = kernel.emitter
    channels, height, width, window, stride, padding, out_height, out_width = windows_of(op)
    batch = shape_of(op.operands[0])[1]
    image = reshape(emitter, kernel.operand(op.operands[0]), (channels, height, width, batch))

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        channel, i, j, out_row, out_column, image_number = point
        starts = [
            emitter.index_op("addi", emitter.index_op("muli", out, constant_index(emitter, stride)), within)
            for out, within in ((out_row, i), (out_column, j))
        ]
        (row, column), inside = _shifted(emitter, starts, [padding, padding], [height, width])
        return _or_zero(emitter, inside, _extract(emitter, image, [channel, row, column, image_number]))

    return _pointwise(kernel, op, (channels, window, window, out_height, out_width, batch), [], body)


def _col2im(kernel: Kernel, op: nn_ir.Operation) -> ir.Value:
    """A sum over the windows that hold a pixel: each pixel gathers what falls on it, so nothing is written twice.

    Along each side these are `ceil(window / stride)` at most, a stride apart: terms of one body, since code generation for
    Vulkan cannot keep the conditions of a reduction over them.
    """
    emitter = kernel.emitter
    channels, height, width, window, stride, padding, out_height, out_width = windows_of(op)
    batch = shape_of(op.results[0])[1]
    columns = reshape(emitter, kernel.operand(op.operands[0]), (channels, window, window, out_height, out_width, batch))
    step = constant_index(emitter, stride)

    def origin(pixel: ir.Value, skipped: int, extent: int) -> tuple[ir.Value, ir.Value, ir.Value]:
        """The pixel's place within one window that may hold it, that window's output coordinate, and whether it does."""
        padded = emitter.index_op("addi", pixel, constant_index(emitter, padding))
        first = emitter.index_op("remui", padded, step)
        within = emitter.index_op("addi", first, constant_index(emitter, skipped * stride))
        # Unsigned: a window that would start before the image is a huge number and lies outside too.
        out = emitter.index_op("subi", emitter.index_op("divui", padded, step), constant_index(emitter, skipped))
        in_image = emitter.compare_indices("ult", out, constant_index(emitter, extent))
        in_window = emitter.compare_indices("ult", within, constant_index(emitter, window))
        inside = emitter.create("arith.andi", [in_image, in_window], in_image.type)
        zero = constant_index(emitter, 0)
        return select_index(emitter, inside, within, zero), select_index(emitter, inside, out, zero), inside

    def body(point: list[ir.Value], scalars: list[ir.Value]) -> ir.Value:
        channel, row, column, image_number = point
        total = emitter.constant("0.0", "f32")
        overlaps = range(-(-window // stride))
        # From the last window to the first, as the places within them ascend in the reference.
        for down, right in itertools.product(overlaps, overlaps):
            i, out_row, row_inside = origin(row, down, out_height)
            j, out_column, column_inside = origin(column, right, out_width)
            inside = emitter.create("arith.andi", [row_inside, column_inside], row_inside.type)
            value = _extract(emitter, columns, [channel, i, j, out_row, out_column, image_number])
            total = emitter.create("arith.addf", [total, _or_zero(emitter, inside, value)], value.type)
        return total

    return _pointwise(kernel, op, (channels, height, width, batch), [], body)


_EMITTERS: dict[str, Callable[[Kernel, nn_ir.Operation], ir.Value]] = {
    "nn.gather_rows": _gather_rows,
    "nn.take_along": _take_along,
    "nn.scatter_add_rows": _scatter_add_rows,
    "nn.concat": _concat,
    "nn.pad": _pad,
    "nn.insert_slice": _insert_slice,
    "nn.im2col": _im2col,
    "nn.col2im": _col2im,
}
