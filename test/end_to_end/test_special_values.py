"""Every elementwise op alone on NaN, infinities, zeros of both signs and large values, against numpy.

Subnormal results are kept out: the CPU runtime flushes them, which the last test writes down.
"""

import math
from functools import cache

import numpy as np
import pytest

import nnfuse as nf

VALUES = np.array(
    [
        *(np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, 1.5, -2, 2.5, 0.7, -0.7, 3),
        *(3e38, -3e38, 5e37, 1e-30, -1e-30, 1e20, 88, 89, -87, -200, 2049, -8388608),
    ],
    np.float32,
)
COUNT = len(VALUES)
X = np.repeat(VALUES, COUNT).reshape(COUNT, COUNT)
Y = np.tile(VALUES, COUNT).reshape(COUNT, COUNT)
MASK = (np.arange(COUNT * COUNT) % 3 == 0).reshape(COUNT, COUNT)
SMALLEST_NORMAL = 2.0**-126


def in_float64(function, operands=1):
    """Transcendental functions of numpy in float64, rounded once."""
    return lambda *arrays: function(*[array.astype(np.float64) for array in arrays[:operands]]).astype(np.float32)


# The op in the DSL, and in numpy.
EXACT = {
    "neg": (lambda x, y, mask: -x, lambda x, y: -x),
    "abs": (lambda x, y, mask: nf.abs(x), lambda x, y: np.abs(x)),
    "mul": (lambda x, y, mask: x * y, lambda x, y: x * y),
    "div": (lambda x, y, mask: x / y, lambda x, y: x / y),
    "sqrt": (lambda x, y, mask: nf.sqrt(x), lambda x, y: np.sqrt(x)),
    "cast": (lambda x, y, mask: nf.cast(x, np.float16), lambda x, y: x.astype(np.float16)),
    "select": (lambda x, y, mask: nf.select(mask, x, y), lambda x, y: np.where(MASK, x, y)),
    "add": (lambda x, y, mask: x + y, lambda x, y: x + y),
    "sub": (lambda x, y, mask: x - y, lambda x, y: x - y),
    "max": (lambda x, y, mask: nf.max(x, y), np.maximum),
    "min": (lambda x, y, mask: nf.min(x, y), np.minimum),
    "relu": (lambda x, y, mask: nf.relu(x), lambda x, y: np.maximum(x, np.float32(0))),
    "clamp": (lambda x, y, mask: nf.clamp(x, -1.5, 2), lambda x, y: np.minimum(np.maximum(x, np.float32(-1.5)), np.float32(2))),
    "floor": (lambda x, y, mask: nf.floor(x), lambda x, y: np.floor(x)),
    "ceil": (lambda x, y, mask: nf.ceil(x), lambda x, y: np.ceil(x)),
    "round": (lambda x, y, mask: nf.round(x), lambda x, y: np.rint(x)),
    "step": (lambda x, y, mask: nf.step(x), lambda x, y: np.where(x < 0, np.float32(0), np.float32(1))),
    "and": (lambda x, y, mask: mask & (x > y), lambda x, y: MASK & (x > y)),
    "or": (lambda x, y, mask: mask | (x > y), lambda x, y: MASK | (x > y)),
    "not": (lambda x, y, mask: ~mask, lambda x, y: ~MASK),
    "gt": (lambda x, y, mask: x > y, lambda x, y: x > y),
    "ge": (lambda x, y, mask: x >= y, lambda x, y: x >= y),
    "lt": (lambda x, y, mask: x < y, lambda x, y: x < y),
    "le": (lambda x, y, mask: x <= y, lambda x, y: x <= y),
    "eq": (lambda x, y, mask: x == y, lambda x, y: x == y),
    "ne": (lambda x, y, mask: x != y, lambda x, y: x != y),
}
APPROXIMATE = {
    "exp": (lambda x, y, mask: nf.exp(x), in_float64(np.exp)),
    "log": (lambda x, y, mask: nf.log(x), in_float64(np.log)),
    "tanh": (lambda x, y, mask: nf.tanh(x), in_float64(np.tanh)),
    "rsqrt": (lambda x, y, mask: nf.rsqrt(x), in_float64(lambda x: 1 / np.sqrt(x))),
    "exp2": (lambda x, y, mask: nf.exp2(x), in_float64(np.exp2)),
    "log2": (lambda x, y, mask: nf.log2(x), in_float64(np.log2)),
    "erf": (lambda x, y, mask: nf.erf(x), in_float64(np.vectorize(math.erf))),
    "sin": (lambda x, y, mask: nf.sin(x), in_float64(np.sin)),
    "cos": (lambda x, y, mask: nf.cos(x), in_float64(np.cos)),
    "pow": (lambda x, y, mask: nf.pow(x, y), in_float64(np.power, operands=2)),
    "sigmoid": (lambda x, y, mask: nf.sigmoid(x), lambda x, y: np.float32(1) / (np.float32(1) + np.exp(-x))),
}
OPS = {**EXACT, **APPROXIMATE}
SIGN_OF_ZERO = (
    *("neg", "abs", "mul", "div", "sqrt", "cast", "select", "add", "sub", "tanh"),
    *("floor", "ceil", "round", "erf", "sin", "pow"),
)


@cache
def compiled(target):
    """All ops in one module, each a kernel of its own."""
    kernel = nf.compile(
        lambda x, y, mask: [op(x, y, mask) for op, _ in OPS.values()],
        [X, Y, MASK],
        target=target,
        level="none",
    )
    assert all(len(group.nodes) == 1 for group in kernel.plan.groups)
    return kernel


