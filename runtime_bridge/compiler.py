"""Compiling linalg IR to a module file in worker processes, so that a crash or a hang is an error and no more.

A worker serves one compilation at a time and is kept for the next. One that exceeds the time limit is killed.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from nnfuse.passes.target import Target
from nnfuse.runtime.errors import CompileError
from nnfuse.runtime.worker import receive, send

DEFAULT_TIME_LIMIT = 120.0

_idle: list[_Worker] = []
_lock = threading.Lock()


class _Worker:
    """A running worker process."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, "-m", "nnfuse.runtime.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.timed_out = False

    def compile(self, source: bytes, target: Target, time_limit: float) -> tuple[bytes | None, str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = threading.Timer(time_limit, self._expire)
        timer.start()
        try:
            send(self.process.stdin, (source, list(target.compile_flags), target.kind == "vulkan"))
            answer: tuple[bytes | None, str] = receive(self.process.stdout)
            return answer
        except BaseException:
            self.process.kill()  # also on KeyboardInterrupt: the worker's state is unknown
            raise
        finally:
            timer.cancel()

    def _expire(self) -> None:
        self.timed_out = True
        self.process.kill()


def compile_module(linalg: str, target: Target, *, time_limit: float = DEFAULT_TIME_LIMIT) -> bytes:
    """The `.vmfb` bytes of a linalg module for `target`.

    Args:
        linalg: MLIR text that `iree-compile` accepts.
        time_limit: seconds, after which the compiler is killed.

    Raises:
        CompileError: with the diagnostics and the file in which the IR was kept.
    """
    worker = _take_worker()
    try:
        module, diagnostics = worker.compile(linalg.encode(), target, time_limit)
    except (EOFError, OSError):
        worker.process.wait()
        where = f"IR kept in {_keep(linalg)}"
        if worker.timed_out:
            raise CompileError(
                f"the compiler did not finish for target '{target.name}'",
                expected=f"at most {time_limit:g} s",
                where=where,
                hint="raise time_limit, or use a lower fusion level",
            ) from None
        raise CompileError(
            f"the compiler crashed for target '{target.name}'", actual=f"exit status {worker.process.returncode}", where=where
        ) from None
    with _lock:
        _idle.append(worker)
    if module is None:
        where = f"IR kept in {_keep(linalg)}"
        raise CompileError(f"the compiler refused the IR for target '{target.name}'", actual=diagnostics.strip(), where=where)
    return module


def _take_worker() -> _Worker:
    with _lock:
        while _idle:
            worker = _idle.pop()
            if worker.process.poll() is None:
                return worker
    return _Worker()


def _keep(linalg: str) -> Path:
    """Save IR that failed; the same IR has the same file."""
    folder = Path(tempfile.gettempdir()) / f"nnfuse-failed-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{hashlib.sha256(linalg.encode()).hexdigest()[:16]}.mlir"
    path.write_text(linalg)
    return path


@atexit.register
def _stop_workers() -> None:
    with _lock:
        for worker in _idle:
            worker.process.kill()
            worker.process.wait()
        _idle.clear()
