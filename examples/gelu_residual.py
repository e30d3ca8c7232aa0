"""GELU in the manual's form (section 8.3), added to a residual."""

import nnfuse as nf


@nf.kernel((257, 1538), (257, 1538))
def gelu_residual(x: nf.Expression, residual: nf.Expression) -> nf.Expression:
    """`x` and `residual` (rows, columns)."""
    return x / (1.0 + nf.exp(-(x * 1.702))) + residual
