"""Targets as data: TOML files to `Target` records."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nnfuse.passes.target import Profile, Target
from nnfuse.runtime.errors import TargetError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TARGET_FOLDER = Path(__file__).parent / "targets"

# Options that make IREE keep the plan: a group over constants only stays a dispatch.
_COMMON_FLAGS = ("--iree-opt-const-eval=false", "--iree-opt-const-expr-hoisting=false")


# For devices without a measured profile: a small GPU.
GPU_PROFILE = Profile(((1 << 62, 2e11),), 5e-6, 1e12, 1e11, 64)


@dataclass(frozen=True)
class GpuLimits:
    """What a Vulkan device offers a kernel. Sizes in bytes; features as Vulkan names them."""

    subgroup_size: int
    threads: int
    shared_memory_bytes: int
    float16: bool
    storage8: bool
    storage16: bool
    fused_multiply_add: bool

    def executable_target(self) -> str:
        """The explicit `#hal.executable.target` of a Vulkan device; IREE's default one is unsafe on small devices."""
        compute = ["fp32", "int32", *(["fp16", "int16"] if self.float16 else []), *(["int8"] if self.storage8 else [])]
        storage = ["b32", *(["b16"] if self.storage16 else []), *(["b8"] if self.storage8 else [])]
        return (
            '#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb", {iree_codegen.target_info = '
            '#iree_gpu.target<arch = "", features = "spirv:v1.6,cap:Shader", wgp = <'
            f"compute = {'|'.join(compute)}, storage = {'|'.join(storage)}, subgroup = shuffle|arithmetic, "
            f"subgroup_size_choices = [{self.subgroup_size}], "
            f"max_workgroup_sizes = [{self.threads}, {self.threads}, {min(self.threads, 64)}], "
            f"max_thread_count_per_workgroup = {self.threads}, max_workgroup_memory_bytes = {self.shared_memory_bytes}, "
            "max_workgroup_counts = [65535, 65535, 65535]>>}>"
        )


def target_names() -> list[str]:
    """The names of all described targets, and `vulkan` for the device that is found."""
    return sorted([path.stem for path in TARGET_FOLDER.glob("*.toml")] + ["vulkan"])


def load_target_file(path: Path) -> Target:
    """The target that a TOML file describes; raises `TargetError` if the file is no description."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        kind = data["kind"]
        gpu = GpuLimits(**data["gpu"]) if kind == "vulkan" else None
        profile = _profile(data["profile"]) if "profile" in data else None
        flags = data.get("compile_flags", [])
        if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
            raise TypeError(f"compile_flags is no list of strings: {flags!r}")
        return make_target(data["name"], kind, data["driver"], data["description"], tuple(flags), gpu, profile)
    except (OSError, KeyError, TypeError, ValueError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TargetError(
            f"'{path}' does not describe a target",
            expected="TOML with name, description, kind, driver, and a [gpu] table for Vulkan",
            actual=f"{type(error).__name__}: {error}",
        ) from None


def _profile(data: dict[str, Any]) -> Profile:
    """The `[profile]` table; its bandwidth is a list of `[bytes, bytes per second]`."""
    pairs = tuple((int(size), float(rate)) for size, rate in data.get("bandwidth", ()))
    if not pairs or list(pairs) != sorted(pairs):
        raise ValueError("profile.bandwidth is no ascending list of [bytes, bytes per second]")
    return Profile(**{**data, "bandwidth": pairs})


def make_target(
    name: str,
    kind: Any,
    driver: str,
    description: str,
    flags: tuple[str, ...],
    gpu: GpuLimits | None,
    profile: Profile | None = None,
) -> Target:
    """A `Target` from its parts."""
    if kind not in ("cpu", "vulkan", "cuda"):
        raise TargetError(f"target '{name}' is of unknown kind", expected="cpu, vulkan or cuda", actual=str(kind))
    return Target(
        name=name,
        kind=kind,
        driver=driver,
        compile_flags=(*flags, *_COMMON_FLAGS),
        executable_target=gpu.executable_target() if gpu else "",
        native_float_max=kind == "cpu",
        fused_multiply_add=gpu is None or gpu.fused_multiply_add,
        live_values=32 if kind == "cpu" else 128,
        profile=profile or (Profile() if kind == "cpu" else GPU_PROFILE),
        description=description,
    )
