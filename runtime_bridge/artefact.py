"""What a compiled module contains: counted in its disassembly, not believed from the plan."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from nnfuse.runtime.errors import CompileError

_DISPATCH = "vm.call.variadic @hal.command_buffer.dispatch"
_COPY = re.compile(r"vm\.call.*@hal\.command_buffer\.(?:copy|fill|update)_buffer")


def disassemble(module: bytes) -> str:
    """The VM disassembly of a `.vmfb`."""
    tool = shutil.which("iree-dump-module", path=str(Path(sys.executable).parent)) or shutil.which("iree-dump-module")
    if tool is None:
        raise CompileError("iree-dump-module is not installed", hint="reinstall iree-base-runtime")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.vmfb"
        path.write_bytes(module)
        command = [tool, "--output=disassembly", str(path)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def count_dispatches(module: bytes) -> int:
    """How many dispatches the module's command buffers record, all functions together."""
    return disassemble(module).count(_DISPATCH)


def count_copies(module: bytes) -> int:
    """How many buffer copies and fills the module's command buffers record."""
    return len(_COPY.findall(disassemble(module)))
