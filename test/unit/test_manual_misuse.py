"""The compute-engine manual's misuses, sections 8.7, 21 and 22: each works now, or an error says what to write instead.

`docs/manual-map.md` lists them.
"""

import math

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.passes.planning.levels import LEVELS

F32, F16 = np.float32, np.float16


def made(*shape, seed=0):
    """Float32 values of both signs, none near 0."""
    rng = np.random.default_rng([seed, *shape])
    return (rng.uniform(0.1, 2.0, shape) * rng.choice([-1.0, 1.0], shape)).astype(F32)


def numbered(*shape):
    return np.arange(math.prod(shape), dtype=F32).reshape(shape)


def leaf(*shape):
    return nf.leaf(made(*shape))


def wide(array):
    return array.astype(np.float64)


def error_of(error_class, action):
    with pytest.raises(error_class) as caught:
        action()
    assert type(caught.value) is error_class
    return caught.value


# 8.7, trap 1: no shape is checked on the fast path; a wrong one reads out of bounds or computes nonsense.


@pytest.mark.parametrize(
    ("write", "parts"),
    [
        pytest.param(lambda: leaf(4, 6) + leaf(4, 5), ["add", "(4, 6) and (4, 5)"], id="leaves differ"),
        pytest.param(lambda: leaf(4, 6) * leaf(6, 4), ["mul", "(4, 6) and (6, 4)"], id="leaf transposed"),
        pytest.param(lambda: leaf(4, 6) > leaf(4, 5), ["gt", "(4, 6) and (4, 5)"], id="compared leaves differ"),
        pytest.param(lambda: leaf(4, 6) + leaf(4, 1), ["row_broadcast", "col_broadcast"], id="vector not marked"),
        pytest.param(lambda: nf.max(leaf(4, 6), leaf(1, 6)), ["row_broadcast", "col_broadcast"], id="row vector not marked"),
        pytest.param(lambda: nf.row_broadcast(leaf(1, 6)), ["row_broadcast", "(rows, 1)", "(1, 6)"], id="row_broadcast"),
        pytest.param(lambda: nf.col_broadcast(leaf(4, 1)), ["col_broadcast", "(1, columns)", "(4, 1)"], id="col_broadcast"),
        pytest.param(lambda: leaf(4, 6) + nf.row_broadcast(leaf(5, 1)), ["(4, 6) and (5, 1)"], id="row_broadcast rows"),
        pytest.param(lambda: leaf(4, 6) + nf.col_broadcast(leaf(1, 5)), ["(4, 6) and (1, 5)"], id="col_broadcast columns"),
        pytest.param(lambda: nf.row_mod(leaf(4, 6), 3), ["row_mod", "mod rows", "3", "4"], id="row_mod"),
        pytest.param(lambda: leaf(4, 6) * nf.row_mod(leaf(2, 5), 2), ["(4, 6)", "5)"], id="row_mod columns"),
        pytest.param(lambda: nf.row_access(leaf(4, 6), 2, 3), ["row_access", "4 rows", "2 + 3"], id="row_access"),
        pytest.param(lambda: nf.rotate_half(leaf(4, 6), 3), ["rotate_half", "even", "4", "3"], id="rotate_half"),
        pytest.param(lambda: nf.grouped_reduce_max(leaf(4, 6), 3), ["grouped_reduce_max", "4 rows", "3"], id="grouped_reduce"),
        pytest.param(lambda: nf.grouped_reduce_sum(leaf(4, 6), 0), ["grouped_reduce_sum", "4 rows", "0"], id="group of nothing"),
        pytest.param(lambda: nf.row_gather(leaf(4, 6), leaf(1, 4)), ["row_gather", "(1, 6)", "(1, 4)"], id="row_gather"),
        pytest.param(lambda: nf.batch_mod(leaf(2, 6), 3, 2), ["batch_mod", "one row", "(2, 6)"], id="batch_mod"),
        pytest.param(lambda: nf.batch_col(leaf(1, 7), 3), ["batch_col", "(1, batches * columns)"], id="batch_col"),
        pytest.param(lambda: leaf(4, 3) + nf.batch_col(leaf(1, 9), 3), ["batch_col", "4 rows", "3"], id="batch_col batches"),
        pytest.param(lambda: nf.matmul(leaf(4, 6), leaf(4, 6)), ["matmul", "6 (of a", "4 (of b"], id="matmul"),
        pytest.param(lambda: nf.matmul(leaf(4, 6), leaf(6, 4), batch=3), ["matmul", "batch", "4 and 6"], id="matmul batch"),
    ],
)
def test_shapes_are_checked_where_they_are_written(write, parts):
    error = error_of(nf.ShapeError, write)
    for part in parts:
        assert part in str(error)
    assert error.where.startswith(f"{__file__}:")


