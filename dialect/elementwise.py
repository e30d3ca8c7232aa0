"""Elementwise ops: one result element from the operands' elements at the same index.

Arithmetic is f32. A result of another precision is an `nn.cast` afterwards: the only rounding there is.
Source: compute-engine manual, sections 8.3 to 8.5.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from nnfuse.dialect.bindings import Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, require, string_of
from nnfuse.dialect.types import element_type_of, shape_of

Tensor = ir.RankedTensorType

PREDICATES: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}

_CASTS = (("f16", "f32"), ("f32", "f16"), ("i1", "f16"), ("i1", "f32"))


def _require_same_shape(op: ir.Operation) -> None:
    expected = shape_of(op.results[0])
    for index, operand in enumerate(op.operands):
        actual = shape_of(operand)
        require(
            actual == expected,
            f"operand {index} has shape {list(actual)}, expected {list(expected)} like the result; "
            "elementwise ops do not broadcast, use nn.broadcast",
        )


def _require_f32(op: ir.Operation) -> None:
    for kind, values in (("operand", op.operands), ("result", op.results)):
        for index, value in enumerate(values):
            element = str(element_type_of(value))
            require(
                element == "f32",
                f"{kind} {index} has element type {element}, expected f32; arithmetic is f32, use nn.cast around it",
            )


class _Arithmetic(NNOperation):
    """f32 in, f32 out, all of one shape."""

    family = "elementwise"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_f32(op)
        _require_same_shape(op)

    @classmethod
    def evaluate(cls, op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return cls.numpy(*operands)


class _Unary(_Arithmetic):
    operand: Operand[Tensor]
    result: Result[Tensor]


class _Binary(_Arithmetic):
    lhs: Operand[Tensor]
    rhs: Operand[Tensor]
    result: Result[Tensor]


class Neg(_Unary, name="neg", traits=[Pure]):
    """`-x`: flips the sign bit, of zeros and NaN too."""

    dsl, manual = "-x", "8.3"
    numpy = staticmethod(np.negative)


class Abs(_Unary, name="abs", traits=[Pure]):
    """`|x|`: clears the sign bit."""

    dsl, manual = "abs(x)", "8.3"
    numpy = staticmethod(np.abs)


class Exp(_Unary, name="exp", traits=[Pure]):
    """`e^x`; exp(-inf) = 0, exp(inf) = inf."""

    dsl, manual = "exp(x)", "8.3"
    numpy = staticmethod(np.exp)


class Log(_Unary, name="log", traits=[Pure]):
    """The natural logarithm; log(0) = -inf, NaN for negative x."""

    dsl, manual = "log(x)", "8.3"
    numpy = staticmethod(np.log)


class Sqrt(_Unary, name="sqrt", traits=[Pure]):
    """The square root, correctly rounded; sqrt(-0.0) = -0.0, NaN for negative x."""

    dsl, manual = "sqrt(x)", "8.3"
    numpy = staticmethod(np.sqrt)


class Rsqrt(_Unary, name="rsqrt", traits=[Pure]):
    """`1 / sqrt(x)`; rsqrt(0) = inf, rsqrt(inf) = 0."""

    dsl, manual = "rsqrt(x)", "8.3"

    @staticmethod
    def numpy(x: np.ndarray) -> np.ndarray:
        return 1.0 / np.sqrt(x)


class Tanh(_Unary, name="tanh", traits=[Pure]):
    """The hyperbolic tangent; tanh(inf) = 1."""

    dsl, manual = "tanh(x)", "8.3"
    numpy = staticmethod(np.tanh)


class Erf(_Unary, name="erf", traits=[Pure]):
    """The error function; erf(inf) = 1."""

    dsl, manual = "erf(x), gelu(x)", "22"
    numpy = staticmethod(np.vectorize(math.erf, otypes=[np.float64]))


class Sin(_Unary, name="sin", traits=[Pure]):
    """The sine of radians; NaN for infinities. Accurate for |x| up to 8192, see the table of errors."""

    dsl, manual = "sin(x)", "22"
    numpy = staticmethod(np.sin)


class Cos(_Unary, name="cos", traits=[Pure]):
    """The cosine of radians; NaN for infinities. Accurate for |x| up to 8192, see the table of errors."""

    dsl, manual = "cos(x)", "22"
    numpy = staticmethod(np.cos)


class Exp2(_Unary, name="exp2", traits=[Pure]):
    """`2^x`."""

    dsl, manual = "exp2(x)", "22"
    numpy = staticmethod(np.exp2)


class Log2(_Unary, name="log2", traits=[Pure]):
    """The logarithm to base 2; log2(0) = -inf, NaN for negative x."""

    dsl, manual = "log2(x)", "22"
    numpy = staticmethod(np.log2)


class Floor(_Unary, name="floor", traits=[Pure]):
    """The largest whole number not above x."""

    dsl, manual = "floor(x)", "22"
    numpy = staticmethod(np.floor)


class Ceil(_Unary, name="ceil", traits=[Pure]):
    """The smallest whole number not below x."""

    dsl, manual = "ceil(x)", "22"
    numpy = staticmethod(np.ceil)


class Round(_Unary, name="round", traits=[Pure]):
    """The nearest whole number, halves to even, as `numpy.rint`."""

    dsl, manual = "round(x)", "22"
    numpy = staticmethod(np.rint)


class Add(_Binary, name="add", traits=[Pure]):
    """`x + y`."""

    dsl, manual = "x + y", "8.4"
    numpy = staticmethod(np.add)


class Sub(_Binary, name="sub", traits=[Pure]):
    """`x - y`."""

    dsl, manual = "x - y", "8.4"
    numpy = staticmethod(np.subtract)


class Mul(_Binary, name="mul", traits=[Pure]):
    """`x * y`."""

    dsl, manual = "x * y", "8.4"
    numpy = staticmethod(np.multiply)


class Div(_Binary, name="div", traits=[Pure]):
    """`x / y`; x / 0 is an infinity or NaN."""

    dsl, manual = "x / y", "8.4"
    numpy = staticmethod(np.divide)


class Max(_Binary, name="max", traits=[Pure]):
    """The larger of x and y; NaN if either is. Between zeros of both signs the result's sign is not specified."""

    dsl, manual = "max(x, y), relu(x)", "8.4"
    numpy = staticmethod(np.maximum)


