"""Reading operands through views into a kernel's body.

An affine read becomes an input of the `linalg.generic` with the composed map. A single `rotate_half` on top of an
affine read becomes two inputs, one for each half, and a select. Anything else is computed index by index and read
with `tensor.extract`: right for every view, slower where code generation makes a gather of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.types import element_type_of
from nnfuse.dialect.views import rotation_of
from nnfuse.passes.errors import LoweringError
from nnfuse.passes.lowering.domain import Domain
from nnfuse.passes.lowering.emitter import Emitter
from nnfuse.passes.views import Access, access


@dataclass(frozen=True)
class Read:
    """How one access enters a body: input tensors with their loops, and the scalar made of their elements."""

    inputs: tuple[tuple[ir.Value, tuple[int, ...]], ...]
    scalar: Callable[[Sequence[ir.Value]], ir.Value]


def splits_for(reads: Sequence[Access]) -> dict[int, int]:
    """The dimensions to split so that rotations become plain reads; the first block size a dimension asks for wins."""
    splits: dict[int, int] = {}
    for reading in reads:
        if _is_plain_rotation(reading):
            dimension, block = rotation_of(reading.views[0])
            splits.setdefault(dimension, block)
    return splits


def read(emitter: Emitter, domain: Domain, reading: Access, tensor: ir.Value) -> Read:
    """Plan the read of `reading`, whose base lives in `tensor`, at the point of `domain`."""
    source = projection(reading.affine_map)
    if source is not None:
        prepared, loops = domain.read(emitter, tensor, source)
        return Read(((prepared, tuple(loops)),), lambda scalars: scalars[0])
    if _is_plain_rotation(reading):
        dimension, block = rotation_of(reading.views[0])
        if domain.splits.get(dimension) == block:
            return _read_rotation(emitter, domain, reading, tensor, dimension)
    return Read((), lambda _: _extract(emitter, domain, reading, tensor))


def projection(affine_map: nn_ir.AffineMap | None) -> list[int | None] | None:
    """For each result of the map its input dimension, or None for the constant 0; None if it is anything else."""
    if affine_map is None:
        return None
    source: list[int | None] = []
    for expression in affine_map.results:
        if isinstance(expression, nn_ir.AffineDimExpr):
            source.append(expression.position)
        elif isinstance(expression, nn_ir.AffineConstantExpr) and expression.value == 0:
            source.append(None)
        else:
            return None
    dimensions = [dimension for dimension in source if dimension is not None]
    return source if len(set(dimensions)) == len(dimensions) else None


def _is_plain_rotation(reading: Access) -> bool:
    if not reading.views or reading.views[0].name != "nn.rotate_half":
        return False
    below = access(reading.views[0].operands[0], stop=(reading.base,))
    dimension, _ = rotation_of(reading.views[0])
    source = projection(below.affine_map)
    return source is not None and dimension in source


def _read_rotation(emitter: Emitter, domain: Domain, reading: Access, tensor: ir.Value, dimension: int) -> Read:
    below = access(reading.views[0].operands[0], stop=(reading.base,))
    source = projection(below.affine_map)
    assert source is not None
    expanded, loops = domain.read(emitter, tensor, source)
    half = domain.half_loop(dimension)
    position = loops.index(half)
    rest = tuple(loop for loop in loops if loop != half)
    first, second = (emitter.drop_slice(expanded, position, index) for index in (0, 1))

    def scalar(scalars: Sequence[ir.Value]) -> ir.Value:
        low, high = scalars
        index = loop_index(emitter, half)
        zero = emitter.constant("0", "index")
        in_first = compare_indices(emitter, "eq", index, zero)
        negated = emitter.create("arith.negf", [high], high.type)
        return emitter.create("arith.select", [in_first, negated, low], low.type)

    return Read(((first, rest), (second, rest)), scalar)


def _extract(emitter: Emitter, domain: Domain, reading: Access, tensor: ir.Value) -> ir.Value:
    """The element read at the current point, its coordinates computed view by view."""
    point = [_coordinate(emitter, domain, dimension) for dimension in range(len(domain.shape))]
    negations: list[ir.Value] = []
    for view in reading.views:
        if view.name == "nn.rotate_half":
            dimension, block = rotation_of(view)
            point[dimension], negated = _rotated(emitter, point[dimension], block)
            negations.append(negated)
        else:
            point = _apply_map(emitter, access(view.results[0], stop=(view.operands[0],)), point)
    element = emitter.type(str(element_type_of(reading.base)))
    value = emitter.create("tensor.extract", [tensor, *point], element)
    for negated in negations:
        minus = emitter.create("arith.negf", [value], element)
        value = emitter.create("arith.select", [negated, minus, value], element)
    return value


def _coordinate(emitter: Emitter, domain: Domain, dimension: int) -> ir.Value:
    first = domain.first_loop(dimension)
    index = loop_index(emitter, first)
    for part, extent in enumerate(domain.extents(dimension)[1:], start=1):
        scaled = index_op(emitter, "muli", index, emitter.constant(str(extent), "index"))
        index = index_op(emitter, "addi", scaled, loop_index(emitter, first + part))
    return index


def _rotated(emitter: Emitter, index: ir.Value, block: int) -> tuple[ir.Value, ir.Value]:
    half = emitter.constant(str(block // 2), "index")
    within = index_op(emitter, "remui", index, emitter.constant(str(block), "index"))
    in_first = compare_indices(emitter, "ult", within, half)
    forward, backward = index_op(emitter, "addi", index, half), index_op(emitter, "subi", index, half)
    return emitter.create("arith.select", [in_first, forward, backward], index.type), in_first


def _apply_map(emitter: Emitter, step: Access, point: list[ir.Value]) -> list[ir.Value]:
    source = projection(step.affine_map)
    if source is None:
        raise LoweringError("a view without a lowering", where=str(step.views[0].location), actual=step.views[0].name)
    return [emitter.constant("0", "index") if dimension is None else point[dimension] for dimension in source]


def loop_index(emitter: Emitter, loop: int) -> ir.Value:
    """The current index of a loop of the enclosing `linalg.generic`."""
    dim = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), loop)
    return emitter.create("linalg.index", [], emitter.type("index"), {"dim": dim})


def index_op(emitter: Emitter, name: str, x: ir.Value, y: ir.Value) -> ir.Value:
    """An `arith` op on two indices."""
    return emitter.create(f"arith.{name}", [x, y], emitter.type("index"))


def compare_indices(emitter: Emitter, predicate: str, x: ir.Value, y: ir.Value) -> ir.Value:
    """`arith.cmpi` on two indices; predicate eq or ult."""
    number = {"eq": 0, "ult": 6}[predicate]
    attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), number)
    return emitter.create("arith.cmpi", [x, y], emitter.type("i1"), {"predicate": attribute})
