"""Computing expressions over arrays at once: `compute`, `compute_into`, `compute_reduce`. Source: manual, section 8.1.

Leaves made of arrays (`leaf(array)`) carry their data. Compiled kernels are kept by structure, shapes and target, so the same
expression over other arrays or other run-time scalars compiles once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import numpy as np

from nnfuse.compiler import CompiledKernel, compile
from nnfuse.dialect.errors import DTypeError, ShapeError
from nnfuse.dsl.build import collect
from nnfuse.dsl.expression import Expression, Operand, as_expression, instantiate
from nnfuse.dsl.functions import cast, here
from nnfuse.dsl.keys import expr_spec, reduce_axis
from nnfuse.dsl.moves import update
from nnfuse.errors import ExpressionError
from nnfuse.passes.planning.levels import DEFAULT_LEVEL
from nnfuse.precision import Precision, as_precision

CACHE_LIMIT = 256

_cache: OrderedDict[tuple[str, str, str, str], CompiledKernel] = OrderedDict()
_lock = threading.Lock()


def compute(
    expression: Operand,
    rows: int | None = None,
    columns: int | None = None,
    *,
    precision: Precision | Any = Precision.F32,
    target: str = "cpu",
    level: str = DEFAULT_LEVEL,
) -> np.ndarray:
    """The value of an expression whose leaves are arrays, stored in `precision`.

    `rows` and `columns` fix the result's shape where the expression does not (a bare broadcast view, a scalar).
    """
    value = as_expression(expression)
    if rows is not None or columns is not None:
        if rows is None or columns is None:
            raise ShapeError("compute: rows and columns come together", actual=f"rows={rows}, columns={columns}", where=here())
        value = _on_grid(value, (rows, columns))
    return _evaluate(_stored(value, precision), target, level)


def compute_reduce(
    expression: Expression,
    rows: int | None = None,
    columns: int | None = None,
    *,
    precision: Precision | Any = Precision.F32,
    target: str = "cpu",
    level: str = DEFAULT_LEVEL,
) -> np.ndarray:
    """The vector that a reduction yields: (rows, 1) or (1, columns); `rows` and `columns`, of the folded grid, are checked."""
    axis = reduce_axis(expression)
    if axis is None:
        raise ExpressionError("compute_reduce: the expression has no reduction", where=here(), hint="use compute")
    folded = next(node for node in collect([expression]) if node.operation == "reduce").operands[0].shape
    for name, given, known in zip(("rows", "columns"), (rows, columns), folded, strict=True):
        if given is not None and known != given:
            raise ShapeError(f"compute_reduce: {name} differ", expected=str(known), actual=str(given), where=here())
    if expression.shape[axis] != 1:
        raise ShapeError(
            "compute_reduce: the result is no vector",
            expected="a reduction as the last step",
            actual=str(expression.shape),
            where=here(),
            hint="use compute",
        )
    return _evaluate(_stored(expression, precision), target, level)


def compute_into(
    expression: Operand, destination: np.ndarray | Expression, *, target: str = "cpu", level: str = DEFAULT_LEVEL
) -> np.ndarray | Expression:
    """Write an expression's value into an array, rounded to the array's dtype; the array may be among the leaves.

    All reads happen before the write, so an expression that reads the array transposed is right too. With a leaf as destination
    it is `update`: part of a larger program. Raises before anything is written if shapes or dtypes do not fit.
    """
    if isinstance(destination, Expression):
        return update(expression, destination)
    if not isinstance(destination, np.ndarray) or destination.dtype.name not in ("float32", "float16"):
        actual = getattr(getattr(destination, "dtype", None), "name", type(destination).__name__)
        raise DTypeError("compute_into: bad destination", expected="an array of float32 or float16", actual=actual, where=here())
    if not destination.flags.writeable:
        raise DTypeError("compute_into: the destination is read-only", where=here())
    value = _on_grid(as_expression(expression), destination.shape)
    destination[...] = _evaluate(cast(value, destination.dtype), target, level)
    return destination


def _on_grid(value: Expression, shape: tuple[int, ...]) -> Expression:
    if value.shape == shape and not value.floats:
        return value
    repeats = value.broadcasts and all(
        extent in (1, wanted) for extent, wanted in zip(value.shape[::-1], shape[::-1], strict=False)
    )
    if not repeats:
        raise ShapeError(
            "the expression does not fill the grid",
            expected=str(shape),
            actual=str(value.shape),
            where=here(),
            hint="row_broadcast repeats (rows, 1), col_broadcast (1, columns)" if 1 in value.shape else None,
        )
    return instantiate(value, shape)


def _stored(value: Expression, precision: Precision | Any) -> Expression:
    dtype = as_precision(precision).dtype
    return cast(value, dtype) if value.dtype.kind == "f" else value


def _evaluate(value: Expression, target: str, level: str) -> np.ndarray:
    spec = expr_spec(value)
    arrays = []
    for node in spec.inputs:
        if node.attributes["default"] is None:
            raise ExpressionError(
                "a leaf has no data" if node.operation == "leaf" else "a run-time scalar has no value",
                actual=repr(node),
                where="{}:{}".format(*node.location),
                hint="make it of an array: leaf(array)" if node.operation == "leaf" else "give it one: rparam(value)",
            )
        arrays.append(node.attributes["default"])
    key = (spec.canonical, spec.specialisation, target, level)
    with _lock:
        kernel = _cache.get(key)
        if kernel is not None:
            _cache.move_to_end(key)
    if kernel is None:
        kernel = compile(value, list(spec.inputs), target=target, level=level)
        with _lock:
            _cache[key] = kernel
            while len(_cache) > CACHE_LIMIT:
                _cache.popitem(last=False)
    result = kernel(*arrays)
    assert isinstance(result, np.ndarray)
    return result
