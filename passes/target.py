"""The target record: what planning and lowering know of a device. Loaded from TOML by the runtime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["cpu", "vulkan", "cuda"]


@dataclass(frozen=True)
class Profile:
    """What a device's work costs, for the gain gate.

    Attributes:
        bandwidth: pairs of a working set in bytes and the bytes a second that copying reaches up to it, ascending.
        launch_seconds: what one more kernel in a program costs.
        operations_per_second: elements a second of an arithmetic op on data at hand.
        transcendental_per_second: the same for exp, log, tanh, division, ...
        registers: values of one element that code generation keeps at hand; further ones are spilled.
    """

    bandwidth: Sequence[tuple[int, float]] = ((1 << 62, 2e10),)
    launch_seconds: float = 2e-6
    operations_per_second: float = 2e10
    transcendental_per_second: float = 1e9
    registers: int = 16

    def bytes_per_second(self, working_set: int) -> float:
        """The bandwidth for a working set in bytes."""
        return next((rate for size, rate in self.bandwidth if working_set <= size), self.bandwidth[-1][1])


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
        live_values: how many values of one element a kernel may hold at a time.
        profile: what its work costs.
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
    live_values: int = 32
    profile: Profile = Profile()
    description: str = ""
