"""Measuring kernels for people: errors against float64, and times of calls, interleaved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

# Relative to the largest magnitude of the reference; float32 everywhere.
TOLERANCE = 1e-5


def relative_error(results: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> float:
    """The largest difference from `expected`, divided by its largest finite magnitude.

    Infinite if any element differs in being finite, NaN, or in the sign of an infinity: those are compared first.
    """
    worst = 0.0
    for result, reference in zip(results, expected, strict=True):
        finite = np.isfinite(reference)
        if result.shape != reference.shape or not np.array_equal(np.isfinite(result), finite):
            return float("inf")
        if not np.array_equal(result[~finite].astype(np.float64), reference[~finite].astype(np.float64), equal_nan=True):
            return float("inf")
        if finite.any():
            scale = np.abs(reference[finite]).max() or 1.0
            worst = max(worst, float(np.abs(result[finite].astype(np.float64) - reference[finite]).max() / scale))
    return worst


def median_times(calls: Sequence[Callable[[], object]], rounds: int, budget: float) -> list[float]:
    """The median seconds of each call, over `rounds` interleaved rounds or until `budget` seconds are spent.

    Each call is made once before, untimed.
    """
    for call in calls:
        call()
    times: list[list[float]] = [[] for _ in calls]
    end = time.perf_counter() + budget
    for _ in range(rounds):
        for samples, call in zip(times, calls, strict=True):
            start = time.perf_counter()
            call()
            samples.append(time.perf_counter() - start)
        if time.perf_counter() > end:
            break
    return [float(np.median(samples)) for samples in times]
