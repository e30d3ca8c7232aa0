"""Structure: `nn.group`, a planned kernel, and its terminator.

IRDL gives a variadic field one type for all its values. Results of a kernel differ in type, so both ops have
`RESULT_TYPES` variadic fields, one for each distinct type, and MLIR's usual segment sizes say how many values each has.
"""

from collections.abc import Sequence
from typing import Any

from nnfuse.dialect.bindings import Operand, Region, Result, Terminator, ir
from nnfuse.dialect.operation import NNOperation, require

# How many distinct types the results of one group may have.
RESULT_TYPES = 4


class Group(NNOperation, name="group"):
    """The ops that become one kernel: a region that reads values from around it, one result for each value that leaves.

    Results of one type stand together; `resultSegmentSizes` counts them, type by type.
    """

    family = "structure"
    optional_attributes = ("nn.label", "resultSegmentSizes")

    first: Sequence[Result[Any]]
    second: Sequence[Result[Any]]
    third: Sequence[Result[Any]]
    fourth: Sequence[Result[Any]]
    body: Region

    @staticmethod
    def check(op: ir.Operation) -> None:
        blocks = list(op.regions[0].blocks)
        require(len(blocks) == 1, f"has {len(blocks)} blocks, expected 1")
        require(not list(blocks[0].arguments), "has block arguments, expected none; the region reads values from around it")
        operations = list(blocks[0].operations)
        require(bool(operations) and operations[-1].operation.name == "nn.yield", "must end with nn.yield")
        yielded = [str(value.type) for value in operations[-1].operation.operands]
        results = [str(result.type) for result in op.results]
        require(yielded == results, f"yields {yielded}, expected {results} like the results")


class Yield(NNOperation, name="yield", traits=[Terminator]):
    """Ends an `nn.group`: the values that leave the kernel, in the order of its results."""

    family = "structure"
    optional_attributes = ("operandSegmentSizes",)

    first: Sequence[Operand[Any]]
    second: Sequence[Operand[Any]]
    third: Sequence[Operand[Any]]
    fourth: Sequence[Operand[Any]]

    @staticmethod
    def check(op: ir.Operation) -> None:
        parent = op.parent
        require(parent is not None and parent.operation.name == "nn.group", "expects parent op 'nn.group'")


def sort_by_type(values: Sequence[ir.Value]) -> list[ir.Value]:
    """`values` with those of one type together, types by first appearance; the order that a group's results need."""
    types = list(dict.fromkeys(str(value.type) for value in values))
    return sorted(values, key=lambda value: types.index(str(value.type)))


def segment_sizes(values: Sequence[ir.Value]) -> ir.Attribute:
    """The segment sizes of values that `sort_by_type` has ordered, at most `RESULT_TYPES` types."""
    counts: dict[str, int] = {}
    for value in values:
        counts[str(value.type)] = counts.get(str(value.type), 0) + 1
    sizes = [*counts.values(), *[0] * (RESULT_TYPES - len(counts))]
    return ir.DenseI32ArrayAttr.get(sizes)
