"""The `nn` namespace: every op class and every builder function. MLIR's bindings look the dialect up here."""

__all__ = [name for name in dir() if not name.startswith("_")]
