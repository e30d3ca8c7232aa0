"""Index views: the result's elements are the operand's elements at other indices.

An affine view answers `index_map(op)`: the affine map from result coordinates to operand coordinates. Analyses and
lowering compose these maps and never look at a view's name. Source: compute-engine manual, section 8.6.
"""

import math
from collections.abc import Sequence

import numpy as np

from nnfuse.dialect.bindings import Integers, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integer_of, integers_of, require
from nnfuse.dialect.types import element_type_of, shape_of


class _View(NNOperation):
    family = "view"

    operand: Operand[ir.RankedTensorType]
    result: Result[ir.RankedTensorType]

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap | None:
        """The map from result coordinates to operand coordinates; None if the view is not affine."""
        return None


def _require_same_element_type(op: ir.Operation) -> None:
    source, target = str(element_type_of(op.operands[0])), str(element_type_of(op.results[0]))
    require(source == target, f"operand has element type {source}, expected {target} like the result")


class Broadcast(_View, name="broadcast", traits=[Pure]):
    """Repeat dimensions of extent 1, and prepend dimensions: numpy's broadcasting rule, towards the result's shape."""

    shapes = "operand (..., 1 or n, ...) of rank <= the result's"
    dsl, manual = "row_broadcast(x), col_broadcast(x), rparam(v)", "8.6.1"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        aligned = target[len(target) - len(source) :]
        fits = len(source) <= len(target) and all(a in (1, b) for a, b in zip(source, aligned, strict=True))
        require(
            fits,
            f"operand of shape {list(source)} does not broadcast to {list(target)}; extents must be 1 or equal, from the last",
        )

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        offset = len(target) - len(source)
        results = [
            ir.AffineConstantExpr.get(0) if extent == 1 else ir.AffineDimExpr.get(offset + dimension)
            for dimension, extent in enumerate(source)
        ]
        return ir.AffineMap.get(len(target), 0, results)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return np.broadcast_to(operands[0], shape_of(op.results[0]))


class Transpose(_View, name="transpose", traits=[Pure]):
    """Permute dimensions: result dimension i is operand dimension `permutation[i]`, as `numpy.transpose`."""

    shapes = "the operand's, permuted"
    dsl, manual = "transpose(x)", "9"

    permutation: Integers

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        permutation = permutation_of(op)
        require(
            sorted(permutation) == list(range(len(source))),
            f"permutation {permutation} is not a permutation of the operand's {len(source)} dimensions",
        )
        expected = tuple(source[dimension] for dimension in permutation)
        require(target == expected, f"result has shape {list(target)}, expected {list(expected)}")

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        permutation = permutation_of(op)
        results = [ir.AffineDimExpr.get(permutation.index(dimension)) for dimension in range(len(permutation))]
        return ir.AffineMap.get(len(permutation), 0, results)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return np.transpose(operands[0], permutation_of(op))


