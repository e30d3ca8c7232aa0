"""A partition of the graph's nodes into groups, with the questions that gates ask of it."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable

from nnfuse.passes.planning.graph import Edge, Graph


class Partition:
    """Groups of nodes; starts with one node a group. A group is named by its smallest node.

    The groups are kept in an order in which they could run, so that a search for a path looks only between its ends
    (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", 2006).
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._group = list(range(len(graph.nodes)))
        self._members = {index: [index] for index in self._group}
        self._order = list(self._group)
        self._place = {name: place for place, name in enumerate(self._order)}

    def copy(self) -> Partition:
        """The same groups, to go on from."""
        other = Partition.__new__(Partition)
        other.graph = self.graph
        other._group = list(self._group)
        # Lists of members are replaced, never changed.
        other._members = dict(self._members)
        other._order = list(self._order)
        other._place = dict(self._place)
        return other

    def group_of(self, node: int) -> int:
        """The name of the group that holds `node`."""
        return self._group[node]

    def members(self, group: int) -> tuple[int, ...]:
        """The nodes of a group, ascending."""
        return tuple(self._members[group])

    def members_of(self, node: int) -> tuple[int, ...]:
        """The nodes of the group that holds `node`, ascending."""
        return self.members(self.group_of(node))

    def merged(self, edge: Edge) -> tuple[int, ...]:
        """The nodes of the two groups of `edge`, ascending."""
        return tuple(sorted({*self.members_of(edge.producer), *self.members_of(edge.consumer)}))

    def together(self, edge: Edge) -> bool:
        """Whether producer and consumer are in one group."""
        return self._group[edge.producer] == self._group[edge.consumer]

    def edges_between(self, edge: Edge) -> list[Edge]:
        """All flows from the producer's group to the consumer's, or back, in the graph's order."""
        pair = {self.group_of(edge.producer), self.group_of(edge.consumer)}
        found = [item for node in self.merged(edge) for item in self.graph.edges_into[node]]
        return [
            item
            for item in found
            if self._group[item.producer] != self._group[item.consumer]
            and self._group[item.producer] in pair
            and self._group[item.consumer] in pair
        ]

    def groups(self) -> list[tuple[int, ...]]:
        """All groups, by smallest node."""
        return [tuple(self._members[name]) for name in sorted(self._members)]

    def key(self) -> tuple[int, ...]:
        """Equal for equal partitions, and for no others."""
        return tuple(self._group)

    def merge(self, first: int, second: int) -> None:
        """Make the groups of two nodes one."""
        pair = [self._group[first], self._group[second]]
        if pair[0] == pair[1]:
            return
        before, after = sorted(pair, key=self._place.__getitem__)
        low, high = self._place[before], self._place[after]
        later = self._descendants(before, high)
        between = self._order[low + 1 : high]
        keep, drop = sorted(pair)
        moved = self._members.pop(drop)
        self._members[keep] = sorted(self._members[keep] + moved)
        for node in moved:
            self._group[node] = keep
        region = [
            *[group for group in between if group not in later],
            keep,
            *[group for group in between if group in later],
        ]
        self._order[low : high + 1] = region
        del self._place[drop]
        # One place fewer; the places behind are only compared, so they may stay as they are.
        self._order.insert(low + len(region), -1)
        for place, group in enumerate(region, start=low):
            if group >= 0:
                self._place[group] = place

    def _descendants(self, group: int, limit: int) -> set[int]:
        """The groups that need the group's values and stand before `limit` in the order."""
        found: set[int] = set()
        queue = deque([group])
        while queue:
            for reached in self._users(queue.popleft()):
                if reached not in found and self._place[reached] < limit:
                    found.add(reached)
                    queue.append(reached)
        return found

    def _users(self, group: int) -> Iterable[int]:
        for node in self._members[group]:
            for user in self.graph.consumers[node]:
                if self._group[user] != group:
                    yield self._group[user]

    def consumers_outside(self, edge: Edge) -> list[int | None]:
        """Consumers of the producer group's values outside of the two groups of `edge`; None stands for the caller."""
        inside = {self.group_of(edge.producer), self.group_of(edge.consumer)}
        found: list[int | None] = []
        for node in self._members[self.group_of(edge.producer)]:
            found += [user for user in self.graph.consumers[node] if self._group[user] not in inside]
            if self.graph.nodes[node].returned:
                found.append(None)
        return list(dict.fromkeys(found))

    def path_outside(self, edge: Edge) -> int | None:
        """A node outside of both groups on a path from one of them to the other, or None."""
        pair = (self.group_of(edge.producer), self.group_of(edge.consumer))
        source, sink = sorted(pair, key=self._place.__getitem__)
        limit = self._place[sink]
        first_step: dict[int, int] = {}
        queue: deque[int] = deque()
        for node in self._members[source]:
            for user in self.graph.consumers[node]:
                group = self._group[user]
                if group not in pair and group not in first_step and self._place[group] < limit:
                    first_step[group] = user
                    queue.append(group)
        while queue:
            group = queue.popleft()
            for reached in self._users(group):
                if reached == sink:
                    return first_step[group]
                if reached not in first_step and self._place[reached] < limit:
                    first_step[reached] = first_step[group]
                    queue.append(reached)
        return None

    def execution_order(self) -> list[tuple[int, ...]]:
        """The groups in an order in which they can run; among those that are ready, the one with the smallest node first."""
        waiting: dict[int, int] = {}
        users: dict[int, list[int]] = {}
        pairs = dict.fromkeys((self._group[edge.producer], self._group[edge.consumer]) for edge in self.graph.edges)
        for producer, consumer in pairs:
            if producer != consumer:
                users.setdefault(producer, []).append(consumer)
                waiting[consumer] = waiting.get(consumer, 0) + 1
        ready = [name for name in sorted(self._members) if name not in waiting]
        order = []
        while ready:
            group = heapq.heappop(ready)
            order.append(self.members(group))
            for user in users.get(group, ()):
                waiting[user] -= 1
                if not waiting[user]:
                    heapq.heappush(ready, user)
        return order
