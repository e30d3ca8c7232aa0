"""Runs the lit tests as part of pytest, so that one command runs everything."""

import subprocess
import sys
from pathlib import Path


def test_lit():
    command = [sys.executable, "-m", "lit.main", "-v", "-j2", str(Path(__file__).parent)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr
