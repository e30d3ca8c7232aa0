"""The one call that the device process makes; a module of its own, so that the process can import it by name."""


def call_on_device(vmfb, function, arrays, target_name):
    from nnfuse.runtime.devices import find_target
    from nnfuse.runtime.executable import Executable

    return Executable(vmfb, find_target(target_name)).call(function, arrays)
