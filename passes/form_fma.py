"""Form `nn.fma` and `nn.inner_product` from single-use products, so that contraction does not depend on the plan.

Code generators contract a product and a sum that land in one kernel into an FMA; two kernels do not. The bits would
then follow the fusion plan. Deciding here makes them the same at every level: a product whose only use is an addend
becomes part of an `nn.fma` (negations between them are seen through), a product with several uses is rounded on its own
everywhere.
"""

from __future__ import annotations

from nnfuse.dialect import nn
from nnfuse.dialect.bindings import ir
from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.operation import string_of
from nnfuse.dialect.reductions import dimensions_of, keeps_dimensions, kind_of
from nnfuse.passes.marks import fusion_mark, keep_mark


def form_fma(module: ir.Module) -> None:
    """Rewrite, in place, with x and y the factors of a product that has no other use.

    `x*y + z` and `z + x*y` become fma(x, y, z); `x*y - z` fma(x, y, -z); `z - x*y` fma(-x, y, z); an unordered sum of `x*y`
    an inner product. If both operands are such products, the left one is taken. Negation is exact, so each rewrite is the
    fused multiply-add that a code generator would contract to.
    """
    with module.context:
        for function in functions_of(module):
            for block in function.regions[0].blocks:
                _rewrite_block(block)


def _rewrite_block(block: ir.Block) -> None:
    # A list, since the block changes; an erased op is only ever an earlier product, never one still ahead.
    for view in list(block.operations):
        op = view.operation
        for region in op.regions:
            for inner in region.blocks:
                _rewrite_block(inner)
        if op.name in ("nn.add", "nn.sub"):
            _contract(op)
        elif op.name == "nn.reduce":
            _contract_sum(op)


def _contract(op: ir.Operation) -> None:
    for index, operand in enumerate(op.operands):
        found = _single_use_product(operand)
        if found is None:
            continue
        product, negated = found
        addend = op.operands[1 - index]
        x, y = product.operands
        with ir.InsertionPoint(op), op.location:
            if op.name == "nn.sub" and index == 0:
                addend = nn.neg(addend)
            if negated != (op.name == "nn.sub" and index == 1):
                x = nn.neg(x)
            fused = nn.fma(x, y, addend)
        keep_mark(op, fused)
        op.results[0].replace_all_uses_with(fused)
        op.erase()
        _erase_dead(operand)
        return


def _contract_sum(op: ir.Operation) -> None:
    """An unordered sum of a product that has no other use becomes an inner product."""
    found = _single_use_product(op.operands[0])
    if found is None or found[1] or kind_of(op) != "sum" or string_of(op, "order") != "unordered":
        return
    product, _ = found
    with ir.InsertionPoint(op), op.location:
        x, y = product.operands
        result = nn.inner_product(x, y, dimensions_of(op), keep=keeps_dimensions(op))
    keep_mark(op, result)
    op.results[0].replace_all_uses_with(result)
    op.erase()
    product.erase()


def _single_use_product(value: ir.Value) -> tuple[ir.Operation, bool] | None:
    """The product that `value` is, seen through negations, each with a single use; and whether it is negated."""
    negated = False
    while not isinstance(value.owner, ir.Block) and len(list(value.uses)) == 1:
        op = value.owner
        if fusion_mark(op) == "never":
            return None  # it must exist in memory
        if op.name == "nn.mul":
            return op, negated
        if op.name != "nn.neg":
            return None
        negated = not negated
        value = op.operands[0]
    return None


def _erase_dead(value: ir.Value) -> None:
    """Erase the op of an unused value, and what only it used along the chain to the product."""
    op = value.owner
    operands = list(op.operands)
    is_product = op.name == "nn.mul"
    op.erase()
    if not is_product:
        _erase_dead(operands[0])
