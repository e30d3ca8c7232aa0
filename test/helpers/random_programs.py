"""Random well-typed programs of the DSL as lines of text, the strategy that draws them, and what makes a wrong one smaller.

A recipe is a list of steps with numbers that pick operands. Any numbers mean something: a step for which there is no operand does
nothing. A `Writer` follows a recipe and writes a line for each step.
"""

import math
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import strategies as st

import nnfuse as nf
from nnfuse.dialect.text import parse_module, print_module
from nnfuse.dsl.build import build_module, collect
from nnfuse.dsl.expression import BOOL, FLOAT32, Expression

LEVELS = ("full", "multi-output", "producer-reduction", "chain", "none")
# Compiling takes time for each kernel, so most programs are short.
STEP_COUNTS = (0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 11, 14, 24)
SHAPES = ((2, 2), (1, 1), (4, 8), (8, 4), (3, 5), (1, 17), (17, 1), (6, 16), (16, 12), (5, 33), (33, 8), (8, 65), (40, 48))
MAX_OPERATIONS = 30
MAX_RESULTS = 6
MAX_ELEMENTS = 2304
MAX_PRODUCTS = 32768
# Nodes that compute nothing.
FREE = frozenset({"leaf", "rparam", "constant", "broadcast", "mark"})
CONSTANTS = ("1.0", "0.5", "-2.0", "3.0", "0.0", "0.1", "-0.75", "100.0")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
KINDS = ("plain", "whole", "plain", "positive", "special", "large")
NAME = re.compile(r"\bv\d+\b")
SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 1e30, -1e-30)


def sample(kind, shape, seed, dtype=np.float32):
    """The data of a leaf."""
    rng = np.random.default_rng([KINDS.index(kind), seed, *shape])
    values = rng.standard_normal(shape)
    if kind == "whole":
        values = np.rint(2 * values)
    elif kind == "positive":
        values = rng.uniform(0.25, 4, shape)
    elif kind == "large":
        values = 300 * values
    elif kind == "special":
        values = np.where(rng.random(shape) < 0.06, rng.choice(SPECIAL, shape), values)
    with np.errstate(over="ignore"):
        return np.asarray(values > 0 if dtype is bool else values, dtype)


@dataclass(frozen=True)
class Step:
    """What to do, on which operands (counted back from the newest that fit), and a number for everything else."""

    name: str
    first: int
    second: int
    third: int
    detail: int


@dataclass(frozen=True)
class Recipe:
    """How to make a program: the shape of its first leaf, a seed of the data, the level, the steps, values to return as well."""

    shape: tuple[int, int]
    seed: int
    level: str
    steps: tuple[Step, ...]
    kept: tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """A line's value and its name."""

    name: str
    expression: Expression

    @property
    def shape(self):
        return self.expression.shape

    @property
    def dtype(self):
        return self.expression.dtype


class Program:
    """Lines `v<number> = <expression>`, some of them returned, at a fusion level; lines that nothing needs are left out.

    Raises `nf.Error` if the lines make no program.
    """

    def __init__(self, lines, results, level):
        needed = set(results)
        for name, text in reversed(lines.items()):
            if name in needed:
                needed.update(NAME.findall(text))
        self.lines = {name: text for name, text in lines.items() if name in needed}
        self.results = tuple(dict.fromkeys(results))
        self.level = level
        names = {"nf": nf, "np": np, "sample": sample}
        self.values = {name: names.setdefault(name, eval(text, dict(names))) for name, text in self.lines.items()}

    def __repr__(self):
        return f"<program of {len(self.lines)} lines>"

    @property
    def source(self):
        """The program as text that says all about it."""
        lines = [f"{name} = {text}" for name, text in self.lines.items()]
        return "\n".join([*lines, f"results = [{', '.join(self.results)}]  # level {self.level}"])

    @cached_property
    def program(self):
        return build_module("main", [self.values[name] for name in self.results])

    @cached_property
    def nn_ir(self):
        return print_module(self.program.module)

    @cached_property
    def arguments(self):
        return [np.asarray(parameter.default, parameter.dtype) for parameter in self.program.parameters]

    def at(self, level):
        return Program(self.lines, self.results, level)

    def smaller(self):
        """Programs with one thing less: a result, a line whose operand takes its place, or what a line is computed from."""
        for result in self.results[::-1] if len(self.results) > 1 else ():
            yield from self._changed(self.lines, [name for name in self.results if name != result])
        for name, text in reversed(self.lines.items()):
            operands = dict.fromkeys(NAME.findall(text))
            for operand in operands:
                if _kind(self.values[operand]) == _kind(self.values[name]):
                    yield from self._without(name, operand)
            if operands:
                yield from self._changed({**self.lines, name: _stand_in(name, self.values[name])}, self.results)

    def _without(self, name, operand):
        def renamed(text):
            return NAME.sub(lambda match: operand if match[0] == name else match[0], text)

        lines = {other: renamed(text) for other, text in self.lines.items() if other != name}
        yield from self._changed(lines, [renamed(result) for result in self.results])

    def _changed(self, lines, results):
        try:
            yield Program(lines, results, self.level)
        except nf.Error:
            return


