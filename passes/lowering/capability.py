"""What the strategies of a target compute in one kernel: the resource gate asks, before anything is emitted."""

from __future__ import annotations

from collections.abc import Sequence

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.operation import integer_of, integers_of
from nnfuse.dialect.structure import RESULT_TYPES
from nnfuse.dialect.types import shape_of
from nnfuse.passes.lowering.row_kernel import RowKernelStrategy
from nnfuse.passes.planning.cost import leaves
from nnfuse.passes.planning.graph import Graph, family_of, leaves_group
from nnfuse.passes.target import Target
from nnfuse.passes.views import Access, access


def obstacle(ops: Sequence[ir.Operation], target: Target) -> str | None:
    """Why a group of computing ops is no one kernel on the target, in one sentence; None if it is one."""
    inside = {op.results[0] for op in ops}
    inputs = {
        reading.base
        for op in ops
        for reading in (access(operand, stop=inside) for operand in op.operands)
        if reading.base not in inside and not _is_leaf(reading.base)
    }
    results = [op.results[0] for op in ops if leaves_group(op.results[0], inside)]
    unbound = _too_many_bindings(len(inputs), len(results), target)
    if unbound is not None:
        return unbound
    if len({str(value.type) for value in results}) > RESULT_TYPES:
        return f"its results have more than {RESULT_TYPES} types"
    if len(ops) == 1 or RowKernelStrategy().applies(ops, target):
        return None
    return _linalg_obstacle(ops, inside, results, target)


def _linalg_obstacle(
    ops: Sequence[ir.Operation], inside: set[ir.Value], results: Sequence[ir.Value], target: Target
) -> str | None:
    """Why the linalg strategy does not compute the group in one kernel."""
    filled = next((op for op in ops if _folds_nothing(op)), None)
    if filled is not None:
        return f"'{filled.name}' of a tensor without elements has a constant result, which a kernel of its own fills in"
    if all(family_of(op) == "elementwise" for op in ops):
        shapes = list(dict.fromkeys(shape_of(value) for value in results))
        return None if len(shapes) == 1 else f"its results have the shapes {shapes[0]} and {shapes[1]}"
    if sum(family_of(op) == "contraction" for op in ops) > 1:
        return f"no strategy of target '{target.name}' computes two products of matrices in one kernel"
    if any(reading.base in inside and not reading.is_identity for op in ops for reading in _readings(op, inside)):
        return "a value is read through a view inside of the kernel, next to an op that is not elementwise"
    return _fold_obstacle(ops, inside, results, target)


def _fold_obstacle(ops: Sequence[ir.Operation], inside: set[ir.Value], results: Sequence[ir.Value], target: Target) -> str | None:
    """Why elementwise ops around a product of matrices or a reduction are no one kernel."""
    split = any(not _reads_plainly(operand, inside) for op in ops if family_of(op) == "elementwise" for operand in op.operands)
    if split and any(family_of(op) == "contraction" for op in ops):
        return "a view splits the loops over the product, which code generation then keeps in memory"
    reductions = [op for op in ops if family_of(op) == "reduction"]
    shapes = list(dict.fromkeys(shape_of(op.results[0]) for op in ops if op not in reductions))
    if len(shapes) > 1:
        return f"no strategy of target '{target.name}' computes values of shapes {shapes[0]} and {shapes[1]} in one kernel"
    if not reductions:
        return None
    if len(reductions) > 1 or not _all_precede(ops, reductions[0]):
        return f"no strategy of target '{target.name}' computes these reductions and their readers in one kernel"
    if results != [reductions[0].results[0]]:
        return "no strategy keeps a reduction's operand as a further result here"
    if target.kind == "vulkan" and any(_reads_folded_index(operand, reductions[0]) for op in ops for operand in op.operands):
        return "an index along the folded dimension, which code generation keeps as an array where it folds in vectors"
    if not all(_reads_plainly(operand, inside) for op in ops for operand in op.operands):
        return "a view splits the reduction's traversal, and its bits would depend on it"
    return None


def _readings(op: ir.Operation, inside: set[ir.Value]) -> list[Access]:
    return [access(operand, stop=inside) for operand in op.operands]


def is_plain(graph: Graph, nodes: Sequence[int]) -> bool:
    """Whether a group is elementwise ops that read each other at the same points: every strategy computes it."""
    inside = set(nodes)
    shape = graph.nodes[nodes[0]].shape
    return all(
        graph.nodes[node].family == "elementwise"
        and graph.nodes[node].shape == shape
        and all(edge.identity or edge.producer not in inside for edge in graph.edges_into[node])
        for node in nodes
    )


def plain_obstacle(graph: Graph, nodes: Sequence[int], target: Target) -> str | None:
    """`obstacle` for a plain group, from the graph alone: fast where groups are large."""
    inside = set(nodes)
    inputs: dict[tuple[str, int], None] = {}
    for node in nodes:
        inputs.update({("input", number): None for number, _ in graph.nodes[node].inputs})
        inputs.update({("node", edge.producer): None for edge in graph.edges_into[node] if edge.producer not in inside})
    return _too_many_bindings(len(inputs), sum(leaves(graph, node, inside) for node in nodes), target)


def _too_many_bindings(inputs: int, results: int, target: Target) -> str | None:
    if inputs + results <= target.bindings:
        return None
    return f"it binds {inputs} inputs and {results} results, and the target has {target.bindings} bindings"


def _reads_plainly(operand: ir.Value, inside: set[ir.Value]) -> bool:
    """Whether an operand is read at coordinates of its reader as they are, or repeated along some."""
    reading = access(operand, stop=inside)
    if reading.affine_map is None:
        return False
    return all(isinstance(expression, (ir.AffineDimExpr, ir.AffineConstantExpr)) for expression in reading.affine_map.results)


def _reads_folded_index(operand: ir.Value, reduction: ir.Operation) -> bool:
    """Whether an operand is, as far as can be told, the number of its place along a dimension that the reduction folds."""
    reading = access(operand)
    index = reading.base.owner
    if isinstance(index, ir.Block) or index.name != "nn.index":
        return False
    return not reading.is_identity or integer_of(index, "dimension") in integers_of(reduction, "dimensions")


def _all_precede(ops: Sequence[ir.Operation], reduction: ir.Operation) -> bool:
    """Whether all other ops are elementwise over the points that the reduction folds, and none reads its result."""
    points = shape_of(reduction.operands[0])
    for op in ops:
        if op == reduction:
            continue
        if family_of(op) != "elementwise" or shape_of(op.results[0]) != points:
            return False
        if any(access(operand, stop=(reduction.results[0],)).base == reduction.results[0] for operand in op.operands):
            return False
    return True


def _folds_nothing(op: ir.Operation) -> bool:
    return 0 not in shape_of(op.results[0]) and any(0 in shape_of(operand) for operand in op.operands)


def _is_leaf(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and family_of(value.owner) == "leaf"
