"""The reference interpreter: each op against numpy written by hand, in both precisions."""

import math
import warnings

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect import nn
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.text import parse_module

RNG = np.random.default_rng(4)
X = RNG.uniform(0.25, 4, (4, 6)).astype(np.float32)
Y = RNG.standard_normal((4, 6)).astype(np.float32)
FLAGS = RNG.random((4, 6)) < 0.5
BATCH = RNG.standard_normal((3, 4, 6)).astype(np.float32)


def module_of(make, arrays):
    builder = nf.ModuleBuilder()
    with builder.function("f", arrays) as arguments:
        builder.return_(make(*arguments))
    return builder.finish()


def call(make, arrays, precision):
    (result,) = evaluate(module_of(make, arrays), arrays, precision=precision)
    return result


def rotated(x, block):
    """The rule of the documentation, index by index."""
    result, half = np.empty_like(x), block // 2
    for column in range(x.shape[1]):
        lower = column % block < half
        result[:, column] = -x[:, column + half] if lower else x[:, column - half]
    return result


# The builder, its arrays, and its meaning on float64 arrays.
OPS = {
    "neg": (nn.neg, [Y], lambda x: -x),
    "abs": (nn.abs, [Y], lambda x: np.where(x < 0, -x, x)),
    "exp": (nn.exp, [Y], np.exp),
    "log": (nn.log, [X], np.log),
    "sqrt": (nn.sqrt, [X], lambda x: x**0.5),
    "rsqrt": (nn.rsqrt, [X], lambda x: x**-0.5),
    "tanh": (nn.tanh, [Y], lambda x: (np.exp(2 * x) - 1) / (np.exp(2 * x) + 1)),
    "add": (nn.add, [X, Y], lambda x, y: x + y),
    "sub": (nn.sub, [X, Y], lambda x, y: x - y),
    "mul": (nn.mul, [X, Y], lambda x, y: x * y),
    "div": (nn.div, [Y, X], lambda x, y: x / y),
    "max": (nn.max, [X, Y], lambda x, y: np.where(x > y, x, y)),
    "min": (nn.min, [X, Y], lambda x, y: np.where(x < y, x, y)),
    "fma": (nn.fma, [X, Y, Y], lambda x, y, z: x * y + z),
    "erf": (nn.erf, [Y], lambda x: np.array([[math.erf(value) for value in row] for row in x])),
    "sin": (nn.sin, [Y], np.sin),
    "cos": (nn.cos, [Y], lambda x: np.exp(1j * x).real),
    "exp2": (nn.exp2, [Y], lambda x: 2**x),
    "log2": (nn.log2, [X], lambda x: np.log(x) / np.log(2)),
    "floor": (nn.floor, [Y], lambda x: np.array([[math.copysign(math.floor(value), value) for value in row] for row in x])),
    "ceil": (nn.ceil, [Y], lambda x: np.array([[math.copysign(math.ceil(value), value) for value in row] for row in x])),
    "round": (nn.round, [4 * Y], lambda x: np.array([[math.copysign(round(value), value) for value in row] for row in x])),
    "pow": (nn.pow, [X, Y], lambda x, y: np.exp(y * np.log(x))),
    "broadcast of a row": (lambda x: nn.broadcast(x, (5, 6)), [Y[:1]], lambda x: np.repeat(x, 5, axis=0)),
    "broadcast to a higher rank": (lambda x: nn.broadcast(x, (2, 4, 6)), [Y], lambda x: np.stack([x, x])),
    "transpose": (nn.transpose, [Y], lambda x: x.T),
    "transpose of rank 3": (lambda x: nn.transpose(x, [1, 2, 0]), [BATCH], lambda x: np.moveaxis(x, 0, 2)),
    "rotate_half": (lambda x: nn.rotate_half(x, 1, 6), [Y], lambda x: rotated(x, 6)),
    "rotate_half in blocks": (lambda x: nn.rotate_half(x, 1, 2), [Y], lambda x: rotated(x, 2)),
    "rotate_half of rows": (lambda x: nn.rotate_half(x, 0, 4), [Y], lambda x: rotated(x.T, 4).T),
    "sum of rows": (lambda x: nn.reduce(x, "sum", [1]), [Y], lambda x: np.array([[sum(row)] for row in x])),
    "max of columns": (lambda x: nn.reduce(x, "max", [0]), [Y], lambda x: np.array([[max(column) for column in x.T]])),
    "min of all": (lambda x: nn.reduce(x, "min", [0, 1], keep=False), [Y], lambda x: np.array(min(x.ravel()))),
    "prod without the dimension": (lambda x: nn.reduce(x, "prod", [1], keep=False), [Y], lambda x: np.cumprod(x, axis=1)[:, -1]),
    "matmul": (nn.matmul, [X, Y.T.copy()], lambda a, b: np.einsum("ik,kj->ij", a, b)),
    "matmul, transposed": (
        lambda a, b: nn.matmul(a, b, transpose_lhs=True, transpose_rhs=True),
        [X, Y.T.copy()[:, :4]],
        lambda a, b: np.einsum("ki,jk->ij", a, b),
    ),
    "matmul of a batch": (
        lambda a, b: nn.matmul(a, b, transpose_rhs=True),
        [BATCH, BATCH],
        lambda a, b: np.einsum("bik,bjk->bij", a, b),
    ),
    "select": (nn.select, [FLAGS, X, Y], lambda c, x, y: c * x + ~c * y),
    "cast of bool": (lambda x: nn.cast(x, np.float32), [FLAGS], lambda x: x * 1.0),
}


