"""Every op of the dialect, one a function, on both targets and at several shapes, against the reference interpreter.

Each result is within 1e-5 of the float64 reference, relative to its largest magnitude. Beyond that, what rounds once or not at
all equals the exact reference to the bit, transcendental functions are within a table of units in the last place, and folds
within the classical bound on a sum's rounding.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from many_functions import ManyFunctions

import nnfuse as nf
from nnfuse.dialect import nn
from nnfuse.dialect.operation import OPERATIONS
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.types import dtype_of

SHAPES = [(1, 1), (17, 65), (129, 768), (0, 65)]
TOLERANCES = {np.dtype(np.float32): 1e-5, np.dtype(np.float16): 1e-3}
F16 = np.dtype(np.float16)

# Largest errors in units in the last place over the ranges below: as measured, rounded up, plus one.
ULPS = {
    "exp": {"cpu": 2, "vulkan": 3},
    "log": {"cpu": 2, "vulkan": 3},
    "rsqrt": {"cpu": 3, "vulkan": 3},
    "tanh": {"cpu": 6, "vulkan": 8},
    "erf": {"cpu": 6, "vulkan": 8},
    "sin": {"cpu": 3, "vulkan": 3},
    "cos": {"cpu": 3, "vulkan": 3},
    "exp2": {"cpu": 2, "vulkan": 3},
    "log2": {"cpu": 3, "vulkan": 3},
    "pow": {"cpu": 3, "vulkan": 3},
}
RANGES = {
    "exp": [(-80, 80)],
    "log": [(1e-6, 1e6)],
    "rsqrt": [(1e-6, 1e6)],
    "tanh": [(-10, 10)],
    "erf": [(-5, 5)],
    "sin": [(-8192, 8192)],
    "cos": [(-8192, 8192)],
    "exp2": [(-120, 120)],
    "log2": [(1e-6, 1e6)],
    "pow": [(1e-3, 1e3), (-10, 10)],
}


@dataclass(frozen=True)
class Case:
    """One function.

    Attributes:
        label: the shapes and attributes, for people.
        build: makes the result from the operands.
        data: operands whose values are free; the float16 form has them in float16, cast to float32 inside.
        fixed: operands after them that keep their dtype: indices, masks, document numbers.
        check: `exact`, the name of a function in `ULPS`, the length of a fold, or None for the tolerance only.
        half: whether there is a float16 form.
        narrow: whether the float16 form's result is cast to float16.
        product: whether the fold multiplies: each step rounds the whole then, so that only the bound of its length holds.
    """

    label: str
    build: Callable
    data: Sequence[np.ndarray] = ()
    fixed: Sequence[np.ndarray] = ()
    check: str | int | None = "exact"
    half: bool = True
    narrow: bool = True
    product: bool = False

    @property
    def arguments(self):
        return [*self.data, *self.fixed]

    def in_half(self):
        """The same on float16 operands."""

        def build(*operands):
            data = [nn.cast(value, np.float32) for value in operands[: len(self.data)]]
            result = self.build(*data, *operands[len(self.data) :])
            return nn.cast(result, F16) if self.narrow and dtype_of(result) == np.float32 else result

        data = [array.astype(F16) for array in self.data]
        check = self.check if self.check == "exact" or not self.narrow else None
        return replace(self, label=f"{self.label} f16", build=build, data=data, check=check, half=False)

    def as_it_is(self, dtype):
        """The same on operands of another dtype, without casts."""
        dtype = np.dtype(dtype)
        if dtype == np.bool_:
            data = [np.asarray(array > 0) for array in self.data]
        else:
            data = [np.asarray(array * (100 if dtype.kind == "i" else 1), dtype) for array in self.data]
        return replace(self, label=f"{self.label} {dtype.name} as it is", data=data, half=False)


def normal(shape, scale=1.0, seed=0):
    return np.asarray(scale * np.random.default_rng([seed, *shape]).standard_normal(shape), np.float32)


def uniform(shape, low, high, seed=0):
    return np.random.default_rng([seed, *shape]).uniform(low, high, shape).astype(np.float32)


def mask(shape, seed=0):
    return normal(shape, seed=seed) > 0


def elementwise(name, *draws, check="exact"):
    """Cases of an op whose operands and result have one shape."""
    return [
        Case(str(shape), getattr(nn, name), [draw(shape) for draw in draws], check=check) for shape in SHAPES
    ]  # fmt: skip


def transcendental(name, *draws):
    return elementwise(name, *draws, check=name)


def positive(shape):
    return uniform(shape, 0.1, 100)


def not_small(shape):
    return np.where(mask(shape, seed=1), uniform(shape, 0.5, 4), uniform(shape, -4, -0.5))


def scaled(scale):
    return lambda shape: normal(shape, scale)


def second(shape):
    return normal(shape, seed=1)


def third(shape):
    return normal(shape, seed=2)


def halves(shape):
    """Numbers among which many lie half way between whole ones."""
    return np.round(normal(shape, 8)) / np.float32(2)


def logical(name, count):
    return [
        Case(str(shape), getattr(nn, name), fixed=[mask(shape, seed) for seed in range(count)], half=False) for shape in SHAPES
    ]


def compare():
    def build(predicate):
        return lambda x, y: nn.compare(predicate, x, y)

    return [
        Case(f"{predicate} {shape}", build(predicate), [normal(shape), np.where(mask(shape, 1), normal(shape), second(shape))])
        for predicate in ("eq", "ne", "lt", "le", "gt", "ge")
        for shape in SHAPES
    ]


def select():
    cases = [
        Case(str(shape), lambda x, y, c: nn.select(c, x, y), [normal(shape), second(shape)], [mask(shape, 2)]) for shape in SHAPES
    ]
    return [*cases, *[case.as_it_is(dtype) for case in cases for dtype in (np.float16, np.bool_, np.int32)]]


def cast():
    cases = []
    for shape in SHAPES:
        for source, target in ((np.float32, F16), (F16, np.float32), (np.bool_, np.float32), (np.bool_, F16)):
            array = mask(shape) if source == np.bool_ else normal(shape, 1000).astype(source)
            label = f"{np.dtype(source).name} to {np.dtype(target).name} {shape}"
            cases.append(Case(label, lambda x, target=target: nn.cast(x, target), [array], half=False))
    return cases


def constant():
    cases = []
    for shape in SHAPES:
        for dtype in (np.float32, np.float16, np.int32, np.bool_):
            array = mask(shape) if dtype == np.bool_ else normal(shape, 100).astype(dtype)
            splat = True if dtype == np.bool_ else -7
            name = np.dtype(dtype).name
            cases += [
                Case(f"{name} array {shape}", lambda array=array: nn.constant(array), half=False),
                Case(f"{name} splat {shape}", lambda s=splat, shape=shape, d=dtype: nn.constant(s, shape, d), half=False),
            ]
        array = normal(shape)
        cases.append(Case(f"read {shape}", lambda x, array=array: nn.add(x, nn.constant(array)), [second(shape)]))
    return cases


def index():
    cases = []
    for shape in [*SHAPES, (3, 4, 5)]:
        for dimension in range(len(shape)):
            for divisor in (1, 3):
                label = f"dimension {dimension} divisor {divisor} {shape}"

                def build(*added, at=(shape, dimension, divisor)):
                    numbers = nn.index(*at)
                    return nn.add(numbers, added[0]) if added else numbers

                cases += [Case(label, build, half=False), Case(f"{label} plus x", build, [normal(shape)], half=False)]
    return cases


def view(label, build, shape):
    """An index view of each element type."""
    case = Case(f"{label} {shape}", build, [normal(shape)])
    return [case, *[case.as_it_is(dtype) for dtype in (np.float16, np.bool_, np.int32)]]


def broadcast():
    cases = []
    for rows, columns in SHAPES:
        target = (rows, columns)
        for source in [(rows, 1), (1, columns), (1, 1), (columns,), ()]:
            cases += view(f"to {target}", lambda x, target=target: nn.broadcast(x, target), source)
        cases += view("to a batch", lambda x, target=target: nn.broadcast(x, (3, *target)), target)
    return cases


def transpose():
    cases = []
    for shape in SHAPES:
        cases += view("", nn.transpose, shape)
        for order in ((1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2)):
            cases.append(Case(f"{order} (2, *{shape})", lambda x, order=order: nn.transpose(x, order), [normal((2, *shape))]))
    return cases


def rotate_half():
    cases = []
    for shape, dimension, block in (
        [(1, 2), 1, 2],
        [(18, 65), 0, 6],
        [(17, 64), 1, 16],
        [(129, 768), 1, 64],
        [(0, 64), 1, 64],
        [(0, 64), 0, 2],
        [(2, 16, 6), 1, 8],
    ):
        label = f"dimension {dimension} block {block} {shape}"
        case = Case(label, lambda x, at=(dimension, block): nn.rotate_half(x, *at), [normal(shape)])
        cases += [case, case.as_it_is(F16)]
    return cases


def slice_():
    cases = []
    for shape, offsets, sizes, strides in (
        [(1, 1), (0, 0), (1, 1), (1, 1)],
        [(17, 65), (3, 8), (10, 32), (1, 1)],
        [(17, 65), (1, 2), (8, 21), (2, 3)],
        [(17, 65), (16, 64), (1, 1), (5, 7)],
        [(17, 65), (4, 4), (0, 9), (1, 1)],
        [(129, 768), (0, 256), (129, 512), (1, 1)],
        [(129, 768), (64, 1), (33, 96), (2, 8)],
        [(0, 65), (0, 5), (0, 30), (1, 2)],
        [(3, 17, 65), (1, 2, 3), (2, 5, 20), (1, 3, 2)],
    ):
        at = (offsets, sizes, strides)
        cases += view(f"{offsets} {sizes} {strides} of", lambda x, at=at: nn.slice(x, *at), shape)
    return cases


def reshape():
    cases = []
    for shape, target in (
        [(1, 1), ()],
        [(), (1, 1)],
        [(1, 1), (1, 1, 1)],
        [(17, 65), (65, 17)],
        [(17, 65), (1105,)],
        [(17, 65), (5, 17, 13)],
        [(129, 768), (768, 129)],
        [(129, 768), (3, 43, 24, 32)],
        [(0, 65), (13, 0, 5)],
        [(0, 65), (0,)],
    ):
        cases += view(f"to {target}", lambda x, target=target: nn.reshape(x, target), shape)
    return cases


def periodic():
    cases = []
    for shape, dimension, period, extent, offset in (
        [(1, 1), 0, 1, 1, 0],
        [(1, 1), 1, 1, 9, 0],
        [(17, 65), 0, 5, 17, 2],
        [(17, 65), 0, 4, 12, 0],
        [(17, 65), 1, 13, 130, 52],
        [(129, 768), 0, 43, 129, 86],
        [(129, 768), 1, 256, 768, 512],
        [(17, 65), 0, 17, 3, 0],
        [(17, 65), 0, 5, 0, 0],
        [(0, 65), 1, 7, 20, 3],
        [(3, 4, 5), 1, 2, 8, 1],
    ):
        at = (dimension, period, extent, offset)
        label = f"dimension {dimension} period {period} extent {extent} offset {offset} of"
        cases += view(label, lambda x, at=at: nn.periodic(x, *at), shape)
    return cases


def indices_within(count, extent, dtype, seed=5):
    return np.random.default_rng(seed).integers(0, max(extent, 1), count).astype(dtype)


def gather_rows():
    cases = []
    for rows, columns in [*SHAPES, (65, 0)]:
        for count in (0, 1, 40):
            for dtype in (np.float32, np.int32):
                label = f"{count} rows by {np.dtype(dtype).name} of {(rows, columns)}"
                cases.append(
                    Case(label, nn.gather_rows, [normal((rows, columns))], [indices_within(count, rows, dtype)])
                )  # fmt: skip
    return [*cases, *[cases[9].as_it_is(dtype) for dtype in (np.float16, np.bool_, np.int32)]]


def take_along():
    cases = []
    for shape in [*SHAPES, (4, 5, 6)]:
        for dimension in range(len(shape)):
            for extent, dtype in ((1, np.float32), (7, np.int32)):
                wanted = tuple(extent if axis == dimension else size for axis, size in enumerate(shape))
                numbers = indices_within(wanted, shape[dimension], dtype)
                label = f"{extent} by {np.dtype(dtype).name} along dimension {dimension} of {shape}"
                cases.append(
                    Case(label, lambda x, i, dimension=dimension: nn.take_along(x, i, dimension), [normal(shape)], [numbers])
                )
    return [*cases, *[cases[5].as_it_is(dtype) for dtype in (np.float16, np.bool_, np.int32)]]


def scatter_add_rows():
    cases = []
    for rows, columns in [*SHAPES, (65, 0)]:
        for count in (0, 1, 40):
            for dtype in (np.float32, np.int32):
                cases.append(
                    Case(
                        f"{count} rows by {np.dtype(dtype).name} into {(rows, columns)}",
                        lambda x, y, i: nn.scatter_add_rows(x, i, y),
                        [normal((rows, columns)), second((count, columns))],
                        [indices_within(count, rows, dtype)],
                        check=count + 1,
                        narrow=False,
                    )
                )
    return cases


def concat():
    cases = []
    for first, other, dimension in (
        [(1, 1), (1, 1), 0],
        [(1, 1), (1, 1), 1],
        [(17, 65), (3, 65), 0],
        [(17, 65), (17, 9), 1],
        [(129, 768), (129, 768), 0],
        [(129, 768), (129, 5), 1],
        [(0, 65), (4, 65), 0],
        [(4, 65), (0, 65), 0],
        [(0, 65), (0, 3), 1],
        [(2, 3, 4), (2, 5, 4), 1],
    ):
        label = f"{first} and {other} along {dimension}"
        case = Case(label, lambda x, y, dimension=dimension: nn.concat(x, y, dimension), [normal(first), second(other)])
        cases += [case, *[case.as_it_is(dtype) for dtype in (np.float16, np.bool_, np.int32)]]
    return cases


def pad():
    cases = []
    for shape, low, high, value in (
        [(1, 1), (0, 0), (0, 0), 1.0],
        [(1, 1), (2, 1), (0, 3), -0.1],
        [(17, 65), (1, 2), (0, 3), 0.0],
        [(17, 65), (0, 0), (3, 0), -math.inf],
        [(129, 768), (1, 0), (2, 5), 0.5],
        [(0, 65), (1, 2), (3, 0), 7.0],
        [(0, 65), (0, 2), (0, 0), 7.0],
        [(2, 3, 4), (1, 0, 2), (0, 1, 1), -1.5],
    ):
        label = f"{low} {high} with {value} around {shape}"
        case = Case(label, lambda x, at=(low, high, value): nn.pad(x, *at), [normal(shape)])
        cases += [case, case.as_it_is(F16)]
    return cases


def insert_slice():
    cases = []
    for shape, inner, offsets in (
        [(1, 1), (1, 1), (0, 0)],
        [(17, 65), (3, 65), (14, 0)],
        [(17, 65), (5, 9), (2, 30)],
        [(17, 65), (0, 9), (2, 30)],
        [(129, 768), (64, 256), (1, 512)],
        [(0, 65), (0, 5), (0, 9)],
        [(3, 4, 5), (2, 1, 5), (1, 2, 0)],
    ):
        label = f"{inner} at {offsets} of {shape}"
        case = Case(label, lambda x, y, at=offsets: nn.insert_slice(x, y, at), [normal(shape), second(inner)])
        cases += [case, *[case.as_it_is(dtype) for dtype in (np.float16, np.bool_, np.int32)]]
    return cases


# Channels, height, width, kernel, stride, padding, images.
WINDOWS = [
    (1, 1, 1, 1, 1, 0, 1),
    (2, 5, 6, 3, 2, 1, 3),
    (3, 9, 8, 2, 1, 0, 5),
    (1, 4, 5, 4, 3, 2, 17),
    (3, 16, 16, 5, 1, 2, 16),
    (2, 5, 6, 3, 2, 1, 0),
]


def windows_label(window):
    return "channels {}, {} x {}, kernel {}, stride {}, padding {}, {} images".format(*window)


def im2col():
    cases = []
    for window in WINDOWS:
        *size, kernel, stride, padding, images = window
        at = (size, kernel, stride, padding)
        case = Case(windows_label(window), lambda x, at=at: nn.im2col(x, *at), [normal((math.prod(size), images))])
        cases += [case, case.as_it_is(F16)]
    return cases


def col2im():
    cases = []
    for window in WINDOWS:
        *size, kernel, stride, padding, images = window
        places = math.prod((extent + 2 * padding - kernel) // stride + 1 for extent in size[1:])
        columns = normal((size[0] * kernel * kernel, images * places))
        at = (size, kernel, stride, padding)
        build = lambda x, at=at: nn.col2im(x, *at)  # noqa: E731
        cases.append(Case(windows_label(window), build, [columns], check=kernel * kernel, narrow=False))
    return cases


def near_one(shape):
    return 1 + normal(shape, 0.01)


def fold(label, build, kind, shape, length):
    """A fold of `length` elements; the largest and the smallest are exact."""
    if kind in ("max", "min"):
        return Case(label, build, [normal(shape)])
    return Case(
        label, build, [near_one(shape) if kind == "prod" else normal(shape)], check=length, narrow=False, product=kind == "prod"
    )


def reduce():
    cases = []
    for shape in [*SHAPES, (65, 0), (3, 17, 65)]:
        for kind in ("sum", "max", "min", "prod"):
            for dimensions in [[1], [0, 2], [2]] if len(shape) == 3 else [[1], [0], [0, 1]]:
                length = math.prod(shape[dimension] for dimension in dimensions)
                if length == 0 and kind in ("max", "min"):
                    continue
                for keep in (True, False):

                    def build(x, at=(kind, dimensions), keep=keep):
                        return nn.reduce(x, *at, keep=keep)

                    cases.append(fold(f"{kind} {dimensions} keep={keep} {shape}", build, kind, shape, length))
    return cases


def inner_product():
    cases = []
    for shape in [*SHAPES, (65, 0), (3, 17, 65)]:
        for dimensions in [[1], [0, 2], [2]] if len(shape) == 3 else [[1], [0], [0, 1]]:
            length = math.prod(shape[dimension] for dimension in dimensions)
            for keep in (True, False):

                def build(x, y, dimensions=dimensions, keep=keep):
                    return nn.inner_product(x, y, dimensions, keep=keep)

                data = [normal(shape), second(shape)]
                cases.append(Case(f"{dimensions} keep={keep} {shape}", build, data, check=length, narrow=False))
    return cases


def grouped_reduce():
    return [
        fold(f"{kind} of {group} {shape}", lambda x, at=(kind, group): nn.grouped_reduce(x, *at), kind, shape, group)
        for kind in ("sum", "max", "min", "prod")
        for shape, group in [((1, 1), 1), ((18, 65), 3), ((17, 65), 17), ((129, 768), 43), ((0, 65), 3), ((12, 0), 4)]
    ]


def argmax():
    cases = []
    for shape in [*SHAPES, (3, 4, 5)]:
        for dimension in range(len(shape)):
            if shape[dimension] == 0:
                continue
            ties = np.round(normal(shape))
            with_nan = np.where(uniform(shape, 0, 1) < 0.1, np.float32(np.nan), ties)
            for name, array in (("", normal(shape)), (" ties", ties), (" NaN", with_nan)):
                label = f"dimension {dimension}{name} {shape}"
                build = lambda x, dimension=dimension: nn.argmax(x, dimension)  # noqa: E731
                cases.append(Case(label, build, [array]))
    return cases


def scan():
    cases = []
    for shape in [*SHAPES, (3, 4, 5)]:
        for kind in ("sum", "prod"):
            for dimension in range(len(shape)):
                build = lambda x, at=(kind, dimension): nn.scan(x, *at)  # noqa: E731
                cases.append(fold(f"{kind} dimension {dimension} {shape}", build, kind, shape, shape[dimension]))
    return cases


def matmul():
    cases = []
    for batch, rows, inner, columns in (
        [(), 1, 1, 1],
        [(), 17, 65, 33],
        [(), 129, 768, 48],
        [(), 0, 65, 3],
        [(), 3, 0, 5],
        [(), 17, 65, 0],
        [(3,), 17, 65, 9],
        [(2,), 1, 768, 1],
        [(0,), 4, 5, 6],
        [(2,), 4, 0, 6],
    ):
        for transpose_lhs in (False, True):
            for transpose_rhs in (False, True):
                lhs = (*batch, *((inner, rows) if transpose_lhs else (rows, inner)))
                rhs = (*batch, *((columns, inner) if transpose_rhs else (inner, columns)))

                def build(x, y, flags=(transpose_lhs, transpose_rhs)):
                    return nn.matmul(x, y, transpose_lhs=flags[0], transpose_rhs=flags[1])

                label = f"{lhs}{' transposed' * transpose_lhs} by {rhs}{' transposed' * transpose_rhs}"
                case = Case(label, build, [normal(lhs), second(rhs)], check=inner, narrow=False)
                cases += [case, case.as_it_is(F16)]
    return cases


def attention():
    cases = []
    documents = {
        6: [[0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 2, 2]],
        1: [[3], [4]],
        65: [np.arange(65) // 20, np.arange(65) // 33],
        0: [[], []],
    }
    for total, shared, length, keys, depth, width in (
        [2, 2, 1, 1, 1, 1],
        [8, 4, 6, 6, 4, 3],
        [4, 2, 65, 65, 32, 48],
        [4, 4, 6, 17, 8, 5],
        [4, 4, 0, 17, 8, 5],
    ):
        for kind in ("plain", "causal", "causal_doc"):
            if kind != "plain" and length != keys:
                continue
            for bias in (False, True):
                data = [normal((total, length, depth)), second((shared, keys, depth)), third((shared, keys, width))]
                fixed = [np.array(documents[length], np.float32).reshape(2, length), normal((total // 2,), 0.2)]

                def build(*operands, attributes=(kind, bias)):
                    return nn.attention(*operands, mask=attributes[0], scale=0.5, batch=2, score_bias=attributes[1])

                label = f"{kind} {'with' if bias else 'without'} bias {data[0].shape} {data[1].shape} {data[2].shape}"
                case = Case(label, build, data, fixed, check=None, narrow=False)
                cases += [case, case.as_it_is(F16)]
    return cases


# Batch, heads, depth, length.
SEQUENCES = [(1, 1, 1, 1), (2, 2, 4, 6), (2, 3, 8, 33), (2, 1, 4, 0)]


def starts(batch, length):
    """1 where a document starts."""
    return (uniform((1, batch * length), 0, 1, seed=3) < 0.3).astype(np.float32)


def scan_prefix_outer():
    cases = []
    for batch, heads, depth, length in SEQUENCES:
        rows = batch * heads * depth
        data = [normal((rows, length), seed=seed) for seed in range(4)] + [
            normal((heads * depth, depth), seed=seed) for seed in (4, 5)
        ]
        for causal in (True, False):
            for state in (True, False):
                for boundary in (True, False):
                    flags = {"causal": causal, "has_state": state, "has_boundary": boundary}

                    def build(*operands, flags=flags, at=(depth, heads)):
                        return nn.scan_prefix_outer(operands, depth=at[0], heads=at[1], **flags)

                    label = f"{flags} batch {batch} heads {heads} depth {depth} length {length}"
                    # A sum over positions of products that are sums over the depth, read out by one more sum over it.
                    fixed, check = [starts(batch, length)], length + 3 * depth + 2
                    cases.append(Case(label, build, data, fixed, check=check, narrow=False))
    return cases


def scan_suffix_outer():
    cases = []
    for batch, heads, depth, length in SEQUENCES:
        rows = batch * heads * depth
        data = [normal((rows * depth, length)), second((rows, length)), third((rows, length))]
        for causal in (True, False):
            for boundary in (True, False):
                flags = {"causal": causal, "has_boundary": boundary}

                def build(*operands, flags=flags, at=(depth, heads)):
                    return nn.scan_suffix_outer(operands, depth=at[0], heads=at[1], **flags)

                label = f"{flags} batch {batch} heads {heads} depth {depth} length {length}"
                fixed, check = [starts(batch, length)], length + depth + 1
                cases.append(Case(label, build, data, fixed, check=check, narrow=False))
    return cases


def outer_col():
    cases = []
    for batch, heads, depth, length in SEQUENCES:
        data = [normal((batch * heads * depth, length), seed=seed) for seed in range(3)]
        for scale in (True, False):
            label = f"{'with' if scale else 'without'} scale batch {batch} heads {heads} depth {depth} length {length}"
            build = lambda *x, depth=depth, scale=scale: nn.outer_col(*x, depth=depth, has_scale=scale)  # noqa: E731
            # One product rounds once, two round twice.
            cases.append(Case(label, build, data, check=2 if scale else "exact", narrow=not scale))
    return cases


TABLE = {
    "nn.neg": lambda: elementwise("neg", normal),
    "nn.abs": lambda: elementwise("abs", normal),
    "nn.exp": lambda: transcendental("exp", scaled(2)),
    "nn.log": lambda: transcendental("log", positive),
    "nn.sqrt": lambda: elementwise("sqrt", positive),
    "nn.rsqrt": lambda: transcendental("rsqrt", positive),
    "nn.tanh": lambda: transcendental("tanh", scaled(2)),
    "nn.erf": lambda: transcendental("erf", normal),
    "nn.sin": lambda: transcendental("sin", scaled(10)),
    "nn.cos": lambda: transcendental("cos", scaled(10)),
    "nn.exp2": lambda: transcendental("exp2", scaled(3)),
    "nn.log2": lambda: transcendental("log2", positive),
    "nn.floor": lambda: elementwise("floor", scaled(5)),
    "nn.ceil": lambda: elementwise("ceil", scaled(5)),
    "nn.round": lambda: elementwise("round", halves),
    "nn.add": lambda: elementwise("add", normal, second),
    "nn.sub": lambda: elementwise("sub", normal, second),
    "nn.mul": lambda: elementwise("mul", normal, second),
    "nn.div": lambda: elementwise("div", normal, not_small),
    "nn.max": lambda: elementwise("max", normal, second),
    "nn.min": lambda: elementwise("min", normal, second),
    "nn.pow": lambda: transcendental("pow", lambda shape: uniform(shape, 0.2, 4), lambda shape: uniform(shape, -4, 4, 1)),
    "nn.fma": lambda: elementwise("fma", normal, second, third),
    "nn.and": lambda: logical("logical_and", 2),
    "nn.or": lambda: logical("logical_or", 2),
    "nn.not": lambda: logical("logical_not", 1),
    "nn.compare": compare,
    "nn.select": select,
    "nn.cast": cast,
    "nn.constant": constant,
    "nn.index": index,
    "nn.broadcast": broadcast,
    "nn.transpose": transpose,
    "nn.rotate_half": rotate_half,
    "nn.slice": slice_,
    "nn.reshape": reshape,
    "nn.periodic": periodic,
    "nn.gather_rows": gather_rows,
    "nn.take_along": take_along,
    "nn.scatter_add_rows": scatter_add_rows,
    "nn.concat": concat,
    "nn.pad": pad,
    "nn.insert_slice": insert_slice,
    "nn.im2col": im2col,
    "nn.col2im": col2im,
    "nn.reduce": reduce,
    "nn.inner_product": inner_product,
    "nn.grouped_reduce": grouped_reduce,
    "nn.argmax": argmax,
    "nn.scan": scan,
    "nn.matmul": matmul,
    "nn.attention": attention,
    "nn.scan_prefix_outer": scan_prefix_outer,
    "nn.scan_suffix_outer": scan_suffix_outer,
    "nn.outer_col": outer_col,
}


def cases_of(name):
    cases = TABLE[name]()
    return [form for case in cases for form in ([case, case.in_half()] if case.half else [case])]


def build_module(cases):
    """A module with one function for each case, named by its number."""
    builder = nf.ModuleBuilder()
    for number, case in enumerate(cases):
        with builder.function(f"case_{number}", case.arguments) as operands:
            builder.return_(case.build(*operands))
    return builder.finish()


def outcomes_of(cases, target, device_process):
    """What each case gave: an array, or the error of compiling or running it."""
    try:
        compiled = ManyFunctions(build_module(cases), target, device_process)
    except Exception as error:
        if len(cases) == 1:
            return [error]
        middle = len(cases) // 2
        return [*outcomes_of(cases[:middle], target, device_process), *outcomes_of(cases[middle:], target, device_process)]
    outcomes = []
    for number, case in enumerate(cases):
        try:
            (result,) = compiled.call(f"case_{number}", case.arguments)
        except Exception as error:
            result = error
        outcomes.append(result)
    return outcomes


def complaint(case, result, target):
    """What is wrong with a result, or None."""
    if isinstance(result, Exception):
        return f"{type(result).__name__}: {' '.join(str(result).split())[:300]}"
    module = build_module([case])  # compiling has rewritten the other one
    (ideal,), (exact,) = (evaluate(module, case.arguments, precision=precision) for precision in ("float64", "exact"))
    if result.shape != exact.shape or result.dtype != exact.dtype:
        return f"is {result.dtype}{result.shape}, expected {exact.dtype}{exact.shape}"
    finite = np.isfinite(exact)
    if not np.array_equal(np.isfinite(result), finite):
        return f"finite at {np.isfinite(result).sum()} places, expected {finite.sum()} of {finite.size}"
    if case.check == "exact":
        different = result != exact
        if result.dtype.kind == "f":
            different = (different | (np.signbit(result) != np.signbit(exact))) & ~(np.isnan(result) & np.isnan(exact))
        if different.any():
            return f"differs from exact at {different.sum()} of {exact.size} places, {first_of(different, case, result, exact)}"
    if not result.size or result.dtype.kind != "f":
        return None
    error = np.abs(np.where(finite, result, 0).astype(np.float64) - np.where(finite, ideal, 0))
    scale = np.abs(np.where(finite, ideal, 0)).max()
    if not case.product and error.max() > TOLERANCES[result.dtype] * scale:
        return f"off by {error.max() / scale:.2e} of the largest magnitude"
    if case.check in ULPS and (worst := ulps(result, ideal)) > ULPS[case.check][target]:
        return f"off by {worst:.2f} units in the last place"
    if isinstance(case.check, int):
        positive_arguments = [*map(np.abs, case.data), *case.fixed]
        (magnitude,) = evaluate(module, positive_arguments)
        outside = error > case.check * 2.0**-24 * magnitude
        if outside.any():
            return f"beyond the bound of {case.check} roundings, {first_of(outside, case, result, ideal)}"
    return None


def first_of(places, case, result, expected):
    place = tuple(int(index) for index in np.argwhere(places)[0]) if places.ndim else ()
    return f"first at {place}: {result[place]!r}, expected {expected[place]!r}"


def ulps(result, ideal):
    """The largest error in units in the last place of the ideal result rounded to float32; subnormal ones aside."""
    normal_numbers = np.abs(ideal) >= np.finfo(np.float32).tiny
    unit = np.spacing(np.abs(ideal).astype(np.float32)).astype(np.float64)
    return (np.abs(result - ideal) / unit)[normal_numbers].max(initial=0)


def test_every_op_has_an_entry():
    needed = {name for name, op in OPERATIONS.items() if op.family not in ("structure", "update")}
    assert needed == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_op(name, target, device_process):
    cases = cases_of(name)
    complaints = []
    for case, result in zip(cases, outcomes_of(cases, target, device_process), strict=True):
        wrong = complaint(case, result, target)
        if wrong:
            complaints.append(f"{case.label}: {wrong}")
    assert not complaints, f"{len(complaints)} of {len(cases)}:\n" + "\n".join(complaints)


@pytest.fixture(scope="module")
def measured(device_process):
    """The largest errors by target, each target measured once."""
    results = {}

    def measure(target):
        if target not in results:
            rng = np.random.default_rng(11)
            cases = {
                name: Case(
                    name,
                    getattr(nn, name),
                    [rng.uniform(low, high, (256, 256)).astype(np.float32) for low, high in ranges],
                )
                for name, ranges in RANGES.items()
            }
            outcomes = outcomes_of(list(cases.values()), target, device_process)
            results[target] = {}
            for case, result in zip(cases.values(), outcomes, strict=True):
                (ideal,) = evaluate(build_module([case]), case.arguments)
                assert np.isfinite(result).all()
                results[target][case.label] = ulps(result, ideal)
        return results[target]

    return measure


@pytest.mark.parametrize("name", ULPS)
def test_accuracy(name, target, measured):
    assert measured(target)[name] <= ULPS[name][target]


ROWS, COLUMNS = 8, 9
NUMBERS = {
    "float32": [3, 0, -1, 7, 2, 2, 99, 1.7, np.nan, -0.5, 7.9, 8, -0.999, np.inf, -np.inf, 3e9, -3e9, 2.0**31, 1e30, -0.0],
    "int32": [3, 0, -1, 7, 2, 2, 99, 8, 2**31 - 1, -(2**31)],
}


def rows_of(numbers):
    """The row that each number stands for: its fraction dropped; None if there is no such row."""
    return [int(number) if -1 < number < ROWS else None for number in numbers]


def run_one(case, target, device_process):
    (outcome,) = outcomes_of([case], target, device_process)
    if isinstance(outcome, Exception):
        raise outcome
    for precision in ("float64", "exact"):
        (expected,) = evaluate(build_module([case]), case.arguments, precision=precision)
        assert np.array_equal(outcome, expected)
    return outcome


@pytest.mark.parametrize("dtype", NUMBERS)
def test_a_row_that_is_not_there_is_read_as_zero(dtype, target, device_process):
    table, numbers = normal((ROWS, COLUMNS)), np.array(NUMBERS[dtype], dtype)
    result = run_one(Case("gather", nn.gather_rows, [table], [numbers]), target, device_process)
    for row, wanted in zip(result, rows_of(numbers), strict=True):
        assert row.tobytes() == (np.zeros(COLUMNS, np.float32) if wanted is None else table[wanted]).tobytes()


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("dimension", [0, 1])
def test_an_element_that_is_not_there_is_read_as_zero(dimension, dtype, target, device_process):
    source = normal((ROWS, COLUMNS) if dimension == 0 else (COLUMNS, ROWS))
    numbers = np.array([np.roll(NUMBERS[dtype], shift) for shift in range(COLUMNS)], dtype)
    numbers = numbers.T if dimension == 0 else numbers
    case = Case("take", lambda x, i: nn.take_along(x, i, dimension), [source], [np.ascontiguousarray(numbers)])
    result = run_one(case, target, device_process)
    for place, number in np.ndenumerate(numbers):
        (wanted,) = rows_of([number])
        read_at = (wanted, place[1]) if dimension == 0 else (place[0], wanted)
        assert result[place] == (0 if wanted is None else source[read_at])


@pytest.mark.parametrize("dtype", NUMBERS)
def test_a_row_that_is_not_there_is_not_written_and_repeated_ones_add_up(dtype, target, device_process):
    numbers = np.array(NUMBERS[dtype], dtype)
    # Whole numbers, so that sums are exact in any order.
    destination, source = (np.round(normal((rows, COLUMNS), 100)) for rows in (ROWS, len(numbers)))
    case = Case("scatter", nn.scatter_add_rows, fixed=[destination, numbers, source])
    result = run_one(case, target, device_process)
    expected = destination.copy()
    for wanted, row in zip(rows_of(numbers), source, strict=True):
        if wanted is not None:
            expected[wanted] += row
    assert rows_of(numbers).count(2) >= 2
    assert np.array_equal(result, expected)


def test_a_row_of_many_repeated_numbers(target, device_process):
    numbers = np.repeat(np.array([5, 1, 5, -1], np.int32), 100)
    source = np.ones((400, COLUMNS), np.float32)
    case = Case("scatter", nn.scatter_add_rows, fixed=[np.zeros((ROWS, COLUMNS), np.float32), numbers, source])
    result = run_one(case, target, device_process)
    assert (result.T == [0, 100, 0, 0, 0, 200, 0, 0]).all()
