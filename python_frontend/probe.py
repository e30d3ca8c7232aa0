"""Probe compiles: when the compiler refuses a module, each kernel of several ops is compiled alone, to find the one at fault."""

from __future__ import annotations

import hashlib

from nnfuse.dialect.bindings import ir
from nnfuse.passes.isolate_group import isolate_group
from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.passes.planning.plan import Plan
from nnfuse.passes.target import Target
from nnfuse.runtime.compiler import compile_module
from nnfuse.runtime.errors import CompileError

PROBE_SECONDS = 30.0

# What a probe said, by hash of the linalg IR and the target: None for a kernel that compiles.
_answers: dict[str, str | None] = {}


def failing_groups(module: ir.Module, plan: Plan, target: Target, time_limit: float) -> dict[tuple[int, ...], str]:
    """The groups of several ops that do not compile, by their nodes, and what the compiler said of each."""
    found: dict[tuple[int, ...], str] = {}
    for group in plan.groups:
        if len(group.nodes) > 1:
            answer = _probe(isolate_group(module, plan.function, group.name), target, min(time_limit, PROBE_SECONDS))
            if answer is not None:
                found[group.nodes] = answer
    return found


def _probe(module: ir.Module, target: Target, time_limit: float) -> str | None:
    state = State(module, target)
    run_pipeline(state, "nn-lower-to-linalg")
    linalg = str(state.linalg)
    key = hashlib.sha256(f"{target}{linalg}".encode()).hexdigest()
    if key not in _answers:
        try:
            compile_module(linalg, target, time_limit=time_limit)
            _answers[key] = None
        except CompileError as error:
            text = error.actual or error.message
            _answers[key] = text.partition("error: ")[2].partition("\n")[0][:200] or text
    return _answers[key]
