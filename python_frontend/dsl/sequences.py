"""The DSL's sequence functions: attention and the manual's outer scans. Source: manual, sections 12 and 13.

All are two-dimensional: batches and heads are blocks of rows, one under the other, batch-major.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nnfuse.dialect.errors import ShapeError
from nnfuse.dsl.expression import FLOAT16, FLOAT32, Expression, Operand, as_float32, constant
from nnfuse.dsl.functions import here, require_matrix, reshaped


def attention(
    q: Operand,
    k: Operand,
    v: Operand,
    heads: int,
    *,
    batch: int = 1,
    key_heads: int | None = None,
    mask: str = "plain",
    documents: Operand | None = None,
    slopes: Operand | None = None,
    scale: float | None = None,
) -> Expression:
    """`softmax(scale * q k^T + bias, masked) v` for each head of each batch.

    Args:
        q: (batch*heads*T, D).
        k, v: (batch*key_heads*S, D) and (batch*key_heads*S, E).
        heads, key_heads: query heads, and key heads (as many unless given); grouped heads share a key head in order.
        mask: `plain`, `causal` (keys up to the query), or `causal_doc` (and of the query's document).
        documents: (batch, T), equal numbers in one document; for `causal_doc`.
        slopes: (1, heads): adds `slope * (key - query)` to the scores (ALiBi).
        scale: 1 / sqrt(D) if not given.

    Returns: (batch*heads*T, E).
    """
    shared = heads if key_heads is None else key_heads
    query, key, value = (_float(require_matrix("attention", x), "attention") for x in (q, k, v))
    for name, x, blocks in (("q", query, batch * heads), ("k", key, batch * shared), ("v", value, batch * shared)):
        if blocks < 1 or x.shape[0] % blocks:
            raise ShapeError(
                f"attention: {name} does not fit", expected=f"{blocks} blocks of rows", actual=str(x.shape), where=here()
            )
    length = query.shape[0] // (batch * heads)
    keys = key.shape[0] // (batch * shared)
    if mask not in ("plain", "causal", "causal_doc"):
        raise ShapeError("attention: unknown mask", expected="'plain', 'causal' or 'causal_doc'", actual=repr(mask), where=here())
    if heads % shared or key.shape[1] != query.shape[1] or value.shape[0] != key.shape[0] or (mask != "plain" and keys != length):
        raise ShapeError(
            "attention: q, k and v do not fit",
            expected="one depth, as many keys as values (under a causal mask as queries too), key_heads that divide heads",
            actual=f"q {query.shape}, k {key.shape}, v {value.shape}, {heads} and {shared} heads",
            where=here(),
        )
    numbers = _vector("attention: documents", documents, (batch, length), needed=mask == "causal_doc")
    biases = reshaped(_vector("attention: slopes", slopes, (1, heads), needed=False), (heads,))
    total, depth = batch * heads, query.shape[1]
    operands = [
        reshaped(query, (total, length, depth)),
        reshaped(key, (batch * shared, keys, depth)),
        reshaped(value, (batch * shared, keys, value.shape[1])),
        numbers,
        biases,
    ]
    attributes: dict[str, Any] = {"mask": mask, "scale": 1.0 / math.sqrt(depth) if scale is None else scale, "batch": batch}
    result = Expression(
        "attention", operands, (total, length, value.shape[1]), FLOAT32, score_bias=slopes is not None, **attributes
    )
    return reshaped(result, (total * length, value.shape[1]))


def scan_prefix_outer(
    k: Operand,
    v: Operand,
    p: Operand,
    r: Operand,
    depth: int,
    heads: int,
    *,
    a0: Operand | None = None,
    b0: Operand | None = None,
    causal: bool = True,
    boundary: Operand | None = None,
) -> Expression:
    """Read-outs of running sums of outer products; five blocks B p, A p, B^T r, p . (A p), r . (B p). See `nn.scan_prefix_outer`.

    k, v, p, r are (B*heads*depth, T); a0 and b0 (heads*depth, depth), both or none; boundary (1, B*T), 1 where a document starts.
    """
    values = [as_float32(require_matrix("scan_prefix_outer", x), "scan_prefix_outer") for x in (k, v, p, r)]
    rows, length = values[0].shape
    batch = _batch("scan_prefix_outer", values[0], depth, heads)
    _require_equal("scan_prefix_outer", values)
    if (a0 is None) != (b0 is None):
        raise ShapeError("scan_prefix_outer: a0 and b0 come together", expected="both or none", where=here())
    state = (heads * depth, depth)
    operands = [
        *values,
        _vector("scan_prefix_outer: a0", a0, state, needed=False),
        _vector("scan_prefix_outer: b0", b0, state, needed=False),
        _vector("scan_prefix_outer: boundary", boundary, (1, batch * length), needed=False),
    ]
    flags = {"causal": causal, "has_state": a0 is not None, "has_boundary": boundary is not None}
    return Expression("scan_prefix_outer", operands, (5 * rows, length), FLOAT32, depth=depth, heads=heads, **flags)


def scan_suffix_outer(
    d: Operand, x: Operand, y: Operand, depth: int, heads: int, *, causal: bool = True, boundary: Operand | None = None
) -> Expression:
    """Read-outs of sums of matrices over the rest of the sequence; three blocks S x, S y, S^T y. See `nn.scan_suffix_outer`.

    d is (B*heads*depth^2, T); x and y (B*heads*depth, T); boundary (1, B*T), 1 where a document starts.
    """
    values = [as_float32(require_matrix("scan_suffix_outer", value), "scan_suffix_outer") for value in (x, y)]
    matrices = as_float32(require_matrix("scan_suffix_outer", d), "scan_suffix_outer")
    rows, length = values[0].shape
    batch = _batch("scan_suffix_outer", values[0], depth, heads)
    _require_equal("scan_suffix_outer", values)
    if matrices.shape != (rows * depth, length):
        raise ShapeError(
            "scan_suffix_outer: d does not fit", expected=str((rows * depth, length)), actual=str(matrices.shape), where=here()
        )
    operands = [matrices, *values, _vector("scan_suffix_outer: boundary", boundary, (1, batch * length), needed=False)]
    flags = {"causal": causal, "has_boundary": boundary is not None}
    return Expression("scan_suffix_outer", operands, (3 * rows, length), FLOAT32, depth=depth, heads=heads, **flags)


def outer_col(p: Operand, r: Operand, depth: int, scale: Operand | None = None) -> Expression:
    """The outer product of two columns at every position: (B*H*depth, T) twice to (B*H*depth^2, T), times `scale` if given."""
    values = [as_float32(require_matrix("outer_col", x), "outer_col") for x in (p, r)]
    _require_equal("outer_col", values)
    rows, length = values[0].shape
    if depth < 1 or rows % depth:
        raise ShapeError(
            "outer_col: bad depth", expected=f"a number that divides the {rows} rows", actual=str(depth), where=here()
        )
    factor = _vector("outer_col: scale", scale, (rows, length), needed=False)
    return Expression("outer_col", [*values, factor], (rows * depth, length), FLOAT32, depth=depth, has_scale=scale is not None)


def _float(value: Expression, name: str) -> Expression:
    return value if value.dtype == FLOAT16 else as_float32(value, name)


def _vector(name: str, x: Operand | None, shape: tuple[int, ...], *, needed: bool) -> Expression:
    """An optional operand of this shape; zeros where it is not given."""
    if x is None:
        if needed:
            raise ShapeError(f"{name} are missing", expected=str(shape), where=here())
        return constant(np.zeros(shape, np.float32))
    value = as_float32(require_matrix(name, x), name)
    if value.shape != shape:
        raise ShapeError(f"{name} do not fit", expected=str(shape), actual=str(value.shape), where=here())
    return value


def _batch(name: str, value: Expression, depth: int, heads: int) -> int:
    if depth < 1 or heads < 1 or value.shape[0] % (depth * heads):
        raise ShapeError(
            f"{name}: depth and heads do not fit",
            expected=f"a product that divides the {value.shape[0]} rows",
            actual=f"{depth} * {heads}",
            where=here(),
        )
    return value.shape[0] // (depth * heads)


def _require_equal(name: str, values: list[Expression]) -> None:
    shapes = [value.shape for value in values]
    if any(shape != shapes[0] for shape in shapes):
        raise ShapeError(f"{name}: operands differ in shape", expected=str(shapes[0]), actual=str(shapes), where=here())
