"""What a user asks of fusion: a value that must stay inside of a kernel, or that must not."""

from __future__ import annotations

from nnfuse.dsl.expression import Expression, Operand, as_expression
from nnfuse.dsl.functions import here
from nnfuse.errors import ExpressionError


def must_fuse(x: Operand) -> Expression:
    """`x`, to be computed in the kernels of its readers even where that does not pay.

    It overrides the gain gate alone: what the level, precision or the target forbid stays forbidden, and the plan says so.
    """
    return _marked("must_fuse", x, "must")


def never_fuse(x: Operand) -> Expression:
    """`x`, to be written to memory by the kernel that computes it; its readers are other kernels."""
    return _marked("never_fuse", x, "never")


def _marked(spelling: str, x: Operand, choice: str) -> Expression:
    value = as_expression(x)
    if value.floats:
        raise ExpressionError(
            f"{spelling}: the value depends on a grid that is not known yet",
            actual=repr(value),
            where=here(),
            hint="combine it with a value of full shape first",
        )
    return Expression("fuse", (value,), value.shape, value.dtype, broadcasts=value.broadcasts, choice=choice)