class Min(_Binary, name="min", traits=[Pure]):
    """The smaller of x and y; NaN if either is. Between zeros of both signs the result's sign is not specified."""

    dsl, manual = "min(x, y)", "8.4"
    numpy = staticmethod(np.minimum)


class Pow(_Binary, name="pow", traits=[Pure]):
    """`x^y`, as `numpy.power`: NaN for negative x unless y is whole, 1 for y = 0 and for x = 1."""

    dsl, manual = "pow(x, y), x ** y", "22"
    numpy = staticmethod(np.power)


class Fma(_Arithmetic, name="fma", traits=[Pure]):
    """`x * y + z` with one rounding. Formed by `nn-form-fma`, the same at every fusion level."""

    x: Operand[Tensor]
    y: Operand[Tensor]
    z: Operand[Tensor]
    result: Result[Tensor]

    @staticmethod
    def numpy(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Rounds to odd in float64, so that a later rounding to float32 is the fused one (Boldo and Melquiond, 2008)."""
        product = x * y  # exact: two 24-bit significands fit in 53 bits
        total = product + z
        bits = total - product
        error = (product - (total - bits)) + (z - bits)
        odd = (np.atleast_1d(total).view(np.int64) & 1).reshape(total.shape) == 1
        inexact = np.isfinite(total) & (error != 0) & ~odd
        toward = np.where(error > 0, np.inf, -np.inf)
        return np.where(inexact, np.nextafter(total, toward), total)


class _Logical(NNOperation):
    """i1 in, i1 out, all of one shape."""

    family = "elementwise"

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_shape(op)
        for kind, values in (("operand", op.operands), ("result", op.results)):
            for index, value in enumerate(values):
                element = str(element_type_of(value))
                require(element == "i1", f"{kind} {index} has element type {element}, expected i1 (a comparison)")

    @classmethod
    def evaluate(cls, op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return cls.numpy(*operands)


class And(_Logical, name="and", traits=[Pure]):
    """Both."""

    dsl, manual = "x & y", "22"
    numpy = staticmethod(np.logical_and)

    lhs: Operand[Tensor]
    rhs: Operand[Tensor]
    result: Result[Tensor]


class Or(_Logical, name="or", traits=[Pure]):
    """Either."""

    dsl, manual = "x | y", "22"
    numpy = staticmethod(np.logical_or)

    lhs: Operand[Tensor]
    rhs: Operand[Tensor]
    result: Result[Tensor]


class Not(_Logical, name="not", traits=[Pure]):
    """The opposite."""

    dsl, manual = "~x", "22"
    numpy = staticmethod(np.logical_not)

    operand: Operand[Tensor]
    result: Result[Tensor]


class Compare(NNOperation, name="compare", traits=[Pure]):
    """`x predicate y` as i1; predicate is eq, ne, lt, le, gt or ge. IEEE: with NaN all but ne are false."""

    family = "elementwise"
    dsl, manual = "x > y, x < y, x >= y, x <= y, x == y, x != y", "8.4"

    lhs: Operand[Tensor]
    rhs: Operand[Tensor]
    predicate: ir.StringAttr
    result: Result[Tensor]

    @staticmethod
    def check(op: ir.Operation) -> None:
        predicate = string_of(op, "predicate")
        require(predicate in PREDICATES, f"has predicate '{predicate}', expected one of {', '.join(PREDICATES)}")
        _require_same_shape(op)
        for index, operand in enumerate(op.operands):
            element = str(element_type_of(operand))
            require(element == "f32", f"operand {index} has element type {element}, expected f32")
        element = str(element_type_of(op.results[0]))
        require(element == "i1", f"result has element type {element}, expected i1")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return PREDICATES[string_of(op, "predicate")](*operands)


class Select(NNOperation, name="select", traits=[Pure]):
    """`condition ? on_true : on_false`, element by element; the value not chosen has no influence, NaN included."""

    family = "elementwise"
    dsl, manual = "select(condition, on_true, on_false)", "8.5"

    condition: Operand[Tensor]
    on_true: Operand[Tensor]
    on_false: Operand[Tensor]
    result: Result[Tensor]

    @staticmethod
    def check(op: ir.Operation) -> None:
        _require_same_shape(op)
        element = str(element_type_of(op.operands[0]))
        require(element == "i1", f"condition has element type {element}, expected i1 (a comparison)")
        expected = str(element_type_of(op.results[0]))
        for index in (1, 2):
            element = str(element_type_of(op.operands[index]))
            require(element == expected, f"operand {index} has element type {element}, expected {expected} like the result")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return np.where(*operands)


class Cast(NNOperation, name="cast", traits=[Pure]):
    """Convert between f32, f16 and i1; f32 to f16 rounds half to even, i1 becomes 0 or 1. The only rounding op."""

    family = "elementwise"
    dsl, manual = "cast(x, dtype)", "3.3, 6"

    operand: Operand[Tensor]
    result: Result[Tensor]

    @classmethod
    def check(cls, op: ir.Operation) -> None:
        _require_same_shape(op)
        pair = (str(element_type_of(op.operands[0])), str(element_type_of(op.results[0])))
        allowed = ", ".join(f"{source} to {target}" for source, target in sorted(_CASTS))
        require(pair in _CASTS, f"cannot cast {pair[0]} to {pair[1]}; expected {allowed}")

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        return operands[0].astype(np.float64)  # the interpreter rounds to the result's precision
