"""Relu, then Add, then both Softmax and Mul: which pairs share a kernel, and why, is what `nnfuse explain` answers.

The demonstration of the fusion-boundary seed. Try `nnfuse explain examples/branches.py --level strict`, then other levels.
"""

import nnfuse as nf


@nf.kernel((128, 512), (128, 512), (128, 512))
def branches(x: nf.Expression, y: nf.Expression, scale: nf.Expression) -> list[nf.Expression]:
    """`softmax(relu(x) + y)` along rows, and `(relu(x) + y) * scale`."""
    total = nf.relu(x) + y
    raised = nf.exp(total - nf.row_reduce_max(total))
    return [raised / nf.row_reduce_sum(raised), total * scale]
