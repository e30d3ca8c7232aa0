"""The third gate: can the target compute the merged group as one kernel?"""

from __future__ import annotations

from collections.abc import Callable

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge, Graph
from nnfuse.passes.planning.partition import Partition

# Given the nodes of a group: why no strategy of the target computes them in one kernel, or None if one does.
Obstacle = Callable[[tuple[int, ...]], str | None]


def check_resource(graph: Graph, partition: Partition, edge: Edge, obstacle: Obstacle) -> Verdict:
    """Judge the merge by what the target's strategies accept: kinds of ops, bindings, result types."""
    nodes = tuple(sorted({*partition.members_of(edge.producer), *partition.members_of(edge.consumer)}))
    reason = obstacle(nodes)
    locations = (graph.nodes[edge.producer].location, graph.nodes[edge.consumer].location)
    measured = f"{len(nodes)} ops"
    if reason is not None:
        return Verdict(False, "resource", measured, "a group that a strategy computes", reason, locations, "")
    return Verdict(True, "resource", measured, "a group that a strategy computes", "a strategy computes it", locations, "")
