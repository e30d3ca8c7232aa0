"""The module builder: nn IR made by calls, for those who want the IR itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.context import create_context
from nnfuse.dialect.errors import Error
from nnfuse.dialect.text import print_module, verify
from nnfuse.dialect.types import tensor_type
from nnfuse.specs import TensorSpec, as_spec


class ModuleBuilder:
    """Builds a module of functions of nn ops.

    Example:
        >>> from nnfuse import ModuleBuilder, TensorSpec
        >>> from nnfuse.dialect import nn
        >>> builder = ModuleBuilder()
        >>> with builder.function("scaled_tanh", [TensorSpec((4, 8)), TensorSpec(())]) as (x, scale):
        ...     builder.return_(nn.mul(nn.tanh(x), nn.broadcast(scale, (4, 8))))
        >>> module = builder.finish()
    """

    def __init__(self) -> None:
        self.context = create_context()
        with self.context, ir.Location.unknown():
            self.module = ir.Module.create()
        self._open: ir.Operation | None = None

    @contextmanager
    def function(
        self, name: str, inputs: Sequence[TensorSpec | np.ndarray | Sequence[int]], location: tuple[str, int] | None = None
    ) -> Iterator[list[ir.Value]]:
        """Open a function; inside of the block, builders of `nnfuse.dialect.nn` append to it. Gives its arguments.

        Raises `Error` if the block ends without `return_`; the function is then not part of the module.
        """
        if self._open is not None:
            raise Error("a function is already open", hint="leave its with block first")
        with self.context, self.location(location):
            types = [tensor_type(spec.shape, spec.dtype) for spec in map(as_spec, inputs)]
            op = ir.Operation.create(
                "func.func",
                attributes={
                    "sym_name": ir.StringAttr.get(name),
                    "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, [])),
                },
                regions=1,
            )
            block = op.regions[0].blocks.append(*types)
            self._open = op
            try:
                with ir.InsertionPoint(block):
                    yield list(block.arguments)
                if not list(block.operations) or block.operations[len(block.operations) - 1].operation.name != "func.return":
                    raise Error(f"function '{name}' returns nothing", hint="call builder.return_(...) last")
                self.module.body.append(op)
            finally:
                self._open = None

    def return_(self, *values: ir.Value) -> None:
        """End the open function with these results."""
        if self._open is None:
            raise Error("no function is open", hint="use `with builder.function(...)`")
        inputs = [argument.type for argument in self._open.regions[0].blocks[0].arguments]
        function_type = ir.FunctionType.get(inputs, [value.type for value in values])
        self._open.attributes["function_type"] = ir.TypeAttr.get(function_type)
        ir.Operation.create("func.return", operands=list(values))

    def location(self, position: tuple[str, int] | None) -> ir.Location:
        """An MLIR location of `(file, line)`, or unknown; usable as a context manager."""
        if position is None:
            return ir.Location.unknown(self.context)
        return ir.Location.file(position[0], position[1], 0, context=self.context)

    def finish(self) -> ir.Module:
        """Verify and give the module; raises `VerificationError`."""
        verify(self.module)
        return self.module

    def __str__(self) -> str:
        return print_module(self.module)
