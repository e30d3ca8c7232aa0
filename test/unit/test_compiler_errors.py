"""IREE's compiler in its worker: refusal, crash and hang are errors that keep the IR, and the next compilation works."""

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.runtime import compiler

GARBAGE = "module { func.func @f() { this is no linalg } }"
IR = nf.compile(nf.tanh(nf.leaf((4, 5)))).linalg_ir


@pytest.fixture(autouse=True)
def later_compilation_works():
    yield
    kernel = nf.compile(nf.leaf((2, 3)) + 1.0)
    assert (kernel(np.ones((2, 3), np.float32)) == 2).all()


def kept_file(error):
    """The file that the message names; it holds the IR."""
    match = re.search(r"IR kept in (\S+\.mlir)", str(error))
    assert match, str(error)
    path = Path(match.group(1))
    assert path.is_file()
    return path


def test_refusal():
    with pytest.raises(nf.CompileError, match="the compiler refused the IR for target 'cpu'") as caught:
        compiler.compile_module(GARBAGE, nf.find_target("cpu"))
    assert kept_file(caught.value).read_text() == GARBAGE
    assert re.search(r"<nnfuse>:1:\d+: error: ", caught.value.actual)


def test_refusal_of_ir_that_parses():
    text = IR.replace("math.tanh", "math.gone")
    assert text != IR
    with pytest.raises(nf.CompileError, match=r"math\.gone") as caught:
        compiler.compile_module(text, nf.find_target("cpu"))
    assert kept_file(caught.value).read_text() == text


def test_the_kept_file_is_the_users_own():
    with pytest.raises(nf.CompileError) as caught:
        compiler.compile_module(GARBAGE, nf.find_target("cpu"))
    folder = kept_file(caught.value).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_same_ir_has_the_same_file_and_other_ir_another():
    paths = []
    for text in (GARBAGE, GARBAGE, f"{GARBAGE} // other"):
        with pytest.raises(nf.CompileError) as caught:
            compiler.compile_module(text, nf.find_target("cpu"))
        paths.append(kept_file(caught.value))
    assert paths[0] == paths[1] != paths[2]


def test_a_refusal_keeps_the_worker(monkeypatch):
    monkeypatch.setattr(compiler, "_idle", [])
    with pytest.raises(nf.CompileError):
        compiler.compile_module(GARBAGE, nf.find_target("cpu"))
    (worker,) = compiler._idle
    compiler.compile_module(IR, nf.find_target("cpu"))
    assert compiler._idle == [worker]
    worker.process.kill()
    worker.process.wait()


def test_crash_in_the_middle_of_a_compilation(monkeypatch):
    """The worker is killed when it has been sent its work."""
    monkeypatch.setattr(compiler, "_idle", [])
    worker = compiler._Worker()
    compiler._idle.append(worker)
    send = compiler.send

    def send_and_kill(stream, message):
        send(stream, message)
        os.kill(worker.process.pid, signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(compiler, "send", send_and_kill)
        with pytest.raises(nf.CompileError, match="the compiler crashed for target 'cpu'") as caught:
            compiler.compile_module(IR, nf.find_target("cpu"))
    assert "exit status -9" in str(caught.value)
    assert kept_file(caught.value).read_text() == IR
    assert worker not in compiler._idle


def test_crash_before_a_compilation_is_not_noticed(monkeypatch):
    """A worker that died while idle is replaced."""
    monkeypatch.setattr(compiler, "_idle", [])
    compiler.compile_module(IR, nf.find_target("cpu"))
    (worker,) = compiler._idle
    worker.process.kill()
    worker.process.wait()
    assert compiler.compile_module(IR, nf.find_target("cpu"))
    assert worker not in compiler._idle


class Stub(compiler._Worker):
    """A worker whose process runs another program."""

    program = ""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-c", self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.timed_out = False


@pytest.mark.parametrize(
    ("program", "status"),
    [("import os; os.abort()", -6), ("import sys; sys.exit(3)", 3), ("print('x', end='')", 0)],
    ids=["abort", "exit", "half an answer"],
)
def test_crash_of_each_kind(program, status, monkeypatch):
    monkeypatch.setattr(compiler, "_idle", [])
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "_Worker", type("Crash", (Stub,), {"program": program}))
        with pytest.raises(nf.CompileError, match="crashed") as caught:
            compiler.compile_module(IR, nf.find_target("cpu"))
    assert f"exit status {status}" in str(caught.value)
    assert kept_file(caught.value).read_text() == IR
    assert compiler._idle == []


def test_hang(monkeypatch):
    """A worker that never answers is killed when the time is over."""
    monkeypatch.setattr(compiler, "_idle", [])
    stub = type("Hang", (Stub,), {"program": "import time; time.sleep(600)"})
    workers = []
    with monkeypatch.context() as patch:
        patch.setattr(compiler, "_Worker", lambda: workers.append(stub()) or workers[0])
        with pytest.raises(nf.CompileError, match="did not finish for target 'cpu'") as caught:
            compiler.compile_module(IR, nf.find_target("cpu"), time_limit=0.3)
    assert "at most 0.3 s" in str(caught.value)
    assert "time_limit" in caught.value.hint
    assert kept_file(caught.value).read_text() == IR
    assert workers[0].process.poll() is not None
    assert compiler._idle == []


def test_time_limit_of_compile():
    with pytest.raises(nf.CompileError, match="did not finish") as caught:
        nf.compile(nf.exp(nf.leaf((7, 9))), time_limit=0.01)
    assert "at most 0.01 s" in str(caught.value)
    assert "linalg.generic" in kept_file(caught.value).read_text()
