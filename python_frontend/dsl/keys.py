"""Structure keys: what is the same of two expressions that may share compiled code.

An expression's canonical form lists its instructions once each, dead ones left out, constants folded, numbered in the
order of a depth-first walk. Values of run-time scalars and everything that is a shape or a shape's parameter (batch, group
size, window, slice bounds) stay out of it; constants and structure are in it. Source: manual, sections 8.2, 8.8 and 13.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nnfuse.dialect.operation import OPERATIONS
from nnfuse.dsl.build import collect
from nnfuse.dsl.expression import Expression
from nnfuse.errors import ExpressionError

# Attributes that are shapes or follow from them.
SHAPE_PARAMETERS = frozenset(
    {
        *("batch", "batches", "block", "columns", "depth", "divisor", "extent", "group", "heads", "high", "kernel", "low"),
        *("mod", "modulo", "offset", "offsets", "padding", "period", "size", "sizes", "stride", "strides"),
    }
)
_NOT_STRUCTURE = frozenset({"name", "default", "spelling"})


@dataclass(frozen=True)
class Instruction:
    """One step: an operation on earlier instructions, with its structural attributes and its shape parameters."""

    operation: str
    operands: tuple[int, ...]
    attributes: tuple[tuple[str, str], ...]
    parameters: tuple[tuple[str, str], ...]
    dtype: str
    shape: tuple[int, ...]

    def structure(self) -> str:
        """The instruction's text in the canonical form."""
        operands = ",".join(f"%{number}" for number in self.operands)
        attributes = ",".join(f"{name}={value}" for name, value in self.attributes)
        return f"{self.operation}({operands}){{{attributes}}}:{self.dtype}"


@dataclass(frozen=True)
class ExprSpec:
    """An expression in canonical form. `inputs` are its leaves, then its run-time scalars, in the order of the form."""

    instructions: tuple[Instruction, ...]
    results: tuple[int, ...]
    inputs: tuple[Expression, ...]

    @property
    def canonical(self) -> str:
        """The canonical form as text: equal for expressions of one structure, and for no others."""
        lines = [f"%{number}={item.structure()}" for number, item in enumerate(self.instructions)]
        return ";".join([*lines, "return " + ",".join(f"%{number}" for number in self.results)])

    @property
    def specialisation(self) -> str:
        """What the canonical form leaves out but compiled code depends on: shapes and their parameters."""
        return ";".join(f"{list(item.shape)}{list(item.parameters)}" for item in self.instructions)


@dataclass(frozen=True)
class StructureKey:
    """A key that compares by the canonical form; the digest is for files and tables."""

    canonical: str

    @property
    def digest(self) -> str:
        """64 hexadecimal digits, the same in every process and on every machine."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    def __str__(self) -> str:
        return self.digest[:16]


def expr_spec(expression: Expression | Sequence[Expression]) -> ExprSpec:
    """The canonical form of an expression, or of several that are computed together."""
    roots = [expression] if isinstance(expression, Expression) else list(expression)
    numbers: dict[int, int] = {}
    known: dict[Instruction, int] = {}
    instructions: list[Instruction] = []
    leaves: dict[int, Expression] = {}
    constants: dict[int, np.ndarray] = {}
    for node in _canonical_order(roots, constants):
        if node.operation == "mark":
            numbers[node.serial] = numbers[node.operands[0].serial]
            continue
        if node.operation in ("leaf", "rparam"):
            leaves[node.serial] = node
        item = _instruction(node, numbers, len(leaves) - 1, constants.get(node.serial))
        if item not in known:
            known[item] = len(instructions)
            instructions.append(item)
        numbers[node.serial] = known[item]
    inputs = sorted(leaves.values(), key=lambda node: node.operation == "rparam")
    return ExprSpec(tuple(instructions), tuple(numbers[root.serial] for root in roots), tuple(inputs))


def _canonical_order(roots: Sequence[Expression], constants: dict[int, np.ndarray]) -> list[Expression]:
    """The nodes that are needed once constant ones are folded, operands first; `constants` gets the folded values."""
    for node in collect(roots):
        value = _fold(node, constants)
        if value is not None:
            constants[node.serial] = value
    return collect(roots, stop=constants)


def _fold(node: Expression, constants: dict[int, np.ndarray]) -> np.ndarray | None:
    """A scalar constant's value, repeated or not, or that of an elementwise op on such: computed in float64, rounded once."""
    if node.operation == "constant":
        value = node.attributes["value"]
        return None if isinstance(value, np.ndarray) else np.asarray(value, node.dtype)
    if node.operation == "broadcast":
        return constants.get(node.operands[0].serial)
    definition = OPERATIONS.get(f"nn.{node.operation}")
    foldable = definition is not None and definition.family == "elementwise" and hasattr(definition, "numpy")  # type: ignore[attr-defined]
    if not foldable or not node.operands or any(operand.serial not in constants for operand in node.operands):
        return None
    operands = [constants[operand.serial].astype(np.float64) for operand in node.operands]
    with np.errstate(all="ignore"):
        return np.asarray(definition.numpy(*operands), node.dtype)  # type: ignore[union-attr]


def _instruction(node: Expression, numbers: dict[int, int], input_number: int, folded: np.ndarray | None) -> Instruction:
    if folded is not None:
        attributes = (("value", f"{node.dtype.name}:{folded.tobytes().hex()}"),)
        return Instruction("constant", (), attributes, (), node.dtype.name, node.shape)
    attributes_list: list[tuple[str, str]] = []
    parameters: list[tuple[str, str]] = []
    for name in sorted(node.attributes):
        if name in _NOT_STRUCTURE:
            continue
        target = parameters if name in SHAPE_PARAMETERS else attributes_list
        target.append((name, _text(node.attributes[name])))
    if node.operation in ("leaf", "rparam"):
        attributes_list = [("number", str(input_number))]
    operands = tuple(numbers[operand.serial] for operand in node.operands)
    return Instruction(node.operation, operands, tuple(attributes_list), tuple(parameters), node.dtype.name, node.shape)


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.name}:{hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    if isinstance(value, float):
        return value.hex()
    return str(value)


def structure_key(expression: Expression | Sequence[Expression] | ExprSpec) -> StructureKey:
    """The key of an expression's structure; see the module."""
    spec = expression if isinstance(expression, ExprSpec) else expr_spec(expression)
    return StructureKey(spec.canonical)


def validate(spec: ExprSpec) -> None:
    """Check that a spec is well-formed; raises `ExpressionError` that names the instruction."""
    for number, item in enumerate(spec.instructions):
        if any(not 0 <= operand < number for operand in item.operands):
            raise ExpressionError(f"instruction {number} reads a later one", actual=item.structure())
        if item.operation not in _KNOWN and f"nn.{item.operation.removeprefix('logical_')}" not in OPERATIONS:
            raise ExpressionError(f"instruction {number} is unknown", actual=item.operation)
    if not spec.results or any(not 0 <= result < len(spec.instructions) for result in spec.results):
        raise ExpressionError("a result is no instruction", actual=str(spec.results))


_KNOWN = frozenset({"leaf", "rparam", "constant", "fuse"})


def reduce_axis(expression: Expression) -> int | None:
    """The axis that the expression's reductions fold, as numpy counts: 1 for row reductions, 0 for column ones; None without.

    Raises `ExpressionError` if it folds both.
    """
    axes = {node.attributes["dimensions"][0] for node in collect([expression]) if node.operation == "reduce"}
    if len(axes) > 1:
        raise ExpressionError("the expression folds rows and columns", hint="compute one of the reductions first")
    return axes.pop() if axes else None
