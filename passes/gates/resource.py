"""The third gate: can the target compute the merged group as one kernel?"""

from __future__ import annotations

from collections.abc import Callable

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.cost import live_values
from nnfuse.passes.planning.graph import Edge
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.target import Target

# Given the nodes of a group: why no strategy of the target computes them in one kernel, or None if one does.
Obstacle = Callable[[tuple[int, ...]], str | None]

# Ops of one kernel: beyond, compiling it takes longer than it saves.
GROUP_LIMIT = 128


def check_resource(partition: Partition, edge: Edge, target: Target, obstacle: Obstacle) -> Verdict:
    """Judge the merge by the kernel's size, by the values it holds at a time, and by what the target's strategies accept."""
    graph = partition.graph
    nodes = partition.merged(edge)
    locations = (graph.nodes[edge.producer].location, graph.nodes[edge.consumer].location)

    def verdict(ok: bool, measured: str, limit: str, reason: str) -> Verdict:
        override = "" if ok else "never_fuse on a value chooses where the kernel is split"
        return Verdict(ok, "resource", measured, limit, reason, locations, override)

    if len(nodes) > GROUP_LIMIT:
        return verdict(False, f"{len(nodes)} ops", f"{GROUP_LIMIT} ops", "the kernel would be too large to compile soon")
    live = live_values(graph, nodes)
    if live > target.live_values:
        limit = f"{target.live_values} live values"
        return verdict(False, f"{live} live values", limit, f"target '{target.name}' keeps no more values at a time")
    reason = obstacle(nodes)
    if reason is not None:
        return verdict(False, f"{len(nodes)} ops", "a group that a strategy computes", reason)
    limit = f"{target.live_values} live values"
    return verdict(True, f"{live} live values", limit, "a strategy computes it")
