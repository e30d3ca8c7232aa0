"""Scalar functions that code generators lack or get wrong, written out in arithmetic.

IREE's own sin and cos lose their accuracy beyond a few turns and return infinities for infinities, its erf drops the sign of
zero, its pow is wrong for negative bases, and a Vulkan Fma may round twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from iree.compiler import ir

from nnfuse.passes.lowering.emitter import Emitter

# arith.cmpf predicate numbers.
EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, NOT_EQUAL, UNORDERED = 1, 2, 3, 4, 5, 13, 14


class _Floats:
    """f32 arithmetic at the current insertion point, in few words; on vectors if `example` is one."""

    def __init__(self, emitter: Emitter, example: ir.Value) -> None:
        self.emitter = emitter
        self.example = example
        self.f32 = emitter.like(example, "f32")
        self.i32 = emitter.like(example, "i32")

    def constant(self, value: float | str) -> ir.Value:
        return self.emitter.constant(value if isinstance(value, str) else f"{value:.9e}", "f32", self.example)

    def integer(self, value: int) -> ir.Value:
        return self.emitter.constant(str(value), "i32", self.example)

    def true(self) -> ir.Value:
        return self.emitter.constant("true", "i1", self.example)

    def op(self, name: str, *operands: ir.Value) -> ir.Value:
        return self.emitter.create(name, list(operands), operands[0].type)

    def add(self, x: ir.Value, y: ir.Value) -> ir.Value:
        return self.op("arith.addf", x, y)

    def sub(self, x: ir.Value, y: ir.Value) -> ir.Value:
        return self.op("arith.subf", x, y)

    def mul(self, x: ir.Value, y: ir.Value) -> ir.Value:
        return self.op("arith.mulf", x, y)

    def select(self, condition: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
        return self.emitter.create("arith.select", [condition, x, y], x.type)

    def bits(self, x: ir.Value) -> ir.Value:
        return self.emitter.create("arith.bitcast", [x], self.i32)

    def from_bits(self, x: ir.Value) -> ir.Value:
        return self.emitter.create("arith.bitcast", [x], self.f32)

    def to_integer(self, x: ir.Value) -> ir.Value:
        return self.emitter.create("arith.fptosi", [x], self.i32)

    def compare(self, predicate: int, x: ir.Value, y: ir.Value) -> ir.Value:
        return compare_floats(self.emitter, predicate, x, y)

    def opaque(self, x: ir.Value) -> ir.Value:
        """`x`, on Vulkan hidden from algebra: drivers turn `(x + y) - x` into `y`."""
        return hide(self.emitter, x) if self.emitter.target.kind == "vulkan" else x

    def polynomial(self, x: ir.Value, coefficients: Sequence[float]) -> ir.Value:
        """Horner's scheme, highest coefficient first."""
        value = self.constant(coefficients[0])
        for coefficient in coefficients[1:]:
            value = self.add(self.mul(value, x), self.constant(coefficient))
        return value


def hide(emitter: Emitter, x: ir.Value) -> ir.Value:
    """`x`, so that optimisers cannot see how it was computed. One NaN pattern that no operation makes becomes 0."""
    f = _Floats(emitter, x)
    ordinary = emitter.compare_indices("ne", f.bits(x), f.integer(0x7FABCDEF))
    return f.select(ordinary, x, f.constant(0.0))


def hide_constant(emitter: Emitter, constant: ir.Value, other: ir.Value) -> ir.Value:
    """`constant`, so that optimisers cannot see it: it seems to depend on `other`.

    A choice between zero and one would be taken for a conversion of the condition, which has no negative zero.
    """
    f = _Floats(emitter, other)
    ordinary = emitter.compare_indices("ne", f.bits(other), f.integer(0x7FABCDEF))
    return f.select(ordinary, constant, f.constant(3.0))


def compare_floats(emitter: Emitter, predicate: int, x: ir.Value, y: ir.Value) -> ir.Value:
    """`arith.cmpf` with the predicate's number."""
    number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), predicate)
    return emitter.create("arith.cmpf", [x, y], emitter.like(x, "i1"), {"predicate": number})


def emit_erf(emitter: Emitter, x: ir.Value) -> ir.Value:
    """erf with the sign of its argument, of zero too."""
    f = _Floats(emitter, x)
    return f.op("math.copysign", f.op("math.erf", f.op("math.absf", x)), x)


