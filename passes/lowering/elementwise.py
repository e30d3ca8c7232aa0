"""Elementwise stretches: ops over one shape become one `linalg.generic`, with a result for each value that leaves."""

from __future__ import annotations

from collections.abc import Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.lowering.domain import Domain
from nnfuse.passes.lowering.emitter import memory_element
from nnfuse.passes.lowering.kernel import Inputs, Kernel, index_scalar, splat_literal
from nnfuse.passes.lowering.reading import make_domain
from nnfuse.passes.lowering.scalars import emit_scalar
from nnfuse.passes.views import Access, access, strip_reshapes


def emit_stretch(kernel: Kernel, ops: Sequence[nn_ir.Operation], outputs: Sequence[nn_ir.Value]) -> None:
    """Emit `ops` (elementwise, or one view to materialise) as one generic; `outputs` become tensors of the kernel.

    All ops have one result shape, and read each other's results at the same index only.
    """
    if 0 in shape_of(outputs[0]):
        for output in outputs:
            kernel.set_empty(output)
        return
    if _is_view(ops[0]) and _is_copy(ops[0].results[0], kernel):
        _copy(kernel, ops[0].results[0])
        return
    emitter = kernel.emitter
    stretch = Stretch(kernel, ops)
    domain = make_domain(shape_of(outputs[0]), stretch.reads)
    inputs = Inputs(kernel, domain)
    stretch.attach(inputs)
    elements = [str(element_type_of(output)) for output in outputs]
    destinations = [emitter.empty(domain.loop_shape, memory_element(element)) for element in elements]

    def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
        scalars = stretch.scalars(arguments)
        return [emitter.store(scalars[output], element) for output, element in zip(outputs, elements, strict=True)]

    maps = [*inputs.maps, *[domain.identity()] * len(outputs)]
    results = emitter.generic(inputs.tensors, destinations, maps, ["parallel"] * len(domain.loop_shape), body)
    for output, result in zip(outputs, results, strict=True):
        kernel.tensors[output] = emitter.collapse(result, domain.groups)


def _is_copy(value: nn_ir.Value, kernel: Kernel) -> bool:
    """Whether a view is its base in memory as it stands, reshapes aside."""
    reading = access(value, stop=kernel.tensors.keys() - {value})
    return reading.base in kernel.tensors and strip_reshapes(reading).is_identity


def _copy(kernel: Kernel, value: nn_ir.Value) -> None:
    element = memory_element(str(element_type_of(value)))
    kernel.tensors[value] = kernel.emitter.copy(kernel.operand(value), shape_of(value), element)


class Stretch:
    """Ops over one shape as a stretch of a generic's body.

    First `reads` say what the domain must allow, then `attach` registers them, then `scalars` emits the ops.
    """

    def __init__(self, kernel: Kernel, ops: Sequence[nn_ir.Operation]) -> None:
        self._kernel = kernel
        self._ops = ops
        self.inside = {op.results[0] for op in ops}
        self._reads = {
            (index, position): reading for index, op in enumerate(ops) for position, reading in _reads(op, self.inside, kernel)
        }
        self._locations = [kernel.emitter.location(op.location) for op in ops]

    @property
    def reads(self) -> list[Access]:
        """All reads, those of the stretch's own values too."""
        return list(self._reads.values())

    def attach(self, inputs: Inputs) -> None:
        """Register the reads from memory as inputs of the generic."""
        self._inputs = inputs
        outer = {place: reading for place, reading in self._reads.items() if not _is_inline(reading, self.inside)}
        self._keys = {place: inputs.add(reading) for place, reading in outer.items()}

    def scalars(self, arguments: Sequence[ir.Value]) -> dict[nn_ir.Value, ir.Value]:
        """Emit the ops in the body whose block arguments are given; the scalar of each op's result."""
        scalars: dict[nn_ir.Value, ir.Value] = {}
        for index, op in enumerate(self._ops):
            operands = [self._operand((index, position), arguments, scalars) for position in range(_operand_count(op))]
            with self._locations[index]:
                scalars[op.results[0]] = operands[0] if _is_view(op) else emit_scalar(self._kernel.emitter, op, operands)
        return scalars

    def _operand(self, place: tuple[int, int], arguments: Sequence[ir.Value], scalars: dict[nn_ir.Value, ir.Value]) -> ir.Value:
        if place in self._keys:
            return self._inputs.scalar(self._keys[place], arguments)
        return _inline(self._kernel, self._inputs.domain, self._reads[place], scalars)


def _is_view(op: nn_ir.Operation) -> bool:
    return access(op.results[0]).views != ()


def _operand_count(op: nn_ir.Operation) -> int:
    return 1 if _is_view(op) else len(op.operands)


def _reads(op: nn_ir.Operation, inside: set[nn_ir.Value], kernel: Kernel) -> list[tuple[int, Access]]:
    stop = inside | kernel.tensors.keys()
    if _is_view(op):
        return [(0, access(op.results[0], stop=stop - {op.results[0]}))]
    return [(position, access(operand, stop=stop)) for position, operand in enumerate(op.operands)]


def _is_index(reading: Access) -> bool:
    owner = reading.base.owner
    return not isinstance(owner, nn_ir.Block) and owner.name == "nn.index" and reading.affine_map is not None


def _is_inline(reading: Access, inside: set[nn_ir.Value]) -> bool:
    """Whether the body has the scalar at hand: a value of the stretch, a constant that is the same everywhere, or an index."""
    if reading.base in inside or _is_index(reading):
        return True
    return reading.affine_map is not None and splat_literal(reading.base) is not None


def _inline(kernel: Kernel, domain: Domain, reading: Access, scalars: dict[nn_ir.Value, ir.Value]) -> ir.Value:
    if reading.base in scalars:
        return scalars[reading.base]
    if _is_index(reading):
        return index_scalar(kernel.emitter, domain, reading)
    literal = splat_literal(reading.base)
    assert literal is not None
    return kernel.emitter.constant(literal, str(element_type_of(reading.base)))
