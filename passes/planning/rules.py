"""What judges a candidate: the four gates, in order."""

from __future__ import annotations

from dataclasses import dataclass

from nnfuse.passes.gates.dependency import check_dependency
from nnfuse.passes.gates.gain import check_gain
from nnfuse.passes.gates.precision import check_precision
from nnfuse.passes.gates.resource import Obstacle, check_resource
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.cost import GroupCosts
from nnfuse.passes.planning.graph import Edge
from nnfuse.passes.planning.levels import Level
from nnfuse.passes.planning.partition import Partition
from nnfuse.passes.target import Target


@dataclass(frozen=True)
class Rules:
    """What the gates ask: the level, the target, what its strategies compute, and what groups cost."""

    level: Level
    target: Target
    obstacle: Obstacle
    costs: GroupCosts


def judge(partition: Partition, edge: Edge, rules: Rules) -> Verdict:
    """The first refusal of the gates, in order, or the last gate's consent."""
    verdict = check_dependency(partition, edge, rules.level)
    if verdict.ok:
        verdict = check_precision(partition, edge)
    if verdict.ok:
        verdict = check_resource(partition, edge, rules.target, rules.obstacle)
    if verdict.ok:
        verdict = check_gain(partition, edge, rules.costs)
    return verdict
