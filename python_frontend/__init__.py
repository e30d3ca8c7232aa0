"""nnfuse: a neural-network kernel compiler that decides what to fuse, says why, and keeps every bit.

Names load on first use, so that a lower floor imports without what an upper one needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nnfuse.compiler import CompiledKernel, compile, reference
    from nnfuse.dialect.errors import DTypeError, Error, ParseError, ShapeError, VerificationError
    from nnfuse.dsl.expression import Expression, constant, leaf, rparam
    from nnfuse.dsl.functions import (
        abs,
        cast,
        col_broadcast,
        col_reduce_max,
        col_reduce_sum,
        exp,
        log,
        matmul,
        max,
        min,
        relu,
        rotate_half,
        row_broadcast,
        row_reduce_max,
        row_reduce_sum,
        rsqrt,
        select,
        sqrt,
        tanh,
        transpose,
    )
    from nnfuse.errors import ExpressionError
    from nnfuse.kernels import Kernel, kernel
    from nnfuse.module_builder import ModuleBuilder
    from nnfuse.passes.errors import LoweringError, PassError, PlanError
    from nnfuse.passes.target import Target
    from nnfuse.runtime.devices import find_target
    from nnfuse.runtime.errors import CallError, CompileError, DeviceError, TargetError
    from nnfuse.specs import TensorSpec

_HOME = {
    "nnfuse.compiler": ("CompiledKernel", "compile", "reference"),
    "nnfuse.dialect.errors": ("DTypeError", "Error", "ParseError", "ShapeError", "VerificationError"),
    "nnfuse.dsl.expression": ("Expression", "constant", "leaf", "rparam"),
    "nnfuse.dsl.functions": (
        *("abs", "cast", "col_broadcast", "col_reduce_max", "col_reduce_sum", "exp", "log", "matmul", "max", "min"),
        *("relu", "rotate_half", "row_broadcast", "row_reduce_max", "row_reduce_sum", "rsqrt", "select", "sqrt"),
        *("tanh", "transpose"),
    ),
    "nnfuse.errors": ("ExpressionError",),
    "nnfuse.kernels": ("Kernel", "kernel"),
    "nnfuse.module_builder": ("ModuleBuilder",),
    "nnfuse.passes.errors": ("LoweringError", "PassError", "PlanError"),
    "nnfuse.passes.target": ("Target",),
    "nnfuse.runtime.devices": ("find_target",),
    "nnfuse.runtime.errors": ("CallError", "CompileError", "DeviceError", "TargetError"),
    "nnfuse.specs": ("TensorSpec",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'nnfuse' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
