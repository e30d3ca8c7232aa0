"""Leaves and views that depend on the grid they are used on: `row()`, `col()`, `batch`, and the manual's row and batch views.

They float until an operator gives them a grid, that of the operand they meet. Source: manual, sections 8.2 and 8.6.1.
"""

from __future__ import annotations

from nnfuse.dialect.errors import ShapeError
from nnfuse.dsl.expression import FLOAT32, GRID_FORMS, Expression, Operand, Shape, broadcast, instantiate
from nnfuse.dsl.functions import here, require_matrix, reshaped


def row() -> Expression:
    """The row number of each point of the grid, as a float."""
    return Expression("grid_index", (), (1, 1), FLOAT32, broadcasts=True, dimension=0, batches=None, spelling="row()")


def col() -> Expression:
    """The column number of each point of the grid, as a float."""
    return Expression("grid_index", (), (1, 1), FLOAT32, broadcasts=True, dimension=1, batches=None, spelling="col()")


def batch(count: int) -> Expression:
    """The batch number of each point, as a float, where the grid's rows are `count` blocks one under the other."""
    return Expression("grid_index", (), (1, 1), FLOAT32, broadcasts=True, dimension=0, batches=count, spelling="batch(count)")


def row_mod(x: Operand, mod: int, rows: int | None = None) -> Expression:
    """Repeat the `mod` rows of `x` downwards: row r reads row `r % mod`. `rows` fixes the height, else the grid does."""
    value = require_matrix("row_mod", x)
    if value.shape[0] != mod:
        raise ShapeError("row_mod: x must have mod rows", expected=str(mod), actual=str(value.shape[0]), where=here())
    return _repeated("row_mod", value, 0, mod, rows)


def row_access(x: Operand, offset: int, mod: int, rows: int | None = None) -> Expression:
    """Row r reads row `offset + r % mod` of `x`. `rows` fixes the height, else the grid does."""
    value = require_matrix("row_access", x)
    if mod < 1 or offset < 0 or offset + mod > value.shape[0]:
        raise ShapeError(
            "row_access: rows out of range",
            expected=f"offset + mod within the {value.shape[0]} rows",
            actual=f"{offset} + {mod}",
            where=here(),
        )
    return _repeated("row_access", value, offset, mod, rows)


def _repeated(spelling: str, value: Expression, offset: int, mod: int, rows: int | None) -> Expression:
    attributes = {"offset": offset, "mod": mod, "spelling": spelling}
    floating = Expression("row_access", (value,), (1, value.shape[1]), value.dtype, broadcasts=True, **attributes)
    return floating if rows is None else instantiate(floating, (rows, value.shape[1]))


def batch_mod(x: Operand, modulo: int, batches: int) -> Expression:
    """In batch b, one of `batches` row blocks of the grid, every point reads `x[0, b % modulo]`; `x` is (1, n)."""
    value = require_matrix("batch_mod", x)
    if value.shape[0] != 1 or not 1 <= modulo <= value.shape[1]:
        raise ShapeError(
            "batch_mod: x does not fit", expected=f"one row of at least {modulo} values", actual=str(value.shape), where=here()
        )
    attributes = {"modulo": modulo, "batches": batches, "spelling": "batch_mod"}
    return Expression("batch_mod", (value,), (1, 1), value.dtype, broadcasts=True, **attributes)


def batch_col(x: Operand, columns: int) -> Expression:
    """In batch b, column c reads `x[0, b * columns + c]`; `x` is (1, batches * columns), and the grid has `columns` columns."""
    value = require_matrix("batch_col", x)
    if value.shape[0] != 1 or columns < 1 or value.shape[1] % columns:
        raise ShapeError(
            "batch_col: x does not fit",
            expected=f"one row of a multiple of {columns} values",
            actual=str(value.shape),
            where=here(),
            hint="one block of columns for each batch, (1, batches * columns), heads counted in",
        )
    attributes = {"columns": columns, "spelling": "batch_col"}
    return Expression("batch_col", (value,), (1, columns), value.dtype, broadcasts=True, **attributes)


def _block_height(node: Expression, shape: Shape, batches: int) -> int:
    if len(shape) != 2 or batches < 1 or shape[0] % batches:
        raise ShapeError(
            f"{node.operation}: the grid has no such batches",
            expected=f"a number that divides {shape[0]} rows",
            actual=str(batches),
            where=here(),
        )
    return shape[0] // batches


def _index_on(node: Expression, shape: Shape) -> Expression:
    batches, dimension = node.attributes["batches"], node.attributes["dimension"]
    if len(shape) != 2:
        raise ShapeError("row(), col() and batch() need a grid of rank 2", actual=str(shape), where=here())
    divisor = 1 if batches is None else _block_height(node, shape, batches)
    return Expression("index", (), shape, FLOAT32, dimension=dimension, divisor=divisor)


def _periodic(value: Expression, offset: int, mod: int, rows: int) -> Expression:
    shape = (rows, value.shape[1])
    return Expression("periodic", (value,), shape, value.dtype, dimension=0, period=mod, extent=rows, offset=offset)


def _row_access_on(node: Expression, shape: Shape) -> Expression:
    (value,) = node.operands
    repeated = _periodic(value, node.attributes["offset"], node.attributes["mod"], shape[0])
    return broadcast(repeated, shape)


def _batch_mod_on(node: Expression, shape: Shape) -> Expression:
    (value,), modulo = node.operands, node.attributes["modulo"]
    height = _block_height(node, shape, node.attributes["batches"])
    used = Expression("slice", (value,), (1, modulo), value.dtype, offsets=(0, 0), sizes=(1, modulo))
    blocks = broadcast(reshaped(used, (modulo, 1, 1)), (modulo, height, 1))
    return broadcast(_periodic(reshaped(blocks, (modulo * height, 1)), 0, modulo * height, shape[0]), shape)


def _batch_col_on(node: Expression, shape: Shape) -> Expression:
    (value,), columns = node.operands, node.attributes["columns"]
    batches = value.shape[1] // columns
    height = _block_height(node, shape, batches)
    blocks = broadcast(reshaped(value, (batches, 1, columns)), (batches, height, columns))
    return broadcast(reshaped(blocks, (shape[0], columns)), shape)


GRID_FORMS.update({"grid_index": _index_on, "row_access": _row_access_on, "batch_mod": _batch_mod_on, "batch_col": _batch_col_on})
