"""Bits do not depend on the fusion plan: products and sums, constants, and functions in one kernel against one op a kernel."""

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect import nn
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.text import parse_module

SHAPE = (256, 256)
ARRAYS = [np.random.default_rng(seed).standard_normal(SHAPE, np.float32) for seed in range(4)]


def both_uses_added(p):
    return p + nf.abs(p)


def two_sums(p, z, w):
    return (p + z) * (-p + w)


# IEEE arithmetic only: the result is that of the exact interpreter on the IR that was planned.
ARITHMETIC = {
    "x*y + z": lambda x, y, z, w: x * y + z,
    "x*y - z": lambda x, y, z, w: x * y - z,
    "z - x*y": lambda x, y, z, w: z - x * y,
    "-(x*y) + z": lambda x, y, z, w: -(x * y) + z,
    "z - -(x*y)": lambda x, y, z, w: z - (-(x * y)),
    "x*y + z*w": lambda x, y, z, w: x * y + z * w,
    "x*y - z*w": lambda x, y, z, w: x * y - z * w,
    "x*y + x*z": lambda x, y, z, w: x * y + x * z,
    "two uses": lambda x, y, z, w: both_uses_added(x * y),
    "two sums, one negated": lambda x, y, z, w: two_sums(x * y, z, w),
    "select of products": lambda x, y, z, w: nf.select(x > 0, x * y, x * z) + w,
    "max of a product": lambda x, y, z, w: nf.max(x * y, z) + w,
    "x*0.1*0.3 + y*0.7": lambda x, y, z, w: x * 0.1 * 0.3 + y * 0.7,
    "x + 0.1 + 0.3": lambda x, y, z, w: x + 0.1 + 0.3,
    "x - y + y": lambda x, y, z, w: (x - y) + y,
    "x/y*y": lambda x, y, z, w: x / y * y,
    "sqrt*sqrt": lambda x, y, z, w: nf.sqrt(nf.abs(x)) * nf.sqrt(nf.abs(x)),
}
FUNCTIONS = {
    "exp(1.702 x) + y": lambda x, y, z, w: nf.exp(x * 1.702) + y,
    "gelu": lambda x, y, z, w: x / (1.0 + nf.exp(-(x * 1.702))) + y,
    "tanh(x*y) - z": lambda x, y, z, w: nf.tanh(x * y) - z,
    "log + rsqrt": lambda x, y, z, w: nf.log(nf.abs(x)) + nf.rsqrt(nf.abs(y)),
    "through float16": lambda x, y, z, w: nf.cast(nf.cast(x * y, np.float16), np.float32) + z,
}
PROGRAMS = {**ARITHMETIC, **FUNCTIONS}


INPUTS = ARRAYS * len(PROGRAMS)


@cache
def compiled(target, level):
    """All programs in one module. Each has inputs of its own, so that they share no subexpression."""

    def programs(*inputs):
        return [program(*inputs[4 * number : 4 * number + 4]) for number, program in enumerate(PROGRAMS.values())]

    return nf.compile(programs, INPUTS, target=target, level=level)


@pytest.fixture(scope="module")
def results_of():
    """Results by target and level, each computed once."""
    return {}


@pytest.fixture
def result_of(target, run, results_of):
    def look_up(level, name):
        if (target, level) not in results_of:
            results_of[target, level] = dict(zip(PROGRAMS, run(compiled(target, level), *INPUTS), strict=True))
        return results_of[target, level][name]

    return look_up


@cache
def exact(target):
    """What the interpreter makes of the IR that was planned."""
    return dict(zip(PROGRAMS, evaluate(parse_module(compiled(target, "chain").nn_ir), INPUTS, precision="exact"), strict=True))


def test_plans_differ(target):
    assert len(compiled(target, "chain").plan.groups) == len(PROGRAMS)
    assert all(len(group.nodes) == 1 for group in compiled(target, "none").plan.groups)


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_kernel_gives_the_bits_of_one_op_a_kernel(name, result_of):
    fused, unfused = result_of("chain", name), result_of("none", name)
    assert np.isfinite(fused).all()
    assert fused.tobytes() == unfused.tobytes(), f"{(fused != unfused).sum()} of {fused.size} differ"


@pytest.mark.parametrize("level", ["none", "chain"])
@pytest.mark.parametrize("name", ARITHMETIC)
def test_arithmetic_is_exact(name, level, target, result_of):
    result, expected = result_of(level, name), exact(target)[name]
    assert result.tobytes() == expected.tobytes(), f"{(result != expected).sum()} of {result.size} differ"


