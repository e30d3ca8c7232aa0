"""Each mistake raises its own subclass of `nnfuse.Error`, which says what was expected, what came, and where."""

import re

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.dialect.text import parse_module
from nnfuse.runtime import devices

X = nf.leaf((4, 5), name="x")
TURNED = nf.leaf((5, 4))
VECTOR = nf.leaf((5,))
ROW = nf.leaf((1, 5))
COLUMN = nf.leaf((4, 1))
NUMBERS = nf.leaf((4, 5), np.int32)
FLAGS = nf.leaf((4, 5), np.bool_)
ARRAY = np.zeros((4, 5), np.float32)

SHAPES = {
    "add": (lambda: X + TURNED, "(4, 5)", "(5, 4)"),
    "subtract": (lambda: TURNED - X, "(4, 5)", "(5, 4)"),
    "multiply by an unmarked row": (lambda: X * ROW, "(4, 5)", "(1, 5)", "col_broadcast"),
    "divide by an unmarked column": (lambda: X / COLUMN, "(4, 5)", "(4, 1)", "row_broadcast"),
    "maximum": (lambda: nf.max(X, TURNED), "(4, 5)", "(5, 4)"),
    "comparison": (lambda: X > TURNED, "(4, 5)", "(5, 4)"),
    "select": (lambda: nf.select(X > 0, X, TURNED), "(4, 5)", "(5, 4)"),
    "marked column of another height": (lambda: X + nf.row_broadcast(nf.leaf((3, 1))), "(4, 5)", "(3, 1)"),
    "marked row of another width": (lambda: X + nf.col_broadcast(nf.leaf((1, 6))), "(4, 5)", "(1, 6)"),
    "reduction of another height": (lambda: X - nf.row_reduce_sum(nf.leaf((3, 5))), "(4, 5)", "(3, 1)"),
    "matmul": (lambda: nf.matmul(X, X), "5", "4", "contracted"),
    "matmul, transposed": (lambda: nf.matmul(X, TURNED, transpose_b=True), "5", "4", "contracted"),
    "matmul of a vector": (lambda: nf.matmul(X, VECTOR), "rank 2", "(5,)"),
    "row reduction of a vector": (lambda: nf.row_reduce_sum(VECTOR), "rank 2", "(5,)"),
    "column reduction of a vector": (lambda: nf.col_reduce_max(VECTOR), "rank 2", "(5,)"),
    "row_broadcast of a matrix": (lambda: nf.row_broadcast(X), "(rows, 1)", "(4, 5)"),
    "col_broadcast of a matrix": (lambda: nf.col_broadcast(X), "(1, columns)", "(4, 5)"),
    "row_broadcast to a negative width": (lambda: nf.row_broadcast(COLUMN, -1), "-1"),
    "transpose of a vector": (lambda: nf.transpose(VECTOR), "rank 2", "(5,)"),
    "rotate_half by an odd block": (lambda: nf.rotate_half(X, 3), "even", "3"),
    "rotate_half on a bad axis": (lambda: nf.rotate_half(X, 2, axis=2), "0 or 1", "2"),
    "maximum of nothing": (lambda: nf.row_reduce_max(nf.leaf((4, 0))), "maximum of nothing", "(4, 0)"),
    "leaf of a negative extent": (lambda: nf.leaf((4, -5)), "none negative", "(4, -5)"),
}
DTYPES = {
    "float64 leaf": (lambda: nf.leaf((4, 5), np.float64), "float32", "float64"),
    "leaf like a float64 array": (lambda: nf.leaf(np.zeros((4, 5))), "float32", "float64", ".astype"),
    "float64 constant": (lambda: nf.constant(np.zeros((4, 5))), "float32", "float64", ".astype"),
    "complex leaf": (lambda: nf.leaf((4, 5), np.complex64), "float32", "complex64"),
    "arithmetic on integers": (lambda: NUMBERS + 1.0, "float32 or float16", "int32"),
    "arithmetic of integers and floats": (lambda: X * NUMBERS, "float32 or float16", "int32"),
    "comparison of integers": (lambda: NUMBERS > 0, "float32 or float16", "int32"),
    "function of integers": (lambda: nf.exp(NUMBERS), "float32 or float16", "int32"),
    "cast of integers": (lambda: nf.cast(NUMBERS, np.float32), "int32"),
    "matmul of integers": (lambda: nf.matmul(NUMBERS, nf.leaf((5, 4), np.int32)), "float32 or float16", "int32"),
    "arithmetic on bool": (lambda: FLAGS + FLAGS, "float32 or float16", "bool", "select"),
    "negated bool": (lambda: -FLAGS, "float32 or float16", "bool", "select"),
    "sum of a comparison": (lambda: nf.row_reduce_sum(X > 0), "float32 or float16", "bool", "select"),
    "number as condition": (lambda: nf.select(X, X, X), "bool", "float32", "x > 0"),
    "logic on numbers": (lambda: X & (X > 0), "bool", "float32"),
    "cast to float64": (lambda: nf.cast(X, np.float64), "float32 or float16", "float64"),
    "cast to int32": (lambda: nf.cast(X, np.int32), "float32 or float16", "int32"),
    "array on the right": (lambda: X + ARRAY, "expression or a number", "ndarray", "leaf(array)"),
    "array on the left": (lambda: ARRAY + X, "expression or a number", "ndarray", "leaf(array)"),
    "array times expression": (lambda: ARRAY * X, "expression or a number", "ndarray", "leaf(array)"),
    "array compared": (lambda: ARRAY < X, "expression or a number", "ndarray", "leaf(array)"),
    "expression == array": (lambda: X == ARRAY, "expression or a number", "ndarray", "leaf(array)"),
    "function of an array": (lambda: nf.tanh(ARRAY), "expression or a number", "ndarray", "leaf(array)"),
    "list": (lambda: [1.0, 2.0] * X, "expression or a number", "list"),
    "text": (lambda: X + "1", "expression or a number", "str"),
    "None": (lambda: X - None, "expression or a number", "NoneType"),
    "complex number": (lambda: X * 1j, "expression or a number", "complex"),
}
CONTROL = {
    "if": (lambda: 1 if X > 0 else 2, "select("),
    "and": (lambda: (X > 0) and (X < 1), "select("),
    "or": (lambda: (X > 0) or (X < 1), "select("),
    "not": (lambda: not X, "select("),
    "chained comparison": (lambda: 0 < X < 1, "select("),
    "in": (lambda: X in [TURNED, TURNED][:0] or X in (1.0,), "select("),
    "bool": (lambda: bool(X), "select("),
    "max of Python": (lambda: max(X, X), "select("),
    "for": (lambda: [row for row in X], "iterated"),  # noqa: C416
    "unpacking": (lambda: (lambda a, b: a)(*X), "iterated"),  # noqa: PLC3002
    "sum of Python": (lambda: sum(X), "iterated"),
}
DSL = {
    **{("ShapeError", name): case for name, case in SHAPES.items()},
    **{("DTypeError", name): case for name, case in DTYPES.items()},
    **{("ExpressionError", name): case for name, case in CONTROL.items()},
}