class RotateHalf(_View, name="rotate_half", traits=[Pure]):
    """Swap the halves of each block of `block` indices along `dimension`, the new first half negated (LLaMA's rotate_half).

    Not affine: with h = block / 2 and j = i mod block, element i is `-x[i + h]` if j < h, else `x[i - h]`.
    """

    shapes = "result as operand; block divides the extent"
    dsl, manual = "rotate_half(x, block, axis=0)", "8.6.1"

    dimension: ir.IntegerAttr
    block: ir.IntegerAttr

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        require(source == target, f"operand has shape {list(source)}, expected {list(target)} like the result")
        dimension, block = rotation_of(op)
        require(0 <= dimension < len(source), f"dimension {dimension} is out of range for rank {len(source)}")
        require(block > 0 and block % 2 == 0, f"block is {block}, expected a positive even number")
        require(
            source[dimension] % block == 0,
            f"extent {source[dimension]} of dimension {dimension} is not a multiple of block {block}",
        )
        element = str(element_type_of(op.operands[0]))
        require(element in ("f32", "f16"), f"operand has element type {element}, expected f32 or f16")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        dimension, block = rotation_of(op)
        (x,) = operands
        split = (*x.shape[:dimension], x.shape[dimension] // block, 2, block // 2, *x.shape[dimension + 1 :])
        first, second = np.split(x.reshape(split), 2, axis=dimension + 1)
        return np.concatenate([-second, first], axis=dimension + 1).reshape(x.shape)


class Slice(_View, name="slice", traits=[Pure]):
    """Every `strides[i]`-th index from `offsets[i]`, as many as the result has: numpy's basic slicing."""

    shapes = "result (sizes), within the operand"
    dsl, manual = "slice_rows(x, start, count), slice_cols(x, start, count)", "11"

    offsets: Integers
    strides: Integers

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        offsets, strides = integers_of(op, "offsets"), integers_of(op, "strides")
        require(
            len(offsets) == len(strides) == len(source) == len(target),
            f"needs {len(source)} offsets and strides, and a result of that rank",
        )
        for dimension, (offset, stride, extent) in enumerate(zip(offsets, strides, target, strict=True)):
            last = offset + stride * (extent - 1) if extent else offset - 1
            fits = offset >= 0 and stride >= 1 and last < source[dimension]
            require(fits, f"reads indices {offset} to {last} of dimension {dimension} of extent {source[dimension]}")

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        offsets, strides = integers_of(op, "offsets"), integers_of(op, "strides")
        results = [
            ir.AffineDimExpr.get(dimension) * stride + offset
            for dimension, (offset, stride) in enumerate(zip(offsets, strides, strict=True))
        ]
        return ir.AffineMap.get(len(offsets), 0, results)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        parts = zip(integers_of(op, "offsets"), integers_of(op, "strides"), shape_of(op.results[0]), strict=True)
        return operands[0][tuple(slice(offset, offset + stride * extent, stride) for offset, stride, extent in parts)]


class Reshape(_View, name="reshape", traits=[Pure]):
    """The same elements in row-major order under another shape."""

    shapes = "as many elements"
    dsl, manual = "reshape(x, shape), rearrange_3d(x, m, b, n), batch_mod, batch_col", "4.4, 11"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        counts = (math.prod(source), math.prod(target))
        require(
            counts[0] == counts[1],
            f"operand of shape {list(source)} has {counts[0]} elements, the result {list(target)} has {counts[1]}",
        )

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        linear: ir.AffineExpr = ir.AffineConstantExpr.get(0)
        for dimension, extent in enumerate(target):
            linear = linear * extent + ir.AffineDimExpr.get(dimension)
        results = []
        for dimension, extent in enumerate(source):
            inner = math.prod(source[dimension + 1 :])
            expression = ir.AffineExpr.get_floor_div(linear, max(inner, 1))
            outermost = math.prod(source[:dimension]) == 1
            results.append(expression if outermost else ir.AffineExpr.get_mod(expression, max(extent, 1)))
        return ir.AffineMap.get(len(target), 0, results)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return operands[0].reshape(shape_of(op.results[0]))


class Periodic(_View, name="periodic", traits=[Pure]):
    """Repeat `period` indices from `offset` along `dimension`: result index i reads `offset + i mod period`."""

    shapes = "the operand's, with another extent along dimension"
    dsl, manual = "row_mod(x, mod), row_access(x, offset, mod)", "8.6.1"

    dimension: ir.IntegerAttr
    offset: ir.IntegerAttr
    period: ir.IntegerAttr

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_element_type(op)
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        dimension, offset, period = (integer_of(op, name) for name in ("dimension", "offset", "period"))
        require(len(source) == len(target), f"operand has rank {len(source)}, expected {len(target)} like the result")
        require(0 <= dimension < len(source), f"dimension {dimension} is out of range for rank {len(source)}")
        require(
            offset >= 0 and period >= 1 and offset + period <= source[dimension],
            f"reads indices {offset} to {offset + period - 1} of dimension {dimension} of extent {source[dimension]}",
        )
        expected = tuple(target[i] if i == dimension else extent for i, extent in enumerate(source))
        require(target == expected, f"result has shape {list(target)}, expected {list(expected)}")

    @staticmethod
    def index_map(op: ir.Operation) -> ir.AffineMap:
        dimension, offset, period = (integer_of(op, name) for name in ("dimension", "offset", "period"))
        rank = len(shape_of(op.results[0]))
        results: list[ir.AffineExpr] = [ir.AffineDimExpr.get(index) for index in range(rank)]
        results[dimension] = ir.AffineExpr.get_mod(results[dimension], period) + offset
        return ir.AffineMap.get(rank, 0, results)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        dimension, offset, period = (integer_of(op, name) for name in ("dimension", "offset", "period"))
        return np.take(operands[0], offset + np.arange(shape_of(op.results[0])[dimension]) % period, axis=dimension)


def permutation_of(op: ir.Operation) -> list[int]:
    """The permutation of an `nn.transpose`."""
    return integers_of(op, "permutation")


def rotation_of(op: ir.Operation) -> tuple[int, int]:
    """`(dimension, block)` of an `nn.rotate_half`."""
    return integer_of(op, "dimension"), integer_of(op, "block")
