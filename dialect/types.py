"""Element types and shapes: the map between numpy dtypes and MLIR element types."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.errors import DTypeError
from nnfuse.dialect.memo import remembered

_MLIR_NAMES: dict[np.dtype, str] = {
    np.dtype(np.float32): "f32",
    np.dtype(np.float16): "f16",
    np.dtype(np.bool_): "i1",
    np.dtype(np.int32): "i32",
    np.dtype(np.int64): "i64",
}
_NUMPY_DTYPES = {name: dtype for dtype, name in _MLIR_NAMES.items()}

ELEMENT_TYPES = tuple(_NUMPY_DTYPES)
SUPPORTED_DTYPES = tuple(dtype.name for dtype in _MLIR_NAMES)


def element_type_name(dtype: np.dtype | type | str) -> str:
    """MLIR's name of a numpy dtype, such as `f32` for `float32`; raises `DTypeError` for others."""
    resolved = np.dtype(dtype)
    if resolved not in _MLIR_NAMES:
        hint = "convert with .astype(numpy.float32)" if resolved.kind in "fiu" else None
        raise DTypeError(
            "unsupported element type", expected=f"one of {', '.join(SUPPORTED_DTYPES)}", actual=resolved.name, hint=hint
        )
    return _MLIR_NAMES[resolved]


def numpy_dtype(element_type: ir.Type) -> np.dtype:
    """The numpy dtype of an MLIR element type; raises `DTypeError` for a type that nn tensors do not hold."""
    name = str(element_type)
    if name not in _NUMPY_DTYPES:
        raise DTypeError("unsupported element type", expected=f"one of {', '.join(_NUMPY_DTYPES)}", actual=name)
    return _NUMPY_DTYPES[name]


def tensor_type(shape: Sequence[int], dtype: np.dtype | type | str) -> ir.RankedTensorType:
    """`tensor<shape x dtype>` in the current context."""
    return ir.RankedTensorType.get(list(shape), ir.Type.parse(element_type_name(dtype)))


def is_static_tensor(value_type: ir.Type) -> bool:
    """Whether a type is what nn values are: a ranked tensor whose extents are all known, and nothing encoded."""
    if not isinstance(value_type, ir.RankedTensorType):
        return False
    return value_type.has_static_shape and value_type.encoding is None


@remembered
def shape_of(value: ir.Value) -> tuple[int, ...]:
    """The static shape of a value of ranked tensor type."""
    return tuple(ir.RankedTensorType(value.type).shape)


@remembered
def element_type_of(value: ir.Value) -> ir.Type:
    """The MLIR element type of a value of ranked tensor type."""
    return ir.RankedTensorType(value.type).element_type


@remembered
def dtype_of(value: ir.Value) -> np.dtype:
    """The numpy dtype of a value of ranked tensor type."""
    return numpy_dtype(element_type_of(value))
