"""The `nnfuse` command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console

import nnfuse
from nnfuse.examples.cases import Case, all_cases, random_arrays
from nnfuse.passes.pipelines import parse_tau
from nnfuse.passes.planning.levels import DEFAULT_LEVEL, LEVELS
from nnfuse.passes.planning.load import read_plan_file
from nnfuse.passes.planning.plan import plans_to_json
from nnfuse.runtime.devices import find_target, vulkan_device_name, why_no_vulkan
from nnfuse.runtime.target_files import target_names
from nnfuse.tools.demo import make_table, run_cases, to_json
from nnfuse.tools.explain import explain as make_plans
from nnfuse.tools.explain import print_tables, to_dot
from nnfuse.tools.explain import why as explain_pair
from nnfuse.tools.files import load_kernels, load_source
from nnfuse.tools.measure import TOLERANCE

app = typer.Typer(
    help="A neural-network kernel compiler that decides what to fuse, says why, and keeps every bit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Level = Annotated[str, typer.Option(help=f"Fusion level: {', '.join(LEVELS)}.")]
Targets = Annotated[
    list[str], typer.Option("--target", help="Repeat for several. Default: cpu, and vulkan where there is a device.")
]
TauOption = Annotated[
    str | None,
    typer.Option(
        help="How far results may move for cheaper formulas: 1e-3, or float32:1e-6,float16:1e-3. Default: not a bit.",
        metavar="LIMIT",
    ),
]
Rounds = Annotated[int, typer.Option(min=1, help="Timed rounds a case, at most.")]


@app.command(
    epilog="Examples: nnfuse demo; nnfuse demo --target cpu --case rope; nnfuse demo --json > demo.json",
)
def demo(
    target: Targets = [],  # noqa: B006  (typer reads the default)
    level: Level = DEFAULT_LEVEL,
    case: Annotated[list[str], typer.Option(help="Only the cases of this name. Repeat for several.")] = [],  # noqa: B006
    rounds: Rounds = 15,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Compile, check and time the examples at every size. Exit status 1 if an error is out of tolerance."""
    known = list(dict.fromkeys(item.name for item in all_cases()))
    for name in case:
        if name not in known:
            raise nnfuse.SourceError("no such case", expected=f"one of {', '.join(known)}", actual=name)
    _run([item for item in all_cases() if not case or item.name in case], target, level, rounds, as_json)


