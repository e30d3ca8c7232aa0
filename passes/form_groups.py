"""Apply a plan: rewrite a function of nn ops into one of `nn.group` ops.

A group repeats the constants and views it reads through; values of other groups and arguments it reads from around it.
"""

from __future__ import annotations

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.structure import segment_sizes, sort_by_type
from nnfuse.dialect.updates import updated_value
from nnfuse.passes.planning.graph import build_graph, leaves_group
from nnfuse.passes.planning.plan import Plan
from nnfuse.passes.recompute import recompute_behind_views


def form_groups(function: ir.Operation, plan: Plan) -> None:
    """Rewrite `function` in place: one `nn.group` for each group of `plan`, in the plan's order.

    `plan` must be of this very function. Ops held from before are invalid afterwards.
    """
    with function.context:
        _form_groups(function, plan)


def _form_groups(function: ir.Operation, plan: Plan) -> None:
    _, ops = build_graph(function)
    block = function.regions[0].blocks[0]
    old = [view.operation for view in block.operations]
    terminator = old[-1]
    computed = {op.results[0]: node for node, op in enumerate(ops)}
    replacement: dict[ir.Value, ir.Value] = {}
    for planned in plan.groups:
        members = [ops[node] for node in planned.nodes]
        inside = {op.results[0] for op in members}
        outputs = sort_by_type([op.results[0] for op in members if leaves_group(op.results[0], inside)])
        _emit_group(planned.name, members, outputs, computed, replacement, terminator)
    updates = [op for op in old if op.name == "nn.update"]
    for update in updates:
        update.move_before(terminator)
        update.operands[0] = _stored(updated_value(update.operands[0]), replacement, update)
    for index, operand in enumerate(list(terminator.operands)):
        terminator.operands[index] = _stored(operand, replacement, terminator)
    kept = [*terminator.operands, *[update.operands[0] for update in updates], *[update.results[0] for update in updates]]
    _erase_unused(old[:-1], kept)


def _stored(value: ir.Value, replacement: dict[ir.Value, ir.Value], user: ir.Operation) -> ir.Value:
    """What stands for a value that `user` needs in memory: a group's result, reshaped in front of `user` where it was."""
    if value in replacement or isinstance(value.owner, ir.Block) or value.owner.name != "nn.reshape":
        return replacement.get(value, value)
    op = value.owner
    source = _stored(updated_value(op.operands[0]), replacement, user)
    with ir.InsertionPoint(user), op.location:
        return ir.Operation.create("nn.reshape", results=[value.type], operands=[source]).results[0]


def _emit_group(
    name: str,
    members: list[ir.Operation],
    outputs: list[ir.Value],
    computed: dict[ir.Value, int],
    replacement: dict[ir.Value, ir.Value],
    terminator: ir.Operation,
) -> None:
    mapping = dict(replacement)
    sizes = segment_sizes(outputs)
    with ir.InsertionPoint(terminator), members[0].location:
        group = ir.Operation.create(
            "nn.group",
            results=[value.type for value in outputs],
            attributes={"nn.label": ir.StringAttr.get(name), "resultSegmentSizes": sizes},
            regions=1,
        )
        with ir.InsertionPoint(group.regions[0].blocks.append()):
            for op in _closure(members, computed):
                clone = ir.Operation.create(
                    op.name,
                    results=[op.results[0].type],
                    operands=[mapping.get(value, value) for value in map(updated_value, op.operands)],
                    attributes={name: op.attributes[name] for name in op.attributes},
                    loc=op.location,
                )
                mapping[op.results[0]] = clone.results[0]
            yielded = [mapping[value] for value in outputs]
            ir.Operation.create("nn.yield", operands=yielded, attributes={"operandSegmentSizes": sizes})
    recompute_behind_views(group)
    replacement.update(zip(outputs, group.results, strict=True))


def _closure(members: list[ir.Operation], computed: dict[ir.Value, int]) -> list[ir.Operation]:
    """The members and the constants and views that they read through, operands first."""
    body: list[ir.Operation] = []
    seen: set[ir.Value] = set()

    # An explicit stack: chains of views may be deeper than Python's recursion limit.
    stack = [(op, False) for op in reversed(members)]
    while stack:
        op, ready = stack.pop()
        if ready:
            body.append(op)
        elif op.results[0] not in seen:
            seen.add(op.results[0])
            stack.append((op, True))
            read = [operand for operand in map(updated_value, op.operands) if operand not in computed]
            stack += [(operand.owner, False) for operand in reversed(read) if not isinstance(operand.owner, ir.Block)]
    return body


def _erase_unused(ops: list[ir.Operation], kept: list[ir.Value]) -> None:
    for op in reversed(ops):
        if op.results[0] not in kept:
            op.erase()
