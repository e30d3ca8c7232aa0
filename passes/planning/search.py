"""The search for a partition: of all that the gates let pass, one that costs least.

Small graphs are searched whole, in every order of merges. Larger ones by a beam that goes over the candidates in program order
and merges or does not; very large ones take each merge that passes. Each ends where no candidate passes any more. Nothing here
depends on time or hashes, so one graph has one answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge, Graph
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.rules import Rules, judge

EXACT_CANDIDATES = 10
BEAM_NODES = 128
BEAM_WIDTH = 4


@dataclass
class Solution:
    """A partition, and the verdict that let each edge inside of its groups pass."""

    partition: Partition
    verdicts: dict[Edge, Verdict] = field(default_factory=dict)

    def merged(self, edge: Edge, verdict: Verdict) -> Solution:
        """Another solution, with the groups of `edge` merged."""
        other = Solution(self.partition.copy(), dict(self.verdicts))
        other.merge(edge, verdict)
        return other

    def merge(self, edge: Edge, verdict: Verdict) -> None:
        """Merge the groups of `edge`: `verdict` is that of every flow between them."""
        nodes = self.partition.graph.nodes
        for between in [edge, *self.partition.edges_between(edge)]:
            locations = (nodes[between.producer].location, nodes[between.consumer].location)
            self.verdicts[between] = replace(verdict, locations=locations)
        self.partition.merge(edge.producer, edge.consumer)


def search(graph: Graph, rules: Rules) -> Solution:
    """The solution that breaks fewest `must_fuse`, then costs least, then has fewest kernels."""
    candidates = graph.candidates
    start = Solution(Partition(graph))
    if len(candidates) <= EXACT_CANDIDATES:
        found = _all(start, candidates, rules)
    elif len(graph.nodes) <= BEAM_NODES:
        found = _beam(start, candidates, rules)
    else:
        found = [start]
    for solution in found:
        _settle(solution, candidates, rules)
    return min(found, key=lambda solution: _score(solution, rules))


def _score(solution: Solution, rules: Rules) -> tuple[int, float, int, tuple[int, ...]]:
    partition = solution.partition
    nodes = partition.graph.nodes
    groups = partition.groups()
    broken = sum(nodes[edge.producer].fuse == "must" and not partition.together(edge) for edge in partition.graph.edges)
    return broken, rules.costs.total(groups), len(groups), partition.key()


def _all(start: Solution, candidates: Sequence[Edge], rules: Rules) -> list[Solution]:
    """Every solution that merges lead to."""
    found = {start.partition.key(): start}
    waiting = [start]
    while waiting:
        solution = waiting.pop()
        for edge in candidates:
            if solution.partition.together(edge):
                continue
            verdict = judge(solution.partition, edge, rules)
            if verdict.ok:
                other = solution.merged(edge, verdict)
                if other.partition.key() not in found:
                    found[other.partition.key()] = other
                    waiting.append(other)
    return list(found.values())


def _beam(start: Solution, candidates: Sequence[Edge], rules: Rules) -> list[Solution]:
    """The best few solutions, after each candidate in turn was merged or was not."""
    kept = [start]
    for edge in candidates:
        following = {solution.partition.key(): solution for solution in kept}
        for solution in kept:
            if solution.partition.together(edge):
                continue
            verdict = judge(solution.partition, edge, rules)
            if verdict.ok:
                other = solution.merged(edge, verdict)
                following.setdefault(other.partition.key(), other)
        kept = sorted(following.values(), key=lambda solution: _score(solution, rules))[:BEAM_WIDTH]
    return kept


def _settle(solution: Solution, candidates: Sequence[Edge], rules: Rules) -> None:
    """Merge in program order until no candidate passes; what is refused at the end keeps its refusal."""
    changed = True
    while changed:
        changed = False
        for edge in candidates:
            if solution.partition.together(edge):
                continue
            verdict = judge(solution.partition, edge, rules)
            if verdict.ok:
                solution.merge(edge, verdict)
                changed = True
            else:
                solution.verdicts[edge] = verdict
