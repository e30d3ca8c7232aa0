"""Scans: running folds along a dimension. Source: manual, section 12 (its outer scans are in `composites.py`)."""

from collections.abc import Callable, Sequence

import numpy as np

from nnfuse.dialect.bindings import Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integer_of, require, string_of
from nnfuse.dialect.types import element_type_of, shape_of

SCAN_KINDS: dict[str, Callable[..., np.ndarray]] = {"sum": np.cumsum, "prod": np.cumprod}


class Scan(NNOperation, name="scan", traits=[Pure]):
    """Each element is the fold (sum or prod) of those up to and with it along `dimension`, by ascending index, in f32."""

    family = "scan"
    shapes = "result as operand"
    dsl, manual = "cumsum(x, axis), cumprod(x, axis)", "-"

    operand: Operand[ir.RankedTensorType]
    kind: ir.StringAttr
    dimension: ir.IntegerAttr
    result: Result[ir.RankedTensorType]

    @staticmethod
    def check(op: ir.Operation) -> None:
        kind, dimension = string_of(op, "kind"), integer_of(op, "dimension")
        require(kind in SCAN_KINDS, f"has kind '{kind}', expected one of {', '.join(SCAN_KINDS)}")
        source, target = shape_of(op.operands[0]), shape_of(op.results[0])
        require(source == target, f"result has shape {list(target)}, expected {list(source)} like the operand")
        require(0 <= dimension < len(source), f"dimension {dimension} is out of range for rank {len(source)}")
        for name, value in (("operand", op.operands[0]), ("result", op.results[0])):
            element = str(element_type_of(value))
            require(element == "f32", f"{name} has element type {element}, expected f32; scans accumulate in f32")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return SCAN_KINDS[string_of(op, "kind")](operands[0], axis=integer_of(op, "dimension"))
