"""Devices: what is there, what it can do, and which target describes it."""

from __future__ import annotations

import functools
import re
import threading
from typing import Any

import iree.runtime as iree_runtime

from nnfuse.passes.target import Target
from nnfuse.runtime.errors import DeviceError, TargetError
from nnfuse.runtime.target_files import TARGET_FOLDER, GpuLimits, load_target_file, make_target, target_names

_lock = threading.Lock()


def find_target(target: str | Target) -> Target:
    """The target of this name; `vulkan` is the first Vulkan device, described by asking it.

    Raises:
        TargetError: no target has this name.
        DeviceError: `vulkan` without a Vulkan device.
    """
    if isinstance(target, Target):
        return target
    if target == "vulkan":
        return _discovered_vulkan()
    if target not in target_names():
        raise TargetError("unknown target", expected=f"one of {', '.join(target_names())}", actual=repr(target))
    return load_target_file(TARGET_FOLDER / f"{target}.toml")


def vulkan_device_name() -> str | None:
    """The name of the first Vulkan device, or None if there is none."""
    devices = _vulkan_devices()
    return str(devices[0]["name"]) if devices else None


def why_no_vulkan() -> str:
    """One sentence for a machine without a Vulkan device."""
    return "no Vulkan device (on Debian, mesa-vulkan-drivers and libvulkan1 provide a software one)"


@functools.cache
def _vulkan_devices() -> tuple[dict[str, Any], ...]:
    try:
        return tuple(iree_runtime.get_driver("vulkan").query_available_devices())
    except (RuntimeError, ValueError):
        return ()  # no loader or no driver


@functools.cache
def _discovered_vulkan() -> Target:
    devices = _vulkan_devices()
    if not devices:
        raise DeviceError("target 'vulkan' needs a Vulkan device", actual=why_no_vulkan(), hint="use target='cpu'")
    info = iree_runtime.get_driver("vulkan").dump_device_info(devices[0]["device_id"])
    name = str(devices[0]["name"])
    profile = find_target("lavapipe").profile if name.startswith("llvmpipe") else None
    return make_target("vulkan", "vulkan", "vulkan", name, (), parse_device_info(info), profile)


def parse_device_info(info: str) -> GpuLimits:
    """The limits that IREE's description of a Vulkan device tells.

    It tells subgroup size and features, not threads and shared memory: those are Vulkan's guaranteed minima that hold on
    every device we know, the threads bounded by what a two-step subgroup reduction can join.
    """
    match = re.search(r"subgroup: size=(\d+)", info)
    if match is None:
        raise DeviceError(
            "cannot read the Vulkan device's description", expected="a line 'subgroup: size=...'", actual=info[:200]
        )
    subgroup = int(match.group(1))

    def has(feature: str) -> bool:
        return f"{feature}=yes" in info

    return GpuLimits(
        subgroup_size=subgroup,
        threads=min(subgroup * subgroup, 256),
        shared_memory_bytes=16384,
        float16=has("shaderFloat16"),
        storage8=has("storageBuffer8BitAccess") and has("shaderInt8"),
        storage16=has("storageBuffer16BitAccess"),
        # Vulkan lets a driver round the product of an Fma; llvmpipe does.
        fused_multiply_add="driver: llvmpipe" not in info,
    )


@functools.cache
def _device(driver: str) -> Any:
    return iree_runtime.get_device(driver)


def open_device(target: Target) -> Any:
    """The IREE device of a target, one for each driver of the process; raises `DeviceError` if it cannot be opened."""
    if target.kind == "vulkan" and not _vulkan_devices():
        raise DeviceError(f"target '{target.name}' needs a Vulkan device", actual=why_no_vulkan(), hint="use target='cpu'")
    with _lock:
        try:
            return _device(target.driver)
        except (RuntimeError, ValueError) as error:
            raise DeviceError(f"cannot open a device for target '{target.name}'", actual=str(error)) from None
