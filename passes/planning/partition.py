"""A partition of the graph's nodes into groups, with the questions that gates ask of it."""

from __future__ import annotations

from collections import deque

from nnfuse.passes.planning.graph import Edge, Graph


class Partition:
    """Groups of nodes; starts with one node a group. A group is named by its smallest node."""

    def __init__(self, size: int) -> None:
        self._group = list(range(size))
        self._members = {index: [index] for index in range(size)}

    def group_of(self, node: int) -> int:
        """The name of the group that holds `node`."""
        return self._group[node]

    def members(self, group: int) -> tuple[int, ...]:
        """The nodes of a group, ascending."""
        return tuple(self._members[group])

    def members_of(self, node: int) -> tuple[int, ...]:
        """The nodes of the group that holds `node`, ascending."""
        return self.members(self.group_of(node))

    def edges_between(self, graph: Graph, edge: Edge) -> list[Edge]:
        """All edges from the producer's group to the consumer's, or back, in the graph's order; `edge` is among them."""
        pair = {self.group_of(edge.producer), self.group_of(edge.consumer)}
        members = sorted({*self.members_of(edge.producer), *self.members_of(edge.consumer)})
        found = [item for node in members for item in graph.edges_into[node]]
        return [
            item
            for item in found
            if {self.group_of(item.producer), self.group_of(item.consumer)} == pair
            and self.group_of(item.producer) != self.group_of(item.consumer)
        ]

    def groups(self) -> list[tuple[int, ...]]:
        """All groups, by smallest node."""
        return [tuple(self._members[name]) for name in sorted(self._members)]

    def merge(self, first: int, second: int) -> None:
        """Make the groups of two nodes one."""
        keep, drop = sorted((self._group[first], self._group[second]))
        if keep == drop:
            return
        moved = self._members.pop(drop)
        self._members[keep] = sorted(self._members[keep] + moved)
        for node in moved:
            self._group[node] = keep

    def consumers_outside(self, graph: Graph, edge: Edge) -> list[int | None]:
        """Consumers of the producer group's values outside of the two groups of `edge`; None stands for the caller."""
        inside = {self.group_of(edge.producer), self.group_of(edge.consumer)}
        found: list[int | None] = []
        for node in self.members(self.group_of(edge.producer)):
            found += [user for user in graph.consumers[node] if self.group_of(user) not in inside]
            if graph.nodes[node].returned:
                found.append(None)
        return list(dict.fromkeys(found))

    def path_outside(self, graph: Graph, edge: Edge) -> int | None:
        """A node outside of both groups on a path from the producer's group to the consumer's, or None."""
        source, sink = self.group_of(edge.producer), self.group_of(edge.consumer)
        first_step: dict[int, int] = {}
        queue: deque[int] = deque()
        for node in self.members(source):
            for user in graph.consumers[node]:
                group = self.group_of(user)
                if group not in (source, sink) and group not in first_step:
                    first_step[group] = user
                    queue.append(group)
        while queue:
            group = queue.popleft()
            for node in self.members(group):
                for user in graph.consumers[node]:
                    reached = self.group_of(user)
                    if reached == sink:
                        return first_step[group]
                    if reached != source and reached not in first_step:
                        first_step[reached] = first_step[group]
                        queue.append(reached)
        return None
