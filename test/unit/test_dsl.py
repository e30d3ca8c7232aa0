"""What an expression is: its shape, dtype, inputs and source line, and what it computes on the CPU."""

import gc
import re

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.compiler import build
from nnfuse.dialect.text import print_module

X = nf.leaf((4, 5))
HALF = nf.leaf((4, 5), np.float16)
FLAGS = nf.leaf((4, 5), np.bool_)
FLOAT32, FLOAT16, BOOL = (np.dtype(name) for name in ("float32", "float16", "bool"))


def numbers(*shape, dtype=np.float32):
    return np.random.default_rng(9).uniform(0.5, 2, shape).astype(dtype)


INFERRED = {
    "leaf": (lambda: X, (4, 5), FLOAT32),
    "leaf like an array": (lambda: nf.leaf(np.zeros((2, 3), np.float16)), (2, 3), FLOAT16),
    "leaf of a spec": (lambda: nf.leaf(nf.TensorSpec((7,), np.int32)), (7,), np.dtype(np.int32)),
    "scalar constant": (lambda: nf.constant(2.0), (), FLOAT32),
    "bool constant": (lambda: nf.constant(True), (), BOOL),
    "array constant": (lambda: nf.constant(np.zeros((2, 3), np.float16)), (2, 3), FLOAT16),
    "run-time scalar": (lambda: nf.rparam(1.0), (), FLOAT32),
    "sum": (lambda: X + X, (4, 5), FLOAT32),
    "with a Python number": (lambda: 2 * X, (4, 5), FLOAT32),
    "with a numpy number": (lambda: X / np.float64(3), (4, 5), FLOAT32),
    "float16 operand": (lambda: -HALF, (4, 5), FLOAT32),
    "float16 and float32": (lambda: HALF * X, (4, 5), FLOAT32),
    "comparison": (lambda: X > HALF, (4, 5), BOOL),
    "select": (lambda: nf.select(FLAGS, X, 0.0), (4, 5), FLOAT32),
    "select of float16": (lambda: nf.select(FLAGS, HALF, HALF), (4, 5), FLOAT16),
    "select of both": (lambda: nf.select(FLAGS, HALF, X), (4, 5), FLOAT32),
    "cast down": (lambda: nf.cast(X, np.float16), (4, 5), FLOAT16),
    "row reduction": (lambda: nf.row_reduce_sum(X), (4, 1), FLOAT32),
    "column reduction": (lambda: nf.col_reduce_max(HALF), (1, 5), FLOAT32),
    "minus its row sums": (lambda: X - nf.row_reduce_sum(X), (4, 5), FLOAT32),
    "minus its column sums": (lambda: nf.col_reduce_sum(X) - X, (4, 5), FLOAT32),
    "function of a reduction": (lambda: X * nf.rsqrt(nf.row_reduce_sum(X) * 0.2 + 1.0), (4, 5), FLOAT32),
    "rows and columns": (lambda: nf.row_reduce_sum(X) + nf.col_reduce_sum(X), (4, 5), FLOAT32),
    "reduction compared": (lambda: nf.row_reduce_max(X) < X, (4, 5), BOOL),
    "marked row": (lambda: X * nf.col_broadcast(nf.leaf((1, 5))), (4, 5), FLOAT32),
    "marked column": (lambda: nf.row_broadcast(nf.leaf((4, 1))) * X, (4, 5), FLOAT32),
    "row of explicit height": (lambda: nf.col_broadcast(nf.leaf((1, 5)), 3), (3, 5), FLOAT32),
    "column of explicit width": (lambda: nf.row_broadcast(nf.leaf((4, 1)), 6), (4, 6), FLOAT32),
    "marked row and column": (lambda: nf.col_broadcast(nf.leaf((1, 3))) + nf.row_broadcast(nf.leaf((2, 1))), (2, 3), FLOAT32),
    "transpose": (lambda: nf.transpose(X), (5, 4), FLOAT32),
    "transpose of bool": (lambda: nf.transpose(FLAGS), (5, 4), BOOL),
    "matmul": (lambda: nf.matmul(X, nf.leaf((5, 7))), (4, 7), FLOAT32),
    "matmul, both transposed": (lambda: nf.matmul(X, nf.leaf((7, 4)), True, True), (5, 7), FLOAT32),
    "matmul of float16": (lambda: nf.matmul(HALF, nf.leaf((5, 7), np.float16)), (4, 7), FLOAT32),
}


