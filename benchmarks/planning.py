"""Measure planning: seconds by number of ops and level, and the growth per op.

python benchmarks/planning.py                              1,000 and 10,000 ops at levels chain and full
python benchmarks/planning.py --sizes 300 --levels full    others
"""

from __future__ import annotations

import argparse
import random
import time

import nnfuse
from nnfuse.dialect.functions import functions_of
from nnfuse.dsl.build import build_module
from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.passes.planning.planner import plan_function

SIDE = 64


def make_expression(size: int) -> nnfuse.Expression:
    """A random expression of `size` ops: elementwise ones, row reductions, transposes and products of matrices."""
    rng = random.Random(0)
    values = [nnfuse.leaf((SIDE, SIDE)) for _ in range(2)]
    kinds = (
        lambda x, y: nnfuse.tanh(x),
        lambda x, y: x + y,
        lambda x, y: x * y,
        lambda x, y: nnfuse.select(x > y, x, 0.0),
        lambda x, y: x - nnfuse.row_reduce_max(y),
        lambda x, y: nnfuse.exp(nnfuse.transpose(x)),
        nnfuse.matmul,
    )
    for _ in range(size):
        (kind,) = rng.choices(kinds, weights=(1, 3, 2, 1, 1, 1, 1))
        values.append(kind(rng.choice(values[-6:]), rng.choice(values[-20:])))
    return values[-1]


def main() -> None:
    """Print a table; the last column is the time per op against the first size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--levels", nargs="+", default=["chain", "full"])
    arguments = parser.parse_args()
    target = nnfuse.find_target("cpu")
    print(f"{'level':<20}{'ops':>8}{'candidates':>12}{'groups':>8}{'seconds':>9}   per op against the first size")
    for level in arguments.levels:
        first = 0.0
        for size in arguments.sizes:
            module = build_module("main", [make_expression(size)]).module
            run_pipeline(State(module, target), "clean")
            (function,) = functions_of(module)
            start = time.perf_counter()
            plan = plan_function(function, level, target)
            seconds = time.perf_counter() - start
            count = sum(len(group.nodes) for group in plan.groups)
            first = first or seconds / count
            growth = seconds / count / first
            print(
                f"{level:<20}{count:>8}{len(plan.candidates):>12}{len(plan.groups):>8}{seconds:>9.2f}   {growth:.2f}", flush=True
            )


if __name__ == "__main__":
    main()
