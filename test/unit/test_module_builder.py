"""The module builder: IR made by calls, its verification, and its errors."""

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect import nn
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.text import parse_module, print_module


def scaled_tanh(location=None):
    builder = nf.ModuleBuilder()
    with builder.function("scaled_tanh", [nf.TensorSpec((4, 8)), nf.TensorSpec(())], location) as (x, scale):
        builder.return_(nn.mul(nn.tanh(x), nn.broadcast(scale, (4, 8))))
    return builder


def test_the_example_of_the_documentation():
    module = scaled_tanh().finish()
    x = np.random.default_rng(1).standard_normal((4, 8), np.float32)
    (expected,) = evaluate(module, [x, 2.0])
    assert np.allclose(expected, np.tanh(x.astype(np.float64)) * 2, atol=1e-12)
    kernel = nf.compile(scaled_tanh().finish())
    assert kernel.name == "scaled_tanh"
    assert [parameter.name for parameter in kernel.parameters] == ["input0", "input1"]
    assert np.allclose(kernel(x, 2.0), expected, atol=1e-6)


def test_text_is_generic_form_and_parses_back():
    builder = scaled_tanh()
    text = str(builder)
    assert '"nn.broadcast"' in text
    assert "func.func @scaled_tanh(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<4x8xf32>" in text
    assert print_module(parse_module(text)) == text == print_module(builder.finish())


def test_inputs_are_specs_shapes_or_arrays():
    builder = nf.ModuleBuilder()
    inputs = [(2, 3), nf.TensorSpec((2, 3), np.float16), np.zeros((2, 3), bool), np.zeros(4, np.int64)]
    with builder.function("all_kinds", inputs) as arguments:
        builder.return_(*arguments)
    types = ["tensor<2x3xf32>", "tensor<2x3xf16>", "tensor<2x3xi1>", "tensor<4xi64>"]
    assert [str(argument.type) for argument in arguments] == types
    assert f"-> ({', '.join(types)})" in str(builder)


def test_several_functions_in_one_module():
    builder = nf.ModuleBuilder()
    for name, op in (("doubled", lambda x: nn.add(x, x)), ("squared", lambda x: nn.mul(x, x))):
        with builder.function(name, [(2, 3)]) as (x,):
            builder.return_(op(x))
    module = builder.finish()
    x = np.full((2, 3), 3, np.float32)
    assert (evaluate(module, [x], function="doubled")[0] == 6).all()
    assert (evaluate(module, [x], function="squared")[0] == 9).all()
    with pytest.raises(nf.Error, match=r"no such function[^$]*doubled, squared"):
        evaluate(module, [x])


def test_locations():
    builder = scaled_tanh(("kernels.py", 12))
    text = print_module(builder.finish(), locations=True)
    assert 'loc("kernels.py":12:0)' in text
    other = nf.ModuleBuilder()
    with other.function("f", [(2, 3)]) as (x,):
        with other.location(("kernels.py", 34)):
            y = nn.exp(x)
        other.return_(y)
    assert 'loc("kernels.py":34:0)' in print_module(other.finish(), locations=True)


def test_a_function_needs_a_return():
    builder = nf.ModuleBuilder()
    with pytest.raises(nf.Error, match="'f' returns nothing"), builder.function("f", [(2, 3)]) as (x,):
        nn.tanh(x)
    assert "nn.tanh" not in str(builder)
    # The builder goes on working.
    with builder.function("g", [(2, 3)]) as (x,):
        builder.return_(x)
    assert "@g" in print_module(builder.finish())


def test_an_exception_in_the_block_is_passed_on_and_leaves_no_function():
    builder = nf.ModuleBuilder()
    with pytest.raises(ZeroDivisionError), builder.function("f", [(2, 3)]):
        _ = 1 / 0
    with builder.function("f", [(2, 3)]) as (x,):
        builder.return_(x)
    assert print_module(builder.finish()).count("@f") == 1


def test_one_function_at_a_time():
    builder = nf.ModuleBuilder()
    with builder.function("f", [(2, 3)]) as (x,):
        with pytest.raises(nf.Error, match="already open"), builder.function("g", [(2, 3)]):
            pass
        builder.return_(x)
    assert "@g" not in str(builder)
    with pytest.raises(nf.Error, match="no function is open"):
        builder.return_(x)


def test_unsupported_dtype():
    builder = nf.ModuleBuilder()
    with pytest.raises(nf.DTypeError, match="float64"), builder.function("f", [np.zeros((2, 3))]):
        pass


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (nn.add, r"'nn\.add' op operand 1 has shape \[3, 2\], expected \[2, 3\]"),
        (lambda x, y: nn.broadcast(x, (3, 2)), r"\[2, 3\] does not broadcast to \[3, 2\]"),
        (lambda x, y: nn.compare("above", x, x), "predicate 'above', expected one of eq"),
        (lambda x, y: nn.reduce(x, "mean", [1]), "kind 'mean', expected one of sum"),
        (lambda x, y: nn.rotate_half(x, 1, 3), "block is 3, expected a positive even number"),
        (lambda x, y: nn.matmul(x, x), r"contracted extents differ: 3 of lhs \[2, 3\] and 2 of rhs"),
        (lambda x, y: nn.select(x, x, x), "condition has element type f32, expected i1"),
    ],
    ids=["add", "broadcast", "compare", "reduce", "rotate_half", "matmul", "select"],
)
def test_finish_verifies_and_says_where(make, message):
    builder = nf.ModuleBuilder()
    with builder.function("f", [(2, 3), (3, 2)]) as (x, y), builder.location(("kernels.py", 7)):
        builder.return_(make(x, y))
    with pytest.raises(nf.VerificationError, match=message) as caught:
        builder.finish()
    assert "kernels.py:7" in str(caught.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda x: nn.transpose(x, [0, 0]), "a permutation of the 2 dimensions"),
        (lambda x: nn.transpose(x, [0]), "a permutation of the 2 dimensions"),
        (lambda x: nn.matmul(x, nn.reduce(x, "sum", [0], keep=False)), "two operands of rank 2"),
    ],
    ids=["repeated", "short", "ranks"],
)
def test_builders_refuse_what_has_no_shape(make, message):
    builder = nf.ModuleBuilder()
    with builder.function("f", [(2, 3)]) as (x,):
        with pytest.raises(nf.ShapeError, match=message):
            make(x)
        builder.return_(x)


def test_constants_of_every_dtype():
    arrays = [
        np.array([[1.5, -0.0, np.inf]], np.float32),
        np.array([[1.5, 65504, np.nan]], np.float16),
        np.array([[True, False, True]]),
        np.array([[1, -2, 3]], np.int32),
        np.array([[2**40, -2, 3]], np.int64),
    ]
    builder = nf.ModuleBuilder()
    with builder.function("constants", []):
        builder.return_(*[nn.constant(array) for array in arrays], nn.constant(0.1, (2, 2)), nn.constant(True, (), np.bool_))
    results = evaluate(builder.finish(), [], precision="exact")
    expected = [*arrays, np.full((2, 2), 0.1, np.float32), np.array(True)]
    for result, array in zip(results, expected, strict=True):
        assert result.dtype == array.dtype
        assert result.tobytes() == array.tobytes()
