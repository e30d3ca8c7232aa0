"""The only door to `torch_mlir.dialects.ext`: the `nn` dialect object, traits and field types.

Upstream reference: MLIR Python bindings, `mlir.dialects.ext`. The extension is young and changes, so every
use of it stays in this file and in the op definitions that import from here.
"""

from typing import Any

from torch_mlir import ir
from torch_mlir._mlir_libs._mlir import globals as _globals
from torch_mlir.dialects import ext
from torch_mlir.dialects.ext import Operand, Pure, Region, Result

__all__ = ["NN", "Boolean", "Integers", "Operand", "Pure", "ReadsAndWrites", "Region", "Result", "Terminator", "ir"]

# Without this every downcast to an OpView searches for `torch_mlir.dialects.nn` again: 10-17x slower.
_globals.append_dialect_search_prefix("nnfuse.dialect")


# What IRDL can say of a boolean attribute: one of the two.
Boolean = ir.BoolAttr[True] | ir.BoolAttr[False]

# IRDL has no base constraint for an i64 array; MLIR's own typed accessors reject anything else in `check`.
Integers = Any


class NN(ext.Dialect, name="nn"):
    """The dialect object; op classes subclass `NN.Operation`."""


class ReadsAndWrites:
    """The op reads and writes memory: never merged, moved past another one, or removed."""

    class Effects(ir.MemoryEffectsOpInterface):
        """Both effects on the whole memory."""

        @staticmethod
        def get_effects(op: ir.Operation, effects: ir.MemoryEffectInstancesList) -> None:
            """Add a read and a write."""
            effects.append(ir.MemoryEffect.Read)
            effects.append(ir.MemoryEffect.Write)

    @staticmethod
    def attach(op_name: str) -> None:
        ReadsAndWrites.Effects.attach(op_name)


class Terminator:
    """The op ends a block."""

    @staticmethod
    def attach(op_name: str) -> None:
        ir.IsTerminatorTrait.attach(op_name)
