"""The fourth gate: is the merged kernel faster? In seconds, from the target's profile."""

from __future__ import annotations

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.cost import GroupCosts
from nnfuse.passes.planning.graph import Edge
from nnfuse.passes.planning.partition import Partition


def check_gain(partition: Partition, edge: Edge, costs: GroupCosts) -> Verdict:
    """Judge the merge by `dT = T_mem + T_launch - T_overlap - T_spill - T_recompute` > 0.

    T_mem: traffic that stays inside; T_launch: one kernel less; T_overlap: what two independent kernels could have run at
    the same time; T_spill: values that no longer fit the registers; T_recompute: values computed more than once. A `must_fuse`
    on the value passes whatever the answer is. Source: the fusion-boundary seed, and DESIGN.md.
    """
    graph = partition.graph
    apart = [costs.of(partition.members_of(edge.producer)), costs.of(partition.members_of(edge.consumer))]
    merged = costs.of(partition.merged(edge))
    memory = sum(cost.memory for cost in apart) - merged.memory
    launch = costs.profile.launch_seconds
    spill = merged.spill - sum(cost.spill for cost in apart)
    recompute = merged.compute - sum(cost.compute for cost in apart)
    gain = memory + launch - spill - recompute
    terms = f"mem {_us(memory)} + launch {_us(launch)} - overlap 0 - spill {_us(spill)} - recompute {_us(recompute)}"
    measured = f"{_us(gain)} us = {terms}"
    locations = (graph.nodes[edge.producer].location, graph.nodes[edge.consumer].location)
    if gain > 0:
        return Verdict(True, "gain", measured, "> 0 us", "one kernel is faster than two", locations, "")
    if graph.nodes[edge.producer].fuse == "must":
        return Verdict(True, "gain", measured, "must_fuse", "the user wants it", locations, "drop the must_fuse")
    cause = "computing the value again" if recompute >= max(spill, 0.0) else "spilling registers"
    reason = f"{cause} costs more than the traffic and the launch that are saved"
    return Verdict(False, "gain", measured, "> 0 us", reason, locations, "must_fuse on the value")


def _us(seconds: float) -> str:
    """Microseconds with three significant digits."""
    value = float(f"{seconds * 1e6:.3g}")
    return f"{value + 0.0:g}"
