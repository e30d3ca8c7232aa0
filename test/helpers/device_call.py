"""The one call that the device process makes; a module of its own, so that the process can import it by name."""

import functools


def call_on_device(vmfb, function, arrays, target_name):
    return _executable(vmfb, target_name).call(function, arrays)


@functools.lru_cache(maxsize=1)
def _executable(vmfb, target_name):
    """The last module is kept: its other functions are often called next."""
    from nnfuse.runtime.devices import find_target
    from nnfuse.runtime.executable import Executable

    return Executable(vmfb, find_target(target_name))
