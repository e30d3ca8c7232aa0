"""The row kernel: loops and vectors for any group of elementwise ops and reductions over the same rows, on CPUs.

One row at a time, so that a row stays in the first cache between traversals; several vector accumulators, folded in a fixed
order, so that a reduction has the same bits in whatever group it stands; the tail as one overlapping vector, so that
nothing in the main loop is masked. The association of a reduction depends on the row's length and the target's lanes only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.reductions import kind_of
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.lowering.emitter import Emitter, memory_element
from nnfuse.passes.lowering.functions import emit_fma, hide
from nnfuse.passes.lowering.indices import constant_index
from nnfuse.passes.lowering.kernel import Kernel, splat_literal
from nnfuse.passes.lowering.reading import reshape
from nnfuse.passes.lowering.row_schedule import RowShape, Schedule, is_full, make_schedule, readings, row_shape_of
from nnfuse.passes.lowering.scalars import emit_scalar
from nnfuse.passes.lowering.vectors import broadcast_scalar, emit_loop, fold_lanes, lane_mask, read_vector, write_vector
from nnfuse.passes.planning.graph import family_of
from nnfuse.passes.target import Target
from nnfuse.passes.views import Access

COMBINERS = {"sum": "arith.addf", "prod": "arith.mulf", "max": "arith.maximumf", "min": "arith.minimumf"}
IDENTITIES = {"sum": "0.0", "prod": "1.0", "max": "0xFF800000", "min": "0x7F800000"}

# Accumulators a reduction keeps, and vectors a traversal's loop takes at a time.
UNROLL = 4


class RowKernelStrategy:
    """Loops and vectors for groups with row reductions, on CPUs."""

    name = "row kernel"

    def applies(self, ops: Sequence[nn_ir.Operation], target: Target) -> bool:
        """On a CPU, if every op runs over the same rows and every operand is one that the kernel can read."""
        if target.kind != "cpu":
            return False
        shape = row_shape_of(ops)
        if shape is None:
            return False
        computing = [op for op in ops if family_of(op) in ("elementwise", "reduction")]
        inside = {op.results[0] for op in computing}
        return all(_source_kind(reading, inside, shape) is not None for op in computing for reading in readings(op, inside))

    def emit(self, kernel: Kernel, ops: Sequence[nn_ir.Operation], outputs: Sequence[nn_ir.Value]) -> None:
        """Emit the group; afterwards `kernel.tensors` holds `outputs`."""
        shape = row_shape_of(ops)
        assert shape is not None
        _RowEmission(kernel, ops, outputs, make_schedule(ops, outputs, shape)).emit()


def _source_kind(reading: Access, inside: set[nn_ir.Value], shape: RowShape) -> str | None:
    """How a value is read: `full`, `row` (one a row), `column` (one a column, for all rows), `scalar`, `constant`, or None."""
    base, affine_map = reading.base, reading.affine_map
    if affine_map is None:
        return None
    if splat_literal(base) is not None:
        return "constant"
    if str(element_type_of(base)) not in ("f32", "f16", "i1") or (base not in inside and _is_index(base)):
        return None
    rank = affine_map.n_inputs
    lead = list(range(len(shape.lead)))
    source: list[int | None] = []
    for expression, extent in zip(affine_map.results, shape_of(base), strict=True):
        if isinstance(expression, nn_ir.AffineDimExpr):
            if extent not in (1, reading.shape[expression.position]):
                return None  # a part of a larger value
            source.append(expression.position if extent != 1 else None)
        elif isinstance(expression, nn_ir.AffineConstantExpr) and expression.value == 0 and extent == 1:
            source.append(None)
        else:
            return None
    dimensions = [dimension for dimension in source if dimension is not None]
    wide = [dimension for dimension in lead if shape.lead[dimension] != 1]
    has_columns = rank == len(lead) + 1
    if dimensions == [*wide, len(lead)] and has_columns:
        return "full"
    if dimensions == wide:
        return "row" if wide else ("full" if not wide and base in inside and is_full(base, shape) else "scalar")
    if dimensions == [len(lead)] and has_columns:
        return "column"
    return "scalar" if not dimensions else None


def _stored_element(value: nn_ir.Value) -> str:
    return memory_element(str(element_type_of(value)))


def _is_index(value: nn_ir.Value) -> bool:
    return not isinstance(value.owner, nn_ir.Block) and value.owner.name == "nn.index"


@dataclass
class _RowEmission:
    """The emission of one group. Full tensors are flattened to (rows, columns), row tensors to (rows,)."""

    kernel: Kernel
    ops: Sequence[nn_ir.Operation]
    outputs: Sequence[nn_ir.Value]
    schedule: Schedule
    memory: dict[nn_ir.Value, ir.Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.emitter: Emitter = self.kernel.emitter
        self.shape = self.schedule.shape
        self.computing = [op for op in self.ops if family_of(op) in ("elementwise", "reduction")]
        self.inside = {op.results[0] for op in self.computing}
        self.lanes = 16
        while self.lanes > self.shape.columns:
            self.lanes //= 2
        self.full_outputs = [value for value in self.outputs if is_full(value, self.shape)]
        self.row_outputs = [value for value in self.outputs if not is_full(value, self.shape)]
        self.stored = self._place_snapshots()

    def _place_snapshots(self) -> dict[nn_ir.Value, nn_ir.Value]:
        """For each snapshot the full value in whose buffer it is kept: its own output, or another one written later or never."""
        places: dict[nn_ir.Value, nn_ir.Value] = {}
        free = [value for value in self.full_outputs if str(element_type_of(value)) == "f32"]
        for value, last in self.schedule.snapshots.items():
            if value in self.full_outputs:
                places[value] = value
                continue
            host = next(
                (output for output in free if self.schedule.depth[output] >= last and output not in places.values()), None
            )
            places[value] = value if host is None else host
        return places

    def emit(self) -> None:
        """Emit the loop over the rows; the results become the kernel's tensors."""
        emitter, shape = self.emitter, self.shape
        buffers = list(dict.fromkeys([*self.full_outputs, *self.stored.values()]))
        carried = [
            emitter.empty((shape.rows if value in self.full_outputs else 1, shape.columns), _stored_element(value))
            for value in buffers
        ]
        carried += [emitter.empty((shape.rows,), _stored_element(value)) for value in self.row_outputs]
        self._load_inputs()

        def row_body(row: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
            return _Row(self, row, dict(zip([*buffers, *self.row_outputs], state, strict=True))).emit()

        results = emit_loop(emitter, 0, shape.rows, 1, carried, row_body)
        for value, result in zip([*buffers, *self.row_outputs], results, strict=True):
            if value in self.outputs:
                self.kernel.tensors[value] = reshape(emitter, result, shape_of(value))

    def _load_inputs(self) -> None:
        """The tensors of what is read from memory, flattened to what they are read as."""
        for op in self.computing:
            for reading in readings(op, self.inside):
                base = reading.base
                kind = _source_kind(reading, self.inside, self.shape)
                if base in self.inside or kind == "constant" or base in self.memory:
                    continue
                flat = {"full": (self.shape.rows, self.shape.columns), "row": (self.shape.rows,), "column": (self.shape.columns,)}
                self.memory[base] = reshape(self.emitter, self.kernel.tensor(base), flat.get(kind or "", ()))


class _Row:
    """The traversals of one row."""

    def __init__(self, emission: _RowEmission, row: ir.Value, state: dict[nn_ir.Value, ir.Value]) -> None:
        self.emission = emission
        self.emitter = emission.emitter
        self.row = row
        self.state = state
        self.zero = constant_index(self.emitter, 0)
        # Row values: scalars.
        self.scalars: dict[nn_ir.Value, ir.Value] = {}

    def emit(self) -> list[ir.Value]:
        """All traversals; gives the carried tensors."""
        schedule = self.emission.schedule
        for traversal in range(schedule.traversals):
            self._row_values(traversal)
            self._traverse(traversal)
        self._row_values(schedule.traversals)
        for value in self.emission.row_outputs:
            scalar = self.emitter.store(self._row_value(value), str(element_type_of(value)))
            self.state[value] = self.emitter.create(
                "tensor.insert", [scalar, self.state[value], self.row], self.state[value].type
            )
        return list(self.state.values())

    def _row_values(self, depth: int) -> None:
        """Elementwise row values that have become known."""
        for op in self.emission.computing:
            value = op.results[0]
            ready = self.emission.schedule.depth[value] <= depth and value not in self.scalars
            if family_of(op) == "elementwise" and not is_full(value, self.emission.shape) and ready:
                operands = [self._row_operand(reading) for reading in readings(op, self.emission.inside)]
                self.scalars[value] = emit_scalar(self.emitter, op, operands)

    def _row_operand(self, reading: Access) -> ir.Value:
        literal = splat_literal(reading.base)
        if literal is not None:
            return self.emitter.constant(literal, str(element_type_of(reading.base)))
        if reading.base in self.emission.inside:
            return self._row_value(reading.base)
        tensor = self.emission.memory[reading.base]
        indices = [self.row] if ir.RankedTensorType(tensor.type).rank == 1 else []
        scalar = self.emitter.create("tensor.extract", [tensor, *indices], ir.RankedTensorType(tensor.type).element_type)
        return self.emitter.load(scalar, str(element_type_of(reading.base)))

    def _row_value(self, value: nn_ir.Value) -> ir.Value:
        return self.scalars[value]

    def _traverse(self, traversal: int) -> None:
        emission, emitter, schedule = self.emission, self.emitter, self.emission.schedule
        columns, lanes = emission.shape.columns, emission.lanes
        reductions = [
            op for op in emission.computing if family_of(op) == "reduction" and schedule.depth[op.results[0]] == traversal + 1
        ]
        writes = [value for value in emission.full_outputs if schedule.depth[value] == traversal]
        writes += [
            value for value in emission.stored if value not in emission.full_outputs and schedule.depth[value] == traversal
        ]
        if not reductions and not writes:
            return
        targets = list(dict.fromkeys(emission.stored.get(value, value) for value in writes))
        identities = [emitter.constant(IDENTITIES[kind_of(op)], "f32") for op in reductions]
        start = [broadcast_scalar(emitter, identity, lanes) for identity in identities]
        whole = columns - columns % lanes
        blocks = columns - columns % (lanes * UNROLL)
        tail = columns % lanes
        # The overlapping tail reads snapshots before the main loop overwrites their buffer.
        early = self._read_snapshots(traversal, constant_index(emitter, columns - lanes)) if tail else {}

        def step(index: ir.Value, state: list[ir.Value], unroll: int) -> list[ir.Value]:
            tensors, accumulators = state[: len(targets)], state[len(targets) :]
            for number in range(unroll):
                place = index if number == 0 else emitter.index_op("addi", index, constant_index(emitter, number * lanes))
                chunk = _Chunk(self, traversal, place, dict(zip(targets, tensors, strict=True)), {})
                slots = range(number, len(accumulators), UNROLL)
                for op, slot in zip(reductions, slots, strict=True):
                    accumulators[slot] = _accumulate(emitter, op, chunk.operands(op), accumulators[slot])
                tensors = chunk.write(writes)
            return [*tensors, *accumulators]

        carried = [self.state[target] for target in targets]
        carried += [vector for vector in start for _ in range(UNROLL)]
        carried = emit_loop(emitter, 0, blocks, lanes * UNROLL, carried, lambda index, state: step(index, state, UNROLL))
        carried = emit_loop(emitter, blocks, whole, lanes, carried, lambda index, state: step(index, state, 1))
        tensors, accumulators = carried[: len(targets)], carried[len(targets) :]
        if tail:
            place = constant_index(emitter, columns - lanes)
            chunk = _Chunk(self, traversal, place, dict(zip(targets, tensors, strict=True)), early)
            mask = lane_mask(emitter, lanes, lanes - tail)
            for number, op in enumerate(reductions):
                slot = number * UNROLL
                accumulated = _accumulate(emitter, op, chunk.operands(op), accumulators[slot])
                # Lanes that the main loop has counted keep what they have.
                accumulators[slot] = emitter.create("arith.select", [mask, accumulated, accumulators[slot]], accumulated.type)
            tensors = chunk.write(writes)
        self.state.update(zip(targets, tensors, strict=True))
        for number, op in enumerate(reductions):
            parts = accumulators[number * UNROLL : (number + 1) * UNROLL]
            combiner = COMBINERS[kind_of(op)]
            while len(parts) > 1:
                parts = [emitter.create(combiner, parts[i : i + 2], parts[i].type) for i in range(0, len(parts), 2)]
            self.scalars[op.results[0]] = fold_lanes(emitter, combiner, parts[0])

    def _read_snapshots(self, traversal: int, place: ir.Value) -> dict[nn_ir.Value, ir.Value]:
        """The snapshots that this traversal may read, at a place."""
        schedule = self.emission.schedule
        return {
            value: self.read_back(value, place, self.state)
            for value, last in schedule.snapshots.items()
            if schedule.depth[value] < traversal <= last
        }

    def read_back(self, value: nn_ir.Value, place: ir.Value, state: dict[nn_ir.Value, ir.Value]) -> ir.Value:
        """A snapshot's vector at a place of the row."""
        host = self.emission.stored[value]
        vector = read_vector(self.emitter, state[host], [self.row_of(host), place], self.emission.lanes)
        return self.emitter.load(vector, str(element_type_of(value)))

    def row_of(self, host: nn_ir.Value) -> ir.Value:
        """The row index in a buffer: scratch buffers have one row."""
        return self.row if host in self.emission.full_outputs else self.zero


def _accumulate(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value], accumulator: ir.Value) -> ir.Value:
    if op.name == "nn.inner_product":
        lhs, rhs = operands
        return emit_fma(emitter, lhs, rhs, accumulator)
    return emitter.create(COMBINERS[kind_of(op)], [accumulator, operands[0]], accumulator.type)


