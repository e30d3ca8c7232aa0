"""What a group costs: bytes moved, work done, values held. From the graph alone, so that planning is fast and exact to repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nnfuse.passes.planning.graph import Graph
from nnfuse.passes.target import Profile

# Ops that take a polynomial or a division.
TRANSCENDENTAL = frozenset(
    f"nn.{name}" for name in ("exp", "exp2", "log", "log2", "tanh", "erf", "sin", "cos", "pow", "div", "sqrt", "rsqrt", "gelu")
)
_SPILL_BYTES = 8  # a store and a load of four bytes


@dataclass(frozen=True)
class GroupCost:
    """Seconds: `memory` for the bytes that the kernel reads and writes, `compute` for its ops, `spill` for what does not fit
    the registers. `bytes`: what it reads and writes."""

    bytes: int
    memory: float
    compute: float
    spill: float

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.memory + self.compute + self.spill


class GroupCosts:
    """The costs of groups of one graph on one target, each computed once."""

    def __init__(self, graph: Graph, profile: Profile) -> None:
        self.graph = graph
        self.profile = profile
        self._known: dict[tuple[int, ...], GroupCost] = {}

    def of(self, nodes: tuple[int, ...]) -> GroupCost:
        """The cost of the group of these nodes, ascending."""
        if nodes not in self._known:
            self._known[nodes] = self._compute(nodes)
        return self._known[nodes]

    def total(self, groups: Sequence[tuple[int, ...]]) -> float:
        """Seconds of a whole partition, launches included."""
        return sum(self.of(nodes).seconds + self.profile.launch_seconds for nodes in groups)

    def _compute(self, nodes: tuple[int, ...]) -> GroupCost:
        graph, profile = self.graph, self.profile
        moved = bytes_moved(graph, nodes)
        points = computed_points(graph, nodes)
        seconds = 0.0
        for node in nodes:
            dear = graph.nodes[node].operation in TRANSCENDENTAL
            seconds += points[node] / (profile.transcendental_per_second if dear else profile.operations_per_second)
        over = max(0, live_values(graph, nodes) - profile.registers)
        widest = max(points[node] for node in nodes)
        spill = over * widest * _SPILL_BYTES / profile.bytes_per_second(0)
        return GroupCost(moved, moved / profile.bytes_per_second(moved), seconds, spill)


def bytes_moved(graph: Graph, nodes: Sequence[int]) -> int:
    """What a kernel of these nodes reads, each tensor once, and writes."""
    inside = set(nodes)
    read: dict[tuple[str, int], int] = {}
    written = 0
    for node in nodes:
        item = graph.nodes[node]
        read.update({("input", number): size for number, size in item.inputs})
        for edge in graph.edges_into[node]:
            if edge.producer not in inside:
                read["node", edge.producer] = graph.nodes[edge.producer].bytes
        if leaves(graph, node, inside):
            written += item.bytes
    return sum(read.values()) + written


def leaves(graph: Graph, node: int, inside: set[int]) -> bool:
    """Whether a node's value is needed outside of a group."""
    return graph.nodes[node].returned or any(user not in inside for user in graph.consumers[node])


def computed_points(graph: Graph, nodes: Sequence[int]) -> dict[int, int]:
    """How many elements of each node's value a kernel computes: those of its readers' points where it is read through a view.

    A reduction counts the points that it folds. A value for each row is computed once a row where the group has reductions.
    """
    inside = set(nodes)
    by_rows = any(graph.nodes[node].family == "reduction" for node in nodes)
    points: dict[int, int] = {}
    for node in reversed(nodes):
        item = graph.nodes[node]
        if item.family != "elementwise":
            points[node] = _folded_points(graph, node)
            continue
        readings = [edge for user in graph.consumers[node] if user in inside for edge in graph.edges_into[user]]
        readings = [edge for edge in readings if edge.producer == node]
        once = [edge for edge in readings if edge.identity or (by_rows and edge.by_row) or not edge.affine]
        again = [edge.consumer for edge in readings if edge not in once]
        own = 0
        if once or not again or leaves(graph, node, inside):
            same = [points[edge.consumer] for edge in once if graph.nodes[edge.consumer].shape == item.shape]
            own = max([item.points, *same])
        points[node] = own + sum(points[user] for user in again)
    return points


def _folded_points(graph: Graph, node: int) -> int:
    """The points over which an op that is not elementwise works: those of its largest operand, or its result's."""
    item = graph.nodes[node]
    read = [graph.nodes[edge.producer].points for edge in graph.edges_into[node]]
    return max([item.points, *read, *[size // item.element_bytes for _, size in item.inputs]])


def live_values(graph: Graph, nodes: Sequence[int]) -> int:
    """The most values that a kernel of these nodes holds at a time, in program order; inputs are read where they are used."""
    inside = set(nodes)
    last = {node: max([user for user in graph.consumers[node] if user in inside], default=node) for node in nodes}
    ends: dict[int, int] = {}
    live = most = 0
    for node in nodes:
        live += 1
        most = max(most, live)
        ends[last[node]] = ends.get(last[node], 0) + 1
        live -= ends.pop(node, 0)
    return most
