"""Emission of linalg, tensor, arith and flow ops with IREE's bindings: thin functions over `Operation.create`.

All work at the current insertion point and location of IREE's context. Types and maps are written as text and parsed,
since nn IR lives in another library's context; the parsed objects are cached by the emitter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.locations import file_position
from nnfuse.passes.target import Target

ScalarBody = Callable[[Sequence[ir.Value]], Sequence[ir.Value]]


_INTEGER_PREDICATES = {"eq": 0, "ne": 1, "slt": 2, "sle": 3, "sgt": 4, "sge": 5, "ult": 6}


def memory_element(element: str) -> str:
    """The element type in memory: booleans are stored as i8, 0 or 1, so that vectors of them can be read."""
    return "i8" if element == "i1" else element


def memory_type(text: str) -> str:
    """The type in memory of a tensor type, both as text."""
    return text[: -len("i1>")] + "i8>" if text.endswith("xi1>") or text == "tensor<i1>" else text


def float_literal(value: float, element: str) -> str:
    """The MLIR literal of a float in `f32` or `f16`, infinities and NaN too."""
    with np.errstate(over="ignore"):
        return bits_literal(np.float16(value) if element == "f16" else np.float32(value))


def bits_literal(number: np.generic) -> str:
    """The MLIR literal of a float of numpy's, exact for every bit pattern."""
    return f"0x{number.tobytes()[::-1].hex().upper()}"


