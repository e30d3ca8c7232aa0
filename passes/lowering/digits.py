"""Affine reads as sums of digits: what lets a read through slices, reshapes and periodic views be a plain input.

A loop dimension of extent N, split at inner sizes, has digits: `Digit(d, low, high)` is `floor(index_d mod high / low)`.
The index into one tensor dimension is a constant plus a sum of digits times strides. Where those strides are those of a
mixed radix, the tensor's dimension can be expanded so that each digit is a loop of its own. Splitting the loops at every
digit's bounds makes `mod`, `floordiv` and reshapes disappear from the inner loop.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from nnfuse.dialect.bindings import ir


@dataclass(frozen=True)
class Digit:
    """`floor(index mod high / low)` of loop dimension `dimension`; its extent is `high / low`."""

    dimension: int
    low: int
    high: int

    @property
    def extent(self) -> int:
        """How many values the digit takes."""
        return self.high // self.low


@dataclass(frozen=True)
class Sum:
    """`constant + sum of stride * digit`, strides descending."""

    terms: tuple[tuple[int, Digit], ...]
    constant: int = 0

    @property
    def is_radix(self) -> bool:
        """Whether the digits are those of a mixed radix: each stride is the next one times the next extent, the last 1."""
        expected = 1
        for stride, digit in reversed(self.terms):
            if stride != expected:
                return False
            expected *= digit.extent
        return True

    @property
    def extent(self) -> int:
        """How many values a mixed radix takes."""
        extent = 1
        for _, digit in self.terms:
            extent *= digit.extent
        return extent


def sums_of(affine_map: ir.AffineMap | None, shape: Sequence[int]) -> list[Sum] | None:
    """Each result of the map over loops of `shape` as a sum of digits; None if one of them is none."""
    if affine_map is None:
        return None
    sums = []
    for expression in affine_map.results:
        found = _sum(expression, shape)
        if found is None:
            return None
        sums.append(found)
    used = [digit for found in sums for _, digit in found.terms]
    # One loop may index a tensor once only; a diagonal is not a plain read.
    return sums if not _overlapping(used) else None


def split_sizes(digits: Sequence[Digit], shape: Sequence[int]) -> dict[int, tuple[int, ...]] | None:
    """The inner sizes, descending, at which each dimension must be split; None if they do not nest."""
    bounds: dict[int, set[int]] = {}
    for digit in digits:
        bounds.setdefault(digit.dimension, set()).update((digit.low, digit.high))
    splits: dict[int, tuple[int, ...]] = {}
    for dimension in sorted(bounds):
        extent = shape[dimension]
        inner = sorted(bounds[dimension] - {1, extent}, reverse=True)
        if any(larger % smaller for larger, smaller in zip([extent, *inner], inner, strict=False)):
            return None
        if inner:
            splits[dimension] = tuple(inner)
    return splits


def _overlapping(digits: Sequence[Digit]) -> bool:
    ordered = sorted(digits, key=lambda digit: (digit.dimension, digit.low))
    return any(a.dimension == b.dimension and b.low < a.high for a, b in itertools.pairwise(ordered))


def _sum(expression: ir.AffineExpr, shape: Sequence[int]) -> Sum | None:
    if isinstance(expression, ir.AffineConstantExpr):
        return Sum((), expression.value)
    if isinstance(expression, ir.AffineDimExpr):
        extent = shape[expression.position]
        return Sum(((1, Digit(expression.position, 1, extent)),)) if extent != 1 else Sum(())
    left, right = _sum(expression.lhs, shape), _sum(expression.rhs, shape)
    if left is None or right is None:
        return None
    if isinstance(expression, ir.AffineAddExpr):
        terms = sorted((*left.terms, *right.terms), key=lambda term: -term[0])
        return Sum(tuple(terms), left.constant + right.constant)
    if right.terms:
        return None
    factor = right.constant
    if isinstance(expression, ir.AffineMulExpr):
        return Sum(tuple((stride * factor, digit) for stride, digit in left.terms), left.constant * factor)
    if left.constant or not left.is_radix or factor <= 0:
        return None
    parts = _split_at(left, factor)
    if parts is None:
        return None
    return parts[1] if isinstance(expression, ir.AffineModExpr) else parts[0]


def _split_at(number: Sum, factor: int) -> tuple[Sum, Sum] | None:
    """Quotient and remainder of a mixed radix by `factor`, where it falls on a digit or divides one."""
    quotient: list[tuple[int, Digit]] = []
    remainder: list[tuple[int, Digit]] = []
    for stride, digit in number.terms:
        if stride >= factor:
            if stride % factor:
                return None
            quotient.append((stride // factor, digit))
        elif stride * digit.extent <= factor:
            remainder.append((stride, digit))
        else:
            within = factor // stride
            if factor % stride or digit.extent % within:
                return None
            middle = digit.low * within
            quotient.append((1, Digit(digit.dimension, middle, digit.high)))
            remainder.append((stride, Digit(digit.dimension, digit.low, middle)))
    return Sum(tuple(quotient)), Sum(tuple(remainder))
