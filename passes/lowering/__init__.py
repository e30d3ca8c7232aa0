"""Lowering by translation: read a planned nn module, write linalg in `flow.dispatch.region`s with IREE's bindings."""