@pytest.mark.parametrize("target", ["cpu", "vulkan"])
@pytest.mark.parametrize("grid", [(5, 6), (6, 4), (4, 12)])
def test_a_leaf_that_does_not_fill_the_grid(grid, target):
    error = error_of(nf.ShapeError, lambda: nf.compute(leaf(4, 6), *grid, target=target))
    assert (error.expected, error.actual) == (str(grid), "(4, 6)")


def test_a_vector_that_does_not_fill_the_grid():
    error = error_of(nf.ShapeError, lambda: nf.compute(leaf(4, 1), 4, 6))
    assert "row_broadcast" in error.hint


def test_a_vector_of_rank_1():
    error = error_of(nf.ShapeError, lambda: leaf(4, 6) + leaf(6))
    assert "col_broadcast" in error.hint


def test_a_destination_that_does_not_fit_stays_as_it_was():
    array = numbered(4, 5)
    error = error_of(nf.ShapeError, lambda: nf.compute_into(leaf(4, 6), array))
    assert (error.expected, error.actual) == ("(4, 5)", "(4, 6)")
    assert np.array_equal(array, numbered(4, 5))


def test_compute_reduce_checks_the_kept_extent():
    error = error_of(nf.ShapeError, lambda: nf.compute_reduce(nf.col_reduce_sum(leaf(4, 6)), 4, 7))
    assert (error.expected, error.actual) == ("6", "7")


def test_compute_reduce_checks_the_folded_extent():
    error = error_of(nf.ShapeError, lambda: nf.compute_reduce(nf.col_reduce_sum(leaf(4, 6)), 5, 6))
    assert (error.expected, error.actual) == ("4", "5")


# 8.7, trap 2: a view or a leaf as the root is an empty instruction list.

X = numbered(4, 6)


@pytest.mark.parametrize(
    ("root", "grid", "expected"),
    [
        pytest.param(lambda x: x, (), X, id="leaf"),
        pytest.param(nf.transpose, (), X.T, id="transpose"),
        pytest.param(lambda x: nf.reshape(x, (3, 8)), (), X.reshape(3, 8), id="reshape"),
        pytest.param(lambda x: nf.slice_rows(x, 1, 2), (), X[1:3], id="slice_rows"),
        pytest.param(lambda x: nf.grouped_reduce_max(x, 2), (), X[1::2], id="grouped_reduce_max"),
        pytest.param(lambda x: nf.grouped_reduce_max(x, 2) + nf.rparam(0.0), (), X[1::2], id="the manual's way"),
        pytest.param(lambda x: nf.row_mod(x, 4), (8, 6), np.vstack([X, X]), id="row_mod"),
        pytest.param(lambda x: nf.row_access(x, 1, 2), (3, 6), X[[1, 2, 1]], id="row_access"),
        pytest.param(lambda x: nf.row_access(x, 1, 2, rows=3), (), X[[1, 2, 1]], id="row_access with its rows"),
        pytest.param(lambda x: nf.row_broadcast(nf.slice_cols(x, 0, 1)), (4, 3), X[:, [0, 0, 0]], id="row_broadcast"),
        pytest.param(lambda x: nf.col_broadcast(nf.slice_rows(x, 0, 1)), (2, 6), X[[0, 0]], id="col_broadcast"),
        pytest.param(lambda x: nf.row(), (2, 3), np.array([[0, 0, 0], [1, 1, 1]]), id="row"),
        pytest.param(lambda x: nf.rparam(2.5), (2, 3), np.full((2, 3), 2.5), id="rparam"),
        pytest.param(lambda x: 1.0, (2, 3), np.ones((2, 3)), id="number"),
        pytest.param(
            lambda x: nf.exp(nf.rparam(0.0)),
            (2, 3),
            np.ones((2, 3)),
            id="computed scalar",
        ),
    ],
)
def test_views_and_leaves_may_be_the_root(root, grid, expected):
    result = nf.compute(root(nf.leaf(X)), *grid)
    assert result.dtype == F32
    assert np.array_equal(result, expected)


