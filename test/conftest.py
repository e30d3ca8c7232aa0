"""Shared fixtures: targets, and running on a device with a time limit."""

import multiprocessing
import os
import signal
import sys
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path

import numpy as np
import pytest

from nnfuse.runtime.devices import vulkan_device_name, why_no_vulkan

VULKAN_TIME_LIMIT = 120.0

# A spawned process imports what it is to call by name, and `test` is a package of Python's own library.
sys.path.insert(0, str(Path(__file__).parent / "helpers"))

_skipped: list[str] = []


@pytest.fixture(params=["cpu", "vulkan"])
def target(request):
    """Each target that this machine can run."""
    if request.param == "vulkan" and vulkan_device_name() is None:
        _skipped.append(request.node.nodeid)
        pytest.skip(why_no_vulkan())
    return request.param


class DeviceProcess:
    """A process that runs kernels, so that a driver that hangs or crashes fails one test.

    It is stopped between calls: with a device open, threads of the runtime and the driver spin, and would take a core.
    """

    def __init__(self):
        self._pool = None

    def call(self, vmfb, function, arrays, target_name):
        from device_call import call_on_device

        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        self._signal(signal.SIGCONT)
        future = self._pool.submit(call_on_device, vmfb, function, arrays, target_name)
        try:
            result = future.result(timeout=VULKAN_TIME_LIMIT)
            self._signal(signal.SIGSTOP)
            return result
        except FutureTimeoutError:
            self.stop()
            pytest.fail(f"the device did not finish within {VULKAN_TIME_LIMIT:g} s")
        except BrokenExecutor:
            self.stop()
            pytest.fail("the device's process died")

    def _signal(self, number):
        for process in self._pool._processes.values():
            os.kill(process.pid, number)

    def stop(self):
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.kill()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


@pytest.fixture(scope="session")
def device_process():
    process = DeviceProcess()
    yield process
    process.stop()


@pytest.fixture
def run(device_process):
    """`run(kernel, *arrays)`: the results of a compiled kernel as a list; Vulkan in a process of its own."""

    def call(kernel, *arrays, **named):
        bound = kernel.bind(arrays, named)
        if kernel.target.kind == "cpu":
            results = kernel(*bound)
            return list(results) if isinstance(results, tuple) else [results]
        return kernel.unpack(device_process.call(kernel.vmfb, kernel.name, bound, kernel.target.name))

    return call


def assert_same(result, expected, tolerance=1e-5):
    """Shapes, then finiteness and special values, then differences relative to the largest magnitude."""
    result, expected = np.asarray(result), np.asarray(expected)
    assert result.shape == expected.shape
    if expected.dtype == np.bool_:
        assert np.array_equal(result, expected)
        return
    finite = np.isfinite(expected)
    assert np.array_equal(np.isfinite(result), finite), "finite where the reference is not, or the other way round"
    assert np.array_equal(result[~finite].astype(np.float64), expected[~finite].astype(np.float64), equal_nan=True)
    if finite.any():
        scale = np.abs(expected[finite]).max() or 1.0
        assert np.abs(result[finite].astype(np.float64) - expected[finite]).max() <= tolerance * scale


@pytest.fixture(name="assert_same")
def _assert_same():
    """The function above: test files are no package and cannot import it."""
    return assert_same


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """The last line of the run: how many Vulkan tests were skipped, and why."""
    if hasattr(config, "workerinput"):
        return
    if vulkan_device_name() is None:
        print(f"Vulkan: {len(_skipped)} tests skipped: {why_no_vulkan()}")
    else:
        print(f"Vulkan: 0 tests skipped; device {vulkan_device_name()}")
