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


def _like(value: ir.Value, shape: Sequence[int]) -> ir.RankedTensorType:
    return ir.RankedTensorType.get(list(shape), element_type_of(value))


def elementwise(name: str, *operands: ir.Value) -> ir.Value:
    """An arithmetic op by name (`neg abs exp log sqrt rsqrt tanh add sub mul div max min fma`); f32, one shape."""
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


def fma(x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    """`x * y + z` with one rounding."""
    return elementwise("fma", x, y, z)


def constant(value: float | bool | np.ndarray, shape: Sequence[int] | None = None, dtype: DType = np.float32) -> ir.Value:
    """A compile-time tensor: a scalar splat over `shape`, or an array as it is."""
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
    i64 = ir.IntegerType.get_signless(64)
    attributes = {"dimension": ir.IntegerAttr.get(i64, dimension), "block": ir.IntegerAttr.get(i64, block)}
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
