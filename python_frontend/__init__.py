"""nnfuse: a neural-network kernel compiler that decides what to fuse, says why, and keeps every bit.

The names are listed in `__init__.pyi` and load on first use, so that a lower floor imports without what an upper one needs.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