@pytest.mark.parametrize("root", [lambda: leaf(4, 6), lambda: nf.grouped_reduce_max(leaf(4, 6), 2)], ids=["leaf", "view"])
def test_a_bare_root_is_a_valid_spec(root):
    spec = nf.expr_spec(root())
    assert spec.instructions
    nf.validate(spec)


FLOATING_ROOTS = [
    pytest.param(nf.row, "row()", id="row"),
    pytest.param(lambda: nf.row_mod(leaf(2, 6), 2), "row_mod", id="row_mod"),
    pytest.param(lambda: nf.row_access(leaf(4, 6), 1, 2), "row_access", id="row_access"),
    pytest.param(lambda: nf.batch_mod(leaf(1, 6), 2, 2), "batch_mod", id="batch_mod"),
]


@pytest.mark.parametrize(("root", "name"), FLOATING_ROOTS)
def test_a_root_that_needs_a_grid(root, name):
    error = error_of(nf.ExpressionError, lambda: nf.compute(root()))
    assert "grid" in error.message
    assert "full shape" in error.hint
    assert error.where.startswith(f"{__file__}:")


@pytest.mark.parametrize(("root", "name"), FLOATING_ROOTS)
def test_a_root_that_needs_a_grid_may_get_it_from_compute(root, name):
    error = error_of(nf.ExpressionError, lambda: nf.compute(root()))
    assert "compute(expression, rows, columns)" in error.hint


@pytest.mark.parametrize(("root", "name"), FLOATING_ROOTS[:2])
def test_a_root_that_needs_a_grid_is_named_as_it_is_written(root, name):
    error = error_of(nf.ExpressionError, lambda: nf.compute(root()))
    assert error.message.startswith(name)


# 8.7, trap 3, and 22: no alpha in matmul.


@pytest.mark.parametrize("alpha", [0.125, lambda: nf.rparam(0.125)], ids=["number", "rparam"])
def test_matmul_has_alpha(alpha, assert_same):
    a, b = made(4, 6), made(6, 3)
    value = alpha() if callable(alpha) else alpha
    assert_same(nf.compute(nf.matmul(nf.leaf(a), nf.leaf(b), alpha=value)), 0.125 * (wide(a) @ wide(b)))


def test_matmul_takes_alpha_in_the_sixth_place(assert_same):
    q, k = made(6, 4), made(6, 5)
    product = nf.matmul(nf.leaf(q), nf.leaf(k), True, False, 1, 0.125)
    assert_same(nf.compute(product), 0.125 * (wide(q).T @ wide(k)))


def test_alpha_as_a_tail_still_works(assert_same):
    a, b = made(4, 6), made(6, 3)
    assert_same(nf.compute(nf.matmul(nf.leaf(a), nf.leaf(b)) * nf.rparam(0.125)), 0.125 * (wide(a) @ wide(b)))


@pytest.mark.parametrize("columns", [3, 4], ids=["square", "not square"])
def test_alpha_in_the_third_place(columns):
    with pytest.raises(nf.Error) as caught:
        nf.compute(nf.matmul(leaf(columns, 3), leaf(3, columns), 0.125))
    assert "alpha=" in (caught.value.hint or "")


# 8.7, trap 4: the condition of select is a comparison.


@pytest.mark.parametrize("function", [nf.select, nf.where])
@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(lambda: leaf(4, 6), id="values"),
        pytest.param(lambda: 1.0, id="number"),
        pytest.param(lambda: nf.select(nf.col() > nf.row(), float("-inf"), 0.0), id="select of numbers"),
    ],
)
def test_select_wants_a_bool_condition(function, condition):
    error = error_of(nf.DTypeError, lambda: function(condition(), leaf(4, 6), 0.0))
    assert "condition is not bool" in error.message
    assert error.actual == "float32"
    assert "!= 0" in error.hint


def test_select_wants_a_bool_condition_and_no_integers():
    error = error_of(nf.DTypeError, lambda: nf.select(nf.leaf(np.ones((4, 6), np.int32)), 1.0, 0.0))
    assert "leaf(array != 0)" in error.hint


