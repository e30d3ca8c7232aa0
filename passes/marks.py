"""The attribute by which `must_fuse` and `never_fuse` stand in the IR."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.locations import location_text
from nnfuse.dialect.operation import OPERATIONS
from nnfuse.passes.errors import PlanError
from nnfuse.passes.views import access

# On the op that computes the value: "must" or "never".
FUSE = "nn.fuse"


def fusion_mark(op: ir.Operation) -> str:
    """What the user asks about the op's value: `must`, `never`, or nothing; raises `PlanError` for anything else."""
    if FUSE not in op.attributes:
        return ""
    attribute = op.attributes[FUSE]
    if not isinstance(attribute, ir.StringAttr) or attribute.value not in ("must", "never"):
        where = location_text(op.location)
        raise PlanError(f"'{op.name}': wrong {FUSE}", expected='"must" or "never"', actual=str(attribute), where=where)
    return str(attribute.value)


def mark_fusion(value: ir.Value, choice: str) -> None:
    """Mark the op that computes `value`, views aside; an input is computed by none, and stays unmarked."""
    base = access(value).base
    if not isinstance(base.owner, ir.Block) and OPERATIONS[base.owner.name].family != "leaf":  # type: ignore[attr-defined]
        base.owner.attributes[FUSE] = ir.StringAttr.get(choice, base.owner.context)


def keep_mark(op: ir.Operation, value: ir.Value) -> None:
    """Move the mark of an op that is replaced to the op of the value that replaces it."""
    choice = fusion_mark(op)
    if choice:
        mark_fusion(value, choice)
