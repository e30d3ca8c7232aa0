"""The compile worker's own program: read (IR, flags) from standard input, answer with a module or diagnostics.

Run as `python -m nnfuse.runtime.worker`. Messages are pickled and prefixed by their length. The compiler's session
lives in this process, so that killing the process ends the compilation.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import tempfile
from typing import IO, Any

LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    payload = pickle.dumps(message)
    stream.write(LENGTH.pack(len(payload)) + payload)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message; raises EOFError if the other side is gone."""
    head = _read(stream, LENGTH.size)
    return pickle.loads(_read(stream, LENGTH.unpack(head)[0]))


def _read(stream: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = stream.read(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def compile_ir(source: bytes, flags: list[str]) -> tuple[bytes | None, str]:
    """The compiled module, or None, and the compiler's diagnostics."""
    from iree.compiler.api import Invocation, Output, Session, Source  # noqa: PLC0415  (the worker's only heavy import)

    with tempfile.TemporaryFile() as diagnostics:
        saved = os.dup(2)
        os.dup2(diagnostics.fileno(), 2)
        try:
            session = Session()
            session.set_flags(*flags)
            invocation = Invocation(session)
            invocation.enable_console_diagnostics()
            module = None
            if (
                invocation.parse_source(Source.wrap_buffer(session, source + b"\0", buffer_name="<nnfuse>"))
                and invocation.execute()
            ):
                output = Output.open_membuffer()
                invocation.output_vm_bytecode(output)
                module = bytes(output.map_memory())
        except Exception as error:
            return None, f"{type(error).__name__}: {error}"
        finally:
            os.dup2(saved, 2)
            os.close(saved)
        diagnostics.seek(0)
        return module, diagnostics.read().decode(errors="replace")


def main() -> None:
    """Serve until standard input ends."""
    # Whatever the compiler prints must not get into the protocol.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            source, flags = receive(sys.stdin.buffer)
        except EOFError:
            return
        send(answers, compile_ir(source, flags))


if __name__ == "__main__":
    main()
