"""The compute-engine manual's first program (section 2.3): y = tanh(W . a)."""

import nnfuse as nf


@nf.kernel((2, 3), (3, 4))
def first_program(w: nf.Expression, a: nf.Expression) -> nf.Expression:
    """`w` (M, K), `a` (K, N) to (M, N)."""
    return nf.tanh(nf.matmul(w, a))