def test_the_hint_of_select_works():
    x = numbered(4, 6) - 3.0
    assert np.array_equal(nf.compute(nf.select(nf.leaf(x) != 0, 1.0, 2.0)), np.where(x != 0, 1.0, 2.0))


def test_a_select_of_conditions_is_a_condition():
    x = numbered(4, 6)
    inner = nf.select(nf.leaf(x) > 5.0, nf.leaf(x) < 11.0, False)
    assert np.array_equal(nf.compute(nf.select(inner, nf.leaf(x), -1.0)), np.where((x > 5) & (x < 11), x, -1))


def test_conditions_are_joined_by_operators():
    x = numbered(4, 6)
    joined = ((nf.leaf(x) > 5.0) & (nf.leaf(x) < 11.0)) | ~(nf.leaf(x) < 20.0)
    assert np.array_equal(nf.compute(nf.select(joined, 1.0, 0.0)), np.where(((x > 5) & (x < 11)) | (x >= 20), 1, 0))


def test_the_manuals_nested_select_still_works():
    causal = nf.select(nf.col() > nf.row(), float("-inf"), 0.0)
    masked = nf.select(causal != 0.0, float("-inf"), nf.leaf(numbered(3, 3)))
    assert np.array_equal(nf.compute(masked), np.where(np.triu(np.ones((3, 3), bool), 1), -np.inf, numbered(3, 3)))


def test_a_bool_leaf_is_a_condition():
    x, mask = made(4, 6), made(4, 6, seed=1) > 0
    assert np.array_equal(nf.compute(nf.select(nf.leaf(mask), nf.leaf(x), 0.0)), np.where(mask, x, 0))


def test_a_condition_is_no_number():
    error = error_of(nf.DTypeError, lambda: (leaf(4, 6) > 0) * leaf(4, 6))
    assert error.actual == "bool"
    assert "select(condition, 1.0, 0.0)" in error.hint


DECISIONS = {
    "if": lambda x: 1.0 if x > 0 else 2.0,
    "and": lambda x: (x > 0) and (x < 1),
    "or": lambda x: (x > 0) or (x < 1),
    "not": lambda x: not (x > 0),
    "chained": lambda x: 0 < x < 1,
}


@pytest.mark.parametrize("decide", DECISIONS.values(), ids=DECISIONS)
def test_python_cannot_decide_on_an_expression(decide):
    error = error_of(nf.ExpressionError, lambda: decide(leaf(4, 6)))
    assert "truth value" in error.message
    assert "select(condition, on_true, on_false)" in error.hint


@pytest.mark.parametrize("word", ["and", "or", "not", "chained"])
def test_python_cannot_join_conditions(word):
    error = error_of(nf.ExpressionError, lambda: DECISIONS[word](leaf(4, 6)))
    assert all(sign in error.hint for sign in "&|~")


# 8.7, trap 5, and 21: run-time values must not be constants.


def test_run_time_values_are_not_structure():
    keys = {nf.structure_key(leaf(4, 6) * nf.rparam(value)) for value in (0.5, 2.0, 3.0)}
    assert len(keys) == 1
    assert nf.structure_key(leaf(2, 3) * nf.rparam(0.5)) in keys


def test_constants_are_structure():
    assert len({nf.structure_key(leaf(4, 6) * value) for value in (0.5, 2.0, 3.0)}) == 3


def test_a_run_time_value_may_change_from_call_to_call():
    x = made(4, 6)
    kernel = nf.compile(nf.leaf((4, 6), name="x") * nf.rparam(2.0, name="scale"))
    assert np.array_equal(kernel(x), x * F32(2))
    assert np.array_equal(kernel(x, 3.0), x * F32(3))
    assert np.array_equal(kernel(x, scale=0.5), x * F32(0.5))


@pytest.mark.parametrize("value", [0.5, 3.0])
def test_a_run_time_value_as_a_constant_works(value):
    x = made(4, 6)
    assert np.array_equal(nf.compute(nf.leaf(x) * value), x * F32(value))


def test_a_run_time_scalar_without_a_value():
    error = error_of(nf.ExpressionError, lambda: nf.compute(leaf(4, 6) * nf.rparam()))
    assert "rparam(value)" in error.hint


