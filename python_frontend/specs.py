"""What a kernel's input looks like: shape and dtype, without data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from nnfuse.dialect.errors import ShapeError
from nnfuse.dialect.types import element_type_name
from nnfuse.errors import SourceError


@dataclass(frozen=True)
class TensorSpec:
    """Shape and dtype of an input; rank 0 is a run-time scalar.

    Raises:
        ShapeError: an extent is negative or no integer.
        DTypeError: the dtype is not one that nn tensors hold.
    """

    shape: tuple[int, ...]
    dtype: np.dtype = field(default=np.dtype(np.float32))

    def __post_init__(self) -> None:
        extents = tuple(self.shape)
        if not all(isinstance(extent, (int, np.integer)) and extent >= 0 for extent in extents):
            raise ShapeError("bad shape", expected="integers, none negative", actual=str(self.shape))
        object.__setattr__(self, "shape", tuple(int(extent) for extent in extents))
        object.__setattr__(self, "dtype", np.dtype(self.dtype))
        element_type_name(self.dtype)

    def __str__(self) -> str:
        return f"{self.dtype.name}{list(self.shape)}"


def as_spec(value: TensorSpec | np.ndarray | Sequence[int]) -> TensorSpec:
    """A spec from a spec, an array (its shape and dtype), or a shape (float32)."""
    if isinstance(value, TensorSpec):
        return value
    if isinstance(value, np.ndarray):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, (tuple, list)):
        return TensorSpec(tuple(value))
    raise SourceError("not an input description", expected="a TensorSpec, an array, or a shape", actual=repr(value))
