"""Composite ops: whole computations with a name, which `nn-decompose` writes out in the other ops.

Each has a definition in numpy, written as the sentence says it, and a `decompose` that builds the fast form.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nnfuse.dialect import builders as nn
from nnfuse.dialect.bindings import Boolean, Operand, Pure, Result, ir
from nnfuse.dialect.operation import NNOperation, integer_of, require, string_of
from nnfuse.dialect.reductions import KINDS
from nnfuse.dialect.types import element_type_of, shape_of

Tensor = ir.RankedTensorType


class Composite(NNOperation):
    """An op that can be written out in others."""

    family = "composite"

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        """Build the result from other ops at the current insertion point."""
        raise NotImplementedError(op.name)


def _require_f32(**values: ir.Value) -> None:
    for name, value in values.items():
        element = str(element_type_of(value))
        require(element == "f32", f"{name} has element type {element}, expected f32")


def _require_shape(name: str, actual: Sequence[int], expected: Sequence[int]) -> None:
    require(tuple(actual) == tuple(expected), f"{name} has shape {list(actual)}, expected {list(expected)}")


class GroupedReduce(Composite, name="grouped_reduce", traits=[Pure]):
    """Fold each block of `group` consecutive rows into one: (G*R, N) to (G, N) with R = `group`; kinds as `nn.reduce`.

    Written out as a reshape to (G, R, N) and a reduction of the middle.
    """

    shapes = "operand (G*R, N), result (G, N)"
    dsl, manual = "grouped_reduce_sum(x, group), grouped_reduce_max(x, group)", "8.6.1, 10"

    operand: Operand[Tensor]
    kind: ir.StringAttr
    group: ir.IntegerAttr
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        source, group = shape_of(op.operands[0]), integer_of(op, "group")
        require(len(source) == 2, f"operand has rank {len(source)}, expected 2")
        require(group >= 1 and source[0] % group == 0, f"group {group} does not divide the {source[0]} rows")
        require(
            string_of(op, "kind") in KINDS,
            f"has kind '{string_of(op, 'kind')}', expected sum, max, min or prod",
        )
        _require_f32(operand=op.operands[0], result=op.results[0])
        _require_shape("result", shape_of(op.results[0]), (source[0] // group, source[1]))

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        rows, columns = operands[0].shape
        group = integer_of(op, "group")
        return KINDS[string_of(op, "kind")](operands[0].reshape(rows // group, group, columns), axis=1)

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        rows, columns = shape_of(op.operands[0])
        group = integer_of(op, "group")
        blocks = nn.reshape(op.operands[0], (rows // group, group, columns))
        return nn.reduce(blocks, string_of(op, "kind"), [1], keep=False)


class Argmax(Composite, name="argmax", traits=[Pure]):
    """The index of the first largest element along `dimension`, as f32, the dimension kept; the first NaN if there is one.

    Written out as the maximum, and the smallest index at which the element equals it. Exact up to 2^24 elements.
    """

    shapes = "result as operand with extent 1 along dimension"
    dsl, manual = "row_argmax(x), col_argmax(x)", "-"

    operand: Operand[Tensor]
    dimension: ir.IntegerAttr
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        source, dimension = shape_of(op.operands[0]), integer_of(op, "dimension")
        require(0 <= dimension < len(source), f"dimension {dimension} is out of range for rank {len(source)}")
        require(0 < source[dimension] <= 2**24, f"extent {source[dimension]} of dimension {dimension} is not within 1 to 2^24")
        _require_f32(operand=op.operands[0], result=op.results[0])
        expected = tuple(1 if index == dimension else extent for index, extent in enumerate(source))
        _require_shape("result", shape_of(op.results[0]), expected)

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        dimension = integer_of(op, "dimension")
        return np.argmax(operands[0], axis=dimension, keepdims=True).astype(np.float64)

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        (x,), dimension = op.operands, integer_of(op, "dimension")
        shape = shape_of(x)
        largest = nn.broadcast(nn.reduce(x, "max", [dimension]), shape)
        is_nan = nn.compare("ne", x, x)  # only a NaN differs from itself; with one the maximum is NaN and equals nothing
        found = nn.logical_or(nn.compare("eq", x, largest), is_nan)
        beyond = nn.constant(float(shape[dimension]), shape)
        return nn.reduce(nn.select(found, nn.index(shape, dimension), beyond), "min", [dimension])


class Attention(Composite, name="attention", traits=[Pure]):
    """`softmax(scale * q k^T + bias, masked) v` for each head.

    q is (B*H, T, D), k and v are (B*G, S, D); G divides H, and query head h reads head h / (H/G) of k and v (grouped
    heads). mask is `plain`, `causal` (key index <= query index) or `causal_doc` (and both in one document, `documents`
    (B, T), equal numbers). slopes (H,) add `slope * (key - query)` to the scores (ALiBi, Press et al., 2022). documents
    without causal_doc and zero slopes are not read. `batch` is B.
    """

    shapes = "q (B*H, T, D), k (B*G, S, D), v (B*G, S, E), documents (B, T), slopes (H,), result (B*H, T, E)"
    dsl, manual = "attention(q, k, v, batch, mask, documents=None, slopes=None)", "13"

    q: Operand[Tensor]
    k: Operand[Any]
    v: Operand[Any]
    documents: Operand[Any]
    slopes: Operand[Any]
    mask: ir.StringAttr
    scale: ir.FloatAttr
    batch: ir.IntegerAttr
    score_bias: Boolean
    result: Result[Any]

    @staticmethod
    def check(op: ir.Operation) -> None:
        q, k, v, documents, slopes = map(shape_of, op.operands)
        mask, batch = string_of(op, "mask"), integer_of(op, "batch")
        require(mask in ("plain", "causal", "causal_doc"), f"has mask '{mask}', expected plain, causal or causal_doc")
        require(len(q) == len(k) == len(v) == 3, f"q, k and v have ranks {len(q)}, {len(k)} and {len(v)}, expected 3")
        require(
            batch >= 1 and q[0] % batch == 0 and k[0] % batch == 0,
            f"batch {batch} does not divide {q[0]} query and {k[0]} key heads",
        )
        require(k[0] > 0 and q[0] % k[0] == 0, f"{k[0]} key heads do not divide {q[0]} query heads")
        require(k[2] == q[2] and v[:2] == k[:2], f"q {list(q)}, k {list(k)} and v {list(v)} do not fit")
        require(k[1] > 0 or q[1] == 0, f"k {list(k)} has no keys for the {q[1]} queries: a softmax over none is not defined")
        require(mask == "plain" or q[1] == k[1], f"mask {mask} needs as many keys as queries, there are {k[1]} and {q[1]}")
        _require_shape("documents", documents, (batch, q[1]))
        _require_shape("slopes", slopes, (q[0] // batch,))
        _require_shape("result", shape_of(op.results[0]), (q[0], q[1], v[2]))
        for name, value in zip(("q", "k", "v"), op.operands, strict=False):
            element = str(element_type_of(value))
            require(element in ("f32", "f16"), f"{name} has element type {element}, expected f32 or f16")
        elements = [str(element_type_of(value)) for value in list(op.operands)[:2]]
        require(elements[0] == elements[1], f"q and k have element types {' and '.join(elements)}, expected one")
        _require_f32(documents=op.operands[3], slopes=op.operands[4], result=op.results[0])

    @staticmethod
    def evaluate(op: ir.Operation, operands: Sequence[np.ndarray]) -> np.ndarray:
        q, k, v, documents, slopes = operands
        mask, batch = string_of(op, "mask"), integer_of(op, "batch")
        scale = ir.FloatAttr(op.attributes["scale"]).value
        heads = q.shape[0] // batch
        queries, keys = np.arange(q.shape[1])[:, None], np.arange(k.shape[1])[None, :]
        out = np.empty(shape_of(op.results[0]))
        if not out.size:
            return out
        for head in range(q.shape[0]):
            shared = head // (q.shape[0] // k.shape[0])
            scores = scale * (q[head] @ k[shared].T)
            if _has_bias(op):
                scores = scores + slopes[head % heads] * (keys - queries)
            allowed = np.ones(scores.shape, bool) if mask == "plain" else keys <= queries
            if mask == "causal_doc":
                numbers = documents[head // heads]
                allowed = allowed & (numbers[:, None] == numbers[None, :])
            scores = np.where(allowed, scores, -np.inf)
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            out[head] = weights / weights.sum(axis=1, keepdims=True) @ v[shared]
        return out

    @staticmethod
    def decompose(op: ir.Operation) -> ir.Value:
        """Matrix products over stacked query heads, so that a shared key head is read in place and never copied."""
        q, k, v, documents, slopes = op.operands
        total, length, depth = shape_of(q)
        shared, keys, _ = shape_of(k)
        batch, mask = integer_of(op, "batch"), string_of(op, "mask")
        stacked = nn.reshape(q, (shared, total // shared * length, depth))
        scores = nn.reshape(nn.matmul(stacked, k, transpose_rhs=True), (total, length, keys))
        scores = nn.mul(scores, nn.constant(ir.FloatAttr(op.attributes["scale"]).value, (total, length, keys)))
        shape = shape_of(scores)
        query_index, key_index = nn.index(shape, 1), nn.index(shape, 2)
        if _has_bias(op):
            heads = total // batch
            by_head = nn.broadcast(nn.reshape(slopes, (1, heads, 1, 1)), (batch, heads, length, keys))
            bias = nn.mul(nn.reshape(by_head, shape), nn.sub(key_index, query_index))
            scores = nn.add(scores, bias)
        if mask != "plain":
            allowed = nn.compare("le", key_index, query_index)
            if mask == "causal_doc":
                allowed = nn.logical_and(allowed, same_document(documents, total // batch))
            scores = nn.select(allowed, scores, nn.constant(float("-inf"), shape))
        largest = nn.broadcast(nn.reduce(scores, "max", [2]), shape)
        weights = nn.exp(nn.sub(scores, largest))
        weights = nn.div(weights, nn.broadcast(nn.reduce(weights, "sum", [2]), shape))
        stacked = nn.reshape(weights, (shared, total // shared * length, keys))
        element = "float32" if str(element_type_of(v)) == "f16" else None
        return nn.reshape(nn.matmul(stacked, nn.cast(v, element) if element else v), shape_of(op.results[0]))


def _has_bias(op: ir.Operation) -> bool:
    return bool(ir.BoolAttr(op.attributes["score_bias"]).value)


def same_document(documents: ir.Value, heads: int) -> ir.Value:
    """(B*heads, T, T) i1: whether query and key stand in one document; `documents` is (B, T), equal numbers."""
    batch, length = shape_of(documents)
    full = (batch, heads, length, length)
    of_query = nn.broadcast(nn.reshape(documents, (batch, 1, length, 1)), full)
    of_key = nn.broadcast(nn.reshape(documents, (batch, 1, 1, length)), full)
    flat = (batch * heads, length, length)
    return nn.compare("eq", nn.reshape(of_query, flat), nn.reshape(of_key, flat))
