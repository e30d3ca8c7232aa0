"""Free functions that build nn ops at the current insertion point, computing the result type.

Each needs a current `Context`, `InsertionPoint` and `Location`, as MLIR's own builders do. A result type that cannot
be computed raises `ShapeError`; everything else is left to the verifier.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.contractions import matmul_shape
from nnfuse.dialect.errors import ShapeError
from nnfuse.dialect.reductions import reduced_shape
from nnfuse.dialect.types import element_type_name, element_type_of, shape_of, tensor_type

DType = np.dtype | type | str


def _create(
    name: str,
    operands: Sequence[ir.Value],
    result: ir.Type,
    attributes: dict[str, ir.Attribute] | None = None,
) -> ir.Value:
    op = ir.Operation.create(f"nn.{name}", results=[result], operands=list(operands), attributes=attributes or {})
    return op.results[0]


def _i64(value: int) -> ir.IntegerAttr:
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)


def _integers(values: Sequence[int]) -> ir.DenseI64ArrayAttr:
    return ir.DenseI64ArrayAttr.get(list(values))


def _like(value: ir.Value, shape: Sequence[int]) -> ir.RankedTensorType:
    return ir.RankedTensorType.get(list(shape), element_type_of(value))


def elementwise(name: str, *operands: ir.Value) -> ir.Value:
    """An op by name whose operands and result all have one type: arithmetic on f32, logic on i1."""
    return _create(name, operands, operands[0].type)


def neg(x: ir.Value) -> ir.Value:
    """`-x`."""
    return elementwise("neg", x)


def abs(x: ir.Value) -> ir.Value:
    """`|x|`."""
    return elementwise("abs", x)


def exp(x: ir.Value) -> ir.Value:
    """`e^x`."""
    return elementwise("exp", x)


def log(x: ir.Value) -> ir.Value:
    """The natural logarithm."""
    return elementwise("log", x)


def sqrt(x: ir.Value) -> ir.Value:
    """The square root."""
    return elementwise("sqrt", x)


def rsqrt(x: ir.Value) -> ir.Value:
    """`1 / sqrt(x)`."""
    return elementwise("rsqrt", x)


def tanh(x: ir.Value) -> ir.Value:
    """The hyperbolic tangent."""
    return elementwise("tanh", x)


def add(x: ir.Value, y: ir.Value) -> ir.Value:
    """`x + y`."""
    return elementwise("add", x, y)


def sub(x: ir.Value, y: ir.Value) -> ir.Value:
    """`x - y`."""
    return elementwise("sub", x, y)


def mul(x: ir.Value, y: ir.Value) -> ir.Value:
    """`x * y`."""
    return elementwise("mul", x, y)


def div(x: ir.Value, y: ir.Value) -> ir.Value:
    """`x / y`."""
    return elementwise("div", x, y)


def max(x: ir.Value, y: ir.Value) -> ir.Value:
    """The larger of x and y; NaN propagates."""
    return elementwise("max", x, y)


def min(x: ir.Value, y: ir.Value) -> ir.Value:
    """The smaller of x and y; NaN propagates."""
    return elementwise("min", x, y)


def erf(x: ir.Value) -> ir.Value:
    """The error function."""
    return elementwise("erf", x)


def sin(x: ir.Value) -> ir.Value:
    """The sine of radians."""
    return elementwise("sin", x)


def cos(x: ir.Value) -> ir.Value:
    """The cosine of radians."""
    return elementwise("cos", x)


def exp2(x: ir.Value) -> ir.Value:
    """`2^x`."""
    return elementwise("exp2", x)


def log2(x: ir.Value) -> ir.Value:
    """The logarithm to base 2."""
    return elementwise("log2", x)


def floor(x: ir.Value) -> ir.Value:
    """The largest whole number not above x."""
    return elementwise("floor", x)


def ceil(x: ir.Value) -> ir.Value:
    """The smallest whole number not below x."""
    return elementwise("ceil", x)


def round(x: ir.Value) -> ir.Value:
    """The nearest whole number, halves to even."""
    return elementwise("round", x)


def pow(x: ir.Value, y: ir.Value) -> ir.Value:
    """`x^y`."""
    return elementwise("pow", x, y)


def logical_and(x: ir.Value, y: ir.Value) -> ir.Value:
    """Both, of i1 tensors."""
    return elementwise("and", x, y)


def logical_or(x: ir.Value, y: ir.Value) -> ir.Value:
    """Either, of i1 tensors."""
    return elementwise("or", x, y)


def logical_not(x: ir.Value) -> ir.Value:
    """The opposite, of an i1 tensor."""
    return elementwise("not", x)


def fma(x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    """`x * y + z` with one rounding."""
    return elementwise("fma", x, y, z)


def constant(value: float | bool | np.ndarray, shape: Sequence[int] | None = None, dtype: DType = np.float32) -> ir.Value:
    """A compile-time tensor: a scalar splat over `shape`, or an array as it is."""
    if isinstance(value, np.ndarray) and value.size == 0:
        return constant(0, value.shape, value.dtype)  # MLIR makes no elements attribute of an empty list
    if isinstance(value, np.ndarray):
        result = tensor_type(value.shape, value.dtype)
        if value.dtype == np.bool_:
            attribute = ir.DenseElementsAttr.get([ir.BoolAttr.get(bool(element)) for element in value.flat], result)
        else:
            attribute = ir.DenseElementsAttr.get(np.ascontiguousarray(value), type=result)
        return _create("constant", [], result, {"value": attribute})
    result = tensor_type(shape or (), dtype)
    element = ir.Type.parse(element_type_name(dtype))
    is_float = str(element).startswith("f")
    scalar = ir.FloatAttr.get(element, float(value)) if is_float else ir.IntegerAttr.get(element, int(value))
    return _create("constant", [], result, {"value": ir.DenseElementsAttr.get_splat(result, scalar)})


def index(shape: Sequence[int], dimension: int, divisor: int = 1) -> ir.Value:
    """Each point's own index along `dimension`, divided by `divisor` and rounded down, as f32."""
    attributes = {"dimension": _i64(dimension), "divisor": _i64(divisor)}
    return _create("index", [], tensor_type(shape, np.float32), attributes)


