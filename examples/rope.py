"""Rotary position embedding: rotate pairs of columns by position-dependent angles."""

import nnfuse as nf


@nf.kernel((257, 1538), (257, 1538), (257, 1538))
def rope(x: nf.Expression, cosine: nf.Expression, sine: nf.Expression) -> nf.Expression:
    """`x`, `cosine` and `sine` (positions, columns), columns even; column c pairs with column c + columns / 2."""
    return x * cosine + nf.rotate_half(x, block=x.shape[1], axis=1) * sine
