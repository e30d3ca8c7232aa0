"""Contexts that know the `nn` dialect, made so that Python verifiers and passes are safe in them."""

from __future__ import annotations

import threading

import nnfuse.dialect.nn  # noqa: F401  (defines every op before the first load)
from nnfuse.dialect.bindings import NN, ir

# Loading a dialect touches process-wide registries; two threads at once crash.
_lock = threading.Lock()


def create_context() -> ir.Context:
    """A new MLIR context with `nn` loaded and multithreading off (with it on, Python verifiers deadlock)."""
    with _lock:
        context = ir.Context()
        context.enable_multithreading(False)
        with context:
            NN.load()
    return context
