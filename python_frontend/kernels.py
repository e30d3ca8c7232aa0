"""Kernel definitions: a Python function over expressions, together with the inputs it is compiled for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nnfuse.dsl.build import Program, build_module
from nnfuse.dsl.expression import Expression, leaf, rparam
from nnfuse.errors import SourceError
from nnfuse.specs import TensorSpec, as_spec

Result = Expression | Sequence[Expression]
Function = Callable[..., Result]

# What a run-time scalar is as an input.
_SCALAR = TensorSpec(())


@dataclass(frozen=True)
class Kernel:
    """A function and its inputs; callable like the function."""

    function: Function
    inputs: tuple[TensorSpec, ...]
    name: str

    def __call__(self, *arguments: Expression) -> Result:
        """The function itself: a kernel used inside of another is composed, not compiled."""
        return self.function(*arguments)

    def build(self) -> Program:
        """The function as a program, its parameters named as the function names them."""
        names = _parameter_names(self.function, len(self.inputs))
        arguments = [
            rparam(name=name) if spec == _SCALAR else leaf(spec, name=name) for name, spec in zip(names, self.inputs, strict=True)
        ]
        roots = as_roots(self.function(*arguments), self.name)
        return build_module(self.name, roots, arguments)


def kernel(*inputs: TensorSpec | np.ndarray | Sequence[int]) -> Callable[[Function], Kernel]:
    """Declare a function over expressions as a kernel with these inputs.

    Example:
        >>> import nnfuse
        >>> @nnfuse.kernel((17, 65), (17, 65))
        ... def product(x, y):
        ...     return nnfuse.tanh(x * y)
    """

    def decorate(function: Function) -> Kernel:
        return Kernel(function, tuple(map(as_spec, inputs)), function.__name__)

    return decorate


def as_roots(result: object, name: str) -> list[Expression]:
    """The results of a function over expressions as a list; raises `SourceError` for anything else."""
    items: list[object] = list(result) if isinstance(result, (tuple, list)) else [result]
    roots: list[Expression] = []
    for root in items:
        if not isinstance(root, Expression):
            raise SourceError(
                f"'{name}' does not return expressions",
                expected="an expression or a sequence of them",
                actual=type(root).__name__,
            )
        roots.append(root)
    if not roots:
        raise SourceError(f"'{name}' returns nothing", expected="at least one expression")
    return roots


def _parameter_names(function: Function, count: int) -> list[str]:
    parameters = list(inspect.signature(function).parameters.values())
    if any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in parameters):
        return [f"input{number}" for number in range(count)]
    required = [parameter for parameter in parameters if parameter.default is inspect.Parameter.empty]
    if not len(required) <= count <= len(parameters):
        raise SourceError(
            f"'{function.__name__}' does not take {count} inputs",
            expected=f"{len(required)} input descriptions",
            actual=str(count),
        )
    return [parameter.name for parameter in parameters[:count]]