def _might_contract(value: nn_ir.Value) -> bool:
    """Whether a value is a product that some op adds, directly or negated."""
    adders = ("nn.add", "nn.sub", "nn.neg", "nn.reduce")
    return value.owner.name == "nn.mul" and any(use.owner.operation.name in adders for use in value.uses)


class _Chunk:
    """The values of one vector of columns in one traversal."""

    def __init__(
        self,
        row: _Row,
        traversal: int,
        place: ir.Value,
        tensors: dict[nn_ir.Value, ir.Value],
        known: dict[nn_ir.Value, ir.Value],
    ) -> None:
        self.row = row
        self.emission = row.emission
        self.emitter = row.emitter
        self.traversal = traversal
        self.place = place
        self.tensors = tensors
        self.vectors: dict[nn_ir.Value, ir.Value] = dict(known)

    def operands(self, op: nn_ir.Operation) -> list[ir.Value]:
        """An op's operands as vectors."""
        return [self._read(reading) for reading in readings(op, self.emission.inside)]

    def write(self, writes: Sequence[nn_ir.Value]) -> list[ir.Value]:
        """Write the values of this traversal, and give the tensors."""
        vectors = [self._vector(value) for value in writes]
        for value, vector in zip(writes, vectors, strict=True):
            host = self.emission.stored.get(value, value)
            stored = self.emitter.store(vector, str(element_type_of(value)))
            self.tensors[host] = write_vector(self.emitter, stored, self.tensors[host], [self.row.row_of(host), self.place])
        return list(self.tensors.values())

    def _vector(self, value: nn_ir.Value) -> ir.Value:
        """A full value of the group: read back if it is a snapshot of an earlier traversal, else computed here."""
        if value not in self.vectors:
            schedule = self.emission.schedule
            if value in schedule.snapshots and schedule.depth[value] < self.traversal:
                self.vectors[value] = self.row.read_back(value, self.place, {**self.row.state, **self.tensors})
            else:
                vector = emit_scalar(self.emitter, value.owner, self.operands(value.owner))
                # A product with several uses may have one use in this traversal, which code generation would contract.
                self.vectors[value] = hide(self.emitter, vector) if _might_contract(value) else vector
        return self.vectors[value]

    def _read(self, reading: Access) -> ir.Value:
        emission, emitter, base, lanes = self.emission, self.emitter, reading.base, self.emission.lanes
        element = str(element_type_of(base))
        literal = splat_literal(base)
        if literal is not None:
            vector = emitter.type(f"vector<{lanes}x{element}>")
            return emitter.create("arith.constant", [], vector, {"value": emitter.attribute(f"dense<{literal}> : {vector}")})
        kind = _source_kind(reading, emission.inside, emission.shape)
        if base in emission.inside:
            return self._vector(base) if kind == "full" else broadcast_scalar(emitter, self.row.scalars[base], lanes)
        if base in self.vectors:
            return self.vectors[base]
        tensor = emission.memory[base]
        if kind in ("full", "column"):
            indices = [self.row.row, self.place] if kind == "full" else [self.place]
            vector = read_vector(emitter, tensor, indices, lanes)
        else:
            indices = [self.row.row] if kind == "row" else []
            scalar = emitter.create("tensor.extract", [tensor, *indices], ir.RankedTensorType(tensor.type).element_type)
            vector = broadcast_scalar(emitter, scalar, lanes)
        self.vectors[base] = emitter.load(vector, element)
        return self.vectors[base]
