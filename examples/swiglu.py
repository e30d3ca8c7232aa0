"""SwiGLU: one half gated by the SiLU of the other."""

import nnfuse as nf


@nf.kernel((257, 1538), (257, 1538))
def swiglu(gate: nf.Expression, up: nf.Expression) -> nf.Expression:
    """`gate` and `up` (rows, columns)."""
    return gate / (1.0 + nf.exp(-gate)) * up
