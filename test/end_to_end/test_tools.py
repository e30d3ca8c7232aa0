"""The commands as a user runs them: `nnfuse`, `nn-opt`, and IREE's own tools on what they write."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import iree.runtime as iree_runtime
import numpy as np
import pytest

from nnfuse.tools import nnfuse as nnfuse_command

KERNEL = '''"""A kernel file."""

import nnfuse as nf


@nf.kernel((4, 6), (4, 6))
def scaled(x, y):
    return nf.tanh(x * y) + 0.5


@nf.kernel((4, 6))
def total(x):
    return nf.row_reduce_sum(x)
'''
IR = """func.func @scaled(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = "nn.tanh"(%0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
"""
X, Y = (np.random.default_rng(seed).standard_normal((4, 6), np.float32) for seed in (1, 2))


def tool(name):
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def run_tool(*arguments, text=None):
    """Run a command; nothing it prints may be a traceback."""
    command = [tool(arguments[0]), *map(str, arguments[1:])]
    result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in result.stderr
    return result


def succeed(*arguments, text=None):
    result = run_tool(*arguments, text=text)
    assert result.returncode == 0, result.stdout + result.stderr
    return result


@pytest.fixture
def kernel_file(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(KERNEL)
    return path


@pytest.fixture
def ir_file(tmp_path):
    path = tmp_path / "scaled.mlir"
    path.write_text(IR)
    return path


def call_with_iree(module, function, *arrays):
    config = iree_runtime.Config("local-sync")
    context = iree_runtime.SystemContext(config=config)
    context.add_vm_module(iree_runtime.VmModule.copy_buffer(context.instance, Path(module).read_bytes()))
    return context.modules.module[function](*arrays).to_host()


def test_demo_prints_a_table():
    result = succeed("nnfuse", "demo", "--case", "rope", "--target", "cpu", "--rounds", "1")
    lines = result.stdout.splitlines()
    rows = [line for line in lines if "rope" in line]
    assert len(rows) == 4
    for size, row in zip(("17x66", "129x768", "257x1538", "1024x4098"), rows, strict=True):
        assert size in row
        assert "cpu" in row
        assert "same" in row
        assert "ok" in row
    assert "dispatches" in result.stdout
    assert "4 of 4 within 1e-05" in result.stdout


def test_demo_prints_json():
    result = succeed("nnfuse", "demo", "--case", "first_program", "--target", "cpu", "--rounds", "1", "--json")
    (row,) = json.loads(result.stdout)
    assert row["case"] == "first_program"
    assert (row["size"], row["target"], row["groups"], row["dispatches"], row["ops"]) == ("2x4", "cpu", 1, 1, 2)
    assert row["same_bits"] is True
    assert row["ok"] is True
    assert 0 <= row["error"] < 1e-5


def test_run_of_a_file_with_several_kernels(kernel_file):
    result = succeed("nnfuse", "run", kernel_file, "--target", "cpu", "--rounds", "1", "--level", "none", "--json")
    rows = {row["case"]: row for row in json.loads(result.stdout)}
    assert list(rows) == ["scaled", "total"]
    assert rows["scaled"]["groups"] == rows["scaled"]["dispatches"] > rows["total"]["groups"] == 1
    assert all(row["ok"] for row in rows.values())


def test_run_of_an_example():
    import nnfuse.examples.rms_norm

    result = succeed("nnfuse", "run", nnfuse.examples.rms_norm.__file__, "--target", "cpu", "--rounds", "1")
    assert "rms_norm" in result.stdout
    assert "1 of 1 within 1e-05" in result.stdout


def test_compile_of_a_kernel_runs_in_iree(kernel_file, tmp_path):
    output = tmp_path / "scaled.vmfb"
    result = succeed("nnfuse", "compile", kernel_file, "-o", output, "--kernel", "scaled")
    assert "@scaled for cpu" in result.stdout
    assert f"{output.stat().st_size} bytes" in result.stdout
    assert np.allclose(call_with_iree(output, "scaled", X, Y), np.tanh(X * Y) + 0.5, atol=1e-6)


def test_compile_of_nn_ir_runs_in_iree_run_module(ir_file, tmp_path):
    output, answer = tmp_path / "scaled.vmfb", tmp_path / "answer.npy"
    succeed("nnfuse", "compile", ir_file, "-o", output)
    for name, array in (("x", X), ("y", Y)):
        np.save(tmp_path / f"{name}.npy", array)
    succeed(
        *("iree-run-module", f"--module={output}", "--device=local-sync", "--function=scaled"),
        *(f"--input=@{tmp_path / 'x.npy'}", f"--input=@{tmp_path / 'y.npy'}", f"--output=@{answer}"),
    )
    assert np.allclose(np.load(answer), np.tanh(X * Y), atol=1e-6)


@pytest.mark.parametrize("level", ["none", "chain"])
def test_lowered_ir_through_a_pipe_into_iree_compile(level, ir_file, tmp_path):
    output = tmp_path / "scaled.vmfb"
    lowered = succeed("nn-opt", "--pipeline=lower", f"--level={level}", ir_file).stdout
    assert lowered.count("flow.dispatch.region") == {"none": 2, "chain": 1}[level]
    flags = ["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu"]
    succeed("iree-compile", *flags, "-", "-o", output, text=lowered)
    assert np.allclose(call_with_iree(output, "scaled", X, Y), np.tanh(X * Y), atol=1e-6)


def test_nn_opt_reads_standard_input_and_prints_what_it_reads():
    printed = succeed("nn-opt", "-", text=IR).stdout
    assert succeed("nn-opt", "-", text=printed).stdout == printed
    assert '"nn.tanh"' in printed


def test_targets_lists_every_target():
    lines = succeed("nnfuse", "targets").stdout.splitlines()
    assert {line.split()[0] for line in lines} >= {"cpu", "cpu-parallel", "lavapipe", "vulkan", "vulkan-generic"}
    assert all(len(line.split()) > 1 for line in lines)


FILES = {
    "bad.mlir": "func.func @f( {",
    "invalid.mlir": IR.replace("-> tensor<4x6xf32>\n  %1", "-> tensor<6x4xf32>\n  %1").replace('"nn.tanh"(%0)', '"nn.tanh"(%x)'),
    "pretty.mlir": IR.replace('"nn.mul"(', "nn.mul("),
    "empty.mlir": "module {}",
    "two.mlir": IR + IR.replace("@scaled", "@other"),
    "good.mlir": IR,
    "binary.mlir": b"\x4d\x4c\xff\xfe\x00\x01",
    "none.py": "x = 1\n",
    "two.py": KERNEL,
    "syntax.py": "def f(:\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


WRONG_NNFUSE = {
    "unknown case": (["demo", "--case", "gone", "--target", "cpu"], ["no such case", "rope", "gone"]),
    "unknown target": (["demo", "--target", "tpu"], ["unknown target", "cpu", "'tpu'"]),
    "unknown level": (
        ["demo", "--case", "rope", "--target", "cpu", "--level", "max"],
        ["unknown fusion level", "chain", "'max'"],
    ),
    "missing file": (["run", "gone.py"], ["no such file", "gone.py"]),
    "not Python": (["run", "good.mlir"], ["not a Python file", "good.mlir"]),
    "no kernel": (["run", "none.py"], ["defines no kernel", "none.py", "nnfuse.kernel"]),
    "syntax error": (["run", "syntax.py"], ["syntax.py"]),
    "which kernel": (["compile", "two.py", "-o", "x.vmfb"], ["which kernel", "scaled", "total"]),
    "unknown kernel": (["compile", "two.py", "-o", "x.vmfb", "--kernel", "gone"], ["scaled, total", "gone"]),
    "missing IR": (["compile", "gone.mlir", "-o", "x.vmfb"], ["gone.mlir"]),
    "a folder": (["compile", ".", "-o", "x.vmfb"], ["."]),
    "bad IR": (["compile", "bad.mlir", "-o", "x.vmfb"], ["bad.mlir:1:", "error:"]),
    "invalid IR": (["compile", "invalid.mlir", "-o", "x.vmfb"], ["invalid.mlir:2:", "nn.mul", "expected [6, 4]"]),
    "pretty form": (["compile", "pretty.mlir", "-o", "x.vmfb"], ["pretty.mlir:2:8", "nn.mul", "generic form"]),
    "binary": (["compile", "binary.mlir", "-o", "x.vmfb"], ["binary.mlir"]),
    "no function": (["compile", "empty.mlir", "-o", "x.vmfb"], ["no such function", "func.func"]),
    "two functions": (["compile", "two.mlir", "-o", "x.vmfb"], ["scaled", "other"]),
    "unwritable": (["compile", "good.mlir", "-o", "gone/x.vmfb"], ["gone/x.vmfb"]),
}


@pytest.mark.parametrize("name", WRONG_NNFUSE)
def test_nnfuse_says_what_is_wrong(name, folder, monkeypatch, capsys):
    """In this process: anything but an exit is what a user would see as a traceback."""
    arguments, fragments = WRONG_NNFUSE[name]
    monkeypatch.setattr(sys, "argv", ["nnfuse", *arguments])
    with pytest.raises(SystemExit) as caught:
        nnfuse_command.main()
    assert caught.value.code == 1
    errors = capsys.readouterr().err
    for fragment in fragments:
        assert fragment in errors
    assert not (folder / "x.vmfb").exists()


WRONG_NN_OPT = {
    "missing file": (["gone.mlir"], ["gone.mlir"]),
    "bad IR": (["bad.mlir"], ["bad.mlir:1:", "error:"]),
    "invalid IR": (["invalid.mlir"], ["invalid.mlir:2:", "nn.mul"]),
    "pretty form": (["pretty.mlir"], ["pretty.mlir:2:8", "generic form"]),
    "binary": (["binary.mlir"], ["binary.mlir"]),
    "unknown pass": (["--pipeline=nn-gone", "good.mlir"], ["nn-gone", "nn-plan"]),
    "unknown level": (["--pipeline=plan", "--level=max", "good.mlir"], ["unknown fusion level", "chain"]),
    "unknown target": (["--target=tpu", "good.mlir"], ["unknown target", "'tpu'"]),
    "unwritable": (["good.mlir", "-o", "gone/x.mlir"], ["gone/x.mlir"]),
}


@pytest.mark.parametrize("name", WRONG_NN_OPT)
def test_nn_opt_says_what_is_wrong(name, folder, monkeypatch, capsys):
    from nnfuse.tools import nn_opt

    arguments, fragments = WRONG_NN_OPT[name]
    with pytest.raises(SystemExit) as caught:
        nn_opt.main(arguments)
    assert caught.value.code == 1
    errors = capsys.readouterr().err
    for fragment in fragments:
        assert fragment in errors


@pytest.mark.parametrize("command", [["nnfuse", "demo", "--rounds", "0"], ["nnfuse", "gone"], ["nn-opt", "--gone"]], ids=" ".join)
def test_a_wrong_command_line_is_status_2(command):
    result = run_tool(*command)
    assert result.returncode == 2
    assert result.stderr


def test_an_error_of_the_real_command(folder):
    result = run_tool("nnfuse", "compile", "gone.py", "-o", "x.vmfb")
    assert result.returncode == 1
    assert "no such file" in result.stderr
    assert result.stdout == ""
