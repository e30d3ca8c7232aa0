"""The plan: the groups, and the record of every candidate."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from nnfuse.passes.gates.verdict import Verdict


@dataclass(frozen=True)
class PlannedGroup:
    """One kernel: its name, its nodes by number, and their op names, in program order."""

    name: str
    nodes: tuple[int, ...]
    operations: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return {"name": self.name, "nodes": list(self.nodes), "operations": list(self.operations)}


@dataclass(frozen=True)
class Candidate:
    """A pair of ops of which one reads the other's result, and the verdict on having both in one kernel."""

    producer: str
    consumer: str
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return {"producer": self.producer, "consumer": self.consumer, "verdict": self.verdict.to_dict()}


@dataclass(frozen=True)
class Plan:
    """The groups of one function at one level, in an order in which they can run, and every candidate's verdict."""

    function: str
    level: str
    groups: tuple[PlannedGroup, ...]
    candidates: tuple[Candidate, ...]

    @property
    def boundaries(self) -> tuple[Candidate, ...]:
        """The candidates that were refused."""
        return tuple(candidate for candidate in self.candidates if not candidate.verdict.ok)

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return {
            "function": self.function,
            "level": self.level,
            "groups": [group.to_dict() for group in self.groups],
            "candidates": [candidate.to_dict() for candidate in self.candidates],
        }

    def to_json(self) -> str:
        """The plan as JSON text; the same bytes for the same plan."""
        return json.dumps(self.to_dict(), indent=2) + "\n"

    def __str__(self) -> str:
        lines = [f"plan of @{self.function} at level {self.level}: {len(self.groups)} groups"]
        lines += [f"  {group.name}: {', '.join(group.operations)}" for group in self.groups]
        for candidate in self.boundaries:
            verdict = candidate.verdict
            lines.append(f"  boundary {candidate.producer} -> {candidate.consumer}: {verdict.gate}: {verdict.reason}")
        return "\n".join(lines)
