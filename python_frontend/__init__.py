"""nnfuse: a neural-network kernel compiler that decides what to fuse, says why, and keeps every bit.

The names are listed in `__init__.pyi` and load on first use, so that a lower floor imports without what an upper one needs.
"""

from typing import Any

import lazy_loader

from nnfuse.renamed import INSTEAD

_load, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    if name in INSTEAD:
        raise AttributeError(f"module 'nnfuse' has no '{name}'; write {INSTEAD[name]}")
    return _load(name)


__version__ = "0.1.0"