@pytest.mark.parametrize("name", OPS)
def test_float64_is_the_ideal_result(name):
    make, arrays, in_numpy = OPS[name]
    expected = in_numpy(*[array.astype(np.float64) if array.dtype.kind == "f" else array for array in arrays])
    result = call(make, arrays, "float64")
    assert result.dtype == np.float64
    assert result.shape == expected.shape
    assert np.allclose(result, expected, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("name", OPS)
def test_exact_rounds_once_to_the_result_s_precision(name):
    make, arrays, in_numpy = OPS[name]
    expected = in_numpy(*[array.astype(np.float64) if array.dtype.kind == "f" else array for array in arrays])
    result = call(make, arrays, "exact")
    assert result.dtype == np.float32
    # float64 results that differ in the last bits may round to neighbours.
    assert np.allclose(result, expected, rtol=6.0e-8, atol=1e-38)
    if name in (
        "neg",
        "abs",
        "max",
        "min",
        "select",
        "transpose",
        "rotate_half",
        "add",
        "sub",
        "mul",
        "div",
        "floor",
        "ceil",
        "round",
    ):
        assert result.tobytes() == np.ascontiguousarray(expected).astype(np.float32).tobytes()


@pytest.mark.parametrize("predicate", ["eq", "ne", "lt", "le", "gt", "ge"])
@pytest.mark.parametrize("precision", ["float64", "exact"])
def test_comparisons(predicate, precision):
    x = np.array([1, 2, 3, np.nan, 1, 0.0, np.inf], np.float32)
    y = np.array([1, 3, 2, 1, np.nan, -0.0, np.inf], np.float32)
    table = {
        "eq": [1, 0, 0, 0, 0, 1, 1],
        "ne": [0, 1, 1, 1, 1, 0, 0],
        "lt": [0, 1, 0, 0, 0, 0, 0],
        "le": [1, 1, 0, 0, 0, 1, 1],
        "gt": [0, 0, 1, 0, 0, 0, 0],
        "ge": [1, 0, 1, 0, 0, 1, 1],
    }
    result = call(lambda x, y: nn.compare(predicate, x, y), [x, y], precision)
    assert result.dtype == np.bool_
    assert result.tolist() == [bool(value) for value in table[predicate]]


# float32 to float16: the value, and what half to even makes of it.
ROUNDED = {
    1 + 2**-11: 1.0,
    1 + 3 * 2**-11: 1 + 2**-9,
    1 + 2**-11 + 2**-20: 1 + 2**-10,
    2049.0: 2048.0,
    2051.0: 2052.0,
    65519.99609375: 65504.0,
    65520.0: np.inf,
    -65520.0: -np.inf,
    2.0**-25: 0.0,
    2.0**-25 + 2.0**-40: 2.0**-24,
    3 * 2.0**-25: 2.0**-23,
    -0.0: -0.0,
}


def test_exact_cast_rounds_half_to_even():
    values = np.array(list(ROUNDED), np.float32)
    expected = np.array(list(ROUNDED.values()), np.float16)
    result = call(lambda x: nn.cast(x, np.float16), [values], "exact")
    assert result.dtype == np.float16
    assert result.tobytes() == expected.tobytes()


def test_float64_rounds_nothing():
    values = np.array(list(ROUNDED), np.float32)
    result = call(lambda x: nn.cast(nn.cast(x, np.float16), np.float32), [values], "float64")
    assert result.tobytes() == values.astype(np.float64).tobytes()


def test_exact_rounds_between_ops_and_float64_does_not():
    x = np.full((1,), 2.0**24, np.float32)
    one = np.ones((1,), np.float32)
    make = lambda x, one: nn.sub(nn.add(x, one), x)  # noqa: E731
    assert call(make, [x, one], "exact").tolist() == [0.0]
    assert call(make, [x, one], "float64").tolist() == [1.0]


@pytest.mark.parametrize("precision", ["float64", "exact"])
def test_logic(precision):
    others = np.roll(FLAGS, 1, axis=1)
    assert np.array_equal(call(nn.logical_and, [FLAGS, others], precision), FLAGS & others)
    assert np.array_equal(call(nn.logical_or, [FLAGS, others], precision), FLAGS | others)
    assert np.array_equal(call(nn.logical_not, [FLAGS], precision), ~FLAGS)


def test_round_is_half_to_even():
    values = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 0.25], np.float32)
    assert call(nn.round, [values], "exact").tolist() == [0.0, 2.0, 2.0, -0.0, -2.0, 0.0]


