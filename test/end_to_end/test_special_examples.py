"""The examples with NaN, infinities, zeros and large values among their inputs, against float32 numpy programs."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.examples import first_program, gelu_residual, layer_norm, masked_softmax, rms_norm, rope, swiglu

ROWS, COLUMNS = 17, 66
FULL, VECTOR = (ROWS, COLUMNS), (1, COLUMNS)
VALUES = [np.nan, np.inf, -np.inf, -0.0, 3e38, -3e38, 1e20]
POSITIONS = (0, COLUMNS // 2, COLUMNS - 1)


def softmax_program(x, mask):
    scores = np.where(mask, x, np.float32(-np.inf))
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)


def layer_norm_program(x, gamma, beta):
    width = np.float32(1 / x.shape[1])
    centred = x - x.sum(axis=1, keepdims=True) * width
    variance = (centred * centred).sum(axis=1, keepdims=True) * width
    return centred * (np.float32(1) / np.sqrt(variance + np.float32(1e-5))) * gamma + beta


def rms_norm_program(x, gamma, epsilon):
    mean_square = (x * x).sum(axis=1, keepdims=True) * np.float32(1 / x.shape[1])
    return x * (np.float32(1) / np.sqrt(mean_square + epsilon)) * gamma


def rope_program(x, cosine, sine):
    first, second = np.split(x, 2, axis=1)
    return x * cosine + np.concatenate([-second, first], axis=1) * sine


PROGRAMS = {
    "first_program": (first_program.first_program, lambda w, a: np.tanh(w @ a), (FULL, (COLUMNS, 4))),
    "masked_softmax": (masked_softmax.masked_softmax, softmax_program, (FULL, nf.TensorSpec(FULL, np.bool_))),
    "layer_norm": (layer_norm.layer_norm, layer_norm_program, (FULL, VECTOR, VECTOR)),
    "rms_norm": (rms_norm.rms_norm, rms_norm_program, (FULL, VECTOR, ())),
    "swiglu": (swiglu.swiglu, lambda gate, up: gate / (np.float32(1) + np.exp(-gate)) * up, (FULL, FULL)),
    "gelu_residual": (
        gelu_residual.gelu_residual,
        lambda x, residual: x / (np.float32(1) + np.exp(-(x * np.float32(1.702)))) + residual,
        (FULL, FULL),
    ),
    "rope": (rope.rope, rope_program, (FULL, FULL, FULL)),
}
FLOAT_INPUTS = [
    (name, index)
    for name, (_, _, shapes) in PROGRAMS.items()
    for index, shape in enumerate(shapes)
    if not isinstance(shape, nf.TensorSpec)
]


@cache
def compiled(name, target):
    kernel, _, shapes = PROGRAMS[name]
    specs = tuple(shape if isinstance(shape, nf.TensorSpec) else nf.TensorSpec(shape) for shape in shapes)
    return nf.compile(replace(kernel, inputs=specs), target=target)


def clean_arrays(name):
    """Inputs whose values are clearly not zero, so that the sign of a product with infinity is clear."""
    rng = np.random.default_rng(11)
    arrays = []
    for shape in PROGRAMS[name][2]:
        if isinstance(shape, nf.TensorSpec):
            arrays.append(rng.random(shape.shape) < 0.875)
        else:
            sign = np.where(rng.random(shape) < 0.5, -1, 1)
            arrays.append(np.asarray(rng.uniform(0.5, 2, shape) * sign, np.float32))
    if name == "rms_norm":
        arrays[2] = np.asarray(1e-5, np.float32)
    return arrays


def check(name, target, run, arrays):
    with np.errstate(all="ignore"):
        expected = PROGRAMS[name][1](*arrays)
    assert expected.dtype == np.float32
    (result,) = run(compiled(name, target), *arrays)
    finite = np.isfinite(expected)
    assert np.array_equal(np.isfinite(result), finite)
    assert np.array_equal(result[~finite], expected[~finite], equal_nan=True)
    # Element by element: one large value must not hide errors of the others.
    assert np.allclose(result[finite], expected[finite], rtol=2e-5, atol=2e-6)
    return result


@pytest.mark.parametrize(("name", "index"), FLOAT_INPUTS, ids=str)
def test_special_values_in_one_input(name, index, target, run):
    """Each value alone in a row of its own, at the first, a middle, and the last column; two rows have none."""
    shape = clean_arrays(name)[index].shape
    rounds = [[(row, VALUES[row % 7], POSITIONS[row // 7]) for row in range(15)]]
    if shape != FULL:
        rounds = [[(None, value, position)] for value in VALUES for position in (POSITIONS[0], POSITIONS[2])]
    for spots in rounds:
        arrays = clean_arrays(name)
        for row, value, position in spots:
            if row is not None:
                arrays[index][row, position] = value
            elif shape == ():
                arrays[index][()] = value
            else:
                arrays[index].reshape(-1)[position % arrays[index].size] = value
        result = check(name, target, run, arrays)
        if shape == FULL:
            assert np.isfinite(result[15:]).all()


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.0], ids=str)
def test_whole_rows_of_one_value(name, value, target, run):
    arrays = clean_arrays(name)
    arrays[0][3:5] = value
    check(name, target, run, arrays)


def test_fully_masked_row_gives_nan_and_no_other_row_does(target, run):
    x, mask = clean_arrays("masked_softmax")
    mask[[0, 7, ROWS - 1]] = False
    mask[3] = False
    mask[3, 5] = True
    result = check("masked_softmax", target, run, [x, mask])
    assert np.isnan(result[[0, 7, ROWS - 1]]).all()
    assert np.isfinite(np.delete(result, [0, 7, ROWS - 1], axis=0)).all()
    assert result[3, 5] == 1
    assert (np.delete(result[3], 5) == 0).all()


def test_masked_values_have_no_influence(target, run):
    x, mask = clean_arrays("masked_softmax")
    kernel = compiled("masked_softmax", target)
    (clean,) = run(kernel, x, mask)
    for value in (np.nan, np.inf, 3e38):
        (result,) = run(kernel, np.where(mask, x, np.float32(value)), mask)
        assert result.tobytes() == clean.tobytes()


def test_epsilon_of_zero_on_a_row_of_zeros(target, run):
    x, gamma, _ = clean_arrays("rms_norm")
    x[4] = 0
    result = check("rms_norm", target, run, [x, gamma, np.zeros((), np.float32)])
    assert np.isnan(result[4]).all()
    assert np.isfinite(np.delete(result, 4, axis=0)).all()