def compare(predicate: str, x: ir.Value, y: ir.Value) -> ir.Value:
    """`x predicate y` as i1; predicate is eq, ne, lt, le, gt or ge."""
    result = ir.RankedTensorType.get(list(shape_of(x)), ir.IntegerType.get_signless(1))
    return _create("compare", [x, y], result, {"predicate": ir.StringAttr.get(predicate)})


def select(condition: ir.Value, on_true: ir.Value, on_false: ir.Value) -> ir.Value:
    """`condition ? on_true : on_false`."""
    return _create("select", [condition, on_true, on_false], on_true.type)


def cast(x: ir.Value, dtype: DType) -> ir.Value:
    """`x` in another element type."""
    return _create("cast", [x], tensor_type(shape_of(x), dtype))


def broadcast(x: ir.Value, shape: Sequence[int]) -> ir.Value:
    """`x` repeated to `shape` by numpy's rule."""
    return _create("broadcast", [x], _like(x, shape))


def transpose(x: ir.Value, permutation: Sequence[int] | None = None) -> ir.Value:
    """`x` with its dimensions permuted; reversed if no permutation is given."""
    shape = shape_of(x)
    order = list(permutation) if permutation is not None else list(range(len(shape)))[::-1]
    if sorted(order) != list(range(len(shape))):
        raise ShapeError(
            "bad transpose", expected=f"a permutation of the {len(shape)} dimensions of {list(shape)}", actual=str(order)
        )
    result = _like(x, [shape[dimension] for dimension in order])
    return _create("transpose", [x], result, {"permutation": ir.DenseI64ArrayAttr.get(order)})


def rotate_half(x: ir.Value, dimension: int, block: int) -> ir.Value:
    """`x` with the halves of each block along `dimension` swapped, the new first half negated."""
    attributes = {"dimension": _i64(dimension), "block": _i64(block)}
    return _create("rotate_half", [x], x.type, attributes)


def reduce(x: ir.Value, kind: str, dimensions: Sequence[int], *, keep: bool = True, order: str = "unordered") -> ir.Value:
    """`x` folded over `dimensions` with kind sum, max, min or prod."""
    attributes: dict[str, ir.Attribute] = {
        "kind": ir.StringAttr.get(kind),
        "dimensions": ir.DenseI64ArrayAttr.get(list(dimensions)),
        "keep_dimensions": ir.BoolAttr.get(keep),
        "order": ir.StringAttr.get(order),
    }
    return _create("reduce", [x], _like(x, reduced_shape(shape_of(x), dimensions, keep)), attributes)


def inner_product(lhs: ir.Value, rhs: ir.Value, dimensions: Sequence[int], *, keep: bool = True) -> ir.Value:
    """The sum of `lhs * rhs` over `dimensions`, by fused multiply-adds."""
    attributes: dict[str, ir.Attribute] = {"dimensions": _integers(dimensions), "keep_dimensions": ir.BoolAttr.get(keep)}
    return _create("inner_product", [lhs, rhs], _like(lhs, reduced_shape(shape_of(lhs), dimensions, keep)), attributes)


