"""Loaded modules: calling a compiled function with numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import iree.runtime as iree_runtime
import numpy as np

from nnfuse.passes.target import Target
from nnfuse.runtime.devices import open_device


class Executable:
    """A compiled module on its device.

    Args:
        module: the `.vmfb` bytes.
        target: the target it was compiled for; its device is opened.
    """

    def __init__(self, module: bytes, target: Target) -> None:
        self.target = target
        self._device = open_device(target)
        config = iree_runtime.Config(device=self._device)
        self._context = iree_runtime.SystemContext(config=config)
        # The runtime maps the bytes; copying keeps the alignment that it wants.
        self._context.add_vm_module(iree_runtime.VmModule.copy_buffer(self._context.instance, module))
        self._functions = self._context.modules.module

    def call(self, function: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Run `function`; arrays must have the compiled shapes and dtypes, which the caller has checked.

        Booleans are int8 in compiled code, 0 or 1, in arguments and results; bool arrays are passed as such.
        """
        stored = [array.view(np.int8) if array.dtype == np.bool_ else array for array in arguments]
        results = self._functions[function](*stored)
        if not isinstance(results, (tuple, list)):
            results = (results,)
        return [self._to_host(result) for result in results]

    def _to_host(self, array: Any) -> np.ndarray:
        if self.target.kind == "cpu":
            return np.array(array.to_host(), copy=True)
        return copy_to_host(self._device, array)


def copy_to_host(device: Any, array: Any) -> np.ndarray:
    """A device array as a numpy array, through a host-visible staging buffer: mapping device memory fails on lavapipe."""
    source = array._buffer_view.get_buffer()
    size = source.byte_length()
    shape, dtype = tuple(array.shape), np.dtype(array.dtype)
    if size == 0:
        return np.empty(shape, dtype)
    staging = device.allocator.allocate_buffer(
        memory_type=iree_runtime.MemoryType.HOST_LOCAL | iree_runtime.MemoryType.DEVICE_VISIBLE,
        allowed_usage=iree_runtime.BufferUsage.DEFAULT | iree_runtime.BufferUsage.MAPPING,
        allocation_size=size,
    )
    commands = iree_runtime.HalCommandBuffer(device, begin=True)
    commands.copy(source, staging)
    commands.end()
    semaphore = device.create_semaphore(0)
    device.queue_execute(commands, [], [(semaphore, 1)])
    iree_runtime.HalFence.create_at(semaphore, 1).wait()
    count = int(np.prod(shape, dtype=np.int64))
    host: np.ndarray = (
        staging.map().asarray([size], np.dtype(np.uint8))[: count * dtype.itemsize].view(dtype).reshape(shape).copy()
    )
    return host
