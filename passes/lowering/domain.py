"""The iteration domain of a kernel: the loops over a result's shape, and how tensors are read and written in them.

A dimension may be split into (blocks, 2, half) so that a `rotate_half` along it becomes two plain reads and a
select: no gather, no integer division in the inner loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from iree.compiler import ir

from nnfuse.passes.lowering.emitter import Emitter


@dataclass(frozen=True)
class Domain:
    """Loops over `shape`; `splits` maps a dimension to the block size it is split by."""

    shape: tuple[int, ...]
    splits: dict[int, int] = field(default_factory=dict)

    def extents(self, dimension: int) -> list[int]:
        """The extents of the loops that run over `dimension`."""
        extent = self.shape[dimension]
        if dimension not in self.splits:
            return [extent]
        block = self.splits[dimension]
        return [extent // block, 2, block // 2]

    @cached_property
    def groups(self) -> list[list[int]]:
        """The loop extents of each dimension."""
        return [self.extents(dimension) for dimension in range(len(self.shape))]

    @cached_property
    def loop_shape(self) -> list[int]:
        """The extents of all loops."""
        return [extent for group in self.groups for extent in group]

    def first_loop(self, dimension: int) -> int:
        """The number of the first loop of `dimension`."""
        return sum(len(group) for group in self.groups[:dimension])

    def half_loop(self, dimension: int) -> int:
        """The loop of extent 2 of a split dimension: 0 in the first half of a block, 1 in the second."""
        return self.first_loop(dimension) + 1

    def map_text(self, loops: Sequence[int]) -> str:
        """The affine map from the loops to a tensor indexed by `loops`."""
        inputs = ", ".join(f"d{loop}" for loop in range(len(self.loop_shape)))
        return f"affine_map<({inputs}) -> ({', '.join(f'd{loop}' for loop in loops)})>"

    def identity(self) -> str:
        """The map of a tensor over the whole domain."""
        return self.map_text(range(len(self.loop_shape)))

    def read(self, emitter: Emitter, tensor: ir.Value, source: Sequence[int | None]) -> tuple[ir.Value, list[int]]:
        """Prepare `tensor` for reading and give the loops that index it.

        `source[i]` is the domain's dimension at which tensor dimension i is read, or None for index 0 of extent 1.
        Dimensions of extent 1 are dropped, split ones expanded.
        """
        tensor = drop_unit_dimensions(emitter, tensor, [dimension is None for dimension in source])
        kept = [dimension for dimension in source if dimension is not None]
        tensor = emitter.expand(tensor, [self.extents(dimension) for dimension in kept])
        loops = [self.first_loop(dimension) + part for dimension in kept for part in range(len(self.extents(dimension)))]
        return tensor, loops


def drop_unit_dimensions(emitter: Emitter, tensor: ir.Value, drop: Sequence[bool]) -> ir.Value:
    """Collapse away the dimensions marked in `drop`, each of extent 1."""
    shape = list(ir.RankedTensorType(tensor.type).shape)
    if not any(drop):
        return tensor
    return emitter.collapse(tensor, group_units(shape, drop))


def insert_unit_dimensions(emitter: Emitter, tensor: ir.Value, shape: Sequence[int], inserted: Sequence[bool]) -> ir.Value:
    """Expand `tensor` to `shape`, whose dimensions marked in `inserted` have extent 1 and are new."""
    if not any(inserted):
        return tensor
    return emitter.expand(tensor, group_units(shape, inserted) or [list(shape)])


def group_units(shape: Sequence[int], units: Sequence[bool]) -> list[list[int]]:
    """The extents of `shape` in consecutive groups, one for each dimension not in `units`."""
    kept = [index for index, unit in enumerate(units) if not unit]
    groups: list[list[int]] = [[] for _ in kept]
    if not kept:
        return groups
    position = 0
    for index, extent in enumerate(shape):
        if position + 1 < len(kept) and index >= kept[position + 1]:
            position += 1
        groups[position].append(extent)
    return groups
