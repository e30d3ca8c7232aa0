"""`nn-opt`: read nn IR, run passes, print nn or linalg. The project's `mlir-opt`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nnfuse.dialect.errors import Error
from nnfuse.dialect.text import parse_file, parse_module, print_module, verify
from nnfuse.passes.pipelines import PASSES, PIPELINES, State, parse_pipeline, parse_tau, run_pipeline
from nnfuse.passes.planning.levels import DEFAULT_LEVEL, LEVELS
from nnfuse.passes.planning.load import read_plan_file
from nnfuse.passes.planning.plan import plans_to_json
from nnfuse.runtime.devices import find_target
from nnfuse.runtime.target_files import target_names

_BUILTIN = {"canonicalize": "MLIR's canonicalizer", "cse": "MLIR's common subexpression elimination"}

_EPILOG = f"""
named pipelines:
{chr(10).join(f"  {name:<8}{text}{chr(10)}{'':10}= {passes}" for name, (passes, text) in PIPELINES.items())}

examples:
  nn-opt kernel.mlir                              parse, verify, print
  nn-opt --canonicalize --cse kernel.mlir         run passes in this order
  nn-opt --cse --nn-plan=level=none -             read standard input
  nn-opt --pipeline=lower --level=chain kernel.mlir | iree-compile --iree-hal-target-device=local \\
      --iree-hal-local-target-device-backends=llvm-cpu - -o kernel.vmfb
  nn-opt --pipeline=plan --plan-output plan.json kernel.mlir; nn-opt --pipeline=plan --plan plan.json kernel.mlir
  nn-opt --pipeline=lower --target=lavapipe kernel.mlir | iree-compile - -o kernel.vmfb
"""


class _AppendPass(argparse.Action):
    """Collects `--pass-name` flags in the order in which they are written."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        namespace.passes.append((option_string or "").lstrip("-"))


def _split_pass_options(argv: Sequence[str]) -> list[str]:
    """`--nn-plan=level=none` as an item of the hidden `--pass-with-options`, which argparse can keep in order."""
    split = []
    for token in argv:
        name, separator, options = token.removeprefix("--").partition("=")
        if token.startswith("--") and separator and name in PASSES:
            split.append(f"--pass-with-options={name}{{{options}}}")
        else:
            split.append(token)
    return split


def make_parser() -> argparse.ArgumentParser:
    """The command line of `nn-opt`."""
    parser = argparse.ArgumentParser(
        prog="nn-opt",
        description="Read nn IR in MLIR's generic form, run passes, and print nn IR, or linalg IR after nn-lower-to-linalg.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("input", nargs="?", default="-", help="a file of nn IR, or - for standard input (default)")
    parser.add_argument("-o", "--output", default="-", help="where to write (default: standard output)")
    parser.add_argument("--pipeline", action="append", default=[], help="a named pipeline, or passes: 'cse,nn-plan{level=none}'")
    parser.add_argument(
        "--level", default=DEFAULT_LEVEL, help=f"fusion level of nn-plan: {', '.join(LEVELS)} (default {DEFAULT_LEVEL})"
    )
    parser.add_argument("--target", default="cpu", help=f"target of lowering: {', '.join(target_names())} (default cpu)")
    parser.add_argument("--plan-output", metavar="FILE", help="write the plan of each function as JSON, - for standard error")
    parser.add_argument("--plan", metavar="FILE", help="take this plan, checked by the gates, instead of making one")
    parser.add_argument("--force", action="store_true", help="with --plan: also take merges that only do not pay")
    parser.add_argument("--tau", help="how far results may move for cheaper formulas: 1e-3, or float32:1e-6,float16:1e-3")
    parser.add_argument("--locations", action="store_true", help="print source locations")
    passes = parser.add_argument_group("passes, run in the order given, after --pipeline")
    parser.set_defaults(passes=[])
    for name, description in _BUILTIN.items():
        passes.add_argument(f"--{name}", nargs=0, action=_AppendPass, help=description)
    for item in PASSES.values():
        options = "; ".join(f"--{item.name}={key}=VALUE with {meaning}" for key, meaning in item.options.items())
        description = f"{item.description}{f' ({options})' if options else ''}"
        passes.add_argument(f"--{item.name}", nargs=0, action=_AppendPass, help=description)
    parser.add_argument("--pass-with-options", action="append", dest="passes", help=argparse.SUPPRESS)
    return parser


def run(arguments: argparse.Namespace) -> str:
    """The text that `nn-opt` prints; raises `Error`."""
    pipeline = ",".join([*[PIPELINES[text][0] if text in PIPELINES else text for text in arguments.pipeline], *arguments.passes])
    parse_pipeline(pipeline)
    target = find_target(arguments.target)
    module = parse_module(sys.stdin.read()) if arguments.input == "-" else parse_file(arguments.input)
    given = read_plan_file(arguments.plan) if arguments.plan else None
    tau = parse_tau(arguments.tau) if arguments.tau else {}
    state = State(module, target, arguments.level, given=given, force=arguments.force, tau=tau)
    run_pipeline(state, pipeline)
    verify(module)
    if arguments.plan_output:
        text = plans_to_json(state.plans)
        if arguments.plan_output == "-":
            sys.stderr.write(text)
        else:
            Path(arguments.plan_output).write_text(text)
    if state.linalg is not None:
        return str(state.linalg.operation.get_asm(enable_debug_info=arguments.locations))
    return print_module(module, locations=arguments.locations)


def main(argv: Sequence[str] | None = None) -> None:
    """The entry point of `nn-opt`: exit status 0, 1 for an error in the input or a pass, 2 for a wrong command line."""
    arguments = make_parser().parse_args(_split_pass_options(sys.argv[1:] if argv is None else argv))
    try:
        text = run(arguments)
        if arguments.output == "-":
            sys.stdout.write(text if text.endswith("\n") else text + "\n")
            sys.stdout.flush()
        else:
            Path(arguments.output).write_text(text)
    except (Error, OSError) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