def matmul(lhs: ir.Value, rhs: ir.Value, *, transpose_lhs: bool = False, transpose_rhs: bool = False) -> ir.Value:
    """The matrix product in f32 of f32 or f16 operands, each transposed where asked."""
    shapes = (shape_of(lhs), shape_of(rhs))
    if len(shapes[0]) != len(shapes[1]) or len(shapes[0]) not in (2, 3):
        raise ShapeError("bad matmul", expected="two operands of rank 2, or two of rank 3", actual=f"{shapes[0]} and {shapes[1]}")
    result = tensor_type(matmul_shape(*shapes, transpose_lhs, transpose_rhs), np.float32)
    attributes: dict[str, ir.Attribute] = {
        "transpose_lhs": ir.BoolAttr.get(transpose_lhs),
        "transpose_rhs": ir.BoolAttr.get(transpose_rhs),
    }
    return _create("matmul", [lhs, rhs], result, attributes)


def slice(x: ir.Value, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int] | None = None) -> ir.Value:
    """`sizes[i]` indices from `offsets[i]` by `strides[i]` (1 if not given) along each dimension."""
    attributes = {"offsets": _integers(offsets), "strides": _integers(strides or [1] * len(sizes))}
    return _create("slice", [x], _like(x, sizes), attributes)


def reshape(x: ir.Value, shape: Sequence[int]) -> ir.Value:
    """The elements of `x` in row-major order under another shape; `x` itself if it has it."""
    return x if shape_of(x) == tuple(shape) else _create("reshape", [x], _like(x, shape))


def periodic(x: ir.Value, dimension: int, period: int, extent: int, offset: int = 0) -> ir.Value:
    """`extent` indices along `dimension`, of which index i reads `offset + i mod period`."""
    shape = [extent if index == dimension else size for index, size in enumerate(shape_of(x))]
    attributes = {"dimension": _i64(dimension), "offset": _i64(offset), "period": _i64(period)}
    return _create("periodic", [x], _like(x, shape), attributes)


def gather_rows(table: ir.Value, indices: ir.Value) -> ir.Value:
    """Row `indices[i]` of `table` for each i; zero rows outside."""
    return _create("gather_rows", [table, indices], _like(table, (shape_of(indices)[0], shape_of(table)[1])))


def take_along(x: ir.Value, indices: ir.Value, dimension: int) -> ir.Value:
    """`numpy.take_along_axis`; zero outside."""
    return _create("take_along", [x, indices], _like(x, shape_of(indices)), {"dimension": _i64(dimension)})


def scatter_add_rows(destination: ir.Value, indices: ir.Value, source: ir.Value) -> ir.Value:
    """`destination` with row i of `source` added to its row `indices[i]`."""
    return _create("scatter_add_rows", [destination, indices, source], destination.type)


def concat(lhs: ir.Value, rhs: ir.Value, dimension: int) -> ir.Value:
    """`lhs` then `rhs` along `dimension`."""
    shape = list(shape_of(lhs))
    shape[dimension] += shape_of(rhs)[dimension]
    return _create("concat", [lhs, rhs], _like(lhs, shape), {"dimension": _i64(dimension)})


def pad(x: ir.Value, low: Sequence[int], high: Sequence[int], value: float = 0.0) -> ir.Value:
    """`x` with elements of `value` before and after."""
    shape = [a + extent + b for a, extent, b in zip(low, shape_of(x), high, strict=True)]
    attributes = {"low": _integers(low), "high": _integers(high), "value": ir.FloatAttr.get(ir.F32Type.get(), value)}
    return _create("pad", [x], _like(x, shape), attributes)


def insert_slice(destination: ir.Value, source: ir.Value, offsets: Sequence[int]) -> ir.Value:
    """`destination` with `source` in place of its elements from `offsets` on."""
    return _create("insert_slice", [destination, source], destination.type, {"offsets": _integers(offsets)})


def im2col(x: ir.Value, size: Sequence[int], kernel: int, stride: int = 1, padding: int = 0) -> ir.Value:
    """Each window of each image as a column; `size` is channels, height, width."""
    channels, *extents = size
    outs = _window_counts(extents, kernel, stride, padding)
    shape = (channels * kernel * kernel, shape_of(x)[1] * outs[0] * outs[1])
    return _create("im2col", [x], _like(x, shape), _windows(size, kernel, stride, padding))


