"""The first gate: may the two groups be one kernel, as far as the flow of values goes?"""

from __future__ import annotations

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge, Graph, Node
from nnfuse.passes.planning.levels import LEVELS, Level, Relation
from nnfuse.passes.planning.partition import Partition


def check_dependency(partition: Partition, edge: Edge, level: Level) -> Verdict:
    """Judge the merge of the groups that hold the producer and the consumer of `edge`.

    Refused, in this order: a value that the user keeps apart; anything at a level without fusion; a relation between an op of
    the one group and an op of the other that the level does not join; a value that is also needed outside, unless the level
    keeps it as a further result; a merge that would close a cycle through a third group.
    """
    graph = partition.graph
    producer, consumer = graph.nodes[edge.producer], graph.nodes[edge.consumer]

    def verdict(ok: bool, measured: str, limit: str, reason: str, override: str = "") -> Verdict:
        locations = (producer.location, consumer.location)
        return Verdict(ok, "dependency", measured, limit, reason, locations, override)

    joined = partition.edges_between(edge)
    kept_apart = next((between for between in joined if graph.nodes[between.producer].fuse == "never"), None)
    if kept_apart is not None:
        name = graph.nodes[kept_apart.producer].label
        return verdict(False, f"never_fuse on {name}", "no never_fuse", "the user keeps this value apart", "drop the never_fuse")
    if not level.relations:
        reason = "every op is its own kernel at this level"
        return verdict(False, f"level {level.name}", "a level that fuses", reason, "use level 'chain' or above")
    for between in joined or [edge]:
        relation = relation_of(graph, between)
        if relation not in level.relations:
            names = f"{graph.nodes[between.producer].label} -> {graph.nodes[between.consumer].label}"
            return verdict(
                False,
                f"{names}: {relation or _describe(graph, between)}",
                f"one of {', '.join(sorted(level.relations))}",
                f"level {level.name} does not put {_pair(between)} into one kernel",
                "" if relation is None else f"use level '{_lowest_level(relation)}'{_or_above(relation)}",
            )
    consumers = graph.consumers[edge.producer]
    if level.single_use and len(consumers) > 1:
        measured = f"{len(consumers)} consumers"
        return verdict(
            False, measured, "1", f"level {level.name} joins values with one consumer only", "use level 'chain' or above"
        )
    outside = partition.consumers_outside(edge)
    kept = all(relation_of(graph, between) in level.kept for between in joined or [edge])
    if outside and not kept:
        users = " and ".join("the caller" if node is None else graph.nodes[node].label for node in outside)
        return verdict(
            False,
            f"{len(outside)} consumer{'' if len(outside) == 1 else 's'} outside",
            "0",
            f"the value is also needed by {users}, and level {level.name} keeps one result a kernel",
            "use level 'multi-output' or above, or compute the value once for each consumer",
        )
    through = partition.path_outside(edge)
    if through is not None:
        path = f"a path through {graph.nodes[through].label}"
        return verdict(False, path, "no path through a third group", "the merge would close a cycle")
    further = f"{len(outside)} consumer{'' if len(outside) == 1 else 's'} outside"
    if edge.sibling:
        reason = "both read the same value over the same points"
    else:
        reason = "the value leaves as a further result" if outside else "the value has no other use"
    return verdict(True, further, "any" if kept else "0", reason)


def relation_of(graph: Graph, edge: Edge) -> Relation | None:
    """What the producer is to the consumer; None for what never shares a kernel."""
    producer, consumer = graph.nodes[edge.producer], graph.nodes[edge.consumer]
    if edge.sibling:
        return "sibling"
    if consumer.family == "elementwise" and edge.identity and producer.family == "elementwise":
        return "chain"
    if consumer.family == "elementwise" and edge.identity and producer.family == "contraction":
        return "epilogue"
    if admits_producer(producer, consumer, edge):
        return "producer-reduction"
    row_value = producer.family in ("reduction", "elementwise")
    if consumer.family == "elementwise" and row_value and (edge.by_row or edge.identity):
        return "rows"
    if consumer.family == "elementwise" and producer.family == "elementwise" and edge.affine:
        return "recompute"
    return None


def admits_producer(producer: Node, consumer: Node, edge: Edge) -> bool:
    """Whether a pure elementwise producer may join the reduction's traversal.

    The rule of the expression-reduction report: a bijection of the non-unit dimensions with direct coordinates (the identity
    map), and a closed unordered update. Views and strict folds keep their own traversal.
    """
    return producer.family == "elementwise" and consumer.family == "reduction" and consumer.unordered and edge.identity


def _pair(edge: Edge) -> str:
    return "ops that read one value" if edge.sibling else "a value and such a reader"


def _lowest_level(relation: Relation) -> str:
    return next(level.name for level in LEVELS.values() if relation in level.relations)


def _or_above(relation: Relation) -> str:
    last = list(LEVELS)[-1]
    return "" if _lowest_level(relation) == last else " or above"


def _describe(graph: Graph, edge: Edge) -> str:
    producer, consumer = graph.nodes[edge.producer], graph.nodes[edge.consumer]
    how = "at the same index" if edge.identity else f"through {edge.index_map}"
    return f"{consumer.family} reads {producer.family} {how}"
