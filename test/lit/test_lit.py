"""Runs the lit tests as part of pytest, so that one command runs everything."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_lit():
    command = [str(Path(sys.executable).parent / "lit"), "-v", "-j2", str(HERE)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stdout + result.stderr
    # A run that finds nothing succeeds too.
    passed = re.search(r"Passed\s*:\s*(\d+)", result.stdout)
    assert passed is not None, result.stdout
    assert int(passed.group(1)) == len(list(HERE.rglob("*.mlir")))