@pytest.mark.parametrize("name", INFERRED)
def test_shape_and_dtype(name):
    make, shape, dtype = INFERRED[name]
    expression = make()
    assert expression.shape == shape
    assert expression.dtype == dtype
    # The IR has the type that was inferred.
    result = build(expression).module.body.operations[0].type.results[0]
    element = {"float32": "f32", "float16": "f16", "bool": "i1", "int32": "i32"}[dtype.name]
    assert str(result) == f"tensor<{'x'.join(map(str, [*shape, element]))}>"


def test_float16_leaves_are_computed_in_float32():
    x, y = numbers(4, 5, dtype=np.float16), np.float16(0.1) * numbers(4, 5, dtype=np.float16)
    result = nf.compile(lambda x, y: x * y + 1.0, [x, y], level="none")(x, y)
    product = x.astype(np.float32) * y.astype(np.float32)
    assert np.allclose(result, product + 1, rtol=1e-7, atol=0)
    assert (result != (x * y + np.float16(1)).astype(np.float32)).any()
    rounded = nf.compile(lambda x, y: nf.cast(x * y, np.float16), [x, y])(x, y)
    assert rounded.tobytes() == product.astype(np.float16).tobytes()


BARE = {
    "leaf": (lambda x: x, lambda x: x),
    "leaf of float16": (lambda x: nf.cast(x, np.float16), lambda x: x.astype(np.float16)),
    "transpose": (nf.transpose, lambda x: x.T),
    "rotate_half": (lambda x: nf.rotate_half(x, 4, axis=0), lambda x: np.concatenate([-x[2:], x[:2]])),
    "row of explicit height": (lambda x: nf.col_broadcast(nf.col_reduce_max(x), 3), lambda x: np.repeat(x.max(0)[None], 3, 0)),
    "scalar constant": (lambda x: nf.constant(2.5), lambda x: np.float32(2.5)),
    "bool constant": (lambda x: nf.constant(True), lambda x: np.bool_(True)),
    "array constant": (lambda x: nf.constant(np.arange(6, dtype=np.float16).reshape(2, 3)), lambda x: np.arange(6).reshape(2, 3)),
    "bool array constant": (lambda x: nf.constant(np.eye(3, dtype=bool)), lambda x: np.eye(3, dtype=bool)),
}


@pytest.mark.parametrize("name", BARE)
def test_bare_roots(name, target, run):
    make, in_numpy = BARE[name]
    x = numbers(4, 5)
    (result,) = run(nf.compile(make, [x], target=target), x)
    assert result.shape == np.shape(in_numpy(x))
    assert np.array_equal(result, in_numpy(x))


def test_marked_leaf_as_root_and_its_explicit_form():
    column = numbers(4, 1)
    marked, explicit = nf.compile(lambda c: [nf.row_broadcast(c), nf.row_broadcast(c, 3)], [column])(column)
    assert marked.tobytes() == column.tobytes()
    assert np.array_equal(explicit, np.repeat(column, 3, axis=1))


def test_marks_and_explicit_extents_mean_the_same():
    x, row, column = numbers(4, 5), numbers(1, 5), numbers(4, 1)
    arrays = [x, row, column]
    marked = nf.compile(lambda x, r, c: x * nf.col_broadcast(r) + nf.row_broadcast(c), arrays)
    explicit = nf.compile(lambda x, r, c: x * nf.col_broadcast(r, 4) + nf.row_broadcast(c, 5), arrays)
    assert marked(*arrays).tobytes() == explicit(*arrays).tobytes()
    assert np.allclose(marked(*arrays), x * row + column)
    assert marked.nn_ir == explicit.nn_ir


def test_several_results_in_the_order_asked_for():
    x = numbers(4, 5)
    leaf = nf.leaf(x)
    raised = leaf + 1.0
    results = nf.compile((raised, leaf, nf.row_reduce_sum(raised), raised, leaf > 1.0))(x)
    assert isinstance(results, tuple)
    expected = [x + 1, x, (x + 1).sum(axis=1, keepdims=True), x + 1, x > 1]
    assert [result.dtype for result in results] == [np.float32, np.float32, np.float32, np.float32, np.bool_]
    for result, values in zip(results, expected, strict=True):
        assert np.allclose(result, values)


def test_the_same_leaf_twice_is_one_input():
    kernel = nf.compile(X * X + X)
    assert [parameter.shape for parameter in kernel.parameters] == [(4, 5)]
    x = numbers(4, 5)
    assert np.allclose(kernel(x), x * x + x)