def caught_by(call):
    with pytest.raises(nf.Error) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(("kind", "name"), DSL, ids=str)
def test_mistake_in_an_expression(kind, name):
    call, *fragments = DSL[kind, name]
    error = caught_by(call)
    assert type(error) is getattr(nf, kind)
    for fragment in fragments:
        assert fragment in str(error)
    # The very line above: this file, where the lambda stands.
    assert error.where == f"{__file__}:{call.__code__.co_firstlineno}"
    assert error.where in str(error)
    if kind != "ExpressionError":
        assert error.expected
        assert error.actual


def test_location_is_that_of_the_wrong_line_and_not_of_the_caller():
    def build(x):
        y = x * 2.0
        return y + TURNED

    error = caught_by(lambda: nf.compile(build, [(4, 5)]))
    assert error.where == f"{__file__}:{build.__code__.co_firstlineno + 2}"


def looks_like(error, kind, *fragments):
    """The error is of this kind, and its message has the fragments."""
    assert isinstance(error, kind)
    for fragment in fragments:
        assert fragment in str(error)


DOUBLED = X * 2.0


WRONG_SOURCES = {
    "returns a number": (lambda: nf.compile(lambda x: 1.0, [(4, 5)]), "expression", "float"),
    "returns None": (lambda: nf.compile(lambda x: None, [(4, 5)]), "expression", "NoneType"),
    "returns nothing": (lambda: nf.compile(lambda x: [], [(4, 5)]), "at least one expression"),
    "no inputs given": (lambda: nf.compile(lambda x: x), "inputs=["),
    "too many inputs": (lambda: nf.compile(lambda x: x, [(4, 5), (4, 5)]), "1", "2"),
    "not compilable": (lambda: nf.compile(42), "an expression", "42"),
    "input is no description": (lambda: nf.compile(lambda x: x, [3]), "TensorSpec", "3"),
    "leaf left out": (lambda: nf.compile(X + nf.leaf((4, 5)), [X]), "inputs=[", f"{__file__}:"),
    "an input that is no leaf": (lambda: nf.compile(DOUBLED, [X, DOUBLED]), "leaf", f"{__file__}:"),
    "an input given twice": (lambda: nf.compile(-TURNED, [TURNED, TURNED]), "input"),
    "one name twice": (lambda: nf.compile(X + nf.leaf((4, 5), name="x")), "one name", "x", f"{__file__}:"),
}


@pytest.mark.parametrize("name", WRONG_SOURCES)
def test_mistake_in_what_is_compiled(name):
    call, *fragments = WRONG_SOURCES[name]
    looks_like(caught_by(call), nf.Error, *fragments)


@pytest.mark.parametrize("name", WRONG_SOURCES)
def test_mistake_in_what_is_compiled_has_an_error_of_its_own(name):
    assert type(caught_by(WRONG_SOURCES[name][0])) is not nf.Error


