"""Write the `nn` dialect as IRDL, for stock `mlir-opt` and `iree-opt` (`--irdl-file=`).

IRDL carries names, operands, results and attribute constraints; not traits, and not the Python verifiers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nnfuse.dialect.bindings import NN
from nnfuse.dialect.context import create_context


def irdl_text() -> str:
    """The dialect's definition as text."""
    with create_context():
        return str(NN._emit_module())


def main() -> None:
    """The entry point of `python -m nnfuse.tools.irdl`."""
    parser = argparse.ArgumentParser(prog="python -m nnfuse.tools.irdl", description=__doc__)
    parser.add_argument("-o", "--output", default="-", help="where to write (default: standard output)")
    arguments = parser.parse_args()
    if arguments.output == "-":
        sys.stdout.write(irdl_text())
    else:
        Path(arguments.output).write_text(irdl_text())


if __name__ == "__main__":
    main()
