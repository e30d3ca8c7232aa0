"""The target record: what planning and lowering know of a device. Loaded from TOML by the runtime."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["cpu", "vulkan", "cuda"]


@dataclass(frozen=True)
class Target:
    """A device's description.

    Attributes:
        name: the name users write, such as `cpu` or `lavapipe`.
        kind: which compiler back end and driver it needs.
        driver: IREE's driver, such as `local-sync`.
        compile_flags: flags of `iree-compile` that belong to the target.
        executable_target: MLIR text of the `#hal.executable.target` that is written into the IR; empty where flags suffice.
        native_float_max: whether the device's own reductions with max and min propagate NaN.
        fused_multiply_add: whether `math.fma` rounds once there; products and sums are contracted only where it does.
        bindings: how many buffers a kernel may bind (IREE: 16).
        description: one line for people.
    """

    name: str
    kind: Kind
    driver: str
    compile_flags: tuple[str, ...] = field(default=())
    executable_target: str = ""
    native_float_max: bool = True
    fused_multiply_add: bool = True
    bindings: int = 16
    description: str = ""
