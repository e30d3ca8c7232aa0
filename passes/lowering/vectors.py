"""Loops and vectors: thin functions over `scf` and `vector` ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from iree.compiler import ir

from nnfuse.passes.lowering.emitter import Emitter

LoopBody = Callable[[ir.Value, list[ir.Value]], Sequence[ir.Value]]


def emit_loop(emitter: Emitter, start: int, stop: int, step: int, carried: Sequence[ir.Value], body: LoopBody) -> list[ir.Value]:
    """`scf.for` from `start` by `step` below `stop`; `body` gets the index and the carried values, and gives the next ones."""
    if start >= stop:
        return list(carried)
    bounds = [emitter.constant(str(number), "index") for number in (start, stop, step)]
    op = ir.Operation.create(
        "scf.for",
        results=[value.type for value in carried],
        operands=[*bounds, *carried],
        regions=1,
    )
    block = op.regions[0].blocks.append(emitter.type("index"), *[value.type for value in carried])
    index, *arguments = block.arguments
    with ir.InsertionPoint(block):
        ir.Operation.create("scf.yield", operands=list(body(index, list(arguments))))
    return list(op.results)


def read_vector(emitter: Emitter, tensor: ir.Value, indices: Sequence[ir.Value], lanes: int) -> ir.Value:
    """`lanes` consecutive elements of the last dimension from `indices` on; all must be there."""
    element = str(ir.RankedTensorType(tensor.type).element_type)
    padding = emitter.constant("0.0" if element.startswith("f") else "0", element)
    attributes = {
        "permutation_map": emitter.attribute(_minor_map(len(indices))),
        "in_bounds": emitter.attribute("[true]"),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, len(indices), 1, 0]),
    }
    result = emitter.type(f"vector<{lanes}x{element}>")
    return emitter.create("vector.transfer_read", [tensor, *indices, padding], result, attributes)


def write_vector(emitter: Emitter, vector: ir.Value, tensor: ir.Value, indices: Sequence[ir.Value]) -> ir.Value:
    """The tensor with a vector written to consecutive elements of its last dimension."""
    attributes = {
        "permutation_map": emitter.attribute(_minor_map(len(indices))),
        "in_bounds": emitter.attribute("[true]"),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1, len(indices), 0]),
    }
    return emitter.create("vector.transfer_write", [vector, tensor, *indices], tensor.type, attributes)


def _minor_map(rank: int) -> str:
    inputs = ", ".join(f"d{index}" for index in range(rank))
    return f"affine_map<({inputs}) -> (d{rank - 1})>"


def broadcast_scalar(emitter: Emitter, scalar: ir.Value, lanes: int) -> ir.Value:
    """A vector of one value."""
    return emitter.create("vector.broadcast", [scalar], emitter.type(f"vector<{lanes}x{scalar.type}>"))


def lane_mask(emitter: Emitter, lanes: int, first: int) -> ir.Value:
    """A constant mask, true from lane `first` on."""
    flags = ", ".join("true" if lane >= first else "false" for lane in range(lanes))
    vector = emitter.type(f"vector<{lanes}xi1>")
    return emitter.create("arith.constant", [], vector, {"value": emitter.attribute(f"dense<[{flags}]> : {vector}")})


def fold_lanes(emitter: Emitter, combiner: str, vector: ir.Value) -> ir.Value:
    """The lanes folded by halves: lane i with lane i + n/2, until one is left. This order is part of the result's meaning."""
    lanes = ir.VectorType(vector.type).shape[0]
    element = ir.VectorType(vector.type).element_type
    while lanes > 1:
        lanes //= 2
        half = emitter.type(f"vector<{lanes}x{element}>")
        parts = [
            emitter.create(
                "vector.extract_strided_slice",
                [vector],
                half,
                {
                    "offsets": emitter.attribute(f"[{offset}]"),
                    "sizes": emitter.attribute(f"[{lanes}]"),
                    "strides": emitter.attribute("[1]"),
                },
            )
            for offset in (0, lanes)
        ]
        vector = emitter.create(combiner, parts, half)
    attributes = {"static_position": ir.DenseI64ArrayAttr.get([0])}
    return emitter.create("vector.extract", [vector], element, attributes)
