"""Passes by name and pipelines as text, such as `canonicalize,cse,nn-form-fma,nn-plan{level=chain}`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from iree.compiler import ir as iree_ir

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.functions import functions_of
from nnfuse.passes.annotate_verdicts import annotate_verdicts
from nnfuse.passes.cleanup import run_builtin
from nnfuse.passes.decompose import decompose
from nnfuse.passes.errors import PassError
from nnfuse.passes.form_fma import form_fma
from nnfuse.passes.form_groups import form_groups
from nnfuse.passes.gates.verdict import GATES, Gate
from nnfuse.passes.lowering.translate import translate
from nnfuse.passes.planning.levels import DEFAULT_LEVEL
from nnfuse.passes.planning.load import GivenPlan
from nnfuse.passes.planning.plan import Plan
from nnfuse.passes.planning.planner import plan_function
from nnfuse.passes.relax import Tau, Transformation, relax
from nnfuse.passes.simplify import simplify
from nnfuse.passes.target import Target

Options = dict[str, str]


@dataclass
class State:
    """What a pipeline works on: the nn module, the target, and what passes leave behind.

    Plans that are `given` are checked and taken instead of new ones; `force` takes their merges that only do not pay.
    `refused` are groups, by their nodes, that the compiler did not compile, and what it said. `tau`, by dtype, allows
    transformations that change numbers so far; none, and the result has the bits of the program as written.
    """

    module: ir.Module
    target: Target
    level: str = DEFAULT_LEVEL
    plans: list[Plan] = field(default_factory=list)
    given: list[GivenPlan] | None = None
    force: bool = False
    refused: dict[tuple[int, ...], str] = field(default_factory=dict)
    tau: Tau = field(default_factory=dict)
    transformations: list[Transformation] = field(default_factory=list)
    linalg: iree_ir.Module | None = None


@dataclass(frozen=True)
class Pass:
    """A named pass: what it does in one line, its options with their meaning, and the function that runs it."""

    name: str
    description: str
    run: Callable[[State, Options], None]
    options: dict[str, str] = field(default_factory=dict)


def _relax(state: State, options: Options) -> None:
    tau = parse_tau(options["tau"]) if "tau" in options else state.tau
    if tau:
        state.transformations += relax(state.module, tau)


def parse_tau(text: str | float) -> dict[str, float]:
    """A limit for each dtype: `1e-3` for all, or `float32:1e-6,float16:1e-3`."""
    try:
        parts = [part.split(":") for part in str(text).split(",")]
        limits = {name: float(part[0]) for part in parts if len(part) == 1 for name in ("float32", "float16")}
        limits.update({name: float(value) for name, value in (part for part in parts if len(part) != 1)})
    except ValueError:
        limits = {"": -1.0}
    if not all(name in ("float32", "float16") and 0 <= value < float("inf") for name, value in limits.items()):
        expected = "a number that is not negative, or float32:NUMBER,float16:NUMBER"
        raise PassError("wrong tau", expected=expected, actual=str(text))
    return limits


def _decompose(state: State, options: Options) -> None:
    decompose(state.module)


def _simplify(state: State, options: Options) -> None:
    simplify(state.module)


def _form_fma(state: State, options: Options) -> None:
    if state.target.fused_multiply_add:
        form_fma(state.module)


def _plan(state: State, options: Options) -> None:
    level = options.get("level", state.level)
    for function in functions_of(state.module):
        plan = plan_function(function, level, state.target, state.given, force=state.force, refused=state.refused)
        form_groups(function, plan)
        own = tuple(item for item in state.transformations if item.function == plan.function)
        state.plans.append(replace(plan, transformations=own))


def _gate(gate: Gate) -> Callable[[State, Options], None]:
    def run(state: State, options: Options) -> None:
        for function in functions_of(state.module):
            annotate_verdicts(function, gate, options.get("level", state.level), state.target)

    return run


def _lower(state: State, options: Options) -> None:
    state.linalg = translate(state.module, state.target)


_LEVEL = {"level": "none, strict, chain, producer-reduction, multi-output or full"}

PASSES: dict[str, Pass] = {
    item.name: item
    for item in (
        Pass(
            "nn-relax",
            "take cheaper formulas that change numbers, as far as the precision gate lets them pass",
            _relax,
            {"tau": "a number, or float32:NUMBER,float16:NUMBER; none: no such formula"},
        ),
        Pass("nn-decompose", "write composite ops (attention, outer scans, argmax, ...) out in other ops", _decompose),
        Pass("nn-simplify", "drop ops that give back an operand, bit for bit", _simplify),
        Pass(
            "nn-form-fma",
            "form nn.fma from single-use products, so that bits do not depend on the plan",
            _form_fma,
        ),
        Pass(
            "nn-plan",
            "decide which ops share a kernel and form nn.group ops",
            _plan,
            _LEVEL,
        ),
        *(
            Pass(f"nn-gate-{gate}", f"write the {gate} gate's answer on each candidate into the IR", _gate(gate), _LEVEL)
            for gate in GATES
        ),
        Pass("nn-lower-to-linalg", "translate nn.group ops to linalg in flow.dispatch.region", _lower),
    )
}

_CLEAN = "nn-relax,nn-decompose,canonicalize,cse,nn-simplify,canonicalize,nn-form-fma"

PIPELINES: dict[str, tuple[str, str]] = {
    "clean": (_CLEAN, "clean-up and contraction: the nn IR that planning sees"),
    "plan": (f"{_CLEAN},nn-plan", "the above, then nn.group ops"),
    "lower": (f"{_CLEAN},nn-plan,nn-lower-to-linalg", "the above, then linalg for iree-compile"),
}

_ITEM = re.compile(r"\s*([\w-]+)\s*(?:\{([^}]*)\})?\s*(?:,|$)")


def parse_pipeline(text: str) -> list[tuple[str, Options]]:
    """The passes and options of a pipeline's text, or of a named pipeline; raises `PassError` where it does not parse."""
    text = PIPELINES[text][0] if text in PIPELINES else text
    items: list[tuple[str, Options]] = []
    position = 0
    while position < len(text):
        match = _ITEM.match(text, position)
        if match is None:
            raise PassError("cannot parse the pipeline", expected="pass{option=value ...},pass", actual=text[position:])
        name, options = match.group(1), _parse_options(match.group(2) or "", match.group(1))
        items.append((name, options))
        position = match.end()
    return items


def _parse_options(text: str, name: str) -> Options:
    options: Options = {}
    for part in re.split(r"[\s,]+", text.strip()):
        if not part:
            continue
        key, separator, value = part.partition("=")
        known = PASSES[name].options if name in PASSES else {}
        if not separator or key not in known:
            raise PassError(f"unknown option of {name}", expected=", ".join(known) or "no options", actual=part)
        options[key] = value
    return options


def run_pipeline(state: State, text: str) -> None:
    """Run a pipeline on `state`, in place. Names that are not nnfuse's are handed to MLIR. The result is verified."""
    for name, options in parse_pipeline(text):
        if state.linalg is not None:
            raise PassError(f"'{name}' comes after nn-lower-to-linalg", hint="lower last")
        if name in PASSES:
            PASSES[name].run(state, options)
        elif name.startswith("nn-"):
            raise PassError("unknown pass", expected=f"one of {', '.join(PASSES)}, or a pass of MLIR", actual=name)
        else:
            run_builtin(state.module, name)
