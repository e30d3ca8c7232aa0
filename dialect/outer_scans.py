"""The manual's outer scans (section 12), in its layout, as masked matrix products instead of loops over positions.

A running sum of outer products is never formed: `(sum over i <= t of v_i k_i^T) p_t = sum over i <= t of v_i (k_i . p_t)`, so
the whole sequence is `V ((K^T P) masked)`, three dense steps that use the machine's matrix units. The cost is quadratic in
the length like attention's; the loop it replaces is linear but serial and moves a d x d state at each position.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect import builders as nn
from nnfuse.dialect.bindings import Boolean, Operand, Pure, Result, ir
from nnfuse.dialect.composites import Composite, same_document
from nnfuse.dialect.operation import integer_of, require
from nnfuse.dialect.types import element_type_of, shape_of

Tensor = ir.RankedTensorType


def _flag(op: ir.Operation, name: str) -> bool:
    return bool(ir.BoolAttr(op.attributes[name]).value)


def _require_f32(op: ir.Operation) -> None:
    for index, value in enumerate([*op.operands, *op.results]):
        element = str(element_type_of(value))
        require(element == "f32", f"value {index} has element type {element}, expected f32")


def _require_shapes(op: ir.Operation, expected: dict[str, Sequence[int]]) -> None:
    for (name, shape), value in zip(expected.items(), [*op.operands, *op.results], strict=True):
        actual = shape_of(value)
        require(actual == tuple(shape), f"{name} has shape {list(actual)}, expected {list(shape)}")


def _heads_and_batch(op: ir.Operation, rows: int) -> tuple[int, int, int]:
    """`(depth, heads, batch)` from the attributes and the rows of a (B*H*depth, T) operand."""
    depth, heads = integer_of(op, "depth"), integer_of(op, "heads")
    require(depth >= 1 and heads >= 1, f"depth {depth} and heads {heads} must be positive")
    require(rows % (depth * heads) == 0, f"depth {depth} times heads {heads} does not divide the {rows} rows")
    return depth, heads, rows // (depth * heads)


class ScanPrefixOuter(Composite, name="scan_prefix_outer", traits=[Pure]):
    """Read out running sums of outer products at every position.

    With A_t = A0 + sum of k_i k_i^T and B_t = B0 + sum of v_i k_i^T over i <= t of t's document (`causal`), or over all i,
    the result's five blocks of B*H*depth rows are B p, A p, B^T r, s = p . (A p) and r . (B p), the last two repeated over the
    head's rows. k, v, p, r are (B*H*depth, T); a0, b0 (H*depth, depth) start the first document (`has_state`); boundary
    (1, B*T) is 1 where a document starts (`has_boundary`, causal only).
    """

    shapes = "k, v, p, r (B*H*depth, T), a0, b0 (H*depth, depth), boundary (1, B*T), result (5*B*H*depth, T)"
    dsl, manual = "scan_prefix_outer(k, v, p, r, depth, heads, ...)", "12"

    k: Operand[Tensor]
    v: Operand[Any]
    p: Operand[Any]
    r: Operand[Any]
    a0: Operand[Any]
    b0: Operand[Any]
    boundary: Operand[Any]
    depth: ir.IntegerAttr
    heads: ir.IntegerAttr
    causal: Boolean
    has_state: Boolean
    has_boundary: Boolean
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        shape = shape_of(op.operands[0])
        require(len(shape) == 2, f"k has rank {len(shape)}, expected 2")
        rows, length = shape
        depth, heads, batch = _heads_and_batch(op, rows)
        state = (heads * depth, depth)
        expected = dict.fromkeys("kvpr", shape)
        _require_shapes(op, {**expected, "a0": state, "b0": state, "boundary": (1, batch * length), "result": (5 * rows, length)})
        _require_f32(op)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        rows, length = operands[0].shape
        depth, heads, batch = _heads_and_batch(op, rows)
        k, v, p, r = (x.reshape(batch, heads, depth, length) for x in operands[:4])
        a0, b0 = (x.reshape(heads, depth, depth) for x in operands[4:6])
        starts = operands[6].reshape(batch, length) != 0
        zero = np.zeros((depth, depth))
        out = np.empty((5, batch, heads, depth, length))
        for b in range(batch):
            for h in range(heads):
                a_run, b_run = (a0[h], b0[h]) if _flag(op, "has_state") else (zero, zero)
                if not _flag(op, "causal"):
                    a_run, b_run = a_run + k[b, h] @ k[b, h].T, b_run + v[b, h] @ k[b, h].T
                for t in range(length):
                    kt, vt, pt, rt = (x[b, h, :, t] for x in (k, v, p, r))
                    if _flag(op, "causal"):
                        if _flag(op, "has_boundary") and t > 0 and starts[b, t]:
                            a_run, b_run = zero, zero
                        a_run, b_run = a_run + np.outer(kt, kt), b_run + np.outer(vt, kt)
                    ap, bp = a_run @ pt, b_run @ pt
                    for block, column in enumerate((bp, ap, b_run.T @ rt, pt @ ap, rt @ bp)):
                        out[block, b, h, :, t] = column
        return out.reshape(5 * rows, length)

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        rows, length = shape_of(op.operands[0])
        depth, heads, batch = _heads_and_batch(op, rows)
        total = batch * heads
        k, v, p, r = (nn.reshape(x, (total, depth, length)) for x in list(op.operands)[:4])
        square = (total, length, length)
        mask, first = None, None
        if _flag(op, "causal"):
            mask = nn.compare("le", nn.index(square, 1), nn.index(square, 2))
            if _flag(op, "has_boundary"):
                numbers = nn.scan(nn.reshape(op.operands[6], (batch, length)), "sum", 1)
                mask = nn.logical_and(mask, same_document(numbers, heads))
                first = _in_first_document(numbers, heads, depth)
        zeros = nn.constant(0.0, square)

        def masked(x: ir.Value) -> ir.Value:
            return x if mask is None else nn.select(mask, x, zeros)

        key_p = masked(nn.matmul(k, p, transpose_lhs=True))
        value_r = masked(nn.matmul(v, r, transpose_lhs=True))
        b_p, a_p, bt_r = nn.matmul(v, key_p), nn.matmul(k, key_p), nn.matmul(k, value_r)
        if _flag(op, "has_state"):
            a0, b0 = (_for_each_batch(x, batch, heads, depth) for x in list(op.operands)[4:6])
            b_p = nn.add(b_p, _only(first, nn.matmul(b0, p)))
            a_p = nn.add(a_p, _only(first, nn.matmul(a0, p)))
            bt_r = nn.add(bt_r, _only(first, nn.matmul(b0, r, transpose_lhs=True)))
        blocks = [b_p, a_p, bt_r, _column_products(p, a_p), _column_products(r, b_p)]
        return _stack([nn.reshape(block, (rows, length)) for block in blocks])


class ScanSuffixOuter(Composite, name="scan_suffix_outer", traits=[Pure]):
    """Read out sums of matrices over the rest of the sequence at every position.

    With S_i = sum of D_t over t >= i of i's document (`causal`), or S_i = D_i, the result's three blocks of B*H*depth rows are
    S x, S y and S^T y. d is (B*H*depth^2, T) with element (a, b) of a head at row a*depth + b of its block; x, y are
    (B*H*depth, T); boundary as in `nn.scan_prefix_outer`.
    """

    shapes = "d (B*H*depth^2, T), x, y (B*H*depth, T), boundary (1, B*T), result (3*B*H*depth, T)"
    dsl, manual = "scan_suffix_outer(d, x, y, depth, heads, ...)", "12"

    d: Operand[Tensor]
    x: Operand[Any]
    y: Operand[Any]
    boundary: Operand[Any]
    depth: ir.IntegerAttr
    heads: ir.IntegerAttr
    causal: Boolean
    has_boundary: Boolean
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        shape = shape_of(op.operands[1])
        require(len(shape) == 2, f"x has rank {len(shape)}, expected 2")
        rows, length = shape
        depth, _, batch = _heads_and_batch(op, rows)
        boundary = (1, batch * length)
        _require_shapes(
            op, {"d": (rows * depth, length), "x": shape, "y": shape, "boundary": boundary, "result": (3 * rows, length)}
        )
        _require_f32(op)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        rows, length = operands[1].shape
        depth, heads, batch = _heads_and_batch(op, rows)
        d = operands[0].reshape(batch, heads, depth, depth, length)
        x, y = (value.reshape(batch, heads, depth, length) for value in operands[1:3])
        starts = operands[3].reshape(batch, length) != 0
        out = np.empty((3, batch, heads, depth, length))
        for b in range(batch):
            running = np.zeros((heads, depth, depth))
            for t in reversed(range(length)):
                resets = _flag(op, "has_boundary") and t + 1 < length and starts[b, t + 1]
                running = d[b, ..., t] if resets or not _flag(op, "causal") else running + d[b, ..., t]
                out[0, b, :, :, t] = np.einsum("hij,hj->hi", running, x[b, :, :, t])
                out[1, b, :, :, t] = np.einsum("hij,hj->hi", running, y[b, :, :, t])
                out[2, b, :, :, t] = np.einsum("hij,hi->hj", running, y[b, :, :, t])
        return out.reshape(3 * rows, length)

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        rows, length = shape_of(op.operands[1])
        depth, heads, batch = _heads_and_batch(op, rows)
        total = batch * heads
        sums = nn.reshape(op.operands[0], (total, depth * depth, length))
        if _flag(op, "causal"):
            square = (total, length, length)
            mask = nn.compare("ge", nn.index(square, 1), nn.index(square, 2))
            if _flag(op, "has_boundary"):
                numbers = nn.scan(nn.reshape(op.operands[3], (batch, length)), "sum", 1)
                mask = nn.logical_and(mask, same_document(numbers, heads))
            sums = nn.matmul(sums, nn.select(mask, nn.constant(1.0, square), nn.constant(0.0, square)))
        matrices = nn.reshape(sums, (total, depth, depth, length))
        x, y = (nn.reshape(value, (total, 1, depth, length)) for value in (op.operands[1], op.operands[2]))
        rows_of_y = nn.reshape(op.operands[2], (total, depth, 1, length))
        shape = (total, depth, depth, length)
        blocks = [
            nn.reduce(nn.mul(matrices, nn.broadcast(x, shape)), "sum", [2], keep=False),
            nn.reduce(nn.mul(matrices, nn.broadcast(y, shape)), "sum", [2], keep=False),
            nn.reduce(nn.mul(matrices, nn.broadcast(rows_of_y, shape)), "sum", [1], keep=False),
        ]
        return _stack([nn.reshape(block, (rows, length)) for block in blocks])


class OuterCol(Composite, name="outer_col", traits=[Pure]):
    """The outer product of two columns at every position: out[(head, a, b), t] = p[a, t] * r[b, t], times s[t] (`has_scale`).

    p, r and s are (B*H*depth, T), of s the first row of each head is read; the result is (B*H*depth^2, T).
    """

    shapes = "p, r, s (B*H*depth, T), result (B*H*depth^2, T)"
    dsl, manual = "outer_col(p, r, depth, scale=None)", "12"

    p: Operand[Tensor]
    r: Operand[Any]
    s: Operand[Any]
    depth: ir.IntegerAttr
    has_scale: Boolean
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        shape, depth = shape_of(op.operands[0]), integer_of(op, "depth")
        require(len(shape) == 2, f"p has rank {len(shape)}, expected 2")
        require(depth >= 1 and shape[0] % depth == 0, f"depth {depth} does not divide the {shape[0]} rows")
        _require_shapes(op, {"p": shape, "r": shape, "s": shape, "result": (shape[0] * depth, shape[1])})
        _require_f32(op)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        rows, length = operands[0].shape
        depth = integer_of(op, "depth")
        p, r, s = (x.reshape(rows // depth, depth, length) for x in operands)
        out = p[:, :, None] * r[:, None]
        if _flag(op, "has_scale"):
            out = out * s[:, None, :1]
        return out.reshape(rows * depth, length)

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        rows, length = shape_of(op.operands[0])
        depth = integer_of(op, "depth")
        shape = (rows // depth, depth, depth, length)
        p = nn.broadcast(nn.reshape(op.operands[0], (rows // depth, depth, 1, length)), shape)
        r = nn.broadcast(nn.reshape(op.operands[1], (rows // depth, 1, depth, length)), shape)
        product = nn.mul(p, r)
        if _flag(op, "has_scale"):
            first = nn.slice(nn.reshape(op.operands[2], (rows // depth, depth, length)), (0, 0, 0), (rows // depth, 1, length))
            product = nn.mul(product, nn.broadcast(nn.reshape(first, (rows // depth, 1, 1, length)), shape))
        return nn.reshape(product, (rows * depth, length))


def _in_first_document(numbers: ir.Value, heads: int, depth: int) -> ir.Value:
    """(B*heads, depth, T) i1: whether a position is in its sequence's first document."""
    batch, length = shape_of(numbers)
    full = (batch, heads, depth, length)
    own = nn.broadcast(nn.reshape(numbers, (batch, 1, 1, length)), full)
    first = nn.broadcast(nn.reshape(nn.slice(numbers, (0, 0), (batch, 1)), (batch, 1, 1, 1)), full)
    flat = (batch * heads, depth, length)
    return nn.compare("eq", nn.reshape(own, flat), nn.reshape(first, flat))


def _only(where: ir.Value | None, x: ir.Value) -> ir.Value:
    return x if where is None else nn.select(where, x, nn.constant(0.0, shape_of(x)))


def _for_each_batch(state: ir.Value, batch: int, heads: int, depth: int) -> ir.Value:
    """(H*depth, depth) repeated to (B*H, depth, depth)."""
    repeated = nn.broadcast(nn.reshape(state, (1, heads, depth, depth)), (batch, heads, depth, depth))
    return nn.reshape(repeated, (batch * heads, depth, depth))


def _column_products(x: ir.Value, y: ir.Value) -> ir.Value:
    """The inner product of the columns of x and y (heads, depth, T), repeated over the rows."""
    return nn.broadcast(nn.reduce(nn.mul(x, y), "sum", [1]), shape_of(x))


def _stack(blocks: Sequence[ir.Value]) -> ir.Value:
    stacked = blocks[0]
    for block in blocks[1:]:
        stacked = nn.concat(stacked, block, 0)
    return stacked
