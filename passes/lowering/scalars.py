"""The scalar form of each elementwise op: what a kernel's body computes at one index."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from iree.compiler import ir

from nnfuse.dialect.bindings import ir as nn_ir
from nnfuse.dialect.leaves import splat_value
from nnfuse.dialect.operation import integer_of
from nnfuse.dialect.types import element_type_of, shape_of
from nnfuse.passes.errors import LoweringError
from nnfuse.passes.lowering.emitter import Emitter
from nnfuse.passes.lowering.functions import (
    compare_floats,
    emit_erf,
    emit_exp,
    emit_exp2,
    emit_fma,
    emit_power,
    emit_sine,
    hide,
    hide_constant,
)
from nnfuse.passes.views import access

# nn op to the arith or math op of the same meaning on f32.
_DIRECT = {
    "nn.neg": "arith.negf",
    "nn.abs": "math.absf",
    "nn.log": "math.log",
    "nn.sqrt": "math.sqrt",
    "nn.rsqrt": "math.rsqrt",
    "nn.tanh": "math.tanh",
    "nn.add": "arith.addf",
    "nn.sub": "arith.subf",
    "nn.mul": "arith.mulf",
    "nn.div": "arith.divf",
    "nn.max": "arith.maximumf",
    "nn.min": "arith.minimumf",
    "nn.log2": "math.log2",
    "nn.floor": "math.floor",
    "nn.ceil": "math.ceil",
    "nn.round": "math.roundeven",
    "nn.and": "arith.andi",
    "nn.or": "arith.ori",
}

# arith.cmpf predicate numbers: ordered comparisons, unordered for ne, as IEEE and numpy.
_PREDICATES = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "ne": 13}

_CASTS = {
    ("f16", "f32"): "arith.extf",
    ("f32", "f16"): "arith.truncf",
    ("i1", "f32"): "arith.uitofp",
    ("i1", "f16"): "arith.uitofp",
}


def emit_scalar(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> ir.Value:
    """Emit `op` on scalars; raises `LoweringError` for an op without a scalar form."""
    if op.name in _DIRECT:
        if emitter.target.kind == "vulkan":
            operands = _kept_from_folding(emitter, op, operands)
        elif op.name in ("nn.add", "nn.sub"):
            operands = _kept_from_contraction(emitter, op, operands)
        return emitter.create(_DIRECT[op.name], operands, operands[0].type)
    if op.name in _SPECIAL:
        return _SPECIAL[op.name](emitter, op, operands)
    raise LoweringError(f"'{op.name}' has no scalar form", where=str(op.location))


def _kept_from_folding(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> Sequence[ir.Value]:
    """Hide what drivers fold as if there were no signed zero, NaN or infinity: 0 + x, 0 - x, 0 * x, 0 / x, x / 0, x - x."""
    x, *rest = operands
    if op.name == "nn.sub" and op.operands[0] == op.operands[1]:
        return [x, hide(emitter, rest[0])]
    if op.name in ("nn.add", "nn.sub", "nn.mul", "nn.div"):
        zeros = [_is_zero(operand) for operand in op.operands]
        if zeros[0] and not zeros[1]:
            return [hide_constant(emitter, x, rest[0]), rest[0]]
        if zeros[1] and not zeros[0] and op.name != "nn.sub":
            return [x, hide_constant(emitter, rest[0], x)]
    return operands


def _kept_from_contraction(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> Sequence[ir.Value]:
    """Hide from a sum what code generation would merge with it: rounded once then, where two kernels round twice.

    Such are products that `nn-form-fma` has left to round on their own, of whose several uses one may be alone in its loop, and
    small products of matrices, whose accumulator the sum would start.
    """
    sources = list(op.operands)
    return [
        hide(emitter, value) if _is_product(source) or _is_matmul(source) else value
        for value, source in zip(operands, sources, strict=True)
    ]


def _is_matmul(value: nn_ir.Value) -> bool:
    base = access(value).base
    return not isinstance(base.owner, nn_ir.Block) and base.owner.name == "nn.matmul"


def _is_zero(value: nn_ir.Value) -> bool:
    """Whether code generation can tell that a value is zero everywhere: a constant, or the only index of a dimension."""
    base = access(value).base
    if isinstance(base.owner, nn_ir.Block):
        return False
    if base.owner.name == "nn.index":
        return shape_of(base)[integer_of(base.owner, "dimension")] <= integer_of(base.owner, "divisor")
    return base.owner.name == "nn.constant" and splat_value(base.owner) == 0


def _compare(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> ir.Value:
    return compare_floats(emitter, _PREDICATES[nn_ir.StringAttr(op.attributes["predicate"]).value], *operands)


def _select(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> ir.Value:
    """LLVM pulls a common factor out of a select of products, and would contract what is left with a sum behind it."""
    condition, *values = operands
    if emitter.target.kind == "cpu":
        sources = list(op.operands)[1:]
        values = [hide(emitter, value) if _is_product(source) else value for value, source in zip(values, sources, strict=True)]
    return emitter.create("arith.select", [condition, *values], values[0].type)


def _is_product(value: nn_ir.Value) -> bool:
    while not isinstance(value.owner, nn_ir.Block) and value.owner.name == "nn.neg":
        value = value.owner.operands[0]
    return not isinstance(value.owner, nn_ir.Block) and value.owner.name == "nn.mul"


def _cast(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> ir.Value:
    source, target = str(element_type_of(op.operands[0])), str(element_type_of(op.results[0]))
    return emitter.create(_CASTS[source, target], operands, emitter.like(operands[0], target))


def _not(emitter: Emitter, op: nn_ir.Operation, operands: Sequence[ir.Value]) -> ir.Value:
    return emitter.create("arith.xori", [operands[0], emitter.constant("true", "i1", operands[0])], operands[0].type)


_SPECIAL: dict[str, Callable[[Emitter, nn_ir.Operation, Sequence[ir.Value]], ir.Value]] = {
    "nn.compare": _compare,
    "nn.select": _select,
    "nn.cast": _cast,
    "nn.not": _not,
    "nn.exp": lambda emitter, _, operands: emit_exp(emitter, *operands),
    "nn.exp2": lambda emitter, _, operands: emit_exp2(emitter, *operands),
    "nn.fma": lambda emitter, _, operands: emit_fma(emitter, *operands),
    "nn.erf": lambda emitter, _, operands: emit_erf(emitter, *operands),
    "nn.sin": lambda emitter, _, operands: emit_sine(emitter, *operands, quarter_turns=0),
    "nn.cos": lambda emitter, _, operands: emit_sine(emitter, *operands, quarter_turns=1),
    "nn.pow": lambda emitter, _, operands: emit_power(emitter, *operands),
}