@app.command(epilog="Examples: nnfuse run examples/rope.py; nnfuse run my_kernels.py --target vulkan --level none")
def run(
    file: Annotated[Path, typer.Argument(help="A Python file with @nnfuse.kernel functions.")],
    target: Targets = [],  # noqa: B006
    level: Level = DEFAULT_LEVEL,
    rounds: Rounds = 15,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Compile, check and time the kernels of a file on random inputs of their declared shapes."""
    cases = []
    for kernel in load_kernels(file):
        largest = max((spec.shape for spec in kernel.inputs), key=lambda shape: int(np.prod(shape)), default=())
        cases.append(Case(kernel.name, largest, kernel, random_arrays(kernel.inputs)))
    _run(cases, target, level, rounds, as_json)


def _limits(tau: str | None) -> dict[str, float] | None:
    return None if tau is None else parse_tau(tau)


def _run(cases: list[Case], targets: list[str], level: str, rounds: int, as_json: bool) -> None:
    console, errors = Console(), Console(stderr=True)
    if not targets:
        targets = ["cpu"]
        device = vulkan_device_name()
        if device:
            targets.append("vulkan")
            errors.print(f"Vulkan device: {device}", highlight=False)
        else:
            errors.print(f"Vulkan is left out: {why_no_vulkan()}.", highlight=False)
    for name in targets:
        find_target(name)
    rows = list(run_cases(cases, targets, level, rounds, 2.0, errors))
    if as_json:
        print(json.dumps(to_json(rows), indent=2))
    else:
        # Piped output gets the whole table, not one cut to 80 columns.
        wide = console if console.is_terminal else Console(width=140)
        wide.print(make_table(rows, level))
        failed = sum(not row.ok for row in rows)
        wide.print(
            f"{len(rows) - failed} of {len(rows)} within {TOLERANCE:g} of float64, with the planned dispatches.", highlight=False
        )
    if not all(row.ok for row in rows):
        raise typer.Exit(1)


@app.command(
    epilog="Examples: nnfuse compile examples/rope.py -o rope.vmfb --target lavapipe; nnfuse compile kernel.mlir -o kernel.vmfb"
)
def compile(
    file: Annotated[Path, typer.Argument(help="A Python file with @nnfuse.kernel functions, or nn IR.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The module file to write.")],
    target: Annotated[str, typer.Option(help=f"One of {', '.join(target_names())}.")] = "cpu",
    level: Level = DEFAULT_LEVEL,
    kernel: Annotated[str | None, typer.Option(help="Which kernel, if the file has several.")] = None,
    plan: Annotated[Path | None, typer.Option(help="A plan file to take, checked by the gates, instead of a new plan.")] = None,
    force: Annotated[bool, typer.Option("--force", help="With --plan: also take merges that only do not pay.")] = False,
    tau: TauOption = None,
) -> None:
    """Compile one kernel to a .vmfb module file, which iree-run-module and IREE's runtimes load."""
    source = load_source(file, kernel)
    compiled = nnfuse.compile(source, target=target, level=level, plan=plan, force=force, tau=_limits(tau))
    compiled.save(output)
    print(f"{output}: @{compiled.name} for {target}, {len(compiled.plan.groups)} groups, {len(compiled.vmfb)} bytes")


@app.command(
    epilog="Examples: nnfuse explain examples/masked_softmax.py; nnfuse explain my.py --kernel attention --level chain; "
    "nnfuse explain kernel.mlir --why exp '#4'; nnfuse explain my.py --json > plan.json; nnfuse explain my.py --dot | dot -Tsvg"
)
def explain(
    file: Annotated[Path, typer.Argument(help="A Python file with @nnfuse.kernel functions, or nn IR.")],
    target: Annotated[str, typer.Option(help=f"One of {', '.join(target_names())}.")] = "cpu",
    level: Level = DEFAULT_LEVEL,
    kernel: Annotated[str | None, typer.Option(help="Which kernel, if the file has several.")] = None,
    why: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Only what decided about two values, each '#4', an op's name, or file:line.", metavar="A B"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan file instead of tables.")] = False,
    as_dot: Annotated[bool, typer.Option("--dot", help="Print a Graphviz graph instead of tables.")] = False,
    plan: Annotated[Path | None, typer.Option(help="Explain this plan file instead of a new plan.")] = None,
    force: Annotated[bool, typer.Option("--force", help="With --plan: also take merges that only do not pay.")] = False,
    tau: TauOption = None,
) -> None:
    """Say which ops share a kernel, which do not, and why. Nothing is compiled."""
    given = read_plan_file(plan) if plan is not None else None
    plans = make_plans(load_source(file, kernel), find_target(target), level, given, force=force, tau=_limits(tau))
    if why is not None:
        if len(plans) != 1:
            raise nnfuse.SourceError("which function?", expected="a file with one function", actual=f"{len(plans)} functions")
        print(explain_pair(plans[0], *why))
    elif as_json:
        sys.stdout.write(plans_to_json(plans))
    elif as_dot:
        print("\n".join(map(to_dot, plans)))
    else:
        print_tables(plans)


@app.command()
def targets() -> None:
    """List the targets."""
    for name in target_names():
        if name == "vulkan":
            print(f"{name:<16}{vulkan_device_name() or why_no_vulkan()}")
        else:
            print(f"{name:<16}{find_target(name).description}")


def main() -> None:
    """The entry point: exit status 0, 1 for an error, 2 for a wrong command line."""
    try:
        app()
    except nnfuse.Error as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
