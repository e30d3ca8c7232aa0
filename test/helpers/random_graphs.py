"""Random graphs of square values: many edges between few ops, for the planner."""

import random

import nnfuse as nf

SIDE = 6


def random_results(seed, most=24):
    """A few results of a random program over square matrices: elementwise ops, reductions, products, views.

    `most` bounds the number of its steps.
    """
    rng = random.Random(seed)
    values = [nf.leaf((SIDE, SIDE)) for _ in range(2)]
    for _ in range(rng.randrange(3, most)):
        x, y = rng.choice(values[-6:]), rng.choice(values)
        make = rng.choice(
            [
                lambda x, y: nf.tanh(x),
                lambda x, y: x + y,
                lambda x, y: x * y,
                lambda x, y: nf.select(x > y, x, 0.0),
                lambda x, y: x - nf.row_reduce_max(y),
                lambda x, y: y * nf.col_reduce_sum(x),
                nf.matmul,
                lambda x, y: x + nf.transpose(y),
                lambda x, y: nf.exp(nf.rotate_half(x, 2, axis=1)),
            ]
        )
        values.append(make(x, y))
    return [*rng.sample(values[2:], k=min(2, len(values) - 2)), values[-1]]
