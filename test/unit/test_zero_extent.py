"""Shapes with an extent of 0, and of 1 only, on every target and level."""

import numpy as np
import pytest

import nnfuse as nf

LEVELS = ("none", "chain")
EMPTY = [(0, 5), (5, 0), (0, 0)]
SHAPES = [*EMPTY, (1, 1)]

every_level = pytest.mark.parametrize("level", LEVELS)


def as_text(shape):
    return "x".join(map(str, shape))


def numbers(*shape):
    return np.random.default_rng(3).uniform(0.5, 2, shape).astype(np.float32)


def call(run, function, arrays, target, level="chain"):
    return run(nf.compile(function, arrays, target=target, level=level), *arrays)


def programs(x, y):
    """Everything that is tried at every shape, in one module."""
    return [
        x * y,
        nf.sqrt(x),
        x > y,
        nf.cast(x, np.float16),
        nf.row_reduce_sum(x),
        nf.col_reduce_sum(x),
        x - nf.row_reduce_sum(x),
        x + nf.col_reduce_sum(x),
        nf.transpose(x),
    ]


def in_numpy(x, y):
    rows, columns = x.sum(axis=1, keepdims=True), x.sum(axis=0, keepdims=True)
    return [x * y, np.sqrt(x), x > y, x.astype(np.float16), rows, columns, x - rows, x + columns, x.T]


@every_level
@pytest.mark.parametrize("shape", SHAPES, ids=as_text)
def test_every_family(shape, level, target, run):
    arrays = [numbers(*shape), numbers(*shape)]
    results = call(run, programs, arrays, target, level)
    for result, expected in zip(results, in_numpy(*arrays), strict=True):
        assert result.shape == expected.shape
        assert result.dtype == expected.dtype
        assert result.tobytes() == expected.tobytes()


def test_the_empty_sum_is_zero(target, run):
    (rows,) = call(run, nf.row_reduce_sum, [numbers(5, 0)], target)
    (columns,) = call(run, nf.col_reduce_sum, [numbers(0, 5)], target)
    assert rows.tobytes() == np.zeros((5, 1), np.float32).tobytes()
    assert columns.tobytes() == np.zeros((1, 5), np.float32).tobytes()


def test_maxima_of_one_element(target, run):
    x = numbers(1, 1)
    for result in call(run, lambda x: [nf.row_reduce_max(x), nf.col_reduce_max(x)], [x], target):
        assert result.tobytes() == x.tobytes()
        assert result.shape == (1, 1)


@pytest.mark.parametrize("rows_and_columns", [(5, 0), (0, 0)], ids=as_text)
def test_the_maximum_of_nothing_is_an_error(rows_and_columns):
    with pytest.raises(nf.ShapeError, match=r"row_reduce_max: the maximum of nothing"):
        nf.row_reduce_max(nf.leaf(rows_and_columns))
    with pytest.raises(nf.ShapeError, match=r"col_reduce_max: the maximum of nothing"):
        nf.col_reduce_max(nf.leaf(rows_and_columns[::-1]))


def test_no_maximum_is_needed_where_there_is_no_row(target, run):
    (rows,) = call(run, nf.row_reduce_max, [numbers(0, 5)], target)
    (columns,) = call(run, nf.col_reduce_max, [numbers(5, 0)], target)
    assert rows.shape == (0, 1)
    assert columns.shape == (1, 0)


@every_level
def test_matmul(level, target, run):
    extents = [(3, 0, 4), (0, 3, 4), (3, 4, 0), (0, 0, 0), (1, 1, 1), (1, 0, 1)]
    arrays = [numbers(*shape) for rows, inner, columns in extents for shape in ((rows, inner), (inner, columns))]

    def products(*inputs):
        plain = [nf.matmul(a, b) for a, b in zip(inputs[::2], inputs[1::2], strict=True)]
        return [*plain, *[product + 0.5 for product in plain]]

    results = call(run, products, arrays, target, level)
    for number, (rows, inner, columns) in enumerate(extents):
        product, tail = results[number], results[number + len(extents)]
        expected = arrays[2 * number] @ arrays[2 * number + 1]
        assert product.shape == tail.shape == (rows, columns)
        assert product.tobytes() == expected.tobytes()
        assert tail.tobytes() == (expected + np.float32(0.5)).tobytes()
        if inner == 0:
            assert (product == 0).all()


def test_reference_agrees():
    for shape in SHAPES:
        x = numbers(*shape)
        assert np.array_equal(nf.reference(nf.row_reduce_sum, [x])(x), x.sum(axis=1, keepdims=True, dtype=np.float64))
        assert nf.reference(nf.tanh, [x])(x).shape == shape
