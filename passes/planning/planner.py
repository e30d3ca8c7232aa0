"""The planner: from a function of nn ops to a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.memo import unchanging_ir
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.lowering.capability import is_plain, obstacle, plain_obstacle
from nnfuse.passes.lowering.strategy import choose_strategy
from nnfuse.passes.planning.cost import GroupCosts
from nnfuse.passes.planning.counting import count
from nnfuse.passes.planning.graph import Edge, Graph, build_graph
from nnfuse.passes.planning.levels import find_level
from nnfuse.passes.planning.load import GivenPlan, find_given, solve_given
from nnfuse.passes.planning.plan import Candidate, Plan, PlannedGroup, hash_of_function, hash_of_target
from nnfuse.passes.planning.rules import Rules
from nnfuse.passes.planning.search import Solution, search
from nnfuse.passes.target import Target


def plan_function(
    function: ir.Operation,
    level: str,
    target: Target,
    given: list[GivenPlan] | None = None,
    *,
    force: bool = False,
    refused: Mapping[tuple[int, ...], str] | None = None,
) -> Plan:
    """Plan one function of ungrouped nn ops. Deterministic: it depends on the IR, the level and the target only.

    With plans that are `given`, the function's own is checked and taken, at its level; `force` takes what only does not pay.
    `refused`: groups that a probe compile refused, and why.
    """
    name = ir.StringAttr(function.attributes["sym_name"]).value
    with function.context, unchanging_ir():
        graph, ops = build_graph(function)
        ir_hash = hash_of_function(function)
        if given is None:
            rules = make_rules(graph, ops, level, target, refused)
            solution = search(graph, rules)
        else:
            plan = find_given(given, name, ir_hash)
            rules = make_rules(graph, ops, plan.level, target, refused)
            solution = solve_given(plan, graph, rules, force=force)
        groups = tuple(
            PlannedGroup(
                f"group_{number}",
                choose_strategy([ops[node] for node in nodes], target).name,
                nodes,
                tuple(graph.nodes[node].operation for node in nodes),
                tuple(graph.nodes[node].location for node in nodes),
            )
            for number, nodes in enumerate(solution.partition.execution_order())
        )
        candidates = tuple(_candidate(graph, solution, edge) for edge in graph.candidates)
        counters = count(solution.partition)
        return Plan(name, rules.level.name, target.name, ir_hash, hash_of_target(target), groups, candidates, counters)


def make_rules(
    graph: Graph, ops: list[ir.Operation], level: str, target: Target, refused: Mapping[tuple[int, ...], str] | None = None
) -> Rules:
    """The rules for a graph and its ops. What strategies say of a group is asked once."""
    known: dict[tuple[int, ...], str | None] = {
        nodes: f"the compiler refuses this kernel: {reason}" for nodes, reason in (refused or {}).items()
    }

    def remembered(nodes: tuple[int, ...]) -> str | None:
        if nodes not in known:
            plain = len(nodes) > 1 and is_plain(graph, nodes)
            known[nodes] = plain_obstacle(graph, nodes, target) if plain else obstacle([ops[node] for node in nodes], target)
        return known[nodes]

    return Rules(find_level(level), target, remembered, GroupCosts(graph, target.profile))


def _candidate(graph: Graph, solution: Solution, edge: Edge) -> Candidate:
    kind: Literal["flow", "sibling"] = "sibling" if edge.sibling else "flow"
    producer, consumer = graph.nodes[edge.producer], graph.nodes[edge.consumer]
    return Candidate(kind, producer.label, consumer.label, _verdict_of(graph, solution, edge))


def _verdict_of(graph: Graph, solution: Solution, edge: Edge) -> Verdict:
    verdict = solution.verdicts.get(edge)
    if verdict is not None and verdict.ok == solution.partition.together(edge):
        return verdict
    # Siblings that came together by other candidates.
    locations = (graph.nodes[edge.producer].location, graph.nodes[edge.consumer].location)
    reason = "flows of values between their groups have put both into one kernel"
    return Verdict(True, "dependency", "one kernel already", "one kernel", reason, locations, "")
