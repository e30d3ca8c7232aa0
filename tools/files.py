"""What the commands take as FILE: a Python file with kernels, or a file of nn IR."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.text import parse_file
from nnfuse.errors import SourceError
from nnfuse.kernels import Kernel


def load_kernels(path: Path) -> list[Kernel]:
    """The kernels that a Python file defines, in order; the file is run as a module of its own name.

    Raises `SourceError` if there are none or the file is no Python, or whatever the file itself raises.
    """
    if not path.is_file():
        raise SourceError("no such file", actual=str(path))
    specification = importlib.util.spec_from_file_location(path.stem, path)
    if specification is None or specification.loader is None:
        raise SourceError("not a Python file", expected="a name ending in .py", actual=str(path))
    module = importlib.util.module_from_spec(specification)
    try:
        specification.loader.exec_module(module)
    except SyntaxError as error:
        raise SourceError(f"not valid Python: {error.msg}", where=f"{error.filename}:{error.lineno}:{error.offset}") from None
    kernels = [value for value in vars(module).values() if isinstance(value, Kernel)]
    if not kernels:
        raise SourceError(
            "the file defines no kernel", where=str(path), hint="decorate a function with @nnfuse.kernel(shape, ...)"
        )
    return kernels


def load_source(path: Path, name: str | None) -> Kernel | ir.Module:
    """The kernel of a Python file (`name` chooses among several), or the module of any other file."""
    if path.suffix != ".py":
        return parse_file(path)
    kernels = load_kernels(path)
    chosen = [kernel for kernel in kernels if name in (None, kernel.name)]
    if len(chosen) != 1:
        names = ", ".join(kernel.name for kernel in kernels)
        raise SourceError("which kernel?", expected=f"--kernel with one of {names}", actual=str(name), where=str(path))
    return chosen[0]
