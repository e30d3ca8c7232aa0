"""Reading operands through views into a kernel's body.

An affine read whose coordinates are sums of digits becomes a plain input of the `linalg.generic`: the tensor is sliced and
expanded, the loops are split. A single `rotate_half` on top of such a read becomes two inputs, one for each half, and a
select. Anything else is computed index by index and read with `tensor.extract`: right for every view, slower
where code generation makes a gather of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from iree.compiler import ir

from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.dialect.views import rotation_of
from nnfuse.passes.lowering.digits import Digit, Sum, split_sizes, sums_of
from nnfuse.passes.lowering.domain import Domain, drop_unit_dimensions
from nnfuse.passes.lowering.emitter import Emitter, memory_element
from nnfuse.passes.lowering.indices import apply_affine, constant_index, loop_index, select_index
from nnfuse.passes.views import Access, access, strip_reshapes


@dataclass(frozen=True)
class Read:
    """How one access enters a body: input tensors with their loops, and the scalar made of their elements."""

    inputs: tuple[tuple[ir.Value, tuple[int, ...]], ...]
    scalar: Callable[[Sequence[ir.Value]], ir.Value]


def make_domain(shape: tuple[int, ...], reads: Sequence[Access]) -> Domain:
    """The loops over `shape`, split where that makes reads plain; reads whose splits do not nest with earlier ones get none."""
    digits: list[Digit] = []
    splits: dict[int, tuple[int, ...]] = {}
    for reading in reads:
        wanted = _digits(reading, shape)
        if wanted is None:
            continue
        found = split_sizes([*digits, *wanted], shape)
        if found is not None:
            digits += wanted
            splits = found
    return Domain(shape, splits)


def _digits(reading: Access, shape: Sequence[int]) -> list[Digit] | None:
    plain = strip_reshapes(reading)
    sums = sums_of(plain.affine_map, shape)
    if sums is not None:
        return [digit for found in sums for _, digit in found.terms]
    rotation = _rotation(plain, shape)
    if rotation is None:
        return None
    dimension, block, sums = rotation
    halves = [Digit(dimension, 1, block // 2), Digit(dimension, block // 2, block)]
    return [*halves, *[digit for found in sums for _, digit in found.terms]]


def read(emitter: Emitter, domain: Domain, reading: Access, tensor: ir.Value) -> Read:
    """Plan the read of `reading`, whose base lives in `tensor`, at the point of `domain`."""
    plain = strip_reshapes(reading)
    tensor = reshape(emitter, tensor, shape_of(plain.base))
    if plain.is_identity and len(domain.loops) == len(domain.shape):
        # As it stands, dimensions of extent 1 too: code generation fuses a reader with a contraction only so.
        return Read(((tensor, tuple(range(len(domain.loops)))),), lambda scalars: scalars[0])
    sums = sums_of(plain.affine_map, domain.shape)
    if sums is not None and _is_plain(sums, domain):
        prepared, loops = _prepare(emitter, domain, tensor, sums)
        return Read(((prepared, tuple(loops)),), lambda scalars: scalars[0])
    rotation = _rotation(plain, domain.shape)
    if rotation is not None:
        dimension, block, sums = rotation
        half = [loop for loop in domain.loops_of(dimension) if domain.loops[loop] == Digit(dimension, block // 2, block)]
        if half and _is_plain(sums, domain):
            return _read_rotation(emitter, domain, tensor, sums, half[0])
    return Read((), lambda _: _extract(emitter, domain, plain, tensor))


def _is_plain(sums: Sequence[Sum], domain: Domain) -> bool:
    """Whether the loops are split finely enough, and each coordinate is a mixed radix or a strided slice."""
    for found in sums:
        for _, digit in found.terms:
            if _extent(domain, domain.loops_in(digit)) != digit.extent:
                return False
        if not found.is_radix and len(found.terms) != 1:
            return False
    return True


def _extent(domain: Domain, loops: Sequence[int]) -> int:
    extent = 1
    for loop in loops:
        extent *= domain.loop_shape[loop]
    return extent


def _prepare(emitter: Emitter, domain: Domain, tensor: ir.Value, sums: Sequence[Sum]) -> tuple[ir.Value, list[int]]:
    """Slice, drop and expand `tensor` so that each loop of the read indexes a dimension of its own."""
    shape = list(ir.RankedTensorType(tensor.type).shape)
    offsets = [found.constant for found in sums]
    sizes = [found.extent for found in sums]
    strides = [found.terms[0][0] if len(found.terms) == 1 else 1 for found in sums]
    if any(offsets) or sizes != shape or any(stride != 1 for stride in strides):
        tensor = emitter.slice(tensor, offsets, sizes, strides)
    tensor = drop_unit_dimensions(emitter, tensor, [not found.terms for found in sums])
    loops_of = [[loop for _, digit in found.terms for loop in domain.loops_in(digit)] for found in sums if found.terms]
    tensor = emitter.expand(tensor, [[domain.loop_shape[loop] for loop in loops] for loops in loops_of])
    return tensor, [loop for loops in loops_of for loop in loops]


def _rotation(reading: Access, shape: Sequence[int]) -> tuple[int, int, list[Sum]] | None:
    """`(dimension, block, sums below)` of a `rotate_half` on top of an affine read; None for anything else."""
    if not reading.views or reading.views[0].name != "nn.rotate_half":
        return None
    below = strip_reshapes(access(reading.views[0].operands[0], stop=(reading.base,)))
    sums = sums_of(below.affine_map, shape)
    dimension, block = rotation_of(reading.views[0])
    if sums is None or below.base != reading.base:
        return None
    whole = any(digit == Digit(dimension, 1, shape[dimension]) for found in sums for _, digit in found.terms)
    return (dimension, block, sums) if whole else None


def _read_rotation(emitter: Emitter, domain: Domain, tensor: ir.Value, sums: Sequence[Sum], half: int) -> Read:
    expanded, loops = _prepare(emitter, domain, tensor, sums)
    position = loops.index(half)
    rest = tuple(loop for loop in loops if loop != half)
    first, second = (emitter.drop_slice(expanded, position, index) for index in (0, 1))

    def scalar(scalars: Sequence[ir.Value]) -> ir.Value:
        low, high = scalars
        in_first = emitter.compare_indices("eq", loop_index(emitter, half), constant_index(emitter, 0))
        negated = emitter.create("arith.negf", [high], high.type)
        return emitter.create("arith.select", [in_first, negated, low], low.type)

    return Read(((first, rest), (second, rest)), scalar)


def _extract(emitter: Emitter, domain: Domain, reading: Access, tensor: ir.Value) -> ir.Value:
    """The element read at the current point, its coordinates computed view by view."""
    point = coordinates(emitter, domain)
    negations: list[ir.Value] = []
    for view in reading.views:
        if view.name == "nn.rotate_half":
            dimension, block = rotation_of(view)
            point[dimension], negated = _rotated(emitter, point[dimension], block)
            negations.append(negated)
        else:
            step = access(view.results[0], stop=(view.operands[0],))
            assert step.affine_map is not None
            point = apply_affine(emitter, step.affine_map, point)
    element = emitter.type(memory_element(str(element_type_of(reading.base))))
    value = emitter.create("tensor.extract", [tensor, *point], element)
    for negated in negations:
        minus = emitter.create("arith.negf", [value], element)
        value = emitter.create("arith.select", [negated, minus, value], element)
    return value


def coordinates(emitter: Emitter, domain: Domain) -> list[ir.Value]:
    """The current index of each dimension of the domain, put together from its loops."""
    point = []
    for dimension in range(len(domain.shape)):
        first, *rest = domain.loops_of(dimension)
        index = loop_index(emitter, first)
        for loop in rest:
            scaled = emitter.index_op("muli", index, constant_index(emitter, domain.loop_shape[loop]))
            index = emitter.index_op("addi", scaled, loop_index(emitter, loop))
        point.append(index)
    return point


def _rotated(emitter: Emitter, index: ir.Value, block: int) -> tuple[ir.Value, ir.Value]:
    half = constant_index(emitter, block // 2)
    within = emitter.index_op("remui", index, constant_index(emitter, block))
    in_first = emitter.compare_indices("ult", within, half)
    forward, backward = emitter.index_op("addi", index, half), emitter.index_op("subi", index, half)
    return select_index(emitter, in_first, forward, backward), in_first


def reshape(emitter: Emitter, tensor: ir.Value, shape: Sequence[int]) -> ir.Value:
    """`tensor` with another shape of as many elements, row-major: through one dimension."""
    old = list(ir.RankedTensorType(tensor.type).shape)
    if old == list(shape):
        return tensor
    flat = emitter.collapse(tensor, [old]) if old else emitter.expand(tensor, [[1]])
    return emitter.expand(flat, [list(shape)]) if shape else emitter.collapse(flat, [])
