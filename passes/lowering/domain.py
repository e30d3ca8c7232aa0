"""The iteration domain of a kernel: the loops over a result's shape, each dimension split where its reads need it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from iree.compiler import ir

from nnfuse.passes.lowering.digits import Digit
from nnfuse.passes.lowering.emitter import Emitter


@dataclass(frozen=True)
class Domain:
    """Loops over `shape`; `splits` gives the inner sizes, descending, at which a dimension is split."""

    shape: tuple[int, ...]
    splits: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def loops(self) -> list[Digit]:
        """The digit that each loop runs over."""
        loops = []
        for dimension, extent in enumerate(self.shape):
            sizes = [extent, *self.splits.get(dimension, ()), 1]
            if extent in (0, 1):
                loops.append(Digit(dimension, 1, extent))
            else:
                loops += [Digit(dimension, low, high) for high, low in itertools.pairwise(sizes)]
        return loops

    @cached_property
    def loop_shape(self) -> list[int]:
        """The extents of all loops."""
        return [loop.extent for loop in self.loops]

    @cached_property
    def groups(self) -> list[list[int]]:
        """The loop extents of each dimension."""
        return [[self.loops[loop].extent for loop in self.loops_of(dimension)] for dimension in range(len(self.shape))]

    def loops_of(self, dimension: int) -> list[int]:
        """The numbers of the loops over a dimension, outermost first."""
        return [number for number, loop in enumerate(self.loops) if loop.dimension == dimension]

    def loops_in(self, digit: Digit) -> list[int]:
        """The numbers of the loops that make up a digit, outermost first."""
        return [
            number
            for number, loop in enumerate(self.loops)
            if loop.dimension == digit.dimension and digit.low <= loop.low and loop.high <= digit.high
        ]

    def map_text(self, loops: Sequence[int]) -> str:
        """The affine map from the loops to a tensor indexed by `loops`."""
        inputs = ", ".join(f"d{loop}" for loop in range(len(self.loop_shape)))
        return f"affine_map<({inputs}) -> ({', '.join(f'd{loop}' for loop in loops)})>"

    def identity(self) -> str:
        """The map of a tensor over the whole domain."""
        return self.map_text(range(len(self.loop_shape)))


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
