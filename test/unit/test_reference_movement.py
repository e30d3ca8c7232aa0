"""The reference interpreter on ops that move elements or fold along a dimension, against loops written by hand."""

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect import nn
from nnfuse.dialect.reference import evaluate

RNG = np.random.default_rng(6)
X = RNG.standard_normal((4, 6)).astype(np.float32)
Y = RNG.standard_normal((3, 6)).astype(np.float32)
OUTSIDE = np.array([2, -1, 0, 4, 2], np.int32)


def call(make, arrays, precision="exact"):
    builder = nf.ModuleBuilder()
    with builder.function("f", arrays) as arguments:
        builder.return_(make(*arguments))
    (result,) = evaluate(builder.finish(), arrays, precision=precision)
    return result


def windows(image, kernel, stride, padding):
    """(C, H, W, B) to (C*k*k, OH*OW*B), pixel by pixel, zero outside."""
    channels, height, width, batch = image.shape
    rows, columns = ((extent + 2 * padding - kernel) // stride + 1 for extent in (height, width))
    result = np.zeros((channels * kernel * kernel, rows * columns * batch), image.dtype)
    for c, i, j, row, column, b in np.ndindex(channels, kernel, kernel, rows, columns, batch):
        y, x = row * stride + i - padding, column * stride + j - padding
        if 0 <= y < height and 0 <= x < width:
            result[(c * kernel + i) * kernel + j, (row * columns + column) * batch + b] = image[c, y, x, b]
    return result


IMAGE = RNG.standard_normal((2, 4, 5, 3)).astype(np.float32)
PIXELS = IMAGE.reshape(40, 3)

OPS = {
    "slice": (lambda x: nn.slice(x, [1, 0], [2, 3], [1, 2]), [X], X[1:3, 0:6:2]),
    "reshape": (lambda x: nn.reshape(x, (3, 8)), [X], np.array(X.ravel().tolist(), np.float32).reshape(3, 8)),
    "periodic": (lambda x: nn.periodic(x, 0, 2, 5, offset=1), [X], X[[1, 2, 1, 2, 1]]),
    "concat of rows": (lambda x, y: nn.concat(x, y, 0), [X, Y], np.array([*X.tolist(), *Y.tolist()], np.float32)),
    "pad": (lambda x: nn.pad(x, [1, 0], [0, 2], 0.5), [X], np.pad(X, ((1, 0), (0, 2)), constant_values=0.5)),
    "insert_slice": (lambda x, y: nn.insert_slice(x, y, [1, 0]), [X, Y], np.array([X[0], *Y], np.float32)),
    "gather_rows": (nn.gather_rows, [Y, OUTSIDE], np.array([Y[2], 0 * Y[0], Y[0], 0 * Y[0], Y[2]])),
    "gather_rows by floats": (nn.gather_rows, [Y, np.array([2.9, -0.5, -1.0], np.float32)], np.array([Y[2], Y[0], 0 * Y[0]])),
    "take_along": (
        lambda x, i: nn.take_along(x, i, 0),
        [X, np.array([[3, 2, 1, 0, 4, -1]], np.int32)],
        np.array([[X[3, 0], X[2, 1], X[1, 2], X[0, 3], 0, 0]], np.float32),
    ),
    "index": (lambda: nn.index((2, 5), 1, 2), [], np.array([[0, 0, 1, 1, 2]] * 2, np.float32)),
    "argmax": (lambda x: nn.argmax(x, 1), [X], np.array([[row.index(max(row))] for row in X.tolist()], np.float32)),
    "first NaN is the argmax": (
        lambda x: nn.argmax(x, 1),
        [np.array([[1, np.nan, 3, np.nan], [2, 5, 5, 1]], np.float32)],
        np.array([[1], [1]], np.float32),
    ),
    "im2col": (lambda x: nn.im2col(x, [2, 4, 5], 3, 2, 1), [PIXELS], windows(IMAGE, 3, 2, 1)),
    "im2col without padding": (lambda x: nn.im2col(x, [2, 4, 5], 2), [PIXELS], windows(IMAGE, 2, 1, 0)),
}


@pytest.mark.parametrize("name", OPS)
def test_moved_elements_are_the_same_bits(name):
    make, arrays, expected = OPS[name]
    result = call(make, arrays)
    assert result.dtype == expected.dtype
    assert np.array_equal(result, expected)
    ideal = call(make, arrays, "float64")
    assert ideal.dtype == np.float64
    assert np.array_equal(ideal, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.bool_, np.int32])
def test_views_take_every_element_type(dtype):
    x = (X > 0) if dtype is np.bool_ else (10 * X).astype(dtype)
    assert np.array_equal(call(nn.transpose, [x]), x.T)
    assert np.array_equal(call(lambda x: nn.broadcast(x, (4, 3)), [x[:, :1].copy()]), np.repeat(x[:, :1], 3, axis=1))


@pytest.mark.parametrize("precision", ["float64", "exact"])
def test_running_folds(precision):
    running = np.zeros_like(X, np.float64)
    total = np.zeros(4)
    for column in range(6):
        total = total + X[:, column]
        running[:, column] = total
    assert np.allclose(call(lambda x: nn.scan(x, "sum", 1), [X], precision), running, rtol=1e-6)
    products = call(lambda x: nn.scan(x, "prod", 0), [X], precision)
    assert np.allclose(products[2], X[0].astype(np.float64) * X[1] * X[2], rtol=1e-6)
    assert np.array_equal(products[0], X[0])


@pytest.mark.parametrize("kind", ["sum", "max", "min", "prod"])
def test_grouped_folds(kind):
    fold = {"sum": np.add, "max": np.maximum, "min": np.minimum, "prod": np.multiply}[kind]
    result = call(lambda x: nn.grouped_reduce(x, kind, 2), [X])
    assert result.shape == (2, 6)
    assert np.allclose(result, fold(X[[0, 2]], X[[1, 3]]), rtol=1e-6)


def test_scattered_rows_add_up_and_those_outside_are_ignored():
    source = RNG.standard_normal((5, 6)).astype(np.float32)
    result = call(nn.scatter_add_rows, [Y, OUTSIDE, source], "float64")
    expected = Y.astype(np.float64)
    expected[2] += source[0].astype(np.float64) + source[4]
    expected[0] += source[2]
    assert np.allclose(result, expected, rtol=1e-15)


def test_col2im_is_the_adjoint_of_im2col():
    columns = RNG.standard_normal(windows(IMAGE, 3, 2, 1).shape).astype(np.float32)
    image = call(lambda x: nn.col2im(x, [2, 4, 5], 3, 2, 1), [columns], "float64")
    inner = float((windows(IMAGE.astype(np.float64), 3, 2, 1) * columns).sum())
    assert np.isclose(float((image * PIXELS).sum()), inner, rtol=1e-12)


def test_an_update_gives_the_value_written():
    builder = nf.ModuleBuilder()
    with builder.function("f", [X, X]) as (x, destination):
        builder.return_(nn.update(nn.neg(x), destination))
    (result,) = evaluate(builder.finish(), [X, np.zeros_like(X)], precision="exact")
    assert np.array_equal(result, -X)


def test_windows_need_a_stride():
    with pytest.raises(nf.ShapeError, match=r"(?s)bad windows.*a positive stride.*0"):
        call(lambda x: nn.im2col(x, (1, 2, 2), 1, stride=0), [X])


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.bool_, np.int32, np.int64])
def test_constants_without_elements(dtype):
    result = call(lambda x: nn.constant(np.zeros((0, 3), dtype)), [X])
    assert result.shape == (0, 3)
    assert result.dtype == dtype