def test_fma_rounds_once():
    x = np.array([1 + 2**-12], np.float32)
    z = -(x * x)
    fused = call(nn.fma, [x, x, z], "exact")
    assert fused.tolist() == [2.0**-24]
    assert call(lambda x, z: nn.add(nn.mul(x, x), z), [x, z], "exact").tolist() == [0.0]


def test_special_values_pass_without_warnings():
    values = np.array([np.nan, np.inf, -np.inf, -1.0, 0.0], np.float32)
    warnings.simplefilter("error")
    for precision in ("float64", "exact"):
        roots = call(nn.sqrt, [values], precision)
        assert np.isnan(roots[[0, 2, 3]]).all()
        assert roots[[1, 4]].tolist() == [np.inf, 0.0]
        assert call(nn.rsqrt, [values], precision)[[1, 4]].tolist() == [0.0, np.inf]
        assert np.isnan(call(lambda x: nn.reduce(x, "max", [0]), [values], precision)).all()


def test_float16_operands_of_a_matmul_are_not_rounded():
    a = RNG.standard_normal((5, 33)).astype(np.float16)
    b = RNG.standard_normal((33, 4)).astype(np.float16)
    result = call(nn.matmul, [a, b], "exact")
    assert result.dtype == np.float32
    assert result.tobytes() == (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32).tobytes()


def test_groups_are_evaluated_like_their_ops():
    kernel = nf.compile(lambda x, y: [nf.tanh(x * y) + 1.0, nf.row_reduce_sum(x)], [X, Y])
    from nnfuse.dialect.text import parse_module

    assert '"nn.group"' in kernel.grouped_ir
    grouped, plain = (evaluate(parse_module(text), [X, Y], precision="exact") for text in (kernel.grouped_ir, kernel.nn_ir))
    for first, second in zip(grouped, plain, strict=True):
        assert first.tobytes() == second.tobytes()


def test_wrong_arguments():
    module = module_of(nn.tanh, [X])
    with pytest.raises(nf.ShapeError, match=r"expected: \(4, 6\)\n  actual: \(6, 4\)\n  where: argument 0"):
        evaluate(module, [X.T])
    with pytest.raises(nf.DTypeError, match=r"expected: float32\n  actual: bool"):
        evaluate(module, [FLAGS])
    with pytest.raises(nf.Error, match=r"wrong number of arguments\n  expected: 1\n  actual: 2"):
        evaluate(module, [X, X])
    with pytest.raises(nf.Error, match=r"unknown precision\n  expected: 'float64' or 'exact'\n  actual: 'float32'"):
        evaluate(module, [X], precision="float32")
    with pytest.raises(nf.Error, match=r"no such function\n  expected: one of f\n  actual: 'g'"):
        evaluate(module, [X], function="g")


def test_a_declaration_is_no_function_to_run():
    module = parse_module(
        """
        func.func private @declared(tensor<2xf32>) -> tensor<2xf32>
        func.func @defined(%x: tensor<2xf32>) -> tensor<2xf32> {
          %0 = "nn.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }
        """
    )
    (result,) = evaluate(module, [np.array([1, -2], np.float32)])
    assert (result == [-1, 2]).all()
    with pytest.raises(nf.Error, match=r"(?s)no such function.*one of defined.*'declared'"):
        evaluate(module, [], function="declared")
