"""Relu -> Add -> {Softmax, Mul}: what each level answers for each pair, and why; and that no level changes a bit."""

import numpy as np
import pytest

import nnfuse as nf
from nnfuse.examples.branches import branches
from nnfuse.passes.planning.levels import LEVELS
from nnfuse.tools.explain import explain

RELU_ADD, ADD_SOFTMAX, ADD_MUL = ("nn.max", "nn.add"), ("nn.add", "nn.reduce"), ("nn.add", "nn.mul")
INSIDE_SOFTMAX = ("nn.reduce", "nn.sub")

# For each level and pair: whether it shares a kernel, and a part of the measured value or of the reason.
ANSWERS = {
    "none": dict.fromkeys((RELU_ADD, ADD_SOFTMAX, ADD_MUL, INSIDE_SOFTMAX), (False, "every op is its own kernel")),
    "strict": {
        RELU_ADD: (True, "one kernel is faster"),
        ADD_SOFTMAX: (False, "producer-reduction"),
        ADD_MUL: (False, "one consumer only"),
        INSIDE_SOFTMAX: (False, "rows"),
    },
    "chain": {
        RELU_ADD: (True, "one kernel is faster"),
        ADD_SOFTMAX: (False, "producer-reduction"),
        ADD_MUL: (False, "also needed by"),
        INSIDE_SOFTMAX: (False, "rows"),
    },
    "producer-reduction": {
        RELU_ADD: (True, "one kernel is faster"),
        ADD_SOFTMAX: (True, "one kernel is faster"),
        ADD_MUL: (False, "also needed by"),
        INSIDE_SOFTMAX: (False, "rows"),
    },
    "multi-output": {
        RELU_ADD: (True, "one kernel is faster"),
        ADD_SOFTMAX: (True, "one kernel is faster"),
        ADD_MUL: (True, "one kernel is faster"),
        INSIDE_SOFTMAX: (False, "rows"),
    },
    "full": dict.fromkeys((RELU_ADD, ADD_SOFTMAX, ADD_MUL, INSIDE_SOFTMAX), (True, "one kernel is faster")),
}


def plan_at(level):
    (plan,) = explain(branches, nf.find_target("cpu"), level)
    return plan


def test_every_level_is_here():
    assert ANSWERS.keys() == LEVELS.keys()


@pytest.mark.parametrize(("level", "pair"), [(level, pair) for level, answers in ANSWERS.items() for pair in answers])
def test_answer(level, pair):
    verdict = next(
        candidate.verdict
        for candidate in plan_at(level).candidates
        if (candidate.producer.split()[1], candidate.consumer.split()[1]) == pair
    )
    shares, text = ANSWERS[level][pair]
    assert verdict.ok == shares
    assert text in f"{verdict.measured} {verdict.reason}"
    assert all("branches.py:" in location for location in verdict.locations)


def test_kernels_at_each_level():
    counts = {level: len(plan_at(level).groups) for level in LEVELS}
    assert counts == {"none": 8, "strict": 6, "chain": 6, "producer-reduction": 4, "multi-output": 3, "full": 1}


def test_no_level_changes_a_bit(target, run):
    rng = np.random.default_rng(1)
    arrays = [rng.standard_normal((128, 512), np.float32) for _ in range(3)]
    plans, results = set(), set()
    for level in LEVELS:
        (plan,) = explain(branches, nf.find_target(target), level)
        nodes = tuple(group.nodes for group in plan.groups)
        if nodes not in plans:
            plans.add(nodes)
            kernel = nf.compile(branches, target=target, level=level)
            assert kernel.dispatch_count == len(plan.groups)
            results.add(b"".join(result.tobytes() for result in run(kernel, *arrays)))
    assert len(plans) > 1
    assert len(results) == 1
