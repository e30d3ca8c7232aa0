"""Every example at two sizes, on every target and level: values, dispatches, and bits."""

from functools import cache

import numpy as np
import pytest

import nnfuse
from nnfuse.examples.cases import all_cases, cases_at

CASES = {
    f"{case.name}-{'x'.join(map(str, case.size))}": case for case in (next(all_cases()), *cases_at(17, 65), *cases_at(257, 1538))
}
LEVELS = ("none", "chain")

# Examples whose ops all have one shape, or follow one matrix product: chain leaves one kernel.
ONE_KERNEL = ("first_program", "swiglu", "gelu_residual", "rope")

every_case = pytest.mark.parametrize("name", CASES)


@cache
def compiled(name, target, level):
    return nnfuse.compile(CASES[name].kernel, target=target, level=level)


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
    kernels = [compiled(name, target, level) for level in LEVELS]
    (unfused,), (fused,) = (run(kernel, *arrays) for kernel in kernels)
    assert fused.tobytes() == unfused.tobytes()
    # The comparison means something only if the plans differ.
    if CASES[name].kernel.name != "first_program":
        assert len(kernels[1].plan.groups) < len(kernels[0].plan.groups)


@every_case
def test_chain_leaves_one_kernel_where_nothing_is_in_the_way(name, target):
    kernel = compiled(name, target, "chain")
    if CASES[name].kernel.name in ONE_KERNEL:
        assert len(kernel.plan.groups) == 1
    else:
        assert len(kernel.plan.groups) > 1
        assert kernel.plan.boundaries


@every_case
def test_no_op_shares_a_kernel_at_level_none(name, target):
    kernel = compiled(name, target, "none")
    assert all(len(group.nodes) == 1 for group in kernel.plan.groups)
