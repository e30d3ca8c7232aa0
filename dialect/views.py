"""Index views: the result's elements are the operand's elements at other indices.

An affine view answers `index_map(op)`: the affine map from result coordinates to operand coordinates. Analyses and
lowering compose these maps and never look at a view's name. Source: compute-engine manual, section 8.6.
"""

from collections.abc import Sequence

import numpy as np

from nnfuse.dialect.bindings import Integers, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, require
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


def permutation_of(op: ir.Operation) -> list[int]:
    """The permutation of an `nn.transpose`."""
    return list(ir.DenseI64ArrayAttr(op.attributes["permutation"]))


def rotation_of(op: ir.Operation) -> tuple[int, int]:
    """`(dimension, block)` of an `nn.rotate_half`."""
    return ir.IntegerAttr(op.attributes["dimension"]).value, ir.IntegerAttr(op.attributes["block"]).value
