"""Structure: `nn.group`, a planned kernel, and its terminator."""

from collections.abc import Sequence

from nnfuse.dialect.bindings import IsolatedFromAbove, Operand, Region, Result, Terminator, ir
from nnfuse.dialect.operation import NNOperation, require


class Group(NNOperation, name="group", traits=[IsolatedFromAbove]):
    """The ops that become one kernel: a region over the kernel's inputs, one result for each value that leaves."""

    family = "structure"

    inputs: Sequence[Operand[ir.RankedTensorType]]
    outputs: Sequence[Result[ir.RankedTensorType]]
    body: Region

    @staticmethod
    def check(op: ir.Operation) -> None:
        blocks = list(op.regions[0].blocks)
        require(len(blocks) == 1, f"has {len(blocks)} blocks, expected 1")
        arguments = [str(argument.type) for argument in blocks[0].arguments]
        inputs = [str(operand.type) for operand in op.operands]
        require(arguments == inputs, f"has block arguments {arguments}, expected {inputs} like the inputs")
        operations = list(blocks[0].operations)
        require(bool(operations) and operations[-1].operation.name == "nn.yield", "must end with nn.yield")
        yielded = [str(value.type) for value in operations[-1].operation.operands]
        results = [str(result.type) for result in op.results]
        require(yielded == results, f"yields {yielded}, expected {results} like the results")


class Yield(NNOperation, name="yield", traits=[Terminator]):
    """Ends an `nn.group`: the values that leave the kernel."""

    family = "structure"

    values: Sequence[Operand[ir.RankedTensorType]]

    @staticmethod
    def check(op: ir.Operation) -> None:
        parent = op.parent
        require(parent is not None and parent.name == "nn.group", "expects parent op 'nn.group'")
