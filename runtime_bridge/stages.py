"""One compilation with IREE's compiler library, in this process; Vulkan code is marked exact on the way.

Vulkan drivers contract and reassociate floats unless SPIR-V says `NoContraction`, and IREE has no option that writes it. The
IR between code generation and serialisation is text with one line for each operation: there the mark is added.
"""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
from collections.abc import Callable

from iree.compiler.api import Invocation, Output, Session, Source, ctypes_dl

_GENERATED = b"executable-targets"
_ARITHMETIC = re.compile(rb"(spirv\.(?:FAdd|FSub|FMul|FDiv|FNegate) %[\w#]+(?:, %[\w#]+)?)( \{)?")


def compile_ir(source: bytes, flags: list[str], mark_exact: bool) -> tuple[bytes | None, str]:
    """The compiled module, or None, and the compiler's diagnostics.

    Args:
        source: MLIR text.
        flags: as `iree-compile` takes them.
        mark_exact: whether SPIR-V arithmetic is decorated `NoContraction`.
    """
    with tempfile.TemporaryFile() as diagnostics:
        saved = os.dup(2)
        os.dup2(diagnostics.fileno(), 2)
        try:
            session = Session()
            session.set_flags(*flags)
            module = _compile_exact(session, source) if mark_exact else _run(session, source, _bytecode)
        except Exception as error:
            return None, f"{type(error).__name__}: {error}"
        finally:
            os.dup2(saved, 2)
            os.close(saved)
        diagnostics.seek(0)
        return module, diagnostics.read().decode(errors="replace")


def _compile_exact(session: Session, source: bytes) -> bytes | None:
    generated = _run(session, source, _text, stop_after=_GENERATED)
    if generated is None:
        return None
    return _run(session, mark_no_contraction(generated), _bytecode, start_after=_GENERATED)


def mark_no_contraction(text: bytes) -> bytes:
    """SPIR-V dialect text with `no_contraction` on every float operation that a driver might contract or reassociate."""
    return _ARITHMETIC.sub(lambda match: match[1] + (b" {no_contraction, " if match[2] else b" {no_contraction}"), text)


def _run(
    session: Session,
    source: bytes,
    output: Callable[[Invocation, Output], None],
    *,
    start_after: bytes | None = None,
    stop_after: bytes | None = None,
) -> bytes | None:
    invocation = Invocation(session)
    invocation.enable_console_diagnostics()
    if start_after is not None:
        _set_phase("ireeCompilerInvocationSetCompileFromPhase", invocation, start_after)
    if stop_after is not None:
        _set_phase("ireeCompilerInvocationSetCompileToPhase", invocation, stop_after)
    if not invocation.parse_source(Source.wrap_buffer(session, source + b"\0", buffer_name="<nnfuse>")):
        return None
    if not invocation.execute():
        return None
    buffer = Output.open_membuffer()
    output(invocation, buffer)
    return bytes(buffer.map_memory())


def _bytecode(invocation: Invocation, output: Output) -> None:
    invocation.output_vm_bytecode(output)


def _text(invocation: Invocation, output: Output) -> None:
    invocation.output_ir(output)


def _set_phase(name: str, invocation: Invocation, phase: bytes) -> None:
    """The C API's function of this name, which the Python API leaves out."""
    function = getattr(ctypes_dl._dylib, name)
    function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_char_p], None
    function(invocation._inv_p, phase)