def test_a_product_used_twice_is_rounded_on_its_own(result_of):
    product = ARRAYS[0] * ARRAYS[1]
    assert result_of("chain", "two uses").tobytes() == (product + np.abs(product)).tobytes()


def test_cpu_fuses_a_product_used_once():
    kernel = nf.compile(lambda x, y, z: x * y + z, [SHAPE] * 3, target="cpu")
    result = kernel(*ARRAYS[:3])
    x, y, z = ARRAYS[:3]
    assert '"nn.fma"' in kernel.nn_ir
    assert (result != x * y + z).any()
    expected = [fused(*triple) for triple in zip(x[0], y[0], z[0], strict=True)]
    assert result[0].tobytes() == np.array(expected, np.float32).tobytes()


@pytest.mark.parametrize("shape", [(17, 65, 33)], ids=str)
def test_matmul_with_a_tail(shape, target, run):
    rows, inner, columns = shape
    shapes = [(rows, inner), (inner, columns), (rows, columns)]
    arrays = [np.random.default_rng(seed).standard_normal(part, np.float32) for seed, part in enumerate(shapes)]
    kernels = [
        nf.compile(lambda a, b, c: nf.tanh(nf.matmul(a, b) * 0.1 + c), shapes, target=target, level=level)
        for level in ("chain", "none")
    ]
    assert len(kernels[0].plan.groups) == 1
    (result,), (expected,) = (run(kernel, *arrays) for kernel in kernels)
    assert result.tobytes() == expected.tobytes()


def fused(x, y, z):
    """x * y + z in exact arithmetic, rounded once to float32, half to even."""
    exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
    if exact == 0:
        return np.float32(float(x) * float(y) + float(z))  # the sign of zero, which no rounding touches
    with np.errstate(over="ignore"):
        near = np.float32(float(exact))
    if np.isinf(near):
        near = np.float32(math.copysign(np.finfo(np.float32).max, near))
    with np.errstate(over="ignore"):
        candidates = [near, np.nextafter(near, np.float32(-np.inf)), np.nextafter(near, np.float32(np.inf))]

    def key(candidate):
        # Infinity stands for the next power of two, as IEEE rounds.
        value = Fraction(float(candidate)) if np.isfinite(candidate) else Fraction(math.copysign(2**128, candidate))
        return abs(value - exact), int(candidate.view(np.uint32)) & 1

    return min(candidates, key=key)


def awkward_triples():
    """Cancellation, ties, far apart exponents, overflow, and float32 subnormals."""
    rng = np.random.default_rng(5)
    x, y = (rng.standard_normal(6000, np.float32) for _ in range(2))
    with np.errstate(all="ignore"):
        z = -(x * y)  # leaves the rounding error of the product
        z[1000:2000] = z[1000:2000] * np.float32(2.0) ** rng.integers(-60, 60, 1000).astype(np.float32)
        x[2000:3000] = 1 + rng.integers(0, 2**12, 1000).astype(np.float32) * np.float32(2.0**-12)
        y[2000:3000] = 1 + rng.integers(0, 2**12, 1000).astype(np.float32) * np.float32(2.0**-12)
        z[2000:3000] = rng.choice(np.array([2.0**-40, -(2.0**-40), 2.0**-70, 0, 1], np.float32), 1000)
        scale = np.float32(2.0) ** rng.integers(-100, 100, 1000).astype(np.float32)
        x[3000:4000] *= scale
        y[4000:5000] *= np.float32(2.0**-120)
        z[4000:5000] *= np.float32(2.0**-130)
        x[5000:] *= np.float32(2.0**66)
        y[5000:] *= np.float32(2.0**61)
        z[5000:] = rng.standard_normal(1000, np.float32) * np.float32(2.0**126)
    return x, y, z


def test_exact_reference_of_fma_is_correctly_rounded():
    x, y, z = awkward_triples()
    builder = nf.ModuleBuilder()
    with builder.function("fused", [x, y, z]) as operands:
        builder.return_(nn.fma(*operands))
    (result,) = evaluate(builder.finish(), [x, y, z], precision="exact")
    expected = np.array([fused(*triple) for triple in zip(x, y, z, strict=True)], np.float32)
    assert result.tobytes() == expected.tobytes()
    with np.errstate(all="ignore"):
        assert (expected != x * y + z).sum() > 1000
    assert np.isinf(expected).any()
    assert ((expected != 0) & (np.abs(expected) < 2.0**-126)).any()
