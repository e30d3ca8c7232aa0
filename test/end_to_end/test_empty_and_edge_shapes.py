"""Values without elements, whatever op they come from and go into, and other extremes: one module for a target and level."""

import numpy as np
import pytest
from many_functions import ManyFunctions

from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.text import parse_module
from nnfuse.dialect.types import dtype_of, shape_of

LEVELS = ("none", "full")


def function(name, operands, op, attributes, result):
    """A function of one op."""
    arguments = ", ".join(f"%a{index}: {operand}" for index, operand in enumerate(operands))
    names = ", ".join(f"%a{index}" for index in range(len(operands)))
    return (
        f"func.func @{name}({arguments}) -> {result} {{\n"
        f'  %r = "nn.{op}"({names}) {{{attributes}}} : ({", ".join(operands)}) -> {result}\n'
        f"  return %r : {result}\n}}\n"
    )


def f32(*shapes):
    return [f"tensor<{shape}xf32>" for shape in shapes]


SCAN = "depth = 2, heads = 1, causal = true, has_boundary = true"
FOLD = 'keep_dimensions = false, order = "strict"'
ATTENTION = "scale = 0.5 : f32, batch = 1, score_bias = true"
ONE_OP = [
    ("slice_of_empty", f32("0x4"), "slice", "offsets = array<i64: 0, 1>, strides = array<i64: 1, 2>", "tensor<0x2xf32>"),
    ("slice_at_the_end", f32("4"), "slice", "offsets = array<i64: 4>, strides = array<i64: 1>", "tensor<0xf32>"),
    ("slice_f16", ["tensor<0x4xf16>"], "slice", "offsets = array<i64: 0, 2>, strides = array<i64: 1, 1>", "tensor<0x2xf16>"),
    ("slice_i1", ["tensor<0x4xi1>"], "slice", "offsets = array<i64: 0, 2>, strides = array<i64: 1, 1>", "tensor<0x2xi1>"),
    ("periodic", f32("4x0"), "periodic", "dimension = 0, offset = 1, period = 2", "tensor<8x0xf32>"),
    ("periodic_to_none", f32("4x3"), "periodic", "dimension = 0, offset = 1, period = 2", "tensor<0x3xf32>"),
    ("broadcast_to_none", f32("1x3"), "broadcast", "", "tensor<2x0x3xf32>"),
    ("transpose", f32("2x0x3"), "transpose", "permutation = array<i64: 2, 0, 1>", "tensor<3x2x0xf32>"),
    ("reshape", f32("2x0x3"), "reshape", "", "tensor<0x5xf32>"),
    ("rotate_half", f32("0x4"), "rotate_half", "dimension = 1, block = 2", "tensor<0x4xf32>"),
    ("rotate_half_along", f32("0x4"), "rotate_half", "dimension = 0, block = 2", "tensor<0x4xf32>"),
    ("index", [], "index", "dimension = 1, divisor = 2", "tensor<0x3xf32>"),
    ("constant", [], "constant", "value = dense<> : tensor<3x0xf32>", "tensor<3x0xf32>"),
    ("scan", f32("3x0"), "scan", 'kind = "sum", dimension = 0', "tensor<3x0xf32>"),
    ("strict_none", f32("0x4"), "reduce", f'kind = "sum", dimensions = array<i64: 1>, {FOLD}', "tensor<0xf32>"),
    ("strict_max_none", f32("0x4"), "reduce", f'kind = "max", dimensions = array<i64: 1>, {FOLD}', "tensor<0xf32>"),
    ("strict_sum_of_none", f32("2x0x3"), "reduce", f'kind = "sum", dimensions = array<i64: 1>, {FOLD}', "tensor<2x3xf32>"),
    ("strict_prod_of_none", f32("2x0x3"), "reduce", f'kind = "prod", dimensions = array<i64: 1>, {FOLD}', "tensor<2x3xf32>"),
    (
        "inner_product",
        f32("2x0", "2x0"),
        "inner_product",
        "dimensions = array<i64: 1>, keep_dimensions = true",
        "tensor<2x1xf32>",
    ),
    ("pad", f32("0x2"), "pad", "low = array<i64: 1, 0>, high = array<i64: 1, 1>, value = 1.5 : f32", "tensor<2x3xf32>"),
    ("pad_minus_inf", f32("0"), "pad", "low = array<i64: 1>, high = array<i64: 1>, value = 0xFF800000 : f32", "tensor<2xf32>"),
    ("pad_nan", f32("0"), "pad", "low = array<i64: 1>, high = array<i64: 1>, value = 0x7FC00000 : f32", "tensor<2xf32>"),
    ("pad_f16", ["tensor<0xf16>"], "pad", "low = array<i64: 1>, high = array<i64: 1>, value = 0xFF800000 : f32", "tensor<2xf16>"),
    (
        "pad_full_f16",
        ["tensor<1xf16>"],
        "pad",
        "low = array<i64: 1>, high = array<i64: 0>, value = 0x7F800000 : f32",
        "tensor<2xf16>",
    ),
    ("pad_to_none", f32("0x2"), "pad", "low = array<i64: 0, 1>, high = array<i64: 0, 0>, value = 1.5 : f32", "tensor<0x3xf32>"),
    ("concat_left", f32("0x2", "3x2"), "concat", "dimension = 0", "tensor<3x2xf32>"),
    ("concat_none", f32("0x2", "0x3"), "concat", "dimension = 1", "tensor<0x5xf32>"),
    ("insert_none", f32("4x2", "0x2"), "insert_slice", "offsets = array<i64: 4, 0>", "tensor<4x2xf32>"),
    ("gather_from_none", [*f32("0x3"), "tensor<2xi32>"], "gather_rows", "", "tensor<2x3xf32>"),
    ("gather_none", [*f32("4x3"), "tensor<0xi32>"], "gather_rows", "", "tensor<0x3xf32>"),
    ("scatter_none", [*f32("4x3"), "tensor<0xi32>", *f32("0x3")], "scatter_add_rows", "", "tensor<4x3xf32>"),
    (
        "im2col_of_no_rows",
        f32("0x2"),
        "im2col",
        "size = array<i64: 1, 0, 2>, kernel = 1, stride = 2, padding = 1",
        "tensor<1x4xf32>",
    ),
    ("outer_col", f32("4x0", "4x0", "4x0"), "outer_col", "depth = 2, has_scale = true", "tensor<8x0xf32>"),
    ("outer_col_no_rows", f32("0x4", "0x4", "0x4"), "outer_col", "depth = 2, has_scale = true", "tensor<0x4xf32>"),
    (
        "prefix",
        f32("2x0", "2x0", "2x0", "2x0", "2x2", "2x2", "1x0"),
        "scan_prefix_outer",
        f"{SCAN}, has_state = true",
        "tensor<10x0xf32>",
    ),
    ("suffix", f32("4x0", "2x0", "2x0", "1x0"), "scan_suffix_outer", SCAN, "tensor<6x0xf32>"),
    (
        "attention_of_none",
        f32("2x0x4", "2x0x4", "2x0x3", "1x0", "2"),
        "attention",
        f'mask = "causal_doc", {ATTENTION}',
        "tensor<2x0x3xf32>",
    ),
    (
        "attention_no_queries",
        f32("2x0x4", "2x5x4", "2x5x3", "1x0", "2"),
        "attention",
        f'mask = "plain", {ATTENTION}',
        "tensor<2x0x3xf32>",
    ),
    (
        "attention_no_depth",
        f32("2x3x0", "2x5x0", "2x5x3", "1x3", "2"),
        "attention",
        f'mask = "plain", {ATTENTION}',
        "tensor<2x3x3xf32>",
    ),
    (
        "attention_mixed_values",
        ["tensor<2x3x4xf16>", "tensor<2x3x4xf16>", *f32("2x3x2", "1x3", "2")],
        "attention",
        f'mask = "causal", {ATTENTION}',
        "tensor<2x3x2xf32>",
    ),
    ("whole_slice", f32("3x2"), "slice", "offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>", "tensor<3x2xf32>"),
    ("same_f16", ["tensor<3x2xf16>"], "broadcast", "", "tensor<3x2xf16>"),
    ("same_i1", ["tensor<3x2xi1>"], "reshape", "", "tensor<3x2xi1>"),
    ("argmax", f32("0x4"), "argmax", "dimension = 1", "tensor<0x1xf32>"),
    ("grouped_reduce", f32("0x4"), "grouped_reduce", 'kind = "max", group = 2', "tensor<0x4xf32>"),
]

