"""The planner: merge groups along the graph's edges, in program order, as far as the gates let it."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

from nnfuse.dialect.bindings import ir
from nnfuse.passes.gates.dependency import check_dependency
from nnfuse.passes.gates.resource import Obstacle, check_resource
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.lowering.capability import obstacle
from nnfuse.passes.planning.graph import Edge, Graph, build_graph
from nnfuse.passes.planning.levels import Level, find_level
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.plan import Candidate, Plan, PlannedGroup
from nnfuse.passes.target import Target


def plan_function(function: ir.Operation, level: str, target: Target) -> Plan:
    """Plan one function of ungrouped nn ops. Deterministic: it depends on the IR, the level and the target only."""
    name = ir.StringAttr(function.attributes["sym_name"]).value
    with function.context:
        graph, ops = build_graph(function)
        return make_plan(graph, find_level(level), name, lambda nodes: obstacle([ops[node] for node in nodes], target))


def make_plan(graph: Graph, level: Level, function: str, obstacle: Obstacle) -> Plan:
    """Partition `graph` under `level`: repeat over the edges until no gate lets another merge pass."""
    partition = Partition(len(graph.nodes))
    verdicts: dict[Edge, Verdict] = {}
    changed = True
    while changed:
        changed = False
        for edge in graph.edges:
            if edge in verdicts and partition.group_of(edge.producer) == partition.group_of(edge.consumer):
                continue
            verdict = judge(graph, partition, edge, level, obstacle)
            joined = partition.edges_between(graph, edge) if verdict.ok else [edge]
            for between in joined:
                verdicts[between] = replace(verdict, locations=locations_of(graph, between))
            if verdict.ok:
                partition.merge(edge.producer, edge.consumer)
                changed = True
    groups = tuple(
        PlannedGroup(f"group_{number}", nodes, tuple(graph.nodes[node].operation for node in nodes))
        for number, nodes in enumerate(execution_order(graph, partition))
    )
    candidates = tuple(
        Candidate(graph.nodes[edge.producer].label, graph.nodes[edge.consumer].label, verdicts[edge]) for edge in graph.edges
    )
    return Plan(function, level.name, groups, candidates)


def judge(graph: Graph, partition: Partition, edge: Edge, level: Level, obstacle: Obstacle) -> Verdict:
    """The first refusal of the gates, in order, or the last gate's consent."""
    verdict = check_dependency(graph, partition, edge, level)
    return check_resource(graph, partition, edge, obstacle) if verdict.ok else verdict


def locations_of(graph: Graph, edge: Edge) -> tuple[str, str]:
    """The places of an edge's producer and consumer in the user's source."""
    return graph.nodes[edge.producer].location, graph.nodes[edge.consumer].location


def execution_order(graph: Graph, partition: Partition) -> Sequence[tuple[int, ...]]:
    """The groups in an order in which they can run; among those that are ready, the one with the smallest node first."""
    waiting: dict[int, int] = {}
    users: dict[int, list[int]] = {}
    pairs = dict.fromkeys((partition.group_of(edge.producer), partition.group_of(edge.consumer)) for edge in graph.edges)
    for producer, consumer in pairs:
        if producer != consumer:
            users.setdefault(producer, []).append(consumer)
            waiting[consumer] = waiting.get(consumer, 0) + 1
    ready = [group[0] for group in partition.groups() if group[0] not in waiting]
    order = []
    while ready:
        group = heapq.heappop(ready)
        order.append(partition.members(group))
        for user in users.get(group, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, user)
    return order
