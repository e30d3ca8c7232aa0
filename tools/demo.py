"""The main job on real work: compile the examples at every size, check them, time them, and print a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import nnfuse
from nnfuse.examples.cases import Case
from nnfuse.tools.measure import TOLERANCE, median_times, relative_error


@dataclass(frozen=True)
class Row:
    """One line of the table. Errors are relative to the largest magnitude, times are seconds of a call."""

    case: str
    size: str
    target: str
    ops: int
    groups: int
    dispatches: int
    error: float
    seconds: float
    seconds_none: float
    same_bits: bool
    counts_agree: bool

    @property
    def ok(self) -> bool:
        """Whether the error is within tolerance and the module files, at both levels, hold the planned dispatches."""
        return self.error <= TOLERANCE and self.counts_agree


def run_case(case: Case, target: str, level: str, rounds: int, budget: float) -> Row:
    """Compile, check and time one case at `level` and at level none."""
    arrays = case.arrays()
    expected = _as_list(nnfuse.reference(case.kernel)(*arrays))
    kernel = nnfuse.compile(case.kernel, target=target, level=level)
    unfused = nnfuse.compile(case.kernel, target=target, level="none")
    results, results_none = _as_list(kernel(*arrays)), _as_list(unfused(*arrays))
    seconds, seconds_none = median_times([lambda: kernel(*arrays), lambda: unfused(*arrays)], rounds, budget)
    return Row(
        case=case.name,
        size=size_text(case),
        target=target,
        ops=sum(len(group.nodes) for group in kernel.plan.groups),
        groups=len(kernel.plan.groups),
        dispatches=kernel.dispatch_count,
        error=max(relative_error(results, expected), relative_error(results_none, expected)),
        seconds=seconds,
        seconds_none=seconds_none,
        counts_agree=all(item.dispatch_count == len(item.plan.groups) for item in (kernel, unfused)),
        same_bits=all(map(_same_bits, results, results_none)),
    )


def size_text(case: Case) -> str:
    """`rows x columns` for people."""
    return "x".join(map(str, case.size)) or "scalar"


def _as_list(result: np.ndarray | tuple[np.ndarray, ...]) -> list[np.ndarray]:
    return list(result) if isinstance(result, tuple) else [result]


def _same_bits(first: np.ndarray, second: np.ndarray) -> bool:
    return first.tobytes() == second.tobytes()


def run_cases(
    cases: Iterable[Case], targets: Iterable[str], level: str, rounds: int, budget: float, console: Console
) -> Iterator[Row]:
    """All rows, with progress on `console`."""
    work = [(case, target) for target in targets for case in cases]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("compiling", total=len(work))
        for case, target in work:
            progress.update(task, description=f"{case.name} {size_text(case)} on {target}")
            yield run_case(case, target, level, rounds, budget)
            progress.advance(task)


def make_table(rows: Iterable[Row], level: str) -> Table:
    """The table for people."""
    table = Table(title=f"nnfuse demo: level {level}, times of a call with numpy arrays in and out")
    table.add_column("case")
    for name in ("size", "target"):
        table.add_column(name)
    for name in ("ops", "groups", "dispatches", "error", "time ms", "none ms"):
        table.add_column(name, justify="right")
    table.add_column("bits as none")
    table.add_column("")
    for row in rows:
        table.add_row(
            row.case,
            row.size,
            row.target,
            str(row.ops),
            str(row.groups),
            str(row.dispatches),
            f"{row.error:.1e}",
            f"{row.seconds * 1e3:.3f}",
            f"{row.seconds_none * 1e3:.3f}",
            "same" if row.same_bits else "differ",
            "ok" if row.ok else "[bold red]FAIL",
        )
    return table


def to_json(rows: Iterable[Row]) -> list[dict[str, object]]:
    """The rows for JSON."""
    return [{**asdict(row), "ok": row.ok} for row in rows]
