"""The compile worker's own program: read requests, answer with modules or diagnostics.

A request is (IR, flags, whether to mark arithmetic exact).

Run as `python -m nnfuse.runtime.worker`. Messages are pickled and prefixed by their length. The compiler's session
lives in this process, so that killing the process ends the compilation.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
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


def main() -> None:
    """Serve until standard input ends."""
    from nnfuse.runtime.stages import compile_ir  # noqa: PLC0415  (the parent imports this module, and no compiler)

    # Whatever the compiler prints must not get into the protocol.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            source, flags, mark_exact = receive(sys.stdin.buffer)
        except EOFError:
            return
        send(answers, compile_ir(source, flags, mark_exact))


if __name__ == "__main__":
    main()