def emit_sine(emitter: Emitter, x: ir.Value, *, quarter_turns: int) -> ir.Value:
    """`sin(x + quarter_turns * pi/2)`: reduction by pi/2 in four parts whose products are exact, then two polynomials.

    The parts have 8 to 11 bits, so that the multiple, up to 8192, times each is exact without a fused multiply-add (Cody
    and Waite, 1980); polynomials from Cephes. An infinity subtracts to NaN.
    """
    f = _Floats(emitter, x)
    turns = f.op("math.roundeven", f.mul(x, f.constant(0.636619772367581343)))
    # Far outside of the range the result means nothing, but stays within -1 and 1.
    bounded = f.compare(LESS, f.op("math.absf", turns), f.constant(1.0e6))
    finite = f.compare(LESS, f.op("math.absf", x), f.constant("0x7F800000"))
    meaningful = f.op("arith.ori", bounded, f.op("arith.xori", finite, f.true()))
    turns = f.select(meaningful, turns, f.constant(0.0))
    reduced = f.select(meaningful, x, f.constant(0.0))
    for part in ("0x3FC90000", "0x39FDA000", "0x33A22000", "0x2C34611A"):
        reduced = f.sub(reduced, f.mul(turns, f.constant(part)))
    square = f.mul(reduced, reduced)
    cubic = f.mul(f.mul(square, reduced), f.polynomial(square, [-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1]))
    sine = f.add(cubic, reduced)
    tail = f.polynomial(square, [2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2])
    quartic = f.mul(f.mul(square, square), tail)
    cosine = f.add(f.sub(f.constant(1.0), f.mul(square, f.constant(0.5))), quartic)
    quadrant = f.op("arith.addi", f.to_integer(f.select(bounded, turns, f.constant(0.0))), f.integer(quarter_turns))
    odd = emitter.compare_indices("eq", f.op("arith.andi", quadrant, f.integer(1)), f.integer(1))
    flips = emitter.compare_indices("eq", f.op("arith.andi", quadrant, f.integer(2)), f.integer(2))
    value = f.select(odd, cosine, sine)
    value = f.select(flips, f.op("arith.negf", value), value)
    if quarter_turns == 0:
        # sin(-0.0) is -0.0; the reduction loses it.
        value = f.select(f.compare(EQUAL, x, f.constant(0.0)), x, value)
    return value