@pytest.mark.parametrize("write", [lambda a: leaf(4, 6) * a, lambda a: a * leaf(4, 6), nf.compute], ids=["right", "left", "root"])
def test_an_array_is_no_expression(write):
    error = error_of(nf.DTypeError, lambda: write(made(4, 6)))
    assert error.actual == "ndarray"
    assert "leaf(array)" in error.hint
    assert "constant(array)" in error.hint


def test_a_leaf_without_data():
    error = error_of(nf.ExpressionError, lambda: nf.compute(nf.leaf((4, 6)) * 2.0))
    assert "leaf(array)" in error.hint


# 21: precisions that do not match; arrays of another length.


def test_float16_and_float32_may_meet(assert_same):
    half, x = made(4, 6).astype(F16), made(4, 6, seed=1)
    assert_same(nf.compute(nf.leaf(half) * nf.leaf(x) + nf.leaf(half)), wide(half) * wide(x) + wide(half))


def test_float16_and_float32_may_meet_in_a_product(assert_same):
    half, x = made(4, 6).astype(F16), made(6, 3)
    assert_same(nf.compute(nf.matmul(nf.leaf(half), nf.leaf(x))), wide(half) @ wide(x))


@pytest.mark.parametrize("precision", [nf.Precision.F16, F16, "float16"], ids=["Precision", "dtype", "name"])
def test_a_result_may_be_stored_in_float16(precision):
    x = made(4, 6)
    result = nf.compute(nf.leaf(x) * 2.0, precision=precision)
    assert result.dtype == F16
    assert np.array_equal(result, (x * F32(2)).astype(F16))


def test_float16_in_and_out_on_every_target(target, run):
    half = nf.compute(leaf(4, 6), precision=nf.Precision.F16)
    kernel = nf.compile(nf.cast(nf.leaf((4, 6), F16) * 0.5, F16), target=target)
    (result,) = run(kernel, half)
    assert result.dtype == F16
    assert np.array_equal(result, half * F16(0.5))


@pytest.mark.parametrize("name", ["BF16", "F64", "T1_58"])
def test_reserved_precisions(name):
    error = error_of(nf.DTypeError, lambda: nf.compute(leaf(4, 6), precision=nf.Precision[name]))
    assert name in str(error)
    assert error.expected == "F32 or F16"


def test_a_float64_array():
    error = error_of(nf.DTypeError, lambda: nf.leaf(np.ones((4, 6))))
    assert "float32" in error.expected
    assert "astype(numpy.float32)" in error.hint


@pytest.mark.parametrize(("wanted", "given"), [(F16, F32), (F32, F16), (F32, np.float64)])
def test_a_call_with_another_dtype(wanted, given):
    kernel = nf.compile(nf.tanh(nf.leaf((4, 6), wanted)))
    error = error_of(nf.CallError, lambda: kernel(made(4, 6).astype(given)))
    assert f"astype(numpy.{np.dtype(wanted).name})" in error.hint
    assert "input0" in error.where


@pytest.mark.parametrize("shape", [(4, 5), (24,), (6, 4)])
def test_a_call_with_another_number_of_elements(shape):
    kernel = nf.compile(nf.tanh(nf.leaf((4, 6))))
    error = error_of(nf.CallError, lambda: kernel(made(*shape)))
    assert (error.expected, error.actual) == ("(4, 6)", str(shape))


@pytest.mark.parametrize("shape", [(5, 5), (4,), (3, 7)])
def test_reshape_keeps_the_number_of_elements(shape):
    error = error_of(nf.ShapeError, lambda: nf.reshape(leaf(4, 6), shape))
    assert "element count mismatch" in error.message
    assert "24" in error.expected
    assert str(math.prod(shape)) in error.actual


@pytest.mark.parametrize(
    ("destination", "told"),
    [
        pytest.param(lambda: np.zeros((4, 6)), "float32 or float16", id="float64"),
        pytest.param(lambda: [0.0], "float32 or float16", id="list"),
        pytest.param(lambda: np.broadcast_to(F32(0), (4, 6)), "read-only", id="read-only"),
    ],
)
def test_a_destination_that_cannot_be_written(destination, told):
    assert told in str(error_of(nf.DTypeError, lambda: nf.compute_into(leaf(4, 6), destination())))


