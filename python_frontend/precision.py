"""Precisions: how values are stored. Arithmetic is float32 always. Source: manual, section 3.3."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from nnfuse.dialect.errors import DTypeError


class Precision(enum.Enum):
    """A way to store numbers.

    F32 and F16 hold tensors and results. BF16 and F64 are reserved and rejected. T1_58 is a declaration for ternary weights:
    no tensor has it and nothing computes in it.
    """

    F32 = "float32"
    F16 = "float16"
    BF16 = "bfloat16"
    F64 = "float64"
    T1_58 = "ternary"

    @property
    def dtype(self) -> np.dtype:
        """The numpy dtype of stored values; raises `DTypeError` for a precision that holds none."""
        if self is Precision.T1_58:
            raise DTypeError(
                "T1_58 declares ternary weights; no tensor is stored or computed in it",
                expected="F32 or F16",
                actual="T1_58",
                hint="store the weights in F16 and declare T1_58 in the precision profile",
            )
        if self not in (Precision.F32, Precision.F16):
            raise DTypeError(f"{self.name} is not supported", expected="F32 or F16", actual=self.name)
        dtype: np.dtype = np.dtype(self.value)
        return dtype


def as_precision(value: Any) -> Precision:
    """A precision from itself or a float dtype; raises `DTypeError` for anything else."""
    if isinstance(value, Precision):
        return value
    name = np.dtype(value).name
    for precision in (Precision.F32, Precision.F16, Precision.F64):
        if name == precision.value:
            return precision
    raise DTypeError("not a precision", expected="F32 or F16", actual=name)