# A declaration, and values without elements between other ops.
MORE = """
func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
func.func @chain(%x: tensor<3x4xf32>) -> (tensor<3x1xf32>, tensor<0x2xf32>) {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 4>, strides = array<i64: 1, 1>} : (tensor<3x4xf32>) -> tensor<3x0xf32>
  %1 = "nn.exp"(%0) : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %2 = "nn.inner_product"(%1, %1) {dimensions = array<i64: 1>, keep_dimensions = true}
    : (tensor<3x0xf32>, tensor<3x0xf32>) -> tensor<3x1xf32>
  %3 = "nn.transpose"(%1) {permutation = array<i64: 1, 0>} : (tensor<3x0xf32>) -> tensor<0x3xf32>
  %4 = "nn.slice"(%3) {offsets = array<i64: 0, 1>, strides = array<i64: 1, 1>} : (tensor<0x3xf32>) -> tensor<0x2xf32>
  %5 = "nn.add"(%4, %4) : (tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  return %2, %5 : tensor<3x1xf32>, tensor<0x2xf32>
}
func.func @product_of_slices(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 4>, strides = array<i64: 1, 1>} : (tensor<3x4xf32>) -> tensor<3x0xf32>
  %1 = "nn.slice"(%y) {offsets = array<i64: 4, 0>, strides = array<i64: 1, 1>} : (tensor<4x5xf32>) -> tensor<0x5xf32>
  %2 = "nn.matmul"(%0, %1) {transpose_lhs = false, transpose_rhs = false}
    : (tensor<3x0xf32>, tensor<0x5xf32>) -> tensor<3x5xf32>
  %3 = "nn.exp"(%2) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %2, %3 : tensor<3x5xf32>, tensor<3x5xf32>
}
"""