def test_an_update_writes_into_a_leaf():
    x = leaf(4, 6)
    assert "is a leaf" in error_of(nf.ExpressionError, lambda: nf.compute_into(x, x * 2.0)).message


# 21: devices.


@pytest.mark.parametrize("name", ["gpu", "cuda", "GpuEngine"])
def test_an_unknown_target_is_an_error_and_never_the_cpu(name):
    error = error_of(nf.TargetError, lambda: nf.compute(leaf(4, 6), target=name))
    assert "cpu" in error.expected
    assert "vulkan" in error.expected
    assert name in error.actual


def test_results_are_inputs_of_kernels_for_any_target(target, run):
    x = nf.compute(leaf(4, 6) * 2.0)
    (result,) = run(nf.compile(nf.leaf((4, 6)) * 0.5, target=target), x)
    assert np.array_equal(result, made(4, 6))


def test_targets_agree_within_tolerance(target, run, assert_same):
    x = made(17, 257)
    (result,) = run(nf.compile(nf.row_reduce_sum(nf.leaf((17, 257))), target=target), x)
    assert_same(result, wide(x).sum(1, keepdims=True))


def test_calls_and_levels_agree_bit_for_bit():
    x, y = made(17, 257), made(17, 257, seed=1)
    values = nf.row_reduce_sum(nf.leaf(x) * nf.leaf(y) + nf.exp(nf.leaf(x)))
    results = [nf.compute(values, level=level).tobytes() for level in (*LEVELS, *LEVELS)]
    assert len(set(results)) == 1


def test_a_leaf_keeps_its_array_alive():
    doubled = nf.leaf(made(4, 6)) * 2.0
    assert np.array_equal(nf.compute(doubled), made(4, 6) * F32(2))


def test_a_destination_may_be_among_the_leaves():
    array = made(5, 5)
    returned = nf.compute_into(nf.transpose(nf.leaf(array)) + nf.leaf(array), array)
    assert returned is array
    assert np.array_equal(array, made(5, 5).T + made(5, 5))


# 21: layouts.


def test_a_leaf_may_be_any_view_of_an_array():
    x = numbered(4, 12)
    assert np.array_equal(nf.compute(nf.leaf(x.T)), x.T)
    assert np.array_equal(nf.compute(nf.leaf(x[::-1, ::2])), x[::-1, ::2])


def test_a_destination_may_be_a_view_of_an_array():
    array = np.zeros((4, 12), F32)
    nf.compute_into(nf.leaf(X), array[:, ::2])
    assert np.array_equal(array[:, ::2], X)
    assert not array[:, 1::2].any()


def test_batches_are_blocks_of_rows(assert_same):
    a, b = made(6, 4), made(8, 5)
    product = nf.matmul(nf.leaf(a), nf.leaf(b), batch=2)
    assert_same(nf.compute(product), np.vstack([wide(a[:3]) @ wide(b[:4]), wide(a[3:]) @ wide(b[4:])]))


@pytest.mark.parametrize("mask", ["plain", "causal"])
def test_samples_do_not_mix(mask, assert_same):
    heads, rows, depth = 2, 3, 4
    q, k, v = (made(2 * heads * rows, depth, seed=seed) for seed in range(3))
    half = heads * rows
    alone = [
        nf.compute(nf.attention(nf.leaf(q[part]), nf.leaf(k[part]), nf.leaf(v[part]), heads, mask=mask))
        for part in (slice(half), slice(half, None))
    ]
    together = nf.compute(nf.attention(nf.leaf(q), nf.leaf(k), nf.leaf(v), heads, batch=2, mask=mask))
    assert_same(together, np.vstack(alone))


def test_rearrange_3d_is_batch_major_and_has_an_inverse():
    m, b, n = 2, 3, 4
    x = numbered(m, b * n)
    expected = x.reshape(m, b, n).transpose(1, 0, 2).reshape(b * m, n)
    assert np.array_equal(nf.compute(nf.rearrange_3d(nf.leaf(x), m, b, n)), expected)
    assert np.array_equal(nf.compute(nf.rearrange_3d(nf.leaf(expected), m, b, n, inverse=True)), x)


def test_rearrange_3d_checks_the_layout():
    error = error_of(nf.ShapeError, lambda: nf.rearrange_3d(leaf(2, 12), 3, 2, 4))
    assert (error.expected, error.actual) == ("(3, 8)", "(2, 12)")


