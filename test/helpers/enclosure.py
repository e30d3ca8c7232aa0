"""Enclosures: between which numbers every correct kernel's result lies, element by element.

A function of nn ops is run on enclosures of values in place of values. Rounding to nearest is monotonic, so an op that rounds
once maps the ends of its operands' enclosures to the ends of its result's: nothing widens, and a program of such ops has
enclosures of a single number. Transcendental functions widen by units in the last place, sums and contractions by the classical
bound on any order of summation (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2). What follows carries the
width on, so an ill-conditioned program gets the wide enclosure that it deserves.

Zeros are ordered, -0.0 before 0.0. Ends that are NaN mean that only NaN is correct.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from nnfuse.dialect.contractions import transposes_of
from nnfuse.dialect.elementwise import PREDICATES
from nnfuse.dialect.operation import OPERATIONS, integer_of, string_of
from nnfuse.dialect.reductions import dimensions_of, keeps_dimensions, kind_of
from nnfuse.dialect.reference import find_function
from nnfuse.dialect.types import dtype_of

# Twice what test_op_table allows to any function on any target.
UNITS = 16
TRANSCENDENTAL = frozenset(f"nn.{name}" for name in ("exp", "log", "rsqrt", "tanh", "erf", "sin", "cos", "exp2", "log2", "pow"))
# Sine and cosine are accurate up to here.
FAR = 8192.0

F32 = np.dtype(np.float32)
HALF_UNIT = 2.0**-24
LARGEST = float(np.finfo(np.float32).max)
SMALLEST_NORMAL = float(np.finfo(np.float32).tiny)
POSITIONS = np.iinfo(np.int64)


@dataclass(frozen=True)
class Enclosure:
    """For each element the least and the largest correct value, and whether NaN is correct too; booleans are 0 and 1."""

    low: np.ndarray
    high: np.ndarray
    nan: np.ndarray

    @property
    def is_one_number(self):
        return (position_of(self.low) == position_of(self.high)) & ~self.nan

    def reaches(self, value):
        """Where a number is within the ends."""
        position = position_of(value)
        return (position_of(self.low) <= position) & (position <= position_of(self.high)) & ~np.isnan(self.low)

    def excludes(self, result):
        """Where a result is not correct."""
        result = np.asarray(result).astype(np.float64)
        return ~np.where(np.isnan(result), self.nan, self.reaches(result))

    @property
    def is_certain(self):
        """Where only one number, or only NaN, is correct."""
        return self.is_one_number | np.isnan(self.low)

    def text_at(self, place):
        """What is correct at one place, for people."""
        low, high, nan = (end[place] for end in (self.low, self.high, self.nan))
        numbers = f"{low}" if position_of(low) == position_of(high) else f"{low} to {high}"
        return f"{numbers} or nan" if nan and not np.isnan(low) else numbers

    def each(self, function):
        return Enclosure(function(self.low), function(self.high), function(self.nan))


def enclose(module, arguments, *, rounded, function=None):
    """Enclosures of the results of a function of `module`.

    With `rounded` every op rounds its result. Without, it may or may not: the enclosures then hold the float64 reference too, and
    kernels in which products and sums are contracted.
    """
    with module.context, np.errstate(all="ignore"):
        block = find_function(module, function).regions[0].blocks[0]
        environment = {}
        for value, argument in zip(block.arguments, arguments, strict=True):
            environment[value] = _flushed(_exactly(argument), dtype_of(value))
        for view in block.operations:
            op = view.operation
            operands = [environment[operand] for operand in op.operands]
            if op.name == "func.return":
                return operands
            dtype = dtype_of(op.results[0])
            environment[op.results[0]] = _flushed(_rounded(_evaluate(op, operands), dtype, always=rounded), dtype)
    raise ValueError("a function without a return")


def position_of(numbers):
    """Integers in the order of the numbers, -0.0 before 0.0."""
    bits = np.asarray(numbers, np.float64).view(np.int64)
    return np.where(bits < 0, ~(bits & POSITIONS.max), bits)


def _at(positions):
    return np.where(positions < 0, ~positions | POSITIONS.min, positions).view(np.float64)


def _exactly(array):
    numbers = np.asarray(array, np.float64)
    return Enclosure(numbers, numbers, np.isnan(numbers))


def _hull(candidates, nan=False):
    """All that is between the candidates; a candidate that is NaN makes NaN correct."""
    stack = np.stack(np.broadcast_arrays(*candidates)).astype(np.float64)
    missing = np.isnan(stack)
    low = _at(np.where(missing, POSITIONS.max, position_of(stack)).min(axis=0))
    high = _at(np.where(missing, POSITIONS.min, position_of(stack)).max(axis=0))
    only_nan = missing.all(axis=0)
    return Enclosure(np.where(only_nan, np.nan, low), np.where(only_nan, np.nan, high), missing.any(axis=0) | nan)


def _rounded(value, dtype, *, always):
    """Rounded to `dtype`, or in doubt: the ends moved outwards by the float64 rounding in them, and rounded or not."""
    if dtype.kind != "f":
        return value
    low, high = (end.astype(dtype).astype(np.float64) for end in (value.low, value.high))
    if always:
        return Enclosure(low, high, value.nan)
    lower = np.where(value.low == low, low, np.nextafter(value.low, -np.inf))
    higher = np.where(value.high == high, high, np.nextafter(value.high, np.inf))
    rounded = [end.astype(dtype).astype(np.float64) for end in (lower, higher)]
    return _hull([lower, higher, *rounded], value.nan)


def _flushed(value, dtype):
    """Subnormal numbers may become zero, also those that rounding makes the smallest normal one."""
    if dtype != F32:
        return value
    low = np.where((value.low > 0) & (value.low <= SMALLEST_NORMAL), 0.0, value.low)
    high = np.where((value.high < 0) & (value.high >= -SMALLEST_NORMAL), -0.0, value.high)
    return Enclosure(low, high, value.nan)


def _evaluate(op, operands):
    if op.name in _RULES:
        return _RULES[op.name](op, *operands)
    if OPERATIONS[op.name].family == "elementwise":
        return _elementwise(op, *operands)
    return _moved(op, operands)


def _moved(op, operands):
    """An op that places elements elsewhere, and may negate them."""
    evaluate = OPERATIONS[op.name].evaluate
    if not operands:
        return _exactly(evaluate(op, []))
    low, high = (evaluate(op, [getattr(operand, end) for operand in operands]) for end in ("low", "high"))
    maybe = evaluate(op, [np.where(operand.nan, np.nan, operand.low) for operand in operands])
    return _hull([low, high], np.isnan(maybe))


def _elementwise(op, *operands):
    """A function that is monotonic in each operand on either side of zero: its values at the ends, and at zeros between them."""
    function = OPERATIONS[op.name].numpy
    nan = np.logical_or.reduce([operand.nan for operand in operands])
    return _widened(op, _hull([function(*samples) for samples in itertools.product(*map(_samples, operands))], nan))


def _samples(operand):
    if operand.is_one_number.all():
        return [operand.low]
    samples = [operand.low, operand.high]
    for zero in (-0.0, 0.0):
        inside = operand.reaches(zero)
        if inside.any():
            samples.append(np.where(inside, zero, operand.low))
    return samples


def _widened(op, value):
    """The ends moved outwards by what a transcendental function may be wrong; a zero may have either sign."""
    if op.name not in TRANSCENDENTAL:
        return value
    below, above = (
        UNITS * np.spacing(np.minimum(np.abs(end), LARGEST / 2).astype(np.float32)).astype(np.float64)
        for end in (value.low, value.high)
    )
    low = np.where(value.low == 0, -0.0, value.low - below)
    high = np.where(value.high == 0, 0.0, value.high + above)
    return Enclosure(low, high, value.nan)


def _wave(op, x):
    """Sine or cosine: no steeper than 1, and something between -1 and 1 for large arguments."""
    radius = (x.high - x.low) / 2
    centre = OPERATIONS[op.name].numpy(x.low + radius)
    known = np.maximum(np.abs(x.low), np.abs(x.high)) <= FAR
    low = np.where(known, np.maximum(centre - radius, -1), -1)
    high = np.where(known, np.minimum(centre + radius, 1), 1)
    only_nan = np.isnan(x.low) | (np.isinf(x.low) & (x.low == x.high))
    nan = x.nan | np.isinf(x.low) | np.isinf(x.high)
    return _widened(op, Enclosure(np.where(only_nan, np.nan, low), np.where(only_nan, np.nan, high), nan))


def _power(op, x, y):
    """Monotonic in each operand for positive bases; others are followed only where both operands are known."""
    value = _elementwise(op, x, y)
    known = (x.low > 0) | (x.is_one_number & y.is_one_number)
    return Enclosure(np.where(known, value.low, -np.inf), np.where(known, value.high, np.inf), value.nan | ~known)


def _extreme(op, x, y):
    """Elementwise max or min: which of two zeros it gives is not specified."""
    value = _elementwise(op, x, y)
    return _with_either_zero(value, *(x.reaches(zero) | y.reaches(zero) for zero in (-0.0, 0.0)))


def _with_either_zero(value, may_be_negative, may_be_positive):
    low = np.where((value.low == 0) & may_be_negative, -0.0, value.low)
    high = np.where((value.high == 0) & may_be_positive, 0.0, value.high)
    return Enclosure(low, high, value.nan)


def _compare(op, x, y):
    predicate = string_of(op, "predicate")
    if predicate in ("eq", "ne"):
        sure = (x.low == x.high) & (y.low == y.high) & ~x.nan & ~y.nan
        maybe = (x.low <= y.high) & (y.low <= x.high)
        equal = Enclosure((sure & (x.low == y.low)).astype(np.float64), maybe.astype(np.float64), np.zeros_like(sure))
        return equal if predicate == "eq" else Enclosure(1 - equal.high, 1 - equal.low, equal.nan)
    compare = PREDICATES[predicate]
    pairs = ((x.low, y.high), (x.high, y.low))
    outcomes = [compare(*pair) for pair in pairs]
    surely = np.logical_and(*outcomes) & ~x.nan & ~y.nan
    return Enclosure(surely.astype(np.float64), np.logical_or(*outcomes).astype(np.float64), np.zeros_like(surely))


def _select(op, condition, on_true, on_false):
    may_be_true, may_be_false = condition.high == 1, condition.low == 0
    chosen = [
        np.where(may, end, np.nan)
        for may, value in ((may_be_true, on_true), (may_be_false, on_false))
        for end in (value.low, value.high)
    ]
    nan = (may_be_true & on_true.nan) | (may_be_false & on_false.nan)
    hull = _hull(chosen)
    return Enclosure(hull.low, hull.high, nan)


def _reduce(op, x):
    axis, keep = tuple(dimensions_of(op)), keeps_dimensions(op)
    kind = kind_of(op)
    if kind == "sum":
        return _sum_over(axis, keep, x, roundings=max(_extent(x, axis) - 1, 0))
    return _fold({"max": np.max, "min": np.min}[kind], axis, keep, x)


def _fold(fold, axis, keep, x):
    """A fold with max or min: which of two zeros it gives is not specified."""
    ends = [_at(fold(position_of(end), axis=axis, keepdims=keep)) for end in (x.low, x.high)]
    only_nan = np.isnan(x.low).any(axis=axis, keepdims=keep)
    low, high = (np.where(only_nan, np.nan, end) for end in ends)
    value = Enclosure(low, high, x.nan.any(axis=axis, keepdims=keep))
    return _with_either_zero(value, *(x.reaches(zero).any(axis=axis, keepdims=keep) for zero in (-0.0, 0.0)))


def _grouped_reduce(op, x):
    group = integer_of(op, "group")
    blocks = x.each(lambda end: end.reshape(end.shape[0] // group, group, *end.shape[1:]))
    if string_of(op, "kind") == "sum":
        return _sum_over((1,), False, blocks, roundings=group - 1)
    return _fold(np.max, (1,), False, blocks)


def _inner_product(op, x, y):
    axis = tuple(dimensions_of(op))
    return _sum_over(axis, keeps_dimensions(op), _product(x, y), roundings=_extent(x, axis))


def _matmul(op, lhs, rhs):
    transpose_lhs, transpose_rhs = transposes_of(op)
    rows = lhs.each(lambda end: np.expand_dims(np.swapaxes(end, -1, -2) if transpose_lhs else end, -2))
    columns = rhs.each(lambda end: np.expand_dims(end if transpose_rhs else np.swapaxes(end, -1, -2), -3))
    return _sum_over((-1,), False, _product(rows, columns), roundings=rows.low.shape[-1])


def _scan(op, x):
    if string_of(op, "kind") != "sum":
        raise NotImplementedError("running products")
    axis = integer_of(op, "dimension")
    count = np.arange(x.low.shape[axis]).reshape([-1 if index == axis else 1 for index in range(x.low.ndim)])
    return _sum(
        x,
        total=lambda values: np.cumsum(values, axis=axis),
        some=lambda values: np.logical_or.accumulate(values, axis=axis),
        roundings=count,
    )


def _extent(x, axis):
    return int(np.prod([x.low.shape[index] for index in axis]))


def _product(x, y):
    return _hull([a * b for a, b in itertools.product(_samples(x), _samples(y))], x.nan | y.nan)


def _sum_over(axis, keep, terms, roundings):
    return _sum(
        terms,
        total=lambda values: np.sum(values, axis=axis, keepdims=keep),
        some=lambda values: np.any(values, axis=axis, keepdims=keep),
        roundings=roundings,
    )


def _sum(terms, total, some, roundings):
    """Sums in any order, each term in at most `roundings` roundings; whole numbers that stay below 2^24 add up exactly."""
    low, high = (np.where(np.isfinite(end), end, 0) for end in (terms.low, terms.high))
    magnitude = total(np.maximum(np.abs(low), np.abs(high)))
    exact = ~some(~terms.is_one_number | (np.rint(low) != low)) & (magnitude < 2**24)
    bound = roundings * HALF_UNIT / (1 - roundings * HALF_UNIT) * magnitude + roundings * SMALLEST_NORMAL
    error = np.where(exact, 0, bound)
    low, high = total(low) - error, total(high) + error
    overflows = magnitude + error > LARGEST
    rises, falls = some(terms.high == np.inf), some(terms.low == -np.inf)
    surely_rises, surely_falls = some(terms.low == np.inf), some(terms.high == -np.inf)
    low = np.where(falls | overflows, -np.inf, np.where(surely_rises, np.inf, low))
    high = np.where(rises | overflows, np.inf, np.where(surely_falls, -np.inf, high))
    only_nan = some(np.isnan(terms.low)) | (surely_rises & surely_falls)
    low = np.where(only_nan, np.nan, np.where(low == 0, -0.0, low))
    high = np.where(only_nan, np.nan, np.where(high == 0, 0.0, high))
    return Enclosure(low, high, some(terms.nan) | (rises & falls) | overflows)


_RULES = {
    "nn.cast": lambda op, x: x,
    "nn.compare": _compare,
    "nn.select": _select,
    "nn.sin": _wave,
    "nn.cos": _wave,
    "nn.pow": _power,
    "nn.max": _extreme,
    "nn.min": _extreme,
    "nn.reduce": _reduce,
    "nn.grouped_reduce": _grouped_reduce,
    "nn.inner_product": _inner_product,
    "nn.matmul": _matmul,
    "nn.scan": _scan,
}