def emit_fma(emitter: Emitter, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    """`x * y + z` rounded once: `math.fma` where the target fuses, else by error-free transformations.

    Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008: the exact product and sum as pairs, the tail
    rounded to odd. Correct unless the product or its error leaves the normal range; there it rounds twice.
    """
    f = _Floats(emitter, x)
    if emitter.target.fused_multiply_add:
        return f.op("math.fma", x, y, z)
    product = f.opaque(f.mul(x, y))
    product_error = _product_error(f, x, y, product)
    head, tail = _two_sum(f, z, product_error)
    total, total_error = _two_sum(f, product, head)
    low, low_error = _two_sum(f, tail, total_error)
    fused = f.add(total, _round_to_odd(f, low, low_error))
    plain = f.add(product, z)
    # With an infinity or a NaN the plain sum says it.
    finite = f.compare(LESS, f.op("math.absf", plain), f.constant("0x7F800000"))
    return f.select(finite, fused, plain)


def _two_sum(f: _Floats, x: ir.Value, y: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The rounded sum and its error (Knuth)."""
    total = f.opaque(f.add(x, y))
    of_y = f.opaque(f.sub(total, x))
    error = f.add(f.sub(x, f.sub(total, of_y)), f.sub(y, of_y))
    return total, error


def _product_error(f: _Floats, x: ir.Value, y: ir.Value, product: ir.Value) -> ir.Value:
    """`x * y - product`, exact: by a fused multiply-add, or Dekker's way, the halves split by their bits."""
    if f.emitter.target.fused_multiply_add:
        return f.op("math.fma", x, y, f.op("arith.negf", product))

    def split(value: ir.Value) -> tuple[ir.Value, ir.Value]:
        high = f.from_bits(f.op("arith.andi", f.bits(value), f.integer(-4096)))
        return high, f.sub(value, high)

    (x_high, x_low), (y_high, y_low) = split(x), split(y)
    error = f.sub(f.mul(x_high, y_high), product)
    error = f.add(error, f.mul(x_high, y_low))
    error = f.add(error, f.mul(x_low, y_high))
    return f.add(error, f.mul(x_low, y_low))


def _round_to_odd(f: _Floats, total: ir.Value, error: ir.Value) -> ir.Value:
    """`total`, moved one unit in the last place towards `error` if it is even and inexact."""
    emitter = f.emitter
    bits = f.bits(total)
    even = emitter.compare_indices("eq", f.op("arith.andi", bits, f.integer(1)), f.integer(0))
    inexact = f.compare(NOT_EQUAL, error, f.constant(0.0))
    # Away from zero if error and total have one sign: one more in the magnitude's bits, else one less.
    same_sign = emitter.compare_indices("sge", f.op("arith.xori", bits, f.bits(error)), f.integer(0))
    moved = f.op("arith.addi", bits, f.select(same_sign, f.integer(1), f.integer(-1)))
    change = f.op("arith.andi", even, inexact)
    return f.select(change, f.from_bits(moved), total)


def emit_exp(emitter: Emitter, x: ir.Value) -> ir.Value:
    """e^x: the code generator's where it is accurate (CPUs), else written out; GPU drivers lose up to 70 units at the ends."""
    f = _Floats(emitter, x)
    if emitter.target.kind == "cpu":
        return f.op("math.exp", x)
    return _exponential(f, x, f.constant(0.0))


def emit_exp2(emitter: Emitter, x: ir.Value) -> ir.Value:
    """2^x: the whole part by bits, the rest exactly as a natural exponent, which no code generator here does."""
    f = _Floats(emitter, x)
    doublings = _bounded(f, f.op("math.roundeven", x))
    rest = f.mul(f.sub(x, doublings), f.constant(0.693147181))
    return _limited(f, f.mul(x, f.constant(0.693147181)), _scaled(f, f.polynomial(rest, _EXPONENTIAL), doublings))


# Taylor coefficients of e^r for |r| <= ln(2) / 2, highest first; the error is below 2^-26.
_EXPONENTIAL = (1.98412698e-4, 1.38888889e-3, 8.33333333e-3, 4.16666667e-2, 1.66666667e-1, 0.5, 1.0, 1.0)


def _exponential(f: _Floats, high: ir.Value, low: ir.Value) -> ir.Value:
    """e^(high + low): 2 to the nearest whole power by bits, e to the rest by a polynomial."""
    doublings = _bounded(f, f.op("math.roundeven", f.mul(high, f.constant(1.44269504))))
    # The high part of ln 2 has 15 bits, so the product is exact.
    rest = f.sub(high, f.mul(doublings, f.constant("0x3F317200")))
    rest = f.add(f.sub(rest, f.mul(doublings, f.constant(1.42860677e-6))), low)
    return _limited(f, high, _scaled(f, f.polynomial(rest, _EXPONENTIAL), doublings))


def _bounded(f: _Floats, doublings: ir.Value) -> ir.Value:
    """Within -300 and 300, which is beyond what a float holds; 0 for NaN, so that it converts to an integer."""
    small = f.compare(LESS, f.op("math.absf", doublings), f.constant(300.0))
    ordered = f.select(
        f.compare(UNORDERED, doublings, doublings), f.constant(0.0), f.op("math.copysign", f.constant(300.0), doublings)
    )
    return f.select(small, doublings, ordered)


def _scaled(f: _Floats, x: ir.Value, doublings: ir.Value) -> ir.Value:
    """`x * 2^doublings`, in two steps, since 2^doublings alone may overflow where the result does not."""
    first = f.op("arith.shrsi", f.to_integer(doublings), f.integer(1))
    second = f.op("arith.subi", f.to_integer(doublings), first)
    for part in (first, second):
        biased = f.op("arith.addi", part, f.integer(127))
        biased = f.op("arith.minsi", f.op("arith.maxsi", biased, f.integer(0)), f.integer(254))
        x = f.mul(x, f.from_bits(f.op("arith.shli", biased, f.integer(23))))
    return x


def _limited(f: _Floats, exponent: ir.Value, value: ir.Value) -> ir.Value:
    """`value`, or infinity and zero where e^exponent leaves the floats."""
    overflow = f.compare(GREATER, exponent, f.constant(89.0))
    underflow = f.compare(LESS, exponent, f.constant(-104.0))
    return f.select(overflow, f.constant("0x7F800000"), f.select(underflow, f.constant(0.0), value))


def emit_power(emitter: Emitter, x: ir.Value, y: ir.Value) -> ir.Value:
    """`x^y` as `2^(y log2 |x|)` with the logarithm and the product in two parts each, and the sign of an odd whole power."""
    f = _Floats(emitter, x)
    magnitude = f.op("math.absf", x)
    power = _power_of_positive(f, magnitude, y)
    whole = f.compare(EQUAL, f.op("math.roundeven", y), y)
    half = f.mul(y, f.constant(0.5))
    odd = f.op("arith.andi", whole, f.compare(NOT_EQUAL, f.op("math.roundeven", half), half))
    negative = emitter.compare_indices("slt", f.bits(x), f.integer(0))
    signed = f.select(f.op("arith.andi", negative, odd), f.op("arith.negf", power), power)
    below = f.compare(LESS, x, f.constant(0.0))
    finite_base = f.compare(LESS, magnitude, f.constant("0x7F800000"))
    fraction = f.op("arith.xori", whole, f.true())
    undefined = f.op("arith.andi", f.op("arith.andi", below, finite_base), fraction)
    result = f.select(undefined, f.constant("0x7FC00000"), signed)
    result = f.select(f.compare(UNORDERED, x, y), f.constant("0x7FC00000"), result)
    one = f.constant(1.0)
    result = f.select(f.compare(EQUAL, x, one), one, result)
    return f.select(f.compare(EQUAL, y, f.constant(0.0)), one, result)


def _power_of_positive(f: _Floats, x: ir.Value, y: ir.Value) -> ir.Value:
    """`x^y` for x >= 0, y not NaN.

    x = 2^e m with m in [sqrt(1/2), sqrt(2)); log m as a pair by s = (m - 1) / (m + 1) and its error; y (e ln 2 + log m) as a
    pair, raised by `_exponential`.
    """
    zero, infinity = f.constant(0.0), f.constant("0x7F800000")
    bits = f.bits(x)
    # Subnormals are flushed by some devices; scale what is left of them is not attempted.
    shifted = f.op("arith.subi", bits, f.integer(0x3F3504F3))
    exponent = f.op("arith.shrsi", shifted, f.integer(23))
    mantissa = f.from_bits(f.op("arith.subi", bits, f.op("arith.shli", exponent, f.integer(23))))
    e = f.emitter.create("arith.sitofp", [exponent], f.f32)
    # log(m) = 2 s + s^3 (...), s = (m - 1) / (m + 1), with the quotient's error.
    top = f.sub(mantissa, f.constant(1.0))
    bottom, bottom_error = _two_sum(f, f.constant(1.0), mantissa)
    s = f.op("arith.divf", top, bottom)
    product = f.opaque(f.mul(s, bottom))
    rest = f.sub(f.sub(f.sub(top, product), _product_error(f, s, bottom, product)), f.mul(s, bottom_error))
    s_low = f.op("arith.divf", rest, bottom)
    square = f.mul(s, s)
    series = f.mul(f.mul(square, s), f.polynomial(square, [0.18261835, 0.22222222, 0.28571430, 0.40000000, 0.66666669]))
    log_high, log_low = _two_sum(f, f.mul(s, f.constant(2.0)), series)
    log_low = f.add(log_low, f.mul(s_low, f.constant(2.0)))
    # e ln 2: the high part has 15 bits, so the product is exact.
    scaled, scaled_error = _two_sum(f, f.mul(e, f.constant("0x3F317200")), log_high)
    log_low = f.add(f.add(log_low, scaled_error), f.mul(e, f.constant(1.42860677e-6)))
    log_high, log_low = _two_sum(f, scaled, log_low)
    high = f.opaque(f.mul(log_high, y))
    low = f.add(_product_error(f, log_high, y, high), f.mul(log_low, y))
    value = _exponential(f, high, low)
    # 0 and infinity to a power: by the power's sign.
    positive_power = f.compare(GREATER, y, zero)
    value = f.select(f.compare(EQUAL, x, zero), f.select(positive_power, zero, infinity), value)
    value = f.select(f.compare(EQUAL, x, infinity), f.select(positive_power, infinity, zero), value)
    # A power of plus or minus infinity: by whether x is above 1.
    grows = f.op("arith.xori", f.compare(GREATER, x, f.constant(1.0)), f.compare(LESS, y, zero))
    endless = f.compare(EQUAL, f.op("math.absf", y), infinity)
    value = f.select(endless, f.select(grows, infinity, zero), value)
    return f.select(f.op("arith.andi", endless, f.compare(EQUAL, x, f.constant(1.0))), f.constant(1.0), value)
