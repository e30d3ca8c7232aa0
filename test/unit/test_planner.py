"""The planner: partitions of random and of hand-made graphs, the record of verdicts, and determinism."""

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from random_graphs import SIDE, random_results

import nnfuse as nf
from nnfuse.compiler import build
from nnfuse.passes.gates.dependency import relation_of
from nnfuse.passes.pipelines import State, functions_of, run_pipeline
from nnfuse.passes.planning.cost import GroupCosts
from nnfuse.passes.planning.graph import Edge, Node, build_graph, make_graph
from nnfuse.passes.planning.levels import LEVELS, find_level
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.planner import plan_function
from nnfuse.passes.planning.rules import Rules, judge


def planned(results, level):
    """The graph that planning sees, and the plan."""
    module = build(results).module
    run_pipeline(State(module, nf.find_target("cpu")), "clean")
    (function,) = functions_of(module)
    with function.context:
        graph, _ = build_graph(function)
    return graph, plan_function(function, level, nf.find_target("cpu"))


def partition_of(graph, plan):
    partition = Partition(graph)
    for group in plan.groups:
        for node in group.nodes[1:]:
            partition.merge(group.nodes[0], node)
    return partition


def leaves_and_returns(graph, members):
    """Whether a path leaves the group and comes back: then it cannot run as one kernel."""
    waiting = [user for node in members for user in graph.consumers[node] if user not in members]
    seen = set()
    while waiting:
        node = waiting.pop()
        if node in members:
            return True
        if node not in seen:
            seen.add(node)
            waiting += graph.consumers[node]
    return False


def results_of_group(graph, members):
    return [node for node in members if graph.nodes[node].returned or any(user not in members for user in graph.consumers[node])]


seeds = pytest.mark.parametrize("seed", range(25))
levels = pytest.mark.parametrize("level", LEVELS)


@seeds
@levels
def test_every_node_is_in_one_group_and_groups_can_run_in_order(seed, level):
    graph, plan = planned(random_results(seed), level)
    assert sorted(node for group in plan.groups for node in group.nodes) == list(range(len(graph.nodes)))
    place = {node: number for number, group in enumerate(plan.groups) for node in group.nodes}
    assert all(place[edge.producer] <= place[edge.consumer] for edge in graph.edges)
    for group in plan.groups:
        assert list(group.nodes) == sorted(group.nodes)
        assert group.operations == tuple(graph.nodes[node].operation for node in group.nodes)
        assert not leaves_and_returns(graph, set(group.nodes))
    assert len({group.name for group in plan.groups}) == len(plan.groups)


@seeds
def test_chain_keeps_its_rules(seed):
    graph, plan = planned(random_results(seed), "chain")
    level = find_level("chain")
    for group in plan.groups:
        assert len(results_of_group(graph, set(group.nodes))) == 1
        inside = [edge for edge in graph.edges if edge.producer in group.nodes and edge.consumer in group.nodes]
        for edge in inside:
            assert edge.identity
            assert relation_of(graph, edge) in level.relations


@seeds
def test_none_fuses_nothing(seed):
    graph, plan = planned(random_results(seed), "none")
    assert [group.nodes for group in plan.groups] == [(node,) for node in range(len(graph.nodes))]
    assert plan.boundaries == plan.candidates


@seeds
@levels
def test_verdicts_are_complete_and_say_what_the_plan_does(seed, level):
    graph, plan = planned(random_results(seed), level)
    assert len(plan.candidates) == len(graph.candidates)
    partition = partition_of(graph, plan)
    for candidate, edge in zip(plan.candidates, graph.candidates, strict=True):
        verdict = candidate.verdict
        assert (candidate.producer, candidate.consumer) == (graph.nodes[edge.producer].label, graph.nodes[edge.consumer].label)
        assert verdict.gate in ("dependency", "precision", "resource", "gain")
        assert verdict.measured
        assert verdict.limit
        assert verdict.reason
        assert isinstance(verdict.override, str)
        assert len(verdict.locations) == 2
        assert all("random_graphs.py:" in location for location in verdict.locations)
        together = partition.group_of(edge.producer) == partition.group_of(edge.consumer)
        assert verdict.ok == together, f"{candidate.producer} -> {candidate.consumer}: {verdict.reason}"


@seeds
def test_no_merge_is_left_undone(seed):
    graph, plan = planned(random_results(seed), "chain")
    partition = partition_of(graph, plan)
    target = nf.find_target("cpu")
    rules = Rules(find_level("chain"), target, lambda nodes: None, GroupCosts(graph, target.profile))
    for edge in graph.candidates:
        assert partition.together(edge) or not judge(partition, edge, rules).ok


