"""The first gate: may the two groups be one kernel, as far as the flow of values goes?"""

from __future__ import annotations

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge, Graph
from nnfuse.passes.planning.levels import Level
from nnfuse.passes.planning.partition import Partition


def check_dependency(graph: Graph, partition: Partition, edge: Edge, level: Level) -> Verdict:
    """Judge the merge of the groups that hold the producer and the consumer of `edge`.

    Refused, in this order: anything at a level without fusion; a consumer or a producer of a kind that the level does
    not join; a value read at other indices than it is written; a value that is also needed outside; a merge that would
    close a cycle through a third group.
    """
    producer, consumer = graph.nodes[edge.producer], graph.nodes[edge.consumer]

    def verdict(ok: bool, measured: str, limit: str, reason: str, override: str = "") -> Verdict:
        locations = (producer.location, consumer.location)
        return Verdict(ok, "dependency", measured, limit, reason, locations, override)

    if not level.heads:
        return verdict(
            False, f"level {level.name}", "a level that fuses", "every op is its own kernel at this level", "use level 'chain'"
        )
    if consumer.family not in level.tails:
        return verdict(
            False,
            f"{consumer.operation} is {_article(consumer.family)}",
            f"a consumer that is {' or '.join(map(_article, level.tails))}",
            f"level {level.name} appends only {' and '.join(level.tails)} ops to a kernel",
        )
    if producer.family not in level.heads:
        return verdict(
            False,
            f"{producer.operation} is {_article(producer.family)}",
            f"a producer that is {' or '.join(map(_article, level.heads))}",
            f"level {level.name} keeps the result of {_article(producer.family)} op in memory",
        )
    if not edge.identity:
        return verdict(
            False,
            f"read through {edge.index_map}",
            "the identity map",
            "the consumer reads the value at other indices than the producer writes it",
        )
    outside = partition.consumers_outside(graph, edge)
    if outside:
        names = ", ".join(graph.nodes[node].label for node in outside if node is not None)
        returned = "the caller" if None in outside else ""
        users = " and ".join(part for part in (names, returned) if part)
        return verdict(
            False,
            f"{len(outside)} consumer{'s' if len(outside) > 1 else ''} outside",
            "0",
            f"the value is also needed by {users}, and level {level.name} keeps one result a kernel",
            "compute the value once for each consumer",
        )
    through = partition.path_outside(graph, edge)
    if through is not None:
        return verdict(
            False,
            f"a path through {graph.nodes[through].label}",
            "no path through a third group",
            "the merge would close a cycle",
        )
    return verdict(True, "0 consumers outside", "0", "the value has no other use and is read where it is written")


def _article(family: str) -> str:
    return f"{'an' if family[0] in 'aeiou' else 'a'} {family}"
