"""The second gate: would the merge change a bit, and if so, by how much?

Merging changes none: contraction is decided before planning, each reduction keeps one order, every cast stays. The gate says
so for each candidate. What does change bits (`passes/relax.py`) is judged by simulation with `compare`, on the inputs of
`probes`: finiteness first, then the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.planning.graph import Edge
from nnfuse.passes.planning.partition import Partition

# Values that break formulas: signed zeros, infinities, NaN, subnormals; besides, a large mean with a small variance.
_EDGES = (0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1.0e-38, 1.0e-45)
_LARGE_MEAN = 4096.0

Evaluate = Callable[[Sequence[np.ndarray]], Sequence[np.ndarray]]


def check_precision(partition: Partition, edge: Edge) -> Verdict:
    """Judge a merge: it keeps every rounding, so it passes."""
    nodes = partition.graph.nodes
    locations = (nodes[edge.producer].location, nodes[edge.consumer].location)
    reason = "contraction, orders of addition and casts are fixed in the IR"
    return Verdict(True, "precision", "0 bits changed", "0 bits (exact mode)", reason, locations, "")


def probes(
    shapes: Sequence[tuple[int, ...]], dtypes: Sequence[np.dtype], seeds: int = 4
) -> Iterator[tuple[str, list[np.ndarray]]]:
    """Inputs to simulate on, each with a name: normal numbers from `seeds` seeds, a large mean, and edge values everywhere."""
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        yield f"normal numbers of seed {seed}", [_drawn(rng, shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
    rng = np.random.default_rng(seeds)
    far = [_drawn(rng, shape, dtype, _LARGE_MEAN) for shape, dtype in zip(shapes, dtypes, strict=True)]
    yield f"normal numbers around {_LARGE_MEAN:g}", far
    for value in _EDGES:
        with np.errstate(all="ignore"):
            arrays = [_drawn(rng, shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
            for array in arrays:
                if array.dtype.kind == "f" and array.size:
                    array.reshape(-1)[:: max(array.size // 3, 1)] = value
        yield f"{value:g} among normal numbers", arrays
    if any(dtype.kind == "b" for dtype in dtypes):
        arrays = [_drawn(rng, shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
        yield "masks that are false everywhere", [array & False if array.dtype.kind == "b" else array for array in arrays]


def _drawn(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype, mean: float = 0.0) -> np.ndarray:
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, 4, shape).astype(dtype)
    return (rng.standard_normal(shape) + mean).astype(dtype)


def compare(
    name: str,
    original: Evaluate,
    changed: Evaluate,
    inputs: Iterator[tuple[str, list[np.ndarray]]],
    tau: Mapping[str, float],
    where: str,
) -> Verdict:
    """Judge a change of formula: its results against those of the original, `|difference| <= tau * max(1, |original|)`.

    What is finite, infinite and NaN must be the same first.

    Args:
        name: what changes, in words.
        tau: the limit for each dtype by name; a dtype without one must keep its bits.
        where: `file:line` of the op.
    """
    worst: dict[str, tuple[float, str]] = {}
    for label, arrays in inputs:
        with np.errstate(all="ignore"):
            pairs = list(zip(original(arrays), changed(arrays), strict=True))
        for wanted, got in pairs:
            kind = _class_of(wanted) != _class_of(got)
            if kind.any():
                place = tuple(int(index) for index in np.argwhere(kind)[0])
                measured = f"{_at(got, place)} instead of {_at(wanted, place)} at {place} on {label}"
                limit = "the same finite numbers, infinities and NaN"
                return Verdict(False, "precision", measured, limit, f"{name} changes what is finite", (where,), "")
            dtype = wanted.dtype.name
            distance = _distance(wanted, got, exact=not tau.get(dtype))
            if distance >= worst.get(dtype, (0.0, ""))[0]:
                worst[dtype] = (distance, label)
    measured = ", ".join(f"{distance:.3g} in {dtype} on {label}" for dtype, (distance, label) in worst.items())
    limit = ", ".join(f"tau {tau[dtype]:g} in {dtype}" if tau.get(dtype) else f"no bit in {dtype}" for dtype in worst)
    beyond = {dtype: distance for dtype, (distance, _) in worst.items() if distance > tau.get(dtype, 0.0)}
    if not beyond:
        return Verdict(True, "precision", measured, limit, f"{name} stays within the limit", (where,), "")
    override = " and ".join(f"a tau of {distance:.1e} or more for {dtype}" for dtype, distance in beyond.items())
    return Verdict(False, "precision", measured, limit, f"{name} changes the result", (where,), override)


def _class_of(values: np.ndarray) -> np.ndarray:
    """0 for finite numbers, 1 for NaN, 2 and 3 for the infinities."""
    if values.dtype.kind != "f":
        return np.zeros(values.shape, np.int8)
    return np.where(np.isnan(values), 1, np.where(np.isposinf(values), 2, np.where(np.isneginf(values), 3, 0)))


def _distance(wanted: np.ndarray, got: np.ndarray, exact: bool) -> float:
    """The largest difference, relative where the result is above 1; in exact mode infinite if a bit differs."""
    if not wanted.size:
        return 0.0
    if wanted.dtype.kind != "f":
        return float("inf") if not np.array_equal(wanted, got) else 0.0
    finite = np.isfinite(wanted)
    if exact:
        same = (wanted == got) & (np.signbit(wanted) == np.signbit(got))
        return 0.0 if bool(same[finite].all()) else float("inf")
    wide, other = wanted[finite].astype(np.float64), got[finite].astype(np.float64)
    return float((np.abs(wide - other) / np.maximum(1.0, np.abs(wide))).max(initial=0.0))


def _at(values: np.ndarray, place: tuple[int, ...]) -> str:
    return f"{values[place]:g}"
