"""What the emission of one group shares: the emitter, the target, and which nn values live in which tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.leaves import constant_array, splat_value
from nnfuse.dialect.memo import remembered
from nnfuse.dialect.operation import integer_of
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.lowering.domain import Domain
from nnfuse.passes.lowering.emitter import Emitter, bits_literal, memory_element
from nnfuse.passes.lowering.indices import apply_affine, constant_index
from nnfuse.passes.lowering.reading import Read, coordinates, read, reshape
from nnfuse.passes.views import Access, access, strip_reshapes


@dataclass
class Kernel:
    """The state of emitting one group. `tensors` maps nn values that exist in memory to IREE tensors."""

    emitter: Emitter
    tensors: dict[nn_ir.Value, ir.Value] = field(default_factory=dict)

    def tensor(self, value: nn_ir.Value) -> ir.Value:
        """The tensor of a value in memory; constants are emitted on first use."""
        if value not in self.tensors:
            self.tensors[value] = self._constant(value)
        return self.tensors[value]

    def operand(self, value: nn_ir.Value) -> ir.Value:
        """The tensor of an operand that is in memory, reshapes aside."""
        reading = access(value, stop=self.tensors.keys())
        assert strip_reshapes(reading).is_identity, "the planner materialises every other view"
        return reshape(self.emitter, self.tensor(reading.base), shape_of(value))

    def set_empty(self, value: nn_ir.Value) -> None:
        """Make an empty tensor of a value that has no elements: there is nothing to compute, whatever the op."""
        self.tensors[value] = self.emitter.empty(shape_of(value), memory_element(str(element_type_of(value))))

    def _constant(self, value: nn_ir.Value) -> ir.Value:
        shape, element = shape_of(value), str(element_type_of(value))
        if value.owner.name == "nn.index":
            return self._index(value)
        splat = splat_literal(value)
        stored = memory_element(element)
        if splat is not None:
            return self.emitter.fill(self.emitter.store(self.emitter.constant(splat, element), element), shape, stored)
        array = constant_array(value.owner)
        tensor = self.emitter.tensor(shape, stored)
        dense = ir.DenseElementsAttr.get(array.astype(np.int8) if element == "i1" else array, type=tensor)
        return self.emitter.create("arith.constant", [], tensor, {"value": dense})

    def _index(self, value: nn_ir.Value) -> ir.Value:
        domain = Domain(shape_of(value))
        identity = access(value)

        def body(arguments: Sequence[ir.Value]) -> list[ir.Value]:
            return [index_scalar(self.emitter, domain, identity)]

        destination = self.emitter.empty(domain.shape, "f32")
        return self.emitter.generic([], [destination], [domain.identity()], ["parallel"] * len(domain.shape), body)[0]


# A value in memory and how it is read: the text of an affine map, or the results of the views.
ReadKey = tuple[nn_ir.Value, str | tuple[nn_ir.Value, ...]]


@dataclass
class Inputs:
    """The inputs of one `linalg.generic`, each tensor and map once, and the reads made of them."""

    kernel: Kernel
    domain: Domain
    tensors: list[ir.Value] = field(default_factory=list)
    maps: list[str] = field(default_factory=list)
    _reads: dict[ReadKey, tuple[Read, slice]] = field(default_factory=dict)
    _covered: set[int] = field(default_factory=set)

    def add(self, reading: Access) -> ReadKey:
        """Register a read; the key fetches its scalar inside of the body."""
        views = tuple(view.results[0] for view in reading.views)
        key = (reading.base, str(reading.affine_map) if reading.affine_map is not None else views)
        if key not in self._reads:
            planned = read(self.kernel.emitter, self.domain, reading, self.kernel.tensor(reading.base))
            start = len(self.tensors)
            for tensor, loops in planned.inputs:
                self._append(tensor, loops)
            self._reads[key] = (planned, slice(start, len(self.tensors)))
        return key

    def cover(self, loops: Sequence[int]) -> None:
        """See to it that each of `loops` indexes a tensor, from which linalg infers its extent."""
        missing = [loop for loop in loops if loop not in self._covered]
        if missing:
            self._append(self.kernel.emitter.empty([self.domain.loop_shape[loop] for loop in missing], "f32"), missing)

    def _append(self, tensor: ir.Value, loops: Sequence[int]) -> None:
        self.tensors.append(tensor)
        self.maps.append(self.domain.map_text(loops))
        self._covered.update(loops)

    def scalar(self, key: ReadKey, arguments: Sequence[ir.Value]) -> ir.Value:
        """The scalar of a registered read; `arguments` are the body's block arguments."""
        planned, where = self._reads[key]
        return self.kernel.emitter.load(planned.scalar(arguments[where]), str(element_type_of(key[0])))


def index_scalar(emitter: Emitter, domain: Domain, reading: Access) -> ir.Value:
    """The value of an `nn.index` read at the current point, as f32."""
    assert reading.affine_map is not None
    op = reading.base.owner
    point = apply_affine(emitter, reading.affine_map, coordinates(emitter, domain))
    number = point[integer_of(op, "dimension")]
    divisor = integer_of(op, "divisor")
    if divisor != 1:
        number = emitter.index_op("divui", number, constant_index(emitter, divisor))
    whole = emitter.create("arith.index_cast", [number], emitter.type("i32"))
    return emitter.create("arith.sitofp", [whole], emitter.type("f32"))


@remembered
def splat_literal(value: nn_ir.Value) -> str | None:
    """The MLIR literal of a splat `nn.constant`, exact for every bit pattern; None for any other value."""
    if isinstance(value.owner, nn_ir.Block) or value.owner.name != "nn.constant":
        return None
    splat = splat_value(value.owner)
    if splat is None:
        return None
    element = str(element_type_of(value))
    if element == "i1":
        return "true" if splat else "false"
    if element.startswith("f"):
        elements = constant_array(value.owner).reshape(-1)
        return bits_literal(elements[0]) if elements.size else "0.0"
    return str(splat)