def _stand_in(name, expression):
    """Text for a leaf in place of a computed value."""
    suffix = {"float32": "", "float16": ", np.float16", "bool": ", bool"}[expression.dtype.name]
    leaf = f"nf.leaf(sample('plain', {expression.shape}, {name[1:]}{suffix}))"
    if expression.broadcasts and len(expression.shape) == 2 and 1 in expression.shape:
        return f"nf.{'row' if expression.shape[1] == 1 else 'col'}_broadcast({leaf})"
    return leaf


def _kind(expression):
    return expression.shape, expression.dtype


def reduced(program, is_wrong):
    """A program for which `is_wrong` holds, but for none of its smaller ones."""
    while True:
        found = next((candidate for candidate in program.smaller() if is_wrong(candidate)), None)
        if found is None:
            return program
        program = found


class Writer:
    """Writes the program of a recipe."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.lines = {}
        self.values = []
        self._names = {"nf": nf, "np": np, "sample": sample}
        self._add(self.leaf(recipe.shape, "plain"))
        for step in recipe.steps:
            text = WRITERS[step.name](self, step)
            if text is not None:
                self._add(text)

    def program(self):
        return Program(self.lines, self._results(), self.recipe.level)

    def _add(self, text):
        """One more line, unless it makes the program or its value too large."""
        try:
            expression = eval(text, dict(self._names))
        except nf.ShapeError:
            return  # three operands that fit in pairs only
        if math.prod(expression.shape) > MAX_ELEMENTS:
            return
        if _count([*[value.expression for value in self.values], expression]) > MAX_OPERATIONS:
            return
        name = f"v{len(self.values)}"
        self._names[name] = expression
        self.values.append(Value(name, expression))
        self.lines[name] = text

    def leaf(self, shape, kind, dtype=""):
        """Text for a leaf; `dtype` is text, too."""
        seed = self.recipe.seed + 1000 * len(self.values)
        return f"nf.leaf(sample({kind!r}, {tuple(shape)}, {seed}{dtype}))"

    def _results(self):
        """The names of the newest values that nothing reads, and of those kept besides."""
        read = {operand.serial for node in collect([value.expression for value in self.values]) for operand in node.operands}
        computed = [value for value in self.values if value.expression.operation not in FREE] or self.values[:1]
        unread = [value for value in computed if value.expression.serial not in read][-4:]
        chosen = [*unread, *[_pick(computed, number) for number in self.recipe.kept]][:MAX_RESULTS]
        return [value.name for value in chosen]

    def pick(self, number, suits):
        """The value that is `number` back among those that suit; None if there are none."""
        return _pick([value for value in self.values if suits(value)], number)

    def partner(self, value, number, dtype="f"):
        """Text for an operand that fits `value` in an operator: newest values first, then constants and grid coordinates."""
        texts = []
        if dtype == "f":
            texts += CONSTANTS
            if not value.expression.broadcasts and len(value.shape) == 2:
                texts += ["nf.row()", "nf.col()"]
        for other in self.values:
            if other.dtype.kind == dtype:
                texts += _forms(value, other)
        return _pick(texts, number)


def _count(expressions):
    return sum(node.operation not in FREE for node in collect(expressions))


def _pick(candidates, number):
    return candidates[-1 - number % len(candidates)] if candidates else None


def _forms(value, other):
    """Ways to write `other` as an operand next to `value`."""
    if _joins(value, other, other.expression.broadcasts):
        yield other.name
        return
    if len(other.shape) != 2:
        return
    if other.shape[1] == 1 and _joins(value, other, True):
        yield f"nf.row_broadcast({other.name})"
    if other.shape[0] == 1 and _joins(value, other, True):
        yield f"nf.col_broadcast({other.name})"
    fixed = len(value.shape) == 2 and not value.expression.broadcasts
    if fixed and other.shape[0] < value.shape[0] and other.shape[1] == value.shape[1]:
        yield f"nf.row_mod({other.name}, {other.shape[0]})"


def _joins(value, other, other_broadcasts):
    try:
        common = np.broadcast_shapes(value.shape, other.shape)
    except ValueError:
        return False
    return (value.expression.broadcasts or value.shape == common) and (other_broadcasts or other.shape == common)


def is_float(value):
    return value.dtype.kind == "f"


def is_float32(value):
    return value.dtype == FLOAT32


def is_bool(value):
    return value.dtype == BOOL


def is_matrix(value):
    return len(value.shape) == 2


def is_float_matrix(value):
    return is_matrix(value) and is_float(value)


def unary(template, suits=is_float):
    def write(writer, step):
        x = writer.pick(step.first, suits)
        return None if x is None else template.format(x=x.name)

    return write


def binary(template, kind="f"):
    """Two operands, in either order."""

    def write(writer, step):
        x = writer.pick(step.first, lambda value: value.dtype.kind == kind)
        if x is None:
            return None
        pair = [x.name, writer.partner(x, step.second, kind)]
        first, second = pair[::-1] if step.detail % 2 else pair
        return template.format(x=first, y=second, z=writer.partner(x, step.third, kind), compare=COMPARISONS[step.detail % 6])

    return write


def leaf(writer, step):
    rows, columns = writer.recipe.shape
    shapes = ((rows, columns), (rows, 1), (1, columns), (columns, rows), (columns, 4), (2 * rows, columns))
    dtype = ("", "", ", np.float16")[step.second % 3]
    return writer.leaf(_pick(shapes, step.first), _pick(KINDS, step.third), dtype)


def mask(writer, step):
    rows, columns = writer.recipe.shape
    return writer.leaf(_pick(((rows, columns), (rows, 1), (1, columns)), step.first), "plain", ", bool")


def scalar(writer, step):
    return f"nf.rparam({_pick(CONSTANTS, step.detail)})"


def array(writer, step):
    x = writer.pick(step.first, is_float)
    return f"nf.constant(sample('plain', {x.shape}, {step.detail}))"


def select(writer, step):
    x = writer.pick(step.first, is_float)
    y = writer.partner(x, step.second)
    condition = writer.partner(x, step.third, "b") or f"{x.name} {COMPARISONS[step.detail % 6]} {writer.partner(x, step.third)}"
    return f"nf.select({condition}, {x.name}, {y})"


def cast(writer, step):
    x = writer.pick(step.first, lambda value: True)
    target = "np.float16" if x.dtype == FLOAT32 or (is_bool(x) and step.detail % 2) else "np.float32"
    return f"nf.cast({x.name}, {target})"


def rotate(writer, step):
    x = writer.pick(step.first, lambda value: is_float_matrix(value) and any(extent % 2 == 0 for extent in value.shape))
    if x is None:
        return None
    places = [
        (axis, block)
        for axis, extent in enumerate(x.shape)
        for block in range(2, extent + 1, 2)
        if extent % block == 0
    ]  # fmt: skip
    axis, block = _pick(places, step.detail)
    return f"nf.rotate_half({x.name}, {block}, axis={axis})"


def slice_(writer, step):
    x = writer.pick(step.first, is_matrix)
    if x is None:
        return None
    axis = step.detail % 2
    extent = x.shape[axis]
    start = step.second * extent // 16
    count = 1 + step.third * (extent - start - 1) // 13
    return f"nf.slice_{('rows', 'cols')[axis]}({x.name}, {start}, {count})"


def reshape(writer, step):
    x = writer.pick(step.first, lambda value: len(value.shape) > 0)
    if x is None:
        return None
    size = math.prod(x.shape)
    shapes = [(size // divisor, divisor) for divisor in range(1, 1 + min(size, 64)) if size % divisor == 0]
    if step.third > 4:
        shapes = [(size,), *[(rows // 2, 2, columns) for rows, columns in shapes if rows % 2 == 0]]
    return f"nf.reshape({x.name}, {_pick(shapes, step.detail)})"


def repeat_rows(writer, step):
    x = writer.pick(step.first, is_matrix)
    if x is None:
        return None
    mod = 1 + step.second % x.shape[0]
    offset = step.third % (x.shape[0] - mod + 1)
    return f"nf.row_access({x.name}, {offset}, {mod}, {1 + 3 * step.detail})"


def repeat(writer, step):
    x = writer.pick(step.first, lambda value: is_matrix(value) and 1 in value.shape)
    if x is None:
        return None
    name = "row_broadcast" if x.shape[1] == 1 else "col_broadcast"
    return f"nf.{name}({x.name}, {1 + 2 * step.detail})"


def concat(writer, step):
    x = writer.pick(step.first, is_matrix)
    if x is None:
        return None
    axis = step.detail % 2
    y = writer.pick(
        step.second,
        lambda value: is_matrix(value) and value.dtype == x.dtype and value.shape[1 - axis] == x.shape[1 - axis],
    )
    return f"nf.concat([{x.name}, {y.name}], axis={axis})"


def pad(writer, step):
    x = writer.pick(step.first, is_float_matrix)
    if x is None:
        return None
    low, high = divmod(step.detail, 4)
    return f"nf.pad({x.name}, ({low}, {high}), ({high}, {step.second % 3}), {CONSTANTS[step.third % len(CONSTANTS)]})"


def insert(writer, step):
    x = writer.pick(step.first, is_float_matrix)
    if x is None:
        return None
    y = writer.pick(
        step.second,
        lambda value: is_float_matrix(value) and value.shape[1] == x.shape[1] and value.shape[0] <= x.shape[0],
    )
    start = step.detail % (x.shape[0] - y.shape[0] + 1)
    return f"nf.insert_rows({x.name}, {start}, {y.name})"


def gather(writer, step):
    x = writer.pick(step.first, is_matrix)
    if x is None:
        return None
    rows = [(step.detail * place + step.second) % (x.shape[0] + 2) - 1 for place in range(2 + step.third)]
    return f"nf.gather_rows({x.name}, nf.leaf(np.array({rows}, np.int32)))"


def grouped(writer, step):
    x = writer.pick(step.first, is_float_matrix)
    if x is None:
        return None
    groups = [divisor for divisor in range(1, x.shape[0] + 1) if x.shape[0] % divisor == 0]
    return f"nf.grouped_reduce_{('sum', 'max')[step.second % 2]}({x.name}, {_pick(groups, step.detail)})"


def running_sum(writer, step):
    x = writer.pick(step.first, is_float_matrix)
    return None if x is None else f"nf.cumsum({x.name}, axis={step.detail % 2})"


def matmul(writer, step):
    x = writer.pick(step.first, is_float_matrix)
    if x is None:
        return None
    products = [
        f"nf.matmul({x.name}, {y.name}, transpose_a={transpose_a}, transpose_b={transpose_b})"
        for y in writer.values
        if is_float_matrix(y)
        for transpose_a in (False, True)
        for transpose_b in (False, True)
        if x.shape[1 - transpose_a] == y.shape[transpose_b] and math.prod(x.shape) * y.shape[1 - transpose_b] <= MAX_PRODUCTS
    ]
    return _pick(products, step.second)


# Name of a step: how often it is drawn, and what writes it.
STEPS = {
    "neg": (1, unary("-{x}")),
    "abs": (1, unary("nf.abs({x})")),
    "relu": (1, unary("nf.relu({x})")),
    "clamp": (1, unary("nf.clamp({x}, -1.5, 2.0)")),
    "square": (1, unary("nf.square({x})")),
    "step": (1, unary("nf.step({x}, 0.25)")),
    "floor": (1, unary("nf.floor({x})")),
    "ceil": (1, unary("nf.ceil({x})")),
    "round": (1, unary("nf.round({x})")),
    "sqrt": (1, unary("nf.sqrt({x})")),
    "sqrt of positive": (1, unary("nf.sqrt(nf.abs({x}))")),
    "exp": (1, unary("nf.exp({x})")),
    "exp of bounded": (2, unary("nf.exp(nf.min({x}, 4.0))")),
    "exp2": (1, unary("nf.exp2(nf.clamp({x}, -6.0, 6.0))")),
    "log": (1, unary("nf.log({x})")),
    "log of positive": (1, unary("nf.log(nf.abs({x}) + 0.5)")),
    "log2": (1, unary("nf.log2(nf.abs({x}) + 0.5)")),
    "rsqrt": (1, unary("nf.rsqrt({x})")),
    "rsqrt of positive": (1, unary("nf.rsqrt(nf.abs({x}) + 0.25)")),
    "tanh": (2, unary("nf.tanh({x})")),
    "erf": (1, unary("nf.erf({x})")),
    "sin": (1, unary("nf.sin({x})")),
    "cos": (1, unary("nf.cos({x})")),
    "sigmoid": (1, unary("nf.sigmoid({x})")),
    "gelu": (1, unary("nf.gelu({x}, 'tanh')")),
    "add": (4, binary("{x} + {y}")),
    "sub": (3, binary("{x} - {y}")),
    "mul": (4, binary("{x} * {y}")),
    "div": (1, binary("{x} / {y}")),
    "div by positive": (2, binary("{x} / (nf.abs({y}) + 0.5)")),
    "max": (2, binary("nf.max({x}, {y})")),
    "min": (2, binary("nf.min({x}, {y})")),
    "pow": (1, binary("nf.pow({x}, {y})")),
    "pow of positive": (1, binary("nf.pow(nf.abs({x}) + 0.25, nf.clamp({y}, -2.0, 2.0))")),
    "mul and add": (2, binary("{x} * {y} + {z}")),
    "mul and sub": (2, binary("{z} - {x} * {y}")),
    "compare": (2, binary("{x} {compare} {y}")),
    "and": (1, binary("{x} & {y}", "b")),
    "or": (1, binary("{x} | {y}", "b")),
    "not": (1, unary("~{x}", is_bool)),
    "select": (3, select),
    "cast": (3, cast),
    "leaf": (4, leaf),
    "mask": (1, mask),
    "scalar": (1, scalar),
    "array": (1, array),
    "transpose": (2, unary("nf.transpose({x})", is_matrix)),
    "rotate_half": (2, rotate),
    "slice": (2, slice_),
    "reshape": (2, reshape),
    "row_access": (1, repeat_rows),
    "broadcast": (1, repeat),
    "concat": (1, concat),
    "pad": (1, pad),
    "insert_rows": (1, insert),
    "gather_rows": (1, gather),
    "row_reduce_sum": (2, unary("nf.row_reduce_sum({x})", is_float_matrix)),
    "row_reduce_max": (2, unary("nf.row_reduce_max({x})", is_float_matrix)),
    "row_reduce_min": (1, unary("nf.row_reduce_min({x})", is_float_matrix)),
    "col_reduce_sum": (2, unary("nf.col_reduce_sum({x})", is_float_matrix)),
    "col_reduce_max": (1, unary("nf.col_reduce_max({x})", is_float_matrix)),
    "col_reduce_min": (1, unary("nf.col_reduce_min({x})", is_float_matrix)),
    "grouped_reduce": (1, grouped),
    "cumsum": (1, running_sum),
    "matmul": (3, matmul),
}
WRITERS = {name: writer for name, (_, writer) in STEPS.items()}
# Newer values are likelier, so that programs become deep.
RECENT = (0, 0, 0, 0, 1, 1, 2, 3, 5, 8, 13)


@st.composite
def programs(draw):
    """Programs; one without steps returns its leaf."""
    picks = st.sampled_from(RECENT)
    names = st.sampled_from([name for name, (weight, _) in STEPS.items() for _ in range(weight)])
    step = st.builds(Step, names, picks, picks, picks, st.integers(0, 15))
    count = draw(st.sampled_from(STEP_COUNTS))
    recipe = Recipe(
        shape=draw(st.sampled_from(SHAPES)),
        seed=draw(st.integers(0, 255)),
        level=draw(st.sampled_from(LEVELS)),
        steps=tuple(draw(step) for _ in range(count)),
        kept=tuple(draw(st.lists(picks, max_size=2))),
    )
    return Writer(recipe).program()


def module_of(programs):
    """One module with a function `program_<number>` for each program."""
    functions = []
    for number, program in enumerate(programs):
        inner = program.nn_ir.strip().removeprefix("module {").removesuffix("}")
        functions.append(inner.replace("@main", f"@program_{number}").replace('"main"', f'"program_{number}"'))
    return parse_module("module {\n" + "\n".join(functions) + "\n}")
