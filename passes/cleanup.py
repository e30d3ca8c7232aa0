"""Clean-up by MLIR's own passes: dead code, canonical order, common subexpressions."""

from __future__ import annotations

from torch_mlir.passmanager import PassManager

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.text import diagnostics_text
from nnfuse.passes.errors import PassError


def run_builtin(module: ir.Module, pipeline: str) -> None:
    """Run a stretch of MLIR's own passes on `module`, in place; `pipeline` is textual, such as `canonicalize,cse`."""
    with module.context:
        try:
            manager = PassManager.parse(f"builtin.module({pipeline})")
        except ValueError as error:
            raise PassError(f"not a pass pipeline: {pipeline}", actual=str(error).strip()) from None
        try:
            manager.run(module.operation)
        except ir.MLIRError as error:
            raise PassError(f"'{pipeline}' failed", actual=diagnostics_text(error)) from None


def clean_up(module: ir.Module) -> None:
    """Remove dead ops and merge equal ones, in place."""
    run_builtin(module, "canonicalize,cse")
