"""LayerNorm over each row, with the two-pass variance: exact at large means."""

import nnfuse as nf


@nf.kernel((257, 1538), (1, 1538), (1, 1538))
def layer_norm(x: nf.Expression, gamma: nf.Expression, beta: nf.Expression, epsilon: float = 1e-5) -> nf.Expression:
    """`x` (rows, columns), `gamma` and `beta` (1, columns)."""
    columns = x.shape[1]
    centred = x - nf.row_reduce_sum(x) * (1.0 / columns)
    variance = nf.row_reduce_sum(centred * centred) * (1.0 / columns)
    return centred * nf.rsqrt(variance + epsilon) * nf.col_broadcast(gamma) + nf.col_broadcast(beta)
