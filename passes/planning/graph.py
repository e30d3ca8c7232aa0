"""The graph that planning sees: computing ops as nodes, values as edges.

Constants and views compute nothing: each kernel reads through them, so they are no nodes but part of the edges. A
view is a node only where it must exist in memory: when the function returns it (but a reshape of what a kernel computes, which
is that kernel's result by another name), or when its reader cannot read through
it (a contraction reads through permutations, a reduction through affine views, movement and scans through reshapes only).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.leaves import splat_value
from nnfuse.dialect.locations import location_text
from nnfuse.dialect.memo import remembered
from nnfuse.dialect.operation import OPERATIONS, string_of
from nnfuse.dialect.types import dtype_of, shape_of
from nnfuse.dialect.updates import updated_value
from nnfuse.passes.errors import PlanError
from nnfuse.passes.marks import fusion_mark
from nnfuse.passes.views import Access, access, reads_memory, reads_permuted

COMPUTING_FAMILIES = ("elementwise", "reduction", "contraction", "movement", "scan")


@dataclass(frozen=True)
class Node:
    """A computing op.

    Attributes:
        index: its number, in program order of computing ops.
        operation: the op's name, such as `nn.exp`.
        family: elementwise, reduction, contraction, or view.
        shape: the shape of its result.
        location: `file:line` in the user's source, or empty.
        returned: whether the function returns its result.
        unordered: for a reduction, whether it may be reassociated.
        element_bytes: of one element of its result.
        inputs: what it reads that no node computes (arguments, arrays of constants): a number for each, and its bytes.
        fuse: what the user asked for about its value: `must`, `never`, or nothing.
    """

    index: int
    operation: str
    family: str
    shape: tuple[int, ...]
    location: str
    returned: bool
    unordered: bool = True
    element_bytes: int = 4
    inputs: tuple[tuple[int, int], ...] = ()
    fuse: str = ""

    @property
    def points(self) -> int:
        """How many elements its result has."""
        return math.prod(self.shape)

    @property
    def bytes(self) -> int:
        """How many bytes its result has in memory."""
        return self.points * self.element_bytes

    @property
    def label(self) -> str:
        """A short name for people: `#4 nn.exp`."""
        return f"#{self.index} {self.operation}"


@dataclass(frozen=True)
class Edge:
    """Operand `operand` of node `consumer` is the result of node `producer`, read through `index_map`.

    `identity`: it is read where it is written. `by_row`: it has one value for each row of the consumer, read at its row.
    `affine`: the map from the consumer's coordinates is affine. `sibling`: no flow of values: the two read the same value over
    the same points, and `operand` and `index_map` mean nothing.
    """

    producer: int
    consumer: int
    operand: int
    index_map: str
    identity: bool
    by_row: bool
    affine: bool = True
    sibling: bool = False


@dataclass(frozen=True)
class Graph:
    """Nodes in program order; edges ordered by consumer, then operand; `consumers[n]` lists the nodes that read node n, and
    `edges_into[n]` the edges by which node n reads others. `siblings` are pairs that read one value."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    consumers: tuple[tuple[int, ...], ...]
    edges_into: tuple[tuple[Edge, ...], ...]
    siblings: tuple[Edge, ...] = ()

    @property
    def candidates(self) -> tuple[Edge, ...]:
        """All pairs that could share a kernel: flows of values, then siblings."""
        return self.edges + self.siblings


def needs_memory(family: str, operand: ir.Value) -> bool:
    """Whether an op of this family must find `operand` in memory, because it cannot read through the views on it."""
    if family == "contraction":
        return not reads_permuted(operand)
    if family == "reduction":
        return access(operand).affine_map is None
    return family in ("movement", "scan") and not reads_memory(operand)


@remembered
def family_of(op: ir.Operation) -> str:
    """The family of an op, or `unknown` if it is not an nn op."""
    return str(OPERATIONS[op.name].family) if op.name in OPERATIONS else "unknown"  # type: ignore[attr-defined]


def build_graph(function: ir.Operation) -> tuple[Graph, list[ir.Operation]]:
    """The graph of a function of ungrouped nn ops, and each node's op.

    The ops are valid until the module changes. Raises `PlanError` for an op that is not nn's, or already grouped.
    """
    block = function.regions[0].blocks[0]
    operations = [view.operation for view in block.operations]
    materialised = _materialised_views(operations)
    numbers: dict[ir.Value, int] = {}
    ops: list[ir.Operation] = []
    nodes: list[Node] = []
    edges: list[Edge] = []
    returned = set(_stored_values(operations))
    sources: dict[ir.Value, int] = {}
    for op in operations[:-1]:
        family = family_of(op)
        if family not in (*COMPUTING_FAMILIES, "view", "leaf", "update"):
            raise PlanError(f"cannot plan '{op.name}'", expected="ungrouped nn ops", where=location_text(op.location))
        if family == "update" or (family in ("leaf", "view") and op.results[0] not in materialised):
            continue
        index = len(nodes)
        numbers[op.results[0]] = index
        ops.append(op)
        inputs: dict[int, int] = {}
        for position, operand in enumerate(op.operands):
            reading = access(operand, stop=numbers)
            if reading.base in numbers:
                edges.append(_edge(numbers[reading.base], index, position, reading))
            elif _is_memory(reading.base):
                inputs[sources.setdefault(reading.base, len(sources))] = _bytes_of(reading.base)
        value = op.results[0]
        nodes.append(
            Node(
                index,
                op.name,
                family,
                shape_of(value),
                location_text(op.location),
                value in returned,
                not ("order" in op.attributes and string_of(op, "order") == "strict"),
                max(dtype_of(value).itemsize, 1),
                tuple(inputs.items()),
                fusion_mark(op),
            )
        )
    return make_graph(nodes, edges), ops


