"""What a partition reached, in numbers."""

from __future__ import annotations

from nnfuse.passes.gates.dependency import relation_of
from nnfuse.passes.planning.cost import bytes_moved, leaves
from nnfuse.passes.planning.graph import Graph
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.plan import Counters


def count(partition: Partition) -> Counters:
    """The counters of a partition."""
    graph = partition.graph
    groups = partition.groups()
    inside = {node: set(group) for group in groups for node in group}
    fused = _fused_producers(partition)
    kept = [node.index for node in graph.nodes if not leaves(graph, node.index, inside[node.index])]
    return Counters(
        fused_reduction_producers=len(fused),
        elided_snapshots=sum(node in fused for node in kept),
        bytes_saved=sum(graph.nodes[node].bytes for node in kept),
        traffic_saved=_traffic(graph, [(node.index,) for node in graph.nodes]) - _traffic(graph, groups),
        dispatches_saved=len(graph.nodes) - len(groups),
    )


def _fused_producers(partition: Partition) -> list[int]:
    """Values that a reduction of their own group folds, and that something else needs as well."""
    graph = partition.graph
    found: dict[int, None] = {}
    for edge in graph.edges:
        together = partition.together(edge) and relation_of(graph, edge) == "producer-reduction"
        others = graph.nodes[edge.producer].returned or len(graph.consumers[edge.producer]) > 1
        if together and others:
            found[edge.producer] = None
    return list(found)


def _traffic(graph: Graph, groups: list[tuple[int, ...]]) -> int:
    return sum(bytes_moved(graph, group) for group in groups)
