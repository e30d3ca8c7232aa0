"""Measure building, verifying, printing and parsing of nn IR: seconds by number of ops, and how they grow.

python benchmarks/frontend.py                   1,000 and 10,000 ops
python benchmarks/frontend.py --sizes 100 1000  others
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import nnfuse
from nnfuse.dialect.text import parse_module, print_module, verify
from nnfuse.dsl.build import build_module

ROUNDS = 5


def make_expression(size: int) -> nnfuse.Expression:
    """An expression of about `size` ops: unary and binary ones, selections and reductions."""
    x = nnfuse.leaf((64, 128))
    value = x
    for number in range(size // 5):
        value = nnfuse.tanh(value * 0.5 + x)
        value = value - nnfuse.row_reduce_max(value) if number % 10 == 0 else nnfuse.select(value > 0.0, value, x)
    return value


def seconds(call: Callable[[], object]) -> float:
    """The median over a few rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def main() -> None:
    """Print a table; the last column is the growth against the first size, 1.0 for linear."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10000])
    arguments = parser.parse_args()
    print(f"{'ops':>7}{'expressions':>13}{'build IR':>10}{'verify':>9}{'print':>9}{'parse':>9}   per op against the first size")
    first: list[float] = []
    for size in arguments.sizes:
        expression = make_expression(size)

        module = build_module("main", [expression]).module
        text = print_module(module)
        count = text.count('"nn.')
        steps = [
            seconds(lambda size=size: make_expression(size)),
            seconds(lambda expression=expression: build_module("main", [expression])),
            seconds(lambda module=module: verify(module)),
            seconds(lambda module=module: print_module(module)),
            seconds(lambda text=text: parse_module(text)),
        ]
        # build_module ends with a verification; it is a column of its own.
        steps[1] -= steps[2]
        per_op = [step / count for step in steps]
        first = first or per_op
        growth = " ".join(f"{now / then:.2f}" for now, then in zip(per_op, first, strict=True))
        widths = (13, 10, 9, 9, 9)
        print(f"{count:>7}" + "".join(f"{step:>{width}.4f}" for step, width in zip(steps, widths, strict=True)) + f"   {growth}")


if __name__ == "__main__":
    main()
