"""The reference interpreter: runs a function of nn ops in numpy. It is the definition of each op.

Two meanings of precision:

- `float64`: every float is a float64 and casts between floats round nothing: the ideal result.
- `exact`: each op is computed in float64 from operands of its own precision and rounded once to the result's
  precision, which for + - * / sqrt and fma is IEEE arithmetic in that precision (Figueroa, 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.errors import DTypeError, Error, ShapeError
from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.operation import OPERATIONS
from nnfuse.dialect.types import dtype_of, shape_of

Precision = Literal["float64", "exact"]


def evaluate(
    module: ir.Module,
    arguments: Sequence[np.ndarray | float],
    *,
    function: str | None = None,
    precision: Precision = "float64",
) -> list[np.ndarray]:
    """The results of a function of `module` on `arguments`.

    Args:
        arguments: one array for each argument, of its shape; scalars for rank 0.
        function: the function's name; the only one if not given.
        precision: `float64` or `exact`, see above.

    Returns:
        one array for each result: float64 in place of floats (`float64`), or of the result's own dtype (`exact`).

    Raises:
        ShapeError, DTypeError: an argument does not fit.
    """
    if precision not in ("float64", "exact"):
        raise Error("unknown precision", expected="'float64' or 'exact'", actual=repr(precision))
    with module.context, np.errstate(all="ignore"):
        op = find_function(module, function)
        block = op.regions[0].blocks[0]
        checked = _check_arguments(block, arguments)
        # Values hash by identity of the SSA value, so a dict keyed by them is an environment.
        environment = {value: _round(array, value, precision) for value, array in zip(block.arguments, checked, strict=True)}
        return _run_block(block, environment, precision)


def find_function(module: ir.Module, name: str | None = None) -> ir.Operation:
    """The `func.func` of this name, or the module's only one; raises `Error` otherwise."""
    functions = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in functions_of(module)}
    if name is None and len(functions) == 1:
        return next(iter(functions.values()))
    if name not in functions:
        expected = f"one of {', '.join(functions)}" if functions else "a module with a func.func"
        raise Error("no such function", expected=expected, actual=repr(name))
    return functions[name]


def _check_arguments(block: ir.Block, arguments: Sequence[np.ndarray | float]) -> list[np.ndarray]:
    if len(arguments) != len(block.arguments):
        raise Error("wrong number of arguments", expected=str(len(block.arguments)), actual=str(len(arguments)))
    arrays = []
    for index, (argument, value) in enumerate(zip(block.arguments, arguments, strict=True)):
        is_scalar = isinstance(value, (bool, int, float))
        array = np.asarray(value, dtype_of(argument)) if is_scalar else np.asarray(value)
        if array.shape != shape_of(argument):
            raise ShapeError("wrong shape", expected=str(shape_of(argument)), actual=str(array.shape), where=f"argument {index}")
        expected = dtype_of(argument)
        if array.dtype.kind != expected.kind:
            raise DTypeError("wrong element type", expected=expected.name, actual=array.dtype.name, where=f"argument {index}")
        arrays.append(array.astype(expected) if array.dtype != np.float64 else array)
    return arrays


def _run_block(block: ir.Block, environment: dict[ir.Value, np.ndarray], precision: Precision) -> list[np.ndarray]:
    for view in block.operations:
        op = view.operation
        operands = [environment[operand] for operand in op.operands]
        if op.name in ("func.return", "nn.yield"):
            return operands
        if op.name == "nn.group":
            results = _run_block(op.regions[0].blocks[0], environment, precision)
        elif op.name in OPERATIONS:
            results = [OPERATIONS[op.name].evaluate(op, [_widen(operand) for operand in operands])]  # type: ignore[attr-defined]
        else:
            raise Error("the reference interpreter runs nn ops only", actual=op.name, where=str(op.location))
        for value, array in zip(op.results, results, strict=True):
            environment[value] = _round(array, value, precision)
    raise Error("a block without a terminator")


def _widen(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64) if array.dtype.kind == "f" else array


def _round(array: np.ndarray, value: ir.Value, precision: Precision) -> np.ndarray:
    dtype = dtype_of(value)
    if dtype.kind == "f" and precision == "float64":
        return np.asarray(array, np.float64)
    return np.asarray(array, dtype)
