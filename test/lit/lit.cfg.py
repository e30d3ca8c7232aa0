"""lit configuration: .mlir files with RUN lines; tools come from the environment that runs lit."""

import os
import sys
import tempfile
from pathlib import Path

import lit.formats

config.name = "nnfuse"  # noqa: F821  (lit defines config)
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir"]  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.test_exec_root = os.path.join(tempfile.gettempdir(), "nnfuse-lit")  # noqa: F821

tools = Path(sys.executable).parent
config.environment["PATH"] = os.pathsep.join([str(tools), os.environ.get("PATH", "")])  # noqa: F821
config.substitutions.append(("FileCheck", "filecheck"))  # noqa: F821
config.substitutions.append(("%cpu-flags", "--iree-hal-target-device=local --iree-hal-local-target-device-backends=llvm-cpu"))  # noqa: F821