class Emitter:
    """What emission for one target in one IREE context shares: parsed types and attributes."""

    def __init__(self, context: ir.Context, target: Target) -> None:
        self._context = context
        self.target = target
        self._types: dict[str, ir.Type] = {}
        self._attributes: dict[str, ir.Attribute] = {}

    def type(self, text: str) -> ir.Type:
        """A type from its text."""
        if text not in self._types:
            self._types[text] = ir.Type.parse(text, self._context)
        return self._types[text]

    def attribute(self, text: str) -> ir.Attribute:
        """An attribute from its text."""
        if text not in self._attributes:
            self._attributes[text] = ir.Attribute.parse(text, self._context)
        return self._attributes[text]

    def location(self, location: nn_ir.Location) -> ir.Location:
        """The same place as an nn location: `file:line:column`, or unknown."""
        position = file_position(location)
        if position is not None:
            return ir.Location.file(*position, context=self._context)
        return ir.Location.unknown(self._context)

    def tensor(self, shape: Sequence[int], element: str) -> ir.Type:
        """`tensor<shape x element>`."""
        return self.type(f"tensor<{'x'.join(map(str, [*shape, element]))}>")

    def create(
        self,
        name: str,
        operands: Sequence[ir.Value],
        result: ir.Type,
        attributes: dict[str, ir.Attribute] | None = None,
    ) -> ir.Value:
        """An op with one result."""
        op = ir.Operation.create(name, results=[result], operands=list(operands), attributes=attributes or {})
        return op.results[0]

    def constant(self, text: str, element: str, like: ir.Value | None = None) -> ir.Value:
        """`arith.constant` of an element type or index, from the literal's text; a splat if `like` is a vector."""
        if like is not None and isinstance(like.type, ir.VectorType):
            vector = self.like(like, element)
            return self.create("arith.constant", [], vector, {"value": self.attribute(f"dense<{text}> : {vector}")})
        value = self.attribute(f"{text} : {element}") if element != "i1" else self.attribute(text)
        return self.create("arith.constant", [], self.type(element), {"value": value})

    def load(self, value: ir.Value, element: str) -> ir.Value:
        """A value read from memory as a value of `element`, scalar or vector."""
        if element != "i1":
            return value
        return self.compare_indices("ne", value, self.constant("0", "i8", value))

    def store(self, value: ir.Value, element: str) -> ir.Value:
        """A value of `element` as memory holds it."""
        if element != "i1":
            return value
        return self.create("arith.extui", [value], self.like(value, "i8"))

    def like(self, value: ir.Value, element: str) -> ir.Type:
        """The element type, or a vector of as many as `value` if that is a vector."""
        if isinstance(value.type, ir.VectorType):
            return self.type(f"vector<{ir.VectorType(value.type).shape[0]}x{element}>")
        return self.type(element)

    def empty(self, shape: Sequence[int], element: str) -> ir.Value:
        """`tensor.empty`."""
        return self.create("tensor.empty", [], self.tensor(shape, element))

    def fill(self, scalar: ir.Value, shape: Sequence[int], element: str) -> ir.Value:
        """A tensor of one value, by `linalg.fill`."""
        return self._write("linalg.fill", scalar, shape, element)

    def copy(self, tensor: ir.Value, shape: Sequence[int], element: str) -> ir.Value:
        """The tensor's elements in another tensor, by `linalg.copy`.

        A generic that yields its input would fold to the input, and Vulkan's code generation has nothing for a kernel
        that returns what it was given.
        """
        return self._write("linalg.copy", tensor, shape, element)

    def _write(self, name: str, source: ir.Value, shape: Sequence[int], element: str) -> ir.Value:
        destination = self.empty(shape, element)
        op = ir.Operation.create(
            name,
            results=[destination.type],
            operands=[source, destination],
            attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])},
            regions=1,
        )
        scalar = self.type(element)
        block = op.regions[0].blocks.append(scalar, scalar)
        with ir.InsertionPoint(block):
            ir.Operation.create("linalg.yield", operands=[block.arguments[0]])
        return op.results[0]

    def generic(
        self,
        inputs: Sequence[ir.Value],
        outputs: Sequence[ir.Value],
        maps: Sequence[str],
        iterators: Sequence[str],
        body: ScalarBody,
    ) -> list[ir.Value]:
        """`linalg.generic`; `body` gets the scalar block arguments and gives the scalars to yield."""
        op = ir.Operation.create(
            "linalg.generic",
            results=[output.type for output in outputs],
            operands=[*inputs, *outputs],
            attributes={
                "indexing_maps": self.attribute(f"[{', '.join(maps)}]"),
                "iterator_types": self.attribute(f"[{', '.join(f'#linalg.iterator_type<{kind}>' for kind in iterators)}]"),
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(inputs), len(outputs)]),
            },
            regions=1,
        )
        scalars = [ir.RankedTensorType(value.type).element_type for value in (*inputs, *outputs)]
        block = op.regions[0].blocks.append(*scalars)
        with ir.InsertionPoint(block):
            ir.Operation.create("linalg.yield", operands=list(body(list(block.arguments))))
        return list(op.results)

    def expand(self, value: ir.Value, groups: Sequence[Sequence[int]]) -> ir.Value:
        """`tensor.expand_shape`: split dimension i into the extents `groups[i]`; a rank-0 tensor takes one group of ones."""
        tensor = ir.RankedTensorType(value.type)
        shape = [extent for group in groups for extent in group]
        if len(shape) == tensor.rank:
            return value
        attributes = {
            "reassociation": self.attribute(reassociation(groups if tensor.rank else [])),
            "static_output_shape": ir.DenseI64ArrayAttr.get(shape),
        }
        return self.create("tensor.expand_shape", [value], self.tensor(shape, str(tensor.element_type)), attributes)

    def collapse(self, value: ir.Value, groups: Sequence[Sequence[int]]) -> ir.Value:
        """`tensor.collapse_shape`: join the dimensions whose extents are `groups[i]` into one, for each i."""
        tensor = ir.RankedTensorType(value.type)
        if len(groups) == tensor.rank:
            return value
        shape = []
        for group in groups:
            extent = 1
            for part in group:
                extent *= part
            shape.append(extent)
        attributes = {"reassociation": self.attribute(reassociation(groups))}
        return self.create("tensor.collapse_shape", [value], self.tensor(shape, str(tensor.element_type)), attributes)

    def index_op(self, name: str, x: ir.Value, y: ir.Value) -> ir.Value:
        """An `arith` op on two indices."""
        return self.create(f"arith.{name}", [x, y], self.type("index"))

    def compare_indices(self, predicate: str, x: ir.Value, y: ir.Value) -> ir.Value:
        """`arith.cmpi` on two integers or indices."""
        number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _INTEGER_PREDICATES[predicate])
        return self.create("arith.cmpi", [x, y], self.like(x, "i1"), {"predicate": number})

    def slice(self, value: ir.Value, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> ir.Value:
        """`tensor.extract_slice`, rank kept."""
        element = str(ir.RankedTensorType(value.type).element_type)
        return self._extract_slice(value, offsets, sizes, strides, self.tensor(sizes, element))

    def drop_slice(self, value: ir.Value, dimension: int, index: int) -> ir.Value:
        """`tensor.extract_slice` at `index` of `dimension`, which is dropped."""
        tensor = ir.RankedTensorType(value.type)
        rank = tensor.rank
        offsets = [index if position == dimension else 0 for position in range(rank)]
        sizes = [1 if position == dimension else extent for position, extent in enumerate(tensor.shape)]
        shape = [extent for position, extent in enumerate(tensor.shape) if position != dimension]
        return self._extract_slice(value, offsets, sizes, [1] * rank, self.tensor(shape, str(tensor.element_type)))

    def _extract_slice(
        self, value: ir.Value, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int], result: ir.Type
    ) -> ir.Value:
        attributes = {
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0, 0]),
            "static_offsets": ir.DenseI64ArrayAttr.get(list(offsets)),
            "static_sizes": ir.DenseI64ArrayAttr.get(list(sizes)),
            "static_strides": ir.DenseI64ArrayAttr.get(list(strides)),
        }
        return self.create("tensor.extract_slice", [value], result, attributes)


def reassociation(groups: Sequence[Sequence[int]]) -> str:
    """The reassociation attribute for consecutive groups of these extents."""
    parts, start = [], 0
    for group in groups:
        parts.append(f"[{', '.join(str(start + offset) for offset in range(len(group)))}]")
        start += len(group)
    return f"[{', '.join(parts)}]"