# 21: memory.


def test_named_parts_are_one_kernel():
    raised = nf.exp(leaf(4, 6))
    moved = raised + 1.0
    result = moved * 2.0
    assert nf.compile(result).dispatch_count == 1
    assert nf.compile(result, level="none").dispatch_count == 3


def test_float16_needs_no_kernel_of_its_own():
    half = nf.leaf((4, 6), F16)
    assert nf.compile(nf.cast(nf.exp(half) * half, F16)).dispatch_count == 1


def test_labels_need_no_one_hot_matrix():
    labels = np.array([[3, 0, 2, 1, 3, 9]], F32)
    picked = [x[int(label)] if label < 4 else 0.0 for x, label in zip(X.T, labels[0], strict=True)]
    assert np.array_equal(nf.compute(nf.row_gather(nf.leaf(X), nf.leaf(labels))), [picked])


# 22: what does not exist.

Z = made(4, 6)
W = made(4, 6, seed=1)


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        pytest.param(lambda z, w: nf.pow(nf.abs(z), w), np.abs(wide(Z)) ** wide(W), id="pow"),
        pytest.param(lambda z, w: z**2.0, wide(Z) ** 2, id="**"),
        pytest.param(lambda z, w: nf.sin(z), np.sin(wide(Z)), id="sin"),
        pytest.param(lambda z, w: nf.cos(z), np.cos(wide(Z)), id="cos"),
        pytest.param(lambda z, w: nf.erf(z), np.vectorize(math.erf)(wide(Z)), id="erf"),
        pytest.param(lambda z, w: nf.gelu(z), wide(Z) * np.vectorize(math.erfc)(-wide(Z) / math.sqrt(2)) / 2, id="gelu"),
        pytest.param(lambda z, w: nf.gelu(z, "sigmoid"), wide(Z) / (1 + np.exp(-1.702 * wide(Z))), id="gelu of the manual"),
        pytest.param(lambda z, w: nf.sigmoid(z), 1 / (1 + np.exp(-wide(Z))), id="sigmoid"),
        pytest.param(lambda z, w: nf.clamp(z, -1.0, 0.5), np.clip(wide(Z), -1, 0.5), id="clamp"),
        pytest.param(lambda z, w: nf.where(z > w, z, w), np.where(Z > W, wide(Z), wide(W)), id="where"),
        pytest.param(lambda z, w: nf.square(z), wide(Z) ** 2, id="square, for sqr"),
        pytest.param(lambda z, w: nf.step(z), np.where(Z < 0, 0.0, 1.0), id="step"),
        pytest.param(lambda z, w: nf.step(z, 0.5), np.where(Z < 0.5, 0.0, 1.0), id="step at an edge"),
        pytest.param(lambda z, w: nf.col_reduce_sum(nf.row_reduce_sum(z)), wide(Z).sum(keepdims=True), id="the sum of all"),
        pytest.param(lambda z, w: nf.row_reduce_min(z), wide(Z).min(1, keepdims=True), id="row_reduce_min"),
        pytest.param(lambda z, w: nf.col_reduce_min(z), wide(Z).min(0, keepdims=True), id="col_reduce_min"),
        pytest.param(lambda z, w: nf.row_reduce_max(z), wide(Z).max(1, keepdims=True), id="row_reduce_max"),
        pytest.param(lambda z, w: nf.transpose(z), wide(Z).T, id="transpose"),
        pytest.param(lambda z, w: nf.slice_rows(z, 1, 2), wide(Z)[1:3], id="slice_rows"),
        pytest.param(lambda z, w: nf.gather_rows(z, nf.leaf(np.array([2, 0], np.int32))), wide(Z)[[2, 0]], id="gather_rows"),
        pytest.param(
            lambda z, w: nf.matmul(z, w, transpose_b=True) + nf.row_broadcast(nf.slice_cols(z, 0, 1)),
            wide(Z) @ wide(W).T + wide(Z[:, :1]),
            id="matmul_with_bias",
        ),
    ],
)
def test_it_exists_now(write, expected, assert_same):
    assert_same(nf.compute(write(nf.leaf(Z), nf.leaf(W))), expected)


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        pytest.param(lambda a: nf.leaf(a) + nf.leaf(W), Z + W, id="add_inplace, accumulate"),
        pytest.param(lambda a: nf.leaf(a) * nf.rparam(0.5), Z * F32(0.5), id="scale_inplace"),
        pytest.param(lambda a: 0.0, np.zeros((4, 6)), id="zero"),
    ],
)
def test_in_place_is_compute_into(write, expected):
    array = Z.copy()
    nf.compute_into(write(array), array)
    assert np.array_equal(array, expected)


