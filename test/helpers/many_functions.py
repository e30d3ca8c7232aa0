"""Modules of many functions: one compilation, each function called on its own."""

import numpy as np

from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.runtime.compiler import compile_module
from nnfuse.runtime.devices import find_target
from nnfuse.runtime.executable import Executable


class ManyFunctions:
    """The functions of an nn module, compiled together; Vulkan runs in the device process."""

    def __init__(self, module, target_name, device_process, level="chain"):
        self.target = find_target(target_name)
        self._device_process = device_process
        state = State(module, self.target, level)
        run_pipeline(state, "lower")
        self.plans = {plan.function: plan for plan in state.plans}
        self._vmfb = compile_module(str(state.linalg), self.target)
        self._executable = Executable(self._vmfb, self.target) if self.target.kind == "cpu" else None

    def call(self, function, arrays):
        if self._executable is not None:
            results = self._executable.call(function, arrays)
        else:
            results = self._device_process.call(self._vmfb, function, arrays, self.target.name)
        return [result.view(np.bool_) if result.dtype == np.int8 else result for result in results]