PROGRAM = "".join(function(*row) for row in ONE_OP) + MORE


def signature(module):
    """Each function's name, with the shapes and dtypes of its arguments and of its results."""

    def described(values):
        return [(shape_of(value), dtype_of(value)) for value in values]

    found = {}
    with module.context:
        for op in functions_of(module):
            block = op.regions[0].blocks[0]
            results = list(block.operations)[-1].operation.operands
            found[str(op.attributes["sym_name"]).strip('"')] = (described(block.arguments), described(results))
    return found


def numbers(shape, dtype):
    generator = np.random.default_rng(7)
    if dtype == np.bool_:
        return generator.integers(0, 2, shape).astype(dtype)
    return generator.uniform(0.0, 2.0, shape).astype(dtype)


@pytest.mark.parametrize("level", LEVELS)
def test_every_op(level, target, device_process, assert_same):
    compiled = ManyFunctions(parse_module(PROGRAM), target, device_process, level)
    for name, (arguments, results) in signature(parse_module(PROGRAM)).items():
        arrays = [numbers(*argument) for argument in arguments]
        actual = compiled.call(name, arrays)
        expected = evaluate(parse_module(PROGRAM), arrays, function=name, precision="exact")
        for (shape, dtype), result, reference in zip(results, actual, expected, strict=True):
            assert result.shape == shape, name
            assert result.dtype == dtype, name
            assert_same(result, reference)
