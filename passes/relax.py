"""Transformations that change numbers: cheaper formulas, each taken only if the precision gate lets it pass.

Nothing here runs in exact mode, the default. With a limit `tau` for a dtype, each candidate is simulated: the function is
evaluated by the reference interpreter as written and as transformed, and a refusal leaves the exact form in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nnfuse.dialect import builders as nn
from nnfuse.dialect.bindings import ir
from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.leaves import splat_value
from nnfuse.dialect.locations import location_text
from nnfuse.dialect.operation import string_of
from nnfuse.dialect.reductions import dimensions_of, keeps_dimensions, kind_of
from nnfuse.dialect.reference import evaluate, find_function
from nnfuse.dialect.text import parse_module, print_module
from nnfuse.dialect.types import dtype_of, shape_of
from nnfuse.passes.gates.precision import compare, probes
from nnfuse.passes.gates.verdict import Verdict
from nnfuse.passes.views import access

Tau = Mapping[str, float]


@dataclass(frozen=True)
class Transformation:
    """A change of formula at one op, and the precision gate's verdict on it."""

    function: str
    name: str
    operation: str
    verdict: Verdict

    def to_dict(self) -> dict[str, object]:
        """The record for JSON."""
        return {"name": self.name, "operation": self.operation, "verdict": self.verdict.to_dict()}


def relax(module: ir.Module, tau: Tau) -> list[Transformation]:
    """Rewrite, in place, what stays within `tau` (by dtype of the function's results); every candidate's verdict.

    Candidates are taken from the last op to the first, each judged with those before it that passed.
    """
    records = []
    with module.context:
        names = [ir.StringAttr(function.attributes["sym_name"]).value for function in functions_of(module)]
    for name in names:
        for place, rule in _candidates(module, name):
            verdict = _simulate(module, name, place, rule, tau)
            with module.context:
                op = _op_at(module, name, place)
                records.append(Transformation(name, rule.name, op.name, verdict))
                if verdict.ok:
                    _apply(op, rule)
    return records


@dataclass(frozen=True)
class _Rule:
    """A transformation: `form` emits the cheaper value of an op at the insertion point, or says None where it does not apply."""

    name: str
    applies: Callable[[ir.Operation], bool]
    form: Callable[[ir.Operation], ir.Value]


def _candidates(module: ir.Module, function: str) -> list[tuple[int, _Rule]]:
    with module.context:
        ops = [view.operation for view in find_function(module, function).regions[0].blocks[0].operations]
        return [(place, rule) for place, op in reversed(list(enumerate(ops))) for rule in RULES if rule.applies(op)]


def _op_at(module: ir.Module, function: str, place: int) -> ir.Operation:
    return find_function(module, function).regions[0].blocks[0].operations[place].operation


def _apply(op: ir.Operation, rule: _Rule) -> None:
    with ir.InsertionPoint(op), op.location:
        value = rule.form(op)
    op.results[0].replace_all_uses_with(value)
    op.erase()


def _simulate(module: ir.Module, function: str, place: int, rule: _Rule, tau: Tau) -> Verdict:
    changed = parse_module(print_module(module))
    with changed.context:
        _apply(_op_at(changed, function, place), rule)
    with module.context:
        block = find_function(module, function).regions[0].blocks[0]
        shapes = [shape_of(argument) for argument in block.arguments]
        dtypes = [dtype_of(argument) for argument in block.arguments]
        where = location_text(_op_at(module, function, place).location)

    def run(which: ir.Module) -> Callable[[Sequence[np.ndarray]], Sequence[np.ndarray]]:
        return lambda arrays: evaluate(which, arrays, function=function, precision="exact")

    return compare(rule.name, run(module), run(changed), probes(shapes, dtypes), tau, where)


def _is_cast_pair(op: ir.Operation) -> bool:
    """`cast(cast(x: f32, f16), f32)`."""
    if op.name != "nn.cast" or isinstance(op.operands[0].owner, ir.Block) or op.operands[0].owner.name != "nn.cast":
        return False
    outer, middle, inner = op.results[0], op.operands[0], op.operands[0].owner.operands[0]
    return [dtype_of(value).name for value in (inner, middle, outer)] == ["float32", "float16", "float32"]


def _is_strict(op: ir.Operation) -> bool:
    return op.name == "nn.reduce" and string_of(op, "order") == "strict"


def _unordered(op: ir.Operation) -> ir.Value:
    return nn.reduce(op.operands[0], kind_of(op), dimensions_of(op), keep=keeps_dimensions(op))


def _variance_parts(op: ir.Operation) -> tuple[ir.Value, ir.Value, ir.Value] | None:
    """`(x, sum of x, mean of x)` of a sum of `(x - mean)` squared; None for anything else."""
    if op.name != "nn.reduce" or kind_of(op) != "sum" or not keeps_dimensions(op):
        return None
    squared = _made_by(op.operands[0], "nn.mul")
    if squared is None or squared.operands[0] != squared.operands[1]:
        return None
    centred = _made_by(squared.operands[0], "nn.sub")
    if centred is None:
        return None
    x, mean = centred.operands[0], access(centred.operands[1]).base
    scaled = _made_by(mean, "nn.mul") or _made_by(mean, "nn.div")
    total = None if scaled is None else _made_by(access(scaled.operands[0]).base, "nn.reduce")
    if scaled is None or total is None or total.operands[0] != x or kind_of(total) != "sum":
        return None
    count = float(np.prod([shape_of(x)[dimension] for dimension in dimensions_of(op)]))
    factor = access(scaled.operands[1]).base
    number = None if isinstance(factor.owner, ir.Block) else _splat(factor)
    wanted = count if scaled.name == "nn.div" else 1 / count
    same = dimensions_of(total) == dimensions_of(op) and shape_of(mean) == shape_of(op.results[0]) == shape_of(total.results[0])
    return (x, total.results[0], mean) if same and number is not None and np.isclose(number, wanted, rtol=1e-6) else None


def _made_by(value: ir.Value, name: str) -> ir.Operation | None:
    return None if isinstance(value.owner, ir.Block) or value.owner.name != name else value.owner


def _splat(value: ir.Value) -> float | None:
    op = _made_by(value, "nn.constant")
    splat = None if op is None else splat_value(op)
    return None if splat is None else float(splat)


def _one_pass(op: ir.Operation) -> ir.Value:
    """`sum(x * x) - mean * sum(x)`: one traversal for both sums."""
    parts = _variance_parts(op)
    assert parts is not None
    x, total, mean = parts
    squares = nn.reduce(nn.mul(x, x), "sum", dimensions_of(op), keep=True)
    return nn.sub(squares, nn.mul(mean, total))


RULES = (
    _Rule("dropping a cast to f16 and back", _is_cast_pair, lambda op: op.operands[0].owner.operands[0]),
    _Rule("an unordered reduction in place of a strict one", _is_strict, _unordered),
    _Rule("the one-pass form of a variance", lambda op: _variance_parts(op) is not None, _one_pass),
)
