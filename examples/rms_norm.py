"""RMSNorm over each row; epsilon is a run-time scalar."""

import nnfuse as nf


@nf.kernel((257, 1538), (1, 1538), ())
def rms_norm(x: nf.Expression, gamma: nf.Expression, epsilon: nf.Expression) -> nf.Expression:
    """`x` (rows, columns), `gamma` (1, columns), `epsilon` a scalar."""
    mean_square = nf.row_reduce_sum(x * x) * (1.0 / x.shape[1])
    return x * nf.rsqrt(mean_square + epsilon) * nf.col_broadcast(gamma)
