"""The record that every gate returns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Gate = Literal["dependency", "precision", "resource", "gain"]

# In the order in which they are asked.
GATES: tuple[Gate, ...] = ("dependency", "precision", "resource", "gain")


@dataclass(frozen=True)
class Verdict:
    """One gate's answer for one candidate.

    Attributes:
        ok: whether the gate lets the merge pass.
        gate: which gate answered.
        measured: the value that decided, with its unit in words, such as `2 consumers outside`.
        limit: what it was compared with.
        reason: one sentence.
        locations: `file:line` of the ops concerned, producer first.
        override: how the user can change the answer.
    """

    ok: bool
    gate: Gate
    measured: str
    limit: str
    reason: str
    locations: tuple[str, ...]
    override: str

    def to_dict(self) -> dict[str, Any]:
        """The record for JSON."""
        return asdict(self)