@pytest.fixture(scope="module")
def results_of():
    """Results by target, each computed once."""
    return {}


@pytest.mark.parametrize("name", OPS)
def test_op_alone(name, target, run, results_of):
    if target not in results_of:
        results_of[target] = dict(zip(OPS, run(compiled(target), X, Y, MASK), strict=True))
    result = results_of[target][name]
    with np.errstate(all="ignore"):
        expected = OPS[name][1](X, Y)
    assert result.dtype == expected.dtype
    if expected.dtype == np.bool_:
        assert np.array_equal(result, expected)
        return
    checked = ~subnormal(expected)
    if name in ("sin", "cos"):
        checked &= ~np.isfinite(X) | (np.abs(X) <= 8192)  # as documented
        assert (np.abs(result[np.isfinite(X)]) <= 1).all()
    assert checked.sum() > 0.6 * checked.size
    assert not wrong(result, expected, checked, name), name


def subnormal(values):
    return (values != 0) & (np.abs(values.astype(np.float64)) < SMALLEST_NORMAL)


def wrong(result, expected, checked, name):
    """`(x, y, result, expected)` of the elements that differ."""
    with np.errstate(all="ignore"):
        near = np.abs(result.astype(np.float64) - expected) <= 1e-5 * np.abs(expected.astype(np.float64))
    good = (result == expected) | (np.isnan(result) & np.isnan(expected))
    if name in APPROXIMATE:
        good |= np.isfinite(expected) & near
    if name in SIGN_OF_ZERO:
        good &= (expected != 0) | (np.signbit(result) == np.signbit(expected))
    places = np.argwhere(checked & ~good)[:5]
    return [tuple(float(array[tuple(place)]) for array in (X, Y, result, expected)) for place in places]


# What an algebraic rule that holds for real numbers only would change.
RULES = {
    "x + 0": (lambda x, c: x + 0.0, lambda x: x + np.float32(0)),
    "0 - x": (lambda x, c: 0.0 - x, lambda x: np.float32(0) - x),
    "x * 0": (lambda x, c: x * 0.0, lambda x: x * np.float32(0)),
    "0 / x": (lambda x, c: 0.0 / x, lambda x: np.float32(0) / x),
    "x / 0": (lambda x, c: x / 0.0, lambda x: x / np.float32(0)),
    "x / -0": (lambda x, c: x / -0.0, lambda x: x / np.float32(-0.0)),
    "x / (the only row)": (lambda x, c: nf.slice_rows(x, 0, 1) / nf.row(), lambda x: x[:1] / np.float32(0)),
    "x - x": (lambda x, c: x - x, lambda x: x - x),
    "x / x": (lambda x, c: x / x, lambda x: x / x),
    "x * 1": (lambda x, c: x * 1.0, lambda x: x),
    "x / 1": (lambda x, c: x / 1.0, lambda x: x),
    "x - 0": (lambda x, c: x - 0.0, lambda x: x),
    "-(-x)": (lambda x, c: -(-x), lambda x: x),  # noqa: B002
    "max(x, x)": (lambda x, c: nf.max(x, x), lambda x: x),
    "select(c, x, x)": (lambda x, c: nf.select(c, x, x), lambda x: x),
    "select(x == x, 1, 2)": (lambda x, c: nf.select(x == x, 1.0, 2.0), lambda x: np.where(np.isnan(x), 2, 1)),  # noqa: PLR0124
    "select(x != x, 1, 2)": (lambda x, c: nf.select(x != x, 1.0, 2.0), lambda x: np.where(np.isnan(x), 1, 2)),  # noqa: PLR0124
}


@pytest.mark.parametrize("name", RULES)
def test_no_rule_of_real_numbers_is_applied(name, target, run):
    op, in_numpy = RULES[name]
    (result,) = run(nf.compile(op, [X, MASK], target=target), X, MASK)
    with np.errstate(all="ignore"):
        expected = in_numpy(X).astype(np.float32)
    zeros = expected == 0
    assert np.array_equal(result, expected, equal_nan=True)
    assert np.array_equal(np.signbit(result[zeros]), np.signbit(expected[zeros]))


def test_value_not_chosen_has_no_influence(target, run):
    kernel = nf.compile(lambda x, mask: nf.select(mask, x, x * float("inf")), [X, MASK], target=target)
    ones = np.ones_like(X)
    (result,) = run(kernel, np.where(MASK, ones, np.nan), MASK)
    assert np.array_equal(result[MASK], ones[MASK])
    assert np.isnan(result[~MASK]).all()


def test_cpu_flushes_subnormals_to_zero():
    """Documents the CPU runtime: subnormal results and operands of arithmetic are zero, and the host's mode is kept."""
    kernel = nf.compile(lambda x, y: [x * y, x + y, -x], [(4, 8), (4, 8)])
    tiny, subnormal_value = np.full((4, 8), 1e-20, np.float32), np.full((4, 8), 1e-40, np.float32)
    product, _, _ = kernel(tiny, tiny)
    assert (product == 0).all()
    product, total, negated = kernel(subnormal_value, np.ones((4, 8), np.float32))
    assert (product == 0).all()
    assert (total == 1).all()
    assert negated.tobytes() == (-subnormal_value).tobytes()  # the sign bit is flipped, nothing is computed
    assert (tiny * tiny != 0).all()