@pytest.mark.parametrize("target", ["tpu", "", "CPU"])
def test_unknown_target(target):
    error = caught_by(lambda: nf.compile(X, target=target))
    looks_like(error, nf.TargetError, "unknown target", "cpu", "lavapipe", "vulkan", repr(target))


@pytest.mark.parametrize("level", ["max", "", "Chain"])
def test_unknown_level(level):
    error = caught_by(lambda: nf.compile(X, level=level))
    looks_like(error, nf.PlanError, "unknown fusion level", "none", "chain", repr(level))


@pytest.fixture
def no_vulkan(monkeypatch):
    monkeypatch.setattr(devices, "_vulkan_devices", lambda: ())
    devices._discovered_vulkan.cache_clear()
    yield
    devices._discovered_vulkan.cache_clear()


def test_vulkan_without_a_device(no_vulkan):
    error = caught_by(lambda: nf.compile(X, target="vulkan"))
    looks_like(error, nf.DeviceError, "needs a Vulkan device", "no Vulkan device", "target='cpu'")


def test_a_described_vulkan_device_compiles_and_fails_in_the_call(no_vulkan):
    kernel = nf.compile(X, target="lavapipe")
    error = caught_by(lambda: kernel(ARRAY))
    looks_like(error, nf.DeviceError, "'lavapipe' needs a Vulkan device", "target='cpu'")


IR_ERRORS = {
    "no MLIR": (nf.ParseError, "func.func @f( {", r"-:1:\d+: error: "),
    "empty op": (nf.ParseError, '%0 = "nn.tanh"(%x)', r"-:1:\d+: error: "),
    "pretty form": (nf.ParseError, "// nn.add\n%0 = nn.tanh %x : tensor<2xf32>", r"-:2:6: error: .*'nn\.tanh'[^$]*generic form"),
    "unknown op": (
        nf.Error,
        'func.func @f() -> tensor<2xf32> {\n  %0 = "nn.gone"() : () -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}',
        r"-:2:\d+: error: .*nn\.gone",
    ),
    "other shape": (
        nf.VerificationError,
        "func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
        '  %0 = "nn.tanh"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n}',
        r"-:2:\d+: error: 'nn\.tanh' op operand 0 has shape \[2\], expected \[3\]",
    ),
    "other element type": (
        nf.VerificationError,
        "func.func @f(%x: tensor<2xf16>) -> tensor<2xf16> {\n"
        '  %0 = "nn.tanh"(%x) : (tensor<2xf16>) -> tensor<2xf16>\n  return %0 : tensor<2xf16>\n}',
        r"-:2:\d+: error: 'nn\.tanh' op operand 0 has element type f16, expected f32",
    ),
    "operand of a type that is not defined": (
        nf.ParseError,
        "func.func @f(%x: tensor<2xq32>) {\n  return\n}",
        r"-:1:\d+: error: ",
    ),
}


@pytest.mark.parametrize("name", IR_ERRORS)
def test_mistake_in_ir_text(name):
    kind, text, pattern = IR_ERRORS[name]
    error = caught_by(lambda: parse_module(text))
    looks_like(error, kind)
    assert re.search(pattern, str(error), re.DOTALL), str(error)


@pytest.fixture(scope="module")
def kernel():
    s = nf.rparam(name="s")
    return nf.compile(lambda a, b, scale: (a + b) * scale, [(2, 3), nf.TensorSpec((2, 3), np.float16), s])


A, B = np.ones((2, 3), np.float32), np.ones((2, 3), np.float16)
CALLS = {
    "missing": (lambda k: k(A, B), "missing", "float32[]", "'scale'"),
    "all missing": (lambda k: k(), "missing", "float32[2, 3]", "'a'"),
    "too many": (lambda k: k(A, B, 1.0, 2.0), "too many", "3", "4"),
    "other shape": (lambda k: k(A.T, B, 1.0), "(2, 3)", "(3, 2)", "'a'"),
    "other rank": (lambda k: k(A[0], B, 1.0), "(2, 3)", "(3,)", "'a'"),
    "float64": (lambda k: k(A.astype(np.float64), B, 1.0), "float32", "float64", "'a'", ".astype(numpy.float32)"),
    "float32 for float16": (lambda k: k(A, A, 1.0), "float16", "float32", "'b'", ".astype(numpy.float16)"),
    "a list of Python": (lambda k: k(A.tolist(), B, 1.0), "float32", "float64", "'a'"),
    "array for a scalar": (lambda k: k(A, B, A), "()", "(2, 3)", "'scale'"),
    "unknown name": (lambda k: k(A, B, size=1.0), "a, b, scale", "size"),
    "name and position": (lambda k: k(A, B, 1.0, a=A), "a, b, scale", "a"),
    "an expression": (lambda k: k(X, B, 1.0), "'a'"),
    "text": (lambda k: k(A, B, "1"), "'scale'"),
}


@pytest.mark.parametrize("name", CALLS)
def test_mistake_in_a_call(name, kernel):
    call, *fragments = CALLS[name]
    error = caught_by(lambda: call(kernel))
    assert type(error) is nf.CallError
    for fragment in fragments:
        assert fragment in str(error)
