"""`nnfuse explain`: which ops share a kernel, which do not, and why; as tables, as a graph, or for one pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from nnfuse.compiler import Source, build
from nnfuse.errors import SourceError
from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.passes.planning.load import GivenPlan
from nnfuse.passes.planning.plan import Candidate, Plan, PlannedGroup
from nnfuse.passes.relax import Tau
from nnfuse.passes.target import Target


def explain(
    source: Source,
    target: Target,
    level: str,
    given: list[GivenPlan] | None = None,
    *,
    force: bool = False,
    tau: Tau | None = None,
) -> list[Plan]:
    """The plan of each function; nothing is compiled. The arguments are those of `nnfuse.compile`."""
    state = State(build(source).module, target, level, given=given, force=force, tau=tau or {})
    run_pipeline(state, "plan")
    return state.plans


def render(plan: Plan) -> Group:
    """A plan for people: its kernels, its boundaries, and what fusion saves."""
    kernels = Table(title=f"@{plan.function} at level {plan.level} for {plan.target}: {_count(len(plan.groups), 'kernel')}")
    for name in ("kernel", "strategy", "ops", "source"):
        kernels.add_column(name, overflow="fold")
    for group in plan.groups:
        labels = [f"#{node} {name}" for node, name in zip(group.nodes, group.operations, strict=True)]
        kernels.add_row(group.name, group.strategy, ", ".join(labels), ", ".join(_short_lines(group.locations)))
    boundaries = Table(title=_count(len(plan.boundaries), "boundary", "boundaries"))
    for name in ("between", "gate", "measured", "limit", "why", "source", "to change it"):
        boundaries.add_column(name, overflow="fold")
    for candidate in plan.boundaries:
        boundaries.add_row(*_cells(candidate))
    counters = plan.counters
    dispatches = _count(counters.dispatches_saved, "dispatch", "dispatches")
    producers = _count(counters.fused_reduction_producers, "producer")
    saved = Text(
        f"{dispatches}, {_bytes(counters.traffic_saved)} of traffic and {_bytes(counters.bytes_saved)} of intermediate tensors "
        f"saved; {producers} computed in a reduction's traversal, {counters.elided_snapshots} of them never stored"
    )
    parts: list[Table | Text] = [kernels]
    if plan.boundaries:
        parts.append(boundaries)
    if plan.transformations:
        parts.append(_formulas(plan))
    return Group(*parts, saved)


def _formulas(plan: Plan) -> Table:
    """Cheaper formulas that tau mode tried."""
    table = Table(title=_count(len(plan.transformations), "cheaper formula"))
    for name in ("formula", "op", "answer", "measured", "limit", "source", "to change it"):
        table.add_column(name, overflow="fold")
    for item in plan.transformations:
        verdict = item.verdict
        answer = "taken" if verdict.ok else "refused"
        source = ", ".join(_short_lines(verdict.locations))
        table.add_row(item.name, item.operation, answer, verdict.measured, verdict.limit, source, verdict.override)
    return table


def _cells(candidate: Candidate) -> tuple[str, ...]:
    verdict = candidate.verdict
    arrow = "beside" if candidate.kind == "sibling" else "->"
    between = f"{candidate.producer} {arrow} {candidate.consumer}"
    source = ", ".join(_short_lines(verdict.locations))
    return between, verdict.gate, verdict.measured, verdict.limit, verdict.reason, source, verdict.override


def _short_lines(locations: Sequence[str]) -> list[str]:
    """`file.py:12`, each once, in order."""
    return list(dict.fromkeys(Path(location).name for location in locations if location))


def _count(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or one + 's'}"


def _bytes(size: int) -> str:
    for unit, factor in (("MB", 10**6), ("kB", 10**3)):
        if abs(size) >= factor:
            return f"{size / factor:.3g} {unit}"
    return f"{size} B"


def why(plan: Plan, first: str, second: str) -> str:
    """What decided about two values, each given as `#4`, `4`, an op's name, or `file:line` or `:line` of its source."""
    one, other = _find(plan, first), _find(plan, second)
    groups = {node: group for group in plan.groups for node in group.nodes}
    pair = {f"#{one} {_operation(groups[one], one)}", f"#{other} {_operation(groups[other], other)}"}
    head = f"{_describe(groups[one], one)} and {_describe(groups[other], other)}"
    together = groups[one] is groups[other]
    found = [candidate for candidate in plan.candidates if {candidate.producer, candidate.consumer} == pair]
    lines = [
        f"{head}: {'one kernel, ' + groups[one].name if together else f'kernels {groups[one].name} and {groups[other].name}'}"
    ]
    if one == other:
        return f"{head}: one and the same"
    if not found:
        reason = "joined by the flows between" if together else "neither reads the other's value, so no gate was asked"
        return "\n".join([*lines, f"  {reason}"])
    for candidate in found:
        verdict = candidate.verdict
        lines += [
            f"  {candidate.producer} {'beside' if candidate.kind == 'sibling' else '->'} {candidate.consumer}: "
            f"{'passed' if verdict.ok else 'refused'} by the {verdict.gate} gate",
            f"    why: {verdict.reason}",
            f"    measured: {verdict.measured}",
            f"    limit: {verdict.limit}",
            f"    source: {', '.join(verdict.locations)}",
        ]
        if verdict.override:
            lines.append(f"    to change it: {verdict.override}")
    return "\n".join(lines)


