"""The plan: the groups, and the record of every candidate."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from nnfuse.dialect.bindings import ir
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.relax import Transformation
from nnfuse.passes.target import Target

SCHEMA = "nnfuse.plan"
VERSION = 1


@dataclass(frozen=True)
class PlannedGroup:
    """One kernel: its name, the strategy that computes it, and its nodes in program order: numbers, op names, `file:line`."""

    name: str
    strategy: str
    nodes: tuple[int, ...]
    operations: tuple[str, ...]
    locations: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return {
            "name": self.name,
            "strategy": self.strategy,
            "nodes": list(self.nodes),
            "operations": list(self.operations),
            "locations": list(self.locations),
        }


@dataclass(frozen=True)
class Candidate:
    """A pair of ops that could share a kernel, and the verdict on it.

    Attributes:
        kind: `flow`, where the consumer reads the producer's result, or `sibling`, where both read one value.
        producer, consumer: their labels, such as `#4 nn.exp`; of siblings the first and the second.
    """

    kind: Literal["flow", "sibling"]
    producer: str
    consumer: str
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        verdict = self.verdict.to_dict()
        return {"kind": self.kind, "producer": self.producer, "consumer": self.consumer, "verdict": verdict}


@dataclass(frozen=True)
class Counters:
    """What fusion reached.

    Attributes:
        fused_reduction_producers: values that are computed in the traversal of a reduction that folds them, and are used
            again later: without this they would be written to memory before the reduction. Source: the report on
            expression-reduction fusion.
        elided_snapshots: those of them that no kernel writes to memory at all.
        bytes_saved: sizes of the intermediate tensors that no kernel writes any more. Source: the fusion-boundary seed, `n` of
            (m + n + k) - (m + k).
        traffic_saved: bytes read and written by one kernel an op, less those of the plan.
        dispatches_saved: ops, less kernels.
    """

    fused_reduction_producers: int = 0
    elided_snapshots: int = 0
    bytes_saved: int = 0
    traffic_saved: int = 0
    dispatches_saved: int = 0


@dataclass(frozen=True)
class Plan:
    """The groups of one function at one level, in an order in which they can run, and every candidate's verdict.

    `transformations` are those that change numbers, with the precision gate's verdicts: none in exact mode.
    `ir_hash` and `target_hash` say what it was made for: the function's nn IR without locations, and the target's description.
    """

    function: str
    level: str
    target: str
    ir_hash: str
    target_hash: str
    groups: tuple[PlannedGroup, ...]
    candidates: tuple[Candidate, ...]
    counters: Counters
    transformations: tuple[Transformation, ...] = ()

    @property
    def boundaries(self) -> tuple[Candidate, ...]:
        """The candidates that were refused."""
        return tuple(candidate for candidate in self.candidates if not candidate.verdict.ok)

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return {
            "function": self.function,
            "level": self.level,
            "target": self.target,
            "ir_hash": self.ir_hash,
            "target_hash": self.target_hash,
            "groups": [group.to_dict() for group in self.groups],
            "candidates": [candidate.to_dict() for candidate in self.candidates],
            "counters": asdict(self.counters),
            "transformations": [item.to_dict() for item in self.transformations],
        }

    def to_json(self) -> str:
        """The plan as the text of a plan file; the same bytes for the same plan."""
        return plans_to_json([self])

    def __str__(self) -> str:
        count = f"{len(self.groups)} group{'' if len(self.groups) == 1 else 's'}"
        lines = [f"plan of @{self.function} at level {self.level}: {count}"]
        lines += [f"  {group.name}: {', '.join(group.operations)}" for group in self.groups]
        for candidate in self.boundaries:
            verdict = candidate.verdict
            arrow = "->" if candidate.kind == "flow" else "beside"
            lines.append(f"  boundary {candidate.producer} {arrow} {candidate.consumer}: {verdict.gate}: {verdict.reason}")
        return "\n".join(lines)


def plans_to_json(plans: Sequence[Plan]) -> str:
    """A plan file's text: schema, version, and the plan of each function."""
    record = {"schema": SCHEMA, "version": VERSION, "plans": [plan.to_dict() for plan in plans]}
    return json.dumps(record, indent=2) + "\n"


def hash_of_function(function: ir.Operation) -> str:
    """Equal for functions that are equal but for locations."""
    text = function.get_asm(enable_debug_info=False, print_generic_op_form=True)
    return hashlib.sha256(text.encode()).hexdigest()


def hash_of_target(target: Target) -> str:
    """Equal for equal descriptions."""
    return hashlib.sha256(repr(target).encode()).hexdigest()
