"""The functions of a module."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir


def functions_of(module: ir.Module) -> list[ir.Operation]:
    """The `func.func` ops of a module that have a body, in order. A declaration has none, and nothing in nn IR calls it."""
    functions = [view.operation for view in module.body.operations if view.operation.name == "func.func"]
    return [function for function in functions if has_body(function)]


def has_body(function: ir.Operation) -> bool:
    """Whether a `func.func` is defined here, and not only declared."""
    return bool(list(function.regions[0].blocks))