def _operation(group: PlannedGroup, node: int) -> str:
    return group.operations[group.nodes.index(node)]


def _describe(group: PlannedGroup, node: int) -> str:
    place = group.nodes.index(node)
    return f"#{node} {group.operations[place]} ({Path(group.locations[place]).name})"


def _find(plan: Plan, text: str) -> int:
    """The node that a user means; raises `SourceError` where it is none or one of several."""
    known = [item for group in plan.groups for item in zip(group.nodes, group.operations, group.locations, strict=True)]
    known.sort()
    number = re.fullmatch(r"#?(\d+)", text)
    if number:
        matches = [node for node, _, _ in known if node == int(number[1])]
    elif re.search(r":\d+$", text):
        matches = [node for node, _, location in known if location.endswith(text)]
    else:
        matches = [node for node, name, _ in known if name in (text, f"nn.{text}")]
    if len(matches) == 1:
        return matches[0]
    listed = [(node, name, place) for node, name, place in known if node in matches] or known
    values = "\n".join(f"    #{node} {name} {Path(place).name}" for node, name, place in listed)
    raise SourceError(
        "several values fit" if matches else "no such value",
        expected=f"the number of one of\n{values}",
        actual=text,
    )


def to_dot(plan: Plan) -> str:
    """A Graphviz graph: kernels as boxes around their ops, flows as arrows, those that were refused dashed with the gate."""
    lines = ["digraph plan {", "  rankdir=TB; node [shape=box, style=rounded];"]
    for group in plan.groups:
        lines.append(f'  subgraph "cluster_{group.name}" {{ label="{group.name} ({group.strategy})";')
        for node, name, location in zip(group.nodes, group.operations, group.locations, strict=True):
            lines.append(f'    "#{node} {name}" [tooltip="{_escaped(location)}"];')
        lines.append("  }")
    for candidate in plan.candidates:
        if candidate.kind == "sibling":
            continue
        verdict = candidate.verdict
        style = "" if verdict.ok else f' [style=dashed, label="{verdict.gate}", tooltip="{_escaped(verdict.reason)}"]'
        lines.append(f'  "{candidate.producer}" -> "{candidate.consumer}"{style};')
    return "\n".join([*lines, "}"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def print_tables(plans: Sequence[Plan]) -> None:
    """Print plans as tables; piped output gets whole tables, not ones cut to 80 columns."""
    console = Console()
    wide = console if console.is_terminal else Console(width=180)
    for plan in plans:
        wide.print(render(plan))