def col2im(x: ir.Value, size: Sequence[int], kernel: int, stride: int = 1, padding: int = 0) -> ir.Value:
    """The adjoint of `im2col`; `size` is channels, height, width."""
    channels, height, width = size
    outs = _window_counts((height, width), kernel, stride, padding)
    batch = shape_of(x)[1] // (outs[0] * outs[1]) if outs[0] * outs[1] else 0
    return _create("col2im", [x], _like(x, (channels * height * width, batch)), _windows(size, kernel, stride, padding))


def _window_counts(extents: Sequence[int], kernel: int, stride: int, padding: int) -> list[int]:
    if stride < 1:
        raise ShapeError("bad windows", expected="a positive stride", actual=str(stride))
    return [(extent + 2 * padding - kernel) // stride + 1 for extent in extents]


def _windows(size: Sequence[int], kernel: int, stride: int, padding: int) -> dict[str, ir.Attribute]:
    return {"size": _integers(size), "kernel": _i64(kernel), "stride": _i64(stride), "padding": _i64(padding)}


def scan(x: ir.Value, kind: str, dimension: int) -> ir.Value:
    """The running sum or prod along `dimension`."""
    return _create("scan", [x], x.type, {"kind": ir.StringAttr.get(kind), "dimension": _i64(dimension)})


def update(value: ir.Value, destination: ir.Value) -> ir.Value:
    """Write `value` into `destination`, an argument of the function."""
    return _create("update", [value, destination], destination.type)


def grouped_reduce(x: ir.Value, kind: str, group: int) -> ir.Value:
    """Fold each block of `group` rows into one."""
    rows, columns = shape_of(x)
    attributes: dict[str, ir.Attribute] = {"kind": ir.StringAttr.get(kind), "group": _i64(group)}
    blocks = rows // group if group >= 1 else 0  # the verifier says what is wrong
    return _create("grouped_reduce", [x], _like(x, (blocks, columns)), attributes)


def argmax(x: ir.Value, dimension: int) -> ir.Value:
    """The index of the first largest element along `dimension`, as f32."""
    return _create("argmax", [x], _like(x, reduced_shape(shape_of(x), [dimension], True)), {"dimension": _i64(dimension)})


def attention(
    q: ir.Value,
    k: ir.Value,
    v: ir.Value,
    documents: ir.Value,
    slopes: ir.Value,
    *,
    mask: str,
    scale: float,
    batch: int,
    score_bias: bool,
) -> ir.Value:
    """Softmax attention with a mask, grouped heads and a score bias; see `nn.attention`."""
    total, length, _ = shape_of(q)
    attributes: dict[str, ir.Attribute] = {
        "mask": ir.StringAttr.get(mask),
        "scale": ir.FloatAttr.get(ir.F32Type.get(), scale),
        "batch": _i64(batch),
        "score_bias": ir.BoolAttr.get(score_bias),
    }
    result = tensor_type((total, length, shape_of(v)[2]), np.float32)
    return _create("attention", [q, k, v, documents, slopes], result, attributes)


def scan_prefix_outer(
    operands: Sequence[ir.Value], *, depth: int, heads: int, causal: bool, has_state: bool, has_boundary: bool
) -> ir.Value:
    """The manual's prefix scan of outer products; operands k, v, p, r, a0, b0, boundary."""
    rows, length = shape_of(operands[0])
    attributes: dict[str, ir.Attribute] = {
        "depth": _i64(depth),
        "heads": _i64(heads),
        "causal": ir.BoolAttr.get(causal),
        "has_state": ir.BoolAttr.get(has_state),
        "has_boundary": ir.BoolAttr.get(has_boundary),
    }
    return _create("scan_prefix_outer", operands, _like(operands[0], (5 * rows, length)), attributes)


def scan_suffix_outer(operands: Sequence[ir.Value], *, depth: int, heads: int, causal: bool, has_boundary: bool) -> ir.Value:
    """The manual's suffix scan of matrices; operands d, x, y, boundary."""
    rows, length = shape_of(operands[1])
    attributes: dict[str, ir.Attribute] = {
        "depth": _i64(depth),
        "heads": _i64(heads),
        "causal": ir.BoolAttr.get(causal),
        "has_boundary": ir.BoolAttr.get(has_boundary),
    }
    return _create("scan_suffix_outer", operands, _like(operands[1], (3 * rows, length)), attributes)


def outer_col(p: ir.Value, r: ir.Value, s: ir.Value, *, depth: int, has_scale: bool) -> ir.Value:
    """The outer product of two columns at every position."""
    rows, length = shape_of(p)
    attributes: dict[str, ir.Attribute] = {"depth": _i64(depth), "has_scale": ir.BoolAttr.get(has_scale)}
    return _create("outer_col", [p, r, s], _like(p, (rows * depth, length)), attributes)
