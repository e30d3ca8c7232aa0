"""One gate's answer on every candidate, written into the IR: each op is still a kernel of its own."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.memo import unchanging_ir
from nnfuse.passes.gates.dependency import check_dependency
from nnfuse.passes.gates.gain import check_gain
from nnfuse.passes.gates.precision import check_precision
from nnfuse.passes.gates.resource import check_resource
from nnfuse.passes.gates.verdict import Gate, Verdict
from nnfuse.passes.planning.graph import Edge, build_graph
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.planning.planner import make_rules
from nnfuse.passes.planning.rules import Rules
from nnfuse.passes.target import Target

VERDICTS = "nn.verdicts"


def annotate_verdicts(function: ir.Operation, gate: Gate, level: str, target: Target) -> None:
    """Give each op `nn.verdicts`: for each candidate of which it is the later op, the answer of `gate` alone as a string."""
    with function.context:
        with unchanging_ir():
            graph, ops = build_graph(function)
            rules = make_rules(graph, ops, level, target)
            partition = Partition(graph)
            texts: dict[int, list[str]] = {}
            for edge in graph.candidates:
                verdict = _answer(gate, partition, edge, rules)
                kind = "beside" if edge.sibling else "reads"
                answer = "passes" if verdict.ok else "refused"
                text = (
                    f"{kind} {graph.nodes[edge.producer].label}: {answer}: {verdict.measured} ({verdict.limit}): {verdict.reason}"
                )
                texts.setdefault(edge.consumer, []).append(text)
        for node, lines in texts.items():
            ops[node].attributes[VERDICTS] = ir.ArrayAttr.get([ir.StringAttr.get(line) for line in lines])


def _answer(gate: Gate, partition: Partition, edge: Edge, rules: Rules) -> Verdict:
    if gate == "dependency":
        return check_dependency(partition, edge, rules.level)
    if gate == "precision":
        return check_precision(partition, edge)
    if gate == "resource":
        return check_resource(partition, edge, rules.target, rules.obstacle)
    return check_gain(partition, edge, rules.costs)
