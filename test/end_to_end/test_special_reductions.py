"""Row and column reductions of NaN, infinities and negative rows, at several sizes, against numpy."""

from functools import cache

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect import nn

SIZES = [(1, 1), (1, 1000), (1000, 1), (17, 65), (129, 768), (1024, 1024)]
NANS = {
    "NaN": np.nan,
    "negative NaN": np.array(0xFFC00001, np.uint32).view(np.float32),
    "signalling NaN": np.array(0x7F800001, np.uint32).view(np.float32),
}

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))


@cache
def compiled(size, target):
    return nf.compile(
        lambda x: [nf.row_reduce_max(x), nf.col_reduce_max(x), nf.row_reduce_sum(x), nf.col_reduce_sum(x)],
        [size],
        target=target,
    )


def normal(size):
    return np.random.default_rng(7).standard_normal(size, np.float32)


def scattered(size, value):
    """One `value` in two rows of three, at positions spread over the columns; in every row of a small array."""
    array = normal(size)
    for row in range(size[0]):
        if row % 3 != 2:
            array[row, row * 7919 % size[1]] = value
    return array


def check(results, array):
    """Maxima equal to the bit but for NaN's own; sums within rounding; NaN and infinities where numpy has them."""
    with np.errstate(all="ignore"):
        for result, axis in zip(results[:2], (1, 0), strict=True):
            assert np.array_equal(result, array.max(axis=axis, keepdims=True), equal_nan=True)
        for result, axis in zip(results[2:], (1, 0), strict=True):
            expected = array.sum(axis=axis, keepdims=True, dtype=np.float64)
            finite = np.isfinite(expected)
            assert result.shape == expected.shape
            assert np.array_equal(result[~finite], expected[~finite], equal_nan=True)
            bound = 1e-5 * np.abs(array).sum(axis=axis, keepdims=True, dtype=np.float64)
            assert (np.abs(result[finite] - expected[finite]) <= bound[finite]).all()


@every_size
@pytest.mark.parametrize("name", NANS)
def test_one_nan_spoils_its_row_and_column(name, size, target, run):
    array = scattered(size, NANS[name])
    results = run(compiled(size, target), array)
    assert np.array_equal(np.isnan(results[0]), np.isnan(array).any(axis=1, keepdims=True))
    assert np.array_equal(np.isnan(results[1]), np.isnan(array).any(axis=0, keepdims=True))
    check(results, array)


@every_size
def test_nan_at_the_first_the_last_and_every_place(size, target, run):
    for place in ((slice(None), 0), (slice(None), -1), (0, slice(None)), (-1, slice(None)), (slice(None), slice(None))):
        array = normal(size)
        array[place] = np.nan
        check(run(compiled(size, target), array), array)


@every_size
def test_nan_wins_against_infinity(size, target, run):
    array = scattered(size, np.nan)
    array[:, -1] = np.where(np.isnan(array[:, -1]), np.nan, np.inf)
    check(run(compiled(size, target), array), array)


@every_size
@pytest.mark.parametrize("value", [np.inf, -np.inf], ids=str)
def test_infinities(value, size, target, run):
    kernel = compiled(size, target)
    for array in (scattered(size, value), np.full(size, value, np.float32)):
        check(run(kernel, array), array)
    one_row = np.full(size, value, np.float32)
    one_row[size[0] // 2] = normal(size)[0]
    check(run(kernel, one_row), one_row)


@every_size
def test_infinities_of_both_signs_sum_to_nan(size, target, run):
    array = normal(size)
    array[0, 0], array[0, -1], array[-1, 0] = np.inf, -np.inf, -np.inf
    check(run(compiled(size, target), array), array)


@every_size
def test_negative_rows_and_zeros(size, target, run):
    kernel = compiled(size, target)
    for array in (-np.abs(normal(size)) - 1, np.full(size, -0.0, np.float32), np.full(size, -3e38, np.float32)):
        maxima = run(kernel, array)[:2]
        for result, axis in zip(maxima, (1, 0), strict=True):
            assert np.array_equal(result, array.max(axis=axis, keepdims=True))


@pytest.mark.parametrize("kind", ["min", "max", "prod"])
def test_other_kinds_and_dimensions(kind, target, run):
    """What the DSL has no name for: min, prod, both dimensions at once, dimensions not kept."""
    builder = nf.ModuleBuilder()
    with builder.function("folds", [(17, 65)]) as (x,):
        builder.return_(nn.reduce(x, kind, [1]), nn.reduce(x, kind, [0], keep=False), nn.reduce(x, kind, [0, 1], keep=False))
    kernel = nf.compile(builder.finish(), target=target)
    fold = {"min": np.min, "max": np.max, "prod": np.prod}[kind]
    clean = 1 + 0.01 * normal((17, 65))
    for value in (1, -1, np.nan, np.inf, -np.inf):
        spots = scattered((17, 65), value)
        array = np.where(spots == value, clean * value, clean).astype(np.float32)  # near 1, so that products stay normal
        array[np.isnan(spots)] = np.nan
        with np.errstate(all="ignore"):
            expected = [fold(array, axis=1, keepdims=True), fold(array, axis=0), fold(array)]
        for result, values in zip(run(kernel, array), expected, strict=True):
            assert result.shape == np.shape(values)
            assert np.allclose(result, values, rtol=1e-4 if kind == "prod" else 0, atol=0, equal_nan=True)


@pytest.mark.parametrize("level", ["none", "producer-reduction", "full"])
def test_a_fold_of_what_depends_on_the_place(level, target, run):
    array = normal((40, 48))
    kernel = nf.compile(
        lambda x: [nf.row_reduce_max(x * nf.col() + nf.row()), nf.col_reduce_max(x * nf.col() + nf.row())],
        [(40, 48)],
        target=target,
        level=level,
    )
    row, column = np.indices((40, 48), dtype=np.float32)
    # Each product is exact in float64, and rounds once or twice.
    exact = array.astype(np.float64) * column + row
    for result, axis in zip(run(kernel, array), (1, 0), strict=True):
        assert np.allclose(result, exact.max(axis=axis, keepdims=True), rtol=1e-6, atol=0)