def make_graph(nodes: list[Node], edges: list[Edge]) -> Graph:
    """A graph of nodes and edges, with its look-up tables."""
    into: list[list[Edge]] = [[] for _ in nodes]
    for edge in edges:
        into[edge.consumer].append(edge)
    return Graph(tuple(nodes), tuple(edges), _consumers(len(nodes), edges), tuple(map(tuple, into)), _siblings(nodes, edges))


def _siblings(nodes: list[Node], edges: list[Edge]) -> tuple[Edge, ...]:
    """Each elementwise node with the previous one of its shape that reads the same value, in the order of the latter."""
    read: dict[int, list[tuple[str, int]]] = {node.index: [("input", number) for number, _ in node.inputs] for node in nodes}
    for edge in edges:
        read[edge.consumer].append(("node", edge.producer))
    last: dict[tuple[str, int, tuple[int, ...]], int] = {}
    pairs: dict[tuple[int, int], None] = {}
    linked = {(edge.producer, edge.consumer) for edge in edges}
    for node in nodes:
        if node.family != "elementwise":
            continue
        for kind, number in read[node.index]:
            place = (kind, number, node.shape)
            if place in last and last[place] != node.index and (last[place], node.index) not in linked:
                pairs[last[place], node.index] = None
            last[place] = node.index
    return tuple(Edge(first, second, 0, "", False, False, sibling=True) for first, second in pairs)


def _is_memory(value: ir.Value) -> bool:
    return isinstance(value.owner, ir.Block) or (value.owner.name == "nn.constant" and splat_value(value.owner) is None)


def _bytes_of(value: ir.Value) -> int:
    return math.prod(shape_of(value)) * max(dtype_of(value).itemsize, 1)


def _consumers(size: int, edges: list[Edge]) -> tuple[tuple[int, ...], ...]:
    lists: list[list[int]] = [[] for _ in range(size)]
    for edge in edges:
        if edge.consumer not in lists[edge.producer][-1:]:
            lists[edge.producer].append(edge.consumer)
    return tuple(map(tuple, lists))


def _edge(producer: int, consumer: int, operand: int, reading: Access) -> Edge:
    by_row = _reads_row(reading)
    affine = reading.affine_map is not None
    return Edge(producer, consumer, operand, reading.describe(), reading.is_identity, by_row, affine)


def _reads_row(reading: Access) -> bool:
    """Whether the value has extent 1 in, or lacks, the last dimension, and is read at the reader's other coordinates."""
    affine_map = reading.affine_map
    if affine_map is None or affine_map.n_inputs == 0:
        return False
    lead = affine_map.n_inputs - 1
    shape = shape_of(reading.base)
    if len(shape) == lead + 1 and shape[-1] != 1:
        return False
    if len(shape) not in (lead, lead + 1):
        return False
    for dimension, expression in zip(range(lead), affine_map.results, strict=False):
        same = isinstance(expression, ir.AffineDimExpr) and expression.position == dimension
        unit = shape[dimension] == 1 and isinstance(expression, ir.AffineConstantExpr)
        if not same and not unit:
            return False
    return True


def _materialised_views(operations: list[ir.Operation]) -> list[ir.Value]:
    """Results of views that must exist in memory."""
    values = _stored_values(operations)
    for op in operations:
        values += [operand for operand in op.operands if needs_memory(family_of(op), operand)]
    return [value for value in values if not isinstance(value.owner, ir.Block) and _can_be_stored(value.owner)]


def _stored_values(operations: list[ir.Operation]) -> list[ir.Value]:
    """Values that kernels must write, since the function returns them, reshaped or not, or writes them into a destination."""
    written = [op.operands[0] for op in operations if op.name == "nn.update"]
    return [_behind_reshapes(updated_value(value)) for value in (*operations[-1].operands, *written)]


def _behind_reshapes(value: ir.Value) -> ir.Value:
    """The computed value that `value` is a reshape of, which moves nothing; else `value` itself."""
    base = value
    while not isinstance(base.owner, ir.Block) and base.owner.name == "nn.reshape":
        base = updated_value(base.owner.operands[0])
    computed = not isinstance(base.owner, ir.Block) and family_of(base.owner) in COMPUTING_FAMILIES
    return base if computed and 0 not in shape_of(base) else value


def _can_be_stored(op: ir.Operation) -> bool:
    """A view, or an index; a constant is a value of the module's own."""
    return family_of(op) == "view" or op.name == "nn.index"


def leaves_group(value: ir.Value, inside: set[ir.Value]) -> bool:
    """Whether anything outside of a group of values needs one of them, directly or through views."""
    # An explicit stack: chains of views may be deeper than Python's recursion limit.
    stack = [value]
    while stack:
        for use in stack.pop().uses:
            user = use.owner.operation
            if user.results and user.results[0] in inside:
                continue
            if family_of(user) != "view":
                return True
            stack.append(user.results[0])
    return False