def test_inputs_are_in_order_of_creation_then_scalars():
    scale = nf.rparam(name="scale")
    first, second = nf.leaf((2, 3), name="first"), nf.leaf((2, 3), name="second")
    kernel = nf.compile(scale * second - first)
    assert [parameter.name for parameter in kernel.parameters] == ["first", "second", "scale"]
    other = nf.compile(scale * second - first, [scale, second, first])
    assert [parameter.name for parameter in other.parameters] == ["scale", "second", "first"]
    a, b = numbers(2, 3), 2 * numbers(2, 3)
    assert kernel(a, b, 3.0).tobytes() == other(3.0, b, a).tobytes()
    assert kernel(scale=3.0, second=b, first=a).tobytes() == other(3.0, b, a).tobytes()


def test_unnamed_inputs_have_numbers_and_functions_names():
    assert [parameter.name for parameter in build(X + nf.leaf((4, 5))).parameters] == ["input0", "input1"]
    program = build(lambda left, right: left - right, [(2, 3), (2, 3)])
    assert [parameter.name for parameter in program.parameters] == ["left", "right"]
    variadic = build(lambda *inputs: inputs[0] + inputs[1], [(2, 3), (2, 3)])
    assert [parameter.name for parameter in variadic.parameters] == ["input0", "input1"]


def test_defaults_of_run_time_scalars():
    kernel = nf.compile(X * nf.rparam(2.0, name="scale") + nf.rparam(0.5, name="offset"))
    x = numbers(4, 5)
    assert np.allclose(kernel(x), x * 2 + 0.5)
    assert np.allclose(kernel(x, 3.0), x * 3 + 0.5)
    assert np.allclose(kernel(x, offset=np.float32(-1)), x * 2 - 1)
    assert np.allclose(kernel(x, offset=7, scale=True), x + 7)
    with pytest.raises(nf.CallError, match="missing argument"):
        nf.compile(X * nf.rparam(name="scale"))(x)


def test_an_input_of_rank_0_keeps_its_dtype():
    program = build(lambda x, s: x + s, [(2, 3), nf.TensorSpec((), np.float16)])
    assert program.parameters[1].dtype == np.float16


def test_constants_are_copied():
    values = numbers(2, 3)
    expression = nf.leaf((2, 3)) + nf.constant(values)
    before = values.copy()
    values[:] = 0
    assert (nf.compile(expression)(np.zeros((2, 3), np.float32)) == before).all()


def test_deep_chains_build():
    deep = nf.leaf((2, 3))
    for number in range(5000):
        deep = deep + 1.0 if number % 2 else deep * 0.5
    program = build(deep)
    assert print_module(program.module).count('"nn.add"') == 2500
    (value,) = np.unique(nf.reference(deep)(np.ones((2, 3), np.float32)))
    expected = 1.0
    for number in range(5000):
        expected = expected + 1.0 if number % 2 else expected * 0.5
    assert value == expected
    del deep, program
    gc.collect()


def test_deep_chains_of_views_compile():
    deep = nf.leaf((2, 3))
    for _ in range(2000):
        deep = nf.transpose(deep)
    x = numbers(2, 3)
    assert nf.compile(deep + 1.0)(x).tobytes() == (x + np.float32(1)).tobytes()


def test_locations_are_lines_of_this_file():
    x = nf.leaf((4, 5))
    y = nf.tanh(x)
    z = y + 1.0
    assert [node.location[0] for node in (x, y, z)] == [__file__] * 3
    first = test_locations_are_lines_of_this_file.__code__.co_firstlineno
    assert [node.location[1] - first for node in (x, y, z)] == [1, 2, 3]
    text = print_module(build(z).module, locations=True)
    for name, line in (("nn.tanh", first + 2), ("nn.add", first + 3)):
        (alias,) = re.findall(rf'"{name}"\(.*loc\((#loc\d*)\)', text)
        assert re.search(rf'^{alias} = loc\("{re.escape(__file__)}":{line}:\d+\)$', text, re.MULTILINE)
    kernel = nf.compile(z)
    assert kernel.plan.candidates[0].verdict.locations == (f"{__file__}:{first + 2}", f"{__file__}:{first + 3}")


def test_examples_are_user_code_and_so_is_a_module_whose_name_starts_like_ours():
    from nnfuse.examples.swiglu import swiglu

    node = swiglu.function(X, X)
    assert node.location[0] == swiglu.function.__code__.co_filename
    names = {"__name__": "nnfuse_kernels", "x": X}
    exec(compile("y = x + 1.0", "nnfuse_kernels.py", "exec"), names)
    assert names["y"].location == ("nnfuse_kernels.py", 1)


def test_repr_says_what_and_where():
    assert re.fullmatch(r"<nnfuse expression leaf float32\[4, 5\] at .*test_dsl\.py:\d+>", repr(X))