def test_both_sides_of_a_diamond_are_fused_and_recorded_so():
    x = nf.leaf((SIDE, SIDE))
    top = nf.exp(x)
    _, plan = planned([nf.tanh(top) + nf.abs(top)], "chain")
    assert [group.nodes for group in plan.groups] == [(0, 1, 2, 3)]
    assert [candidate.verdict.ok for candidate in plan.candidates] == [True] * 5  # the two sides are siblings too
    assert plan.boundaries == ()


def test_reasons_of_boundaries():
    x = nf.leaf((SIDE, SIDE))
    y = nf.tanh(x)
    reasons = {
        "needed by the caller": ([y, y + 1.0], "also needed by the caller"),
        "needed twice": ([nf.exp(y), nf.abs(y)], "also needed by #"),
        "reduction": ([nf.exp(nf.row_reduce_sum(y))], "level chain does not put a value and such a reader into one kernel"),
        "read elsewhere": ([nf.exp(nf.transpose(y))], "level chain does not put a value and such a reader into one kernel"),
    }
    for results, reason in reasons.values():
        _, plan = planned(results, "chain")
        assert any(reason in candidate.verdict.reason for candidate in plan.boundaries), reason
        assert reason in str(plan)


def test_the_record_is_json_of_the_plan():
    _, plan = planned(random_results(3), "chain")
    record = json.loads(plan.to_json())
    assert record.keys() == {"schema", "version", "plans"}
    (data,) = record["plans"]
    assert data == plan.to_dict() | {"candidates": data["candidates"]}
    assert [tuple(group["nodes"]) for group in data["groups"]] == [group.nodes for group in plan.groups]
    for candidate, record in zip(plan.candidates, data["candidates"], strict=True):
        assert set(record["verdict"]) == {"ok", "gate", "measured", "limit", "reason", "locations", "override"}
        assert record["verdict"]["ok"] == candidate.verdict.ok
        assert tuple(record["verdict"]["locations"]) == candidate.verdict.locations


def test_the_plan_is_the_same_in_every_process():
    """Hash seeds differ; the plan, the grouped IR and the lowered IR do not."""
    program = textwrap.dedent(
        """
        import sys
        sys.path.insert(0, sys.argv[1])
        from random_graphs import random_results
        import nnfuse as nf
        from nnfuse.compiler import build
        from nnfuse.passes.pipelines import State, run_pipeline
        for seed in range(8):
            state = State(build(random_results(seed)).module, nf.find_target("cpu"))
            run_pipeline(state, "plan")
            print(state.plans[0].to_json(), state.module)
            run_pipeline(state, "nn-lower-to-linalg")
            print(state.linalg)
        """
    )
    outputs = set()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(Path(__file__).parents[1] / "helpers")],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
        )
        for seed in range(5)
    ]
    for process in processes:
        outputs.add(process.communicate(timeout=120)[0])
        assert process.returncode == 0
    assert len(outputs) == 1
    assert outputs.pop().count(b'"function": "main"') == 8


def hand_made(edges, size):
    """A graph of elementwise nodes with these edges; the last node is returned."""
    nodes = tuple(Node(index, "nn.add", "elementwise", (1,), f"f:{index}", index == size - 1) for index in range(size))
    return make_graph(list(nodes), [Edge(a, b, 0, "(d0) -> (d0)", True, False) for a, b in edges])


def test_partition():
    graph = hand_made([(0, 1), (1, 3), (0, 3), (0, 2), (2, 3)], 4)
    partition = Partition(graph)
    assert partition.groups() == [(0,), (1,), (2,), (3,)]
    across = graph.edges[2]
    assert partition.consumers_outside(across) == [1, 2]
    assert partition.path_outside(across) in (1, 2)
    partition.merge(3, 1)
    partition.merge(1, 3)
    assert partition.groups() == [(0,), (1, 3), (2,)]
    assert partition.group_of(3) == 1
    assert partition.members(1) == (1, 3)
    assert partition.consumers_outside(across) == [2]
    assert partition.path_outside(across) == 2
    partition.merge(2, 3)
    assert partition.path_outside(across) is None
    assert partition.consumers_outside(across) == []


def test_the_caller_counts_as_a_consumer():
    graph = hand_made([(0, 2), (1, 2)], 3)
    returned = replace(graph, nodes=(replace(graph.nodes[0], returned=True), *graph.nodes[1:]))
    assert Partition(graph).consumers_outside(graph.edges[0]) == []
    assert Partition(returned).consumers_outside(graph.edges[0]) == [None]


def test_what_is_grouped_is_not_planned_again():
    state = State(build(random_results(0)).module, nf.find_target("cpu"))
    run_pipeline(state, "plan")
    with pytest.raises(nf.PlanError, match=r"cannot plan 'nn\.group'"):
        run_pipeline(state, "nn-plan")
