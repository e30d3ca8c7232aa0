"""Every example at two sizes, on every target and level: values, dispatches, and bits."""

from functools import cache

import numpy as np
import pytest

import nnfuse
from nnfuse.examples.cases import all_cases, cases_at
from nnfuse.passes.planning.levels import LEVELS
from nnfuse.tools.explain import explain

CASES = {
    f"{case.name}-{'x'.join(map(str, case.size))}": case for case in (next(all_cases()), *cases_at(17, 65), *cases_at(257, 1538))
}
# Examples whose ops all have one shape, or follow one matrix product: chain leaves one kernel.
ONE_KERNEL = ("first_program", "swiglu", "gelu_residual", "rope")
# What is computed in a reduction's traversal although it is used again, as the report on expression-reduction fusion counts.
FUSED_PRODUCERS = {"masked_softmax": 2, "layer_norm": 1}

every_case = pytest.mark.parametrize("name", CASES)

_compiled = {}


@cache
def plan_of(name, target, level):
    (plan,) = explain(CASES[name].kernel, nnfuse.find_target(target), level)
    return plan


def compiled(name, target, level):
    """The kernel; levels that plan the same groups share one."""
    key = name, target, tuple(group.nodes for group in plan_of(name, target, level).groups)
    if key not in _compiled:
        _compiled[key] = nnfuse.compile(CASES[name].kernel, target=target, level=level)
    return _compiled[key]


@cache
def reference(name):
    return nnfuse.reference(CASES[name].kernel)(*CASES[name].arrays())


def test_every_example_is_here():
    assert {case.kernel.name for case in CASES.values()} == {case.kernel.name for case in all_cases()}


@every_case
@pytest.mark.parametrize("level", LEVELS)
def test_result_is_that_of_float64(name, level, target, run, assert_same):
    expected = reference(name)
    assert expected.dtype == np.float64
    assert np.isfinite(expected).all()
    (result,) = run(compiled(name, target, level), *CASES[name].arrays())
    assert result.dtype == np.float32
    assert np.isfinite(result).all()
    assert_same(result, expected, tolerance=1e-5)


@every_case
@pytest.mark.parametrize("level", LEVELS)
def test_module_file_holds_the_planned_dispatches(name, level, target):
    kernel = compiled(name, target, level)
    assert kernel.dispatch_count == len(kernel.plan.groups)


@every_case
def test_levels_agree_bit_for_bit(name, target, run):
    arrays = CASES[name].arrays()
    kernels = dict.fromkeys(compiled(name, target, level) for level in LEVELS)
    assert len({run(kernel, *arrays)[0].tobytes() for kernel in kernels}) == 1
    # The comparison means something only if the plans differ.
    if CASES[name].kernel.name != "first_program":
        assert len(plan_of(name, target, "full").groups) < len(plan_of(name, target, "none").groups)


@every_case
def test_reductions_take_their_producers(name):
    counted = FUSED_PRODUCERS.get(CASES[name].kernel.name, 0)
    stored = plan_of(name, "cpu", "producer-reduction").counters
    assert (stored.fused_reduction_producers, stored.elided_snapshots) == (counted, 0)
    whole = plan_of(name, "cpu", "full").counters
    assert (whole.fused_reduction_producers, whole.elided_snapshots) == (counted, counted)


@every_case
def test_full_leaves_one_kernel_on_cpus(name):
    assert len(plan_of(name, "cpu", "full").groups) == 1


@every_case
def test_chain_leaves_one_kernel_where_nothing_is_in_the_way(name, target):
    plan = plan_of(name, target, "chain")
    if CASES[name].kernel.name in ONE_KERNEL:
        assert len(plan.groups) == 1
    else:
        assert len(plan.groups) > 1
        assert plan.boundaries


@every_case
def test_no_op_shares_a_kernel_at_level_none(name, target):
    assert all(len(group.nodes) == 1 for group in plan_of(name, target, "none").groups)
