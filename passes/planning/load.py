"""Plans from files: read, checked against the IR, judged by the gates again.

A plan may be edited by hand: groups may be merged, split, and cut otherwise. What the gates refuse is refused here with the
gate's own reason; what only does not pay can be forced.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nnfuse.passes.errors import PlanError
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge, Graph
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.plan import SCHEMA, VERSION
from nnfuse.passes.planning.rules import Rules, judge
from nnfuse.passes.planning.search import Solution


@dataclass(frozen=True)
class GivenPlan:
    """The part of a plan that decides: for which IR, at which level, and which nodes share a kernel."""

    function: str
    level: str
    ir_hash: str
    groups: tuple[tuple[int, ...], ...]


def read_plan_file(path: str | Path) -> list[GivenPlan]:
    """The plans of a file; raises `PlanError` where it cannot be read or is no plan file."""
    try:
        text = Path(path).read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise PlanError("cannot read the plan file", actual=reason, where=str(path)) from None
    return parse_plans(text, str(path))


def parse_plans(text: str, where: str = "") -> list[GivenPlan]:
    """The plans of a plan file's text; raises `PlanError` where it is none."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise PlanError("a plan file is JSON", actual=str(error), where=where) from None
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        actual = repr(record.get("schema")) if isinstance(record, dict) else type(record).__name__
        raise PlanError("this is no plan file", expected=f"an object with schema '{SCHEMA}'", actual=actual, where=where)
    if record.get("version") != VERSION:
        hint = "plan again with this version of nnfuse"
        actual = repr(record.get("version"))
        raise PlanError("the plan file has another version", expected=str(VERSION), actual=actual, where=where, hint=hint)
    plans = record.get("plans")
    if not isinstance(plans, list):
        raise PlanError("the plan file has no list of plans", actual=repr(plans), where=where)
    return [_parse_plan(item, where) for item in plans]


def _parse_plan(item: Any, where: str) -> GivenPlan:
    try:
        function, level, ir_hash = names = [item[key] for key in ("function", "level", "ir_hash")]
        groups = tuple(tuple(group["nodes"]) for group in item["groups"])
    except (KeyError, TypeError):
        expected = "function, level, ir_hash, and groups with their nodes"
        raise PlanError("a plan lacks one of its parts", expected=expected, where=where) from None
    if not all(isinstance(name, str) for name in names):
        raise PlanError("function, level and ir_hash are strings", actual=repr(names), where=where)
    wrong = [node for group in groups for node in group if type(node) is not int]
    if wrong:
        raise PlanError("nodes are numbers", actual=repr(wrong[0]), where=f"{where}, plan of @{function}")
    return GivenPlan(function, level, ir_hash, groups)


def find_given(plans: list[GivenPlan], function: str, ir_hash: str) -> GivenPlan:
    """The plan of a function; raises `PlanError` if there is none, or if it was made for other IR."""
    plan = next((plan for plan in plans if plan.function == function), None)
    if plan is None:
        names = ", ".join(f"@{plan.function}" for plan in plans) or "no plan"
        raise PlanError(f"the plan file has no plan of @{function}", expected=f"@{function}", actual=names)
    if plan.ir_hash != ir_hash:
        raise PlanError(
            f"the plan of @{function} was made for other IR",
            expected=f"ir_hash {ir_hash}",
            actual=plan.ir_hash,
            hint="plan this IR again; the numbers of its ops may mean other ops",
        )
    return plan


def solve_given(plan: GivenPlan, graph: Graph, rules: Rules, *, force: bool = False) -> Solution:
    """The solution that a plan describes, each merge judged again.

    `force` takes merges that the gain gate alone refuses. Raises `PlanError` with the gate's reason for other refusals.
    """
    _check_nodes(plan, graph)
    solution = Solution(Partition(graph))
    for number, nodes in enumerate(plan.groups):
        _join(solution, number, frozenset(nodes), rules, force)
    for edge in graph.candidates:
        if not solution.partition.together(edge):
            verdict = judge(solution.partition, edge, rules)
            if verdict.ok:
                verdict = Verdict(
                    False, verdict.gate, verdict.measured, verdict.limit, "the plan file keeps them apart", verdict.locations, ""
                )
            solution.verdicts[edge] = verdict
    return solution


def _check_nodes(plan: GivenPlan, graph: Graph) -> None:
    """Every node of the graph in one group, and nothing else."""
    listed = [node for group in plan.groups for node in group]
    size = len(graph.nodes)
    unknown = next((node for node in listed if not 0 <= node < size), None)
    twice = next((node for place, node in enumerate(listed) if node in listed[:place]), None)
    missing = next((node for node in range(size) if node not in listed), None)
    for node, what in ((unknown, "no op has this number"), (twice, "in two groups"), (missing, "in no group")):
        if node is not None:
            where = f"plan of @{plan.function}"
            raise PlanError("groups hold every op once", expected=f"0 to {size - 1}", actual=f"op {node}: {what}", where=where)


def _join(solution: Solution, number: int, nodes: frozenset[int], rules: Rules, force: bool) -> None:
    """Merge the nodes of one group, whatever order of merges passes."""
    graph = solution.partition.graph
    candidates = [edge for edge in graph.candidates if edge.producer in nodes and edge.consumer in nodes]
    while True:
        remaining = [edge for edge in candidates if not solution.partition.together(edge)]
        if not remaining:
            break
        refused = [(edge, judge(solution.partition, edge, rules)) for edge in remaining]
        accepted = next(((edge, verdict) for edge, verdict in refused if verdict.ok), None)
        if accepted is None and force:
            accepted = next(((edge, verdict) for edge, verdict in refused if verdict.gate == "gain"), None)
        if accepted is None:
            edge, verdict = refused[0]
            raise _refusal(graph, number, edge, verdict)
        edge, verdict = accepted
        if not verdict.ok:
            verdict = Verdict(True, "gain", verdict.measured, "force", "the plan file forces it", verdict.locations, "")
        solution.merge(edge, verdict)
    if len({solution.partition.group_of(node) for node in nodes}) > 1:
        names = ", ".join(graph.nodes[node].label for node in sorted(nodes))
        raise PlanError("no values flow between parts of a group", actual=names, where=f"group {number} of the plan")


def _refusal(graph: Graph, number: int, edge: Edge, verdict: Verdict) -> PlanError:
    names = f"{graph.nodes[edge.producer].label} -> {graph.nodes[edge.consumer].label}"
    force = "force it, or " if verdict.gate == "gain" else ""
    return PlanError(
        f"the {verdict.gate} gate refuses group {number} of the plan at {names}: {verdict.reason}",
        expected=verdict.limit,
        actual=verdict.measured,
        where=", ".join(location for location in verdict.locations if location),
        hint=f"{force}{verdict.override or 'keep them apart'}",
    )