# The manual's name, and what the map gives for it.
GONE = {
    "sum": "row_reduce_sum",
    "sqr": "square",
    "zero": "compute_into",
    "add_inplace": "compute_into",
    "scale_inplace": "compute_into",
    "accumulate": "compute_into",
    "batched_matmul": "matmul",
    "matmul_with_bias": "row_broadcast",
}


@pytest.mark.parametrize("name", GONE)
def test_names_that_are_gone(name):
    with pytest.raises(AttributeError, match=name):
        getattr(nf, name)
    assert callable(getattr(nf, GONE[name]))


@pytest.mark.parametrize("name", GONE)
def test_names_that_are_gone_say_what_to_write(name):
    with pytest.raises(AttributeError, match=name) as caught:
        getattr(nf, name)
    assert f"write {GONE[name]}" in str(caught.value)


@pytest.mark.parametrize("grid", [{"rows": 4}, {"columns": 6}])
def test_compute_with_half_a_grid(grid):
    error = error_of(nf.ShapeError, lambda: nf.compute(leaf(4, 6), **grid))
    assert "rows and columns come together" in error.message
    assert error.where.startswith(f"{__file__}:")


def test_compute_with_three_arguments():
    assert "rows and columns" in error_of(nf.ShapeError, lambda: nf.compute(leaf(4, 6), 4)).message


def test_compute_needs_no_grid_where_the_shape_is_known():
    assert nf.compute(leaf(4, 6) + nf.row_broadcast(leaf(4, 1))).shape == (4, 6)


def test_compute_into_has_no_precision():
    array = np.zeros((4, 6), F16)
    with pytest.raises(TypeError, match="precision"):
        nf.compute_into(leaf(4, 6), array, precision=nf.Precision.F32)
    assert not array.any()
    assert np.array_equal(nf.compute_into(leaf(4, 6), array), made(4, 6).astype(F16))


def test_compute_into_takes_reductions():
    array = np.zeros((4, 1), F32)
    nf.compute_into(nf.row_reduce_max(nf.leaf(X)), array)
    assert np.array_equal(array, X.max(1, keepdims=True))


def test_compute_reduce_wants_a_reduction():
    error = error_of(nf.ExpressionError, lambda: nf.compute_reduce(leaf(4, 6) * 2.0))
    assert "no reduction" in error.message
    assert error.hint == "use compute"


def test_compute_reduce_wants_a_vector():
    error = error_of(nf.ShapeError, lambda: nf.compute_reduce(leaf(4, 6) - nf.row_reduce_max(leaf(4, 6))))
    assert "no vector" in error.message
    assert error.hint == "use compute"


def test_a_function_is_a_program():
    kernel = nf.compile(lambda x: nf.exp(x) + 1.0, inputs=[(4, 6)])
    assert kernel(X * F32(0)).tolist() == [[2.0] * 6] * 4


def test_a_function_needs_its_inputs():
    assert "inputs=" in error_of(nf.SourceError, lambda: nf.compile(nf.exp)).hint


def test_several_expressions_are_one_program():
    x = nf.leaf((4, 6))
    doubled, largest = nf.compile([x * 2.0, nf.row_reduce_max(x)])(X)
    assert np.array_equal(doubled, X * 2)
    assert np.array_equal(largest, X.max(1, keepdims=True))


def test_updates_are_part_of_a_program():
    parameter, gradient = nf.leaf((4, 6), name="parameter"), nf.leaf((4, 6), name="gradient")
    kernel = nf.compile(nf.update(parameter - gradient * nf.rparam(0.5), parameter))
    array = X.copy()
    kernel(array, X)
    assert np.array_equal(array, X * F32(0.5))


def test_reshape_is_a_function():
    with pytest.raises(AttributeError, match="reshape"):
        leaf(4, 6).reshape(3, 8)
    assert nf.reshape(leaf(4, 6), (3, 8)).shape == (3, 8)
