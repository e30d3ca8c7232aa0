"""Softmax over each row, with masked elements left out."""

import numpy as np

import nnfuse as nf


@nf.kernel((257, 1538), nf.TensorSpec((257, 1538), np.dtype(bool)))
def masked_softmax(x: nf.Expression, mask: nf.Expression) -> nf.Expression:
    """`x` (rows, columns), `mask` bool of the same shape, true where x counts. A row without any gives NaN."""
    scores = nf.select(mask, x, float("-inf"))
    shifted = nf.exp(scores - nf.row_reduce_max(scores))
    return shifted / nf.row_reduce_sum(shifted)
