// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of nn.reduce and nn.inner_product refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op has kind 'mean', expected one of sum, max, min, prod
func.func @kind(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "mean", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op has order 'any', expected one of unordered, strict
func.func @order(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "any"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [] must be ascending, distinct, not empty, and within rank 2
func.func @no_dimensions(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [1, 0] must be ascending, distinct, not empty, and within rank 2
func.func @descending(%x: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1, 0>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [1, 1] must be ascending, distinct, not empty, and within rank 2
func.func @duplicate(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1, 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [2] must be ascending, distinct, not empty, and within rank 2
func.func @out_of_range(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 2>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [-1] must be ascending, distinct, not empty, and within rank 2
func.func @negative(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: -1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op dimensions [0] must be ascending, distinct, not empty, and within rank 0
func.func @rank_0(%x: tensor<f32>) -> tensor<f32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 0>, keep_dimensions = false, kind = "sum", order = "unordered"} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op result has shape [2], expected [2, 1] for operand shape [2, 3]
func.func @kept_shape(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op result has shape [2, 1], expected [2] for operand shape [2, 3]
func.func @dropped_shape(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op operand has element type f16, expected f32; reductions accumulate in f32
func.func @operand_type(%x: tensor<2x3xf16>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf16>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op result has element type f16, expected f32; reductions accumulate in f32
func.func @result_type(%x: tensor<2x3xf32>) -> tensor<2x1xf16> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf16>
  return %0 : tensor<2x1xf16>
}

// Nothing is the largest or the smallest of no values.
// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op max over an empty dimension of shape [0, 3]
func.func @empty_max(%x: tensor<0x3xf32>) -> tensor<1x3xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 0>, keep_dimensions = true, kind = "max", order = "unordered"} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op min over an empty dimension of shape [2, 0]
func.func @empty_min(%x: tensor<2x0xf32>) -> tensor<f32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 0, 1>, keep_dimensions = false, kind = "min", order = "unordered"} : (tensor<2x0xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: '1 : i64' does not satisfy the constraint
func.func @keep_kind(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = 1, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op attribute "kind" is expected but not provided
func.func @no_kind(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// An attribute of another kind is a diagnostic at the op, not a crash of the verifier.
// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op has dimensions = array<i32: 1>, expected an array of i64
func.func @dimensions_kind(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {dimensions = array<i32: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op has an unknown attribute 'axis'; known: {{.*dimensions, keep_dimensions, kind.*}}
func.func @unknown_attribute(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {axis = 1, dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op operands have shapes [2, 3] and [1, 3], expected one
func.func @inner_shapes(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op dimensions [1, 0] must be ascending, distinct, not empty, and within rank 2
func.func @inner_dimensions(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<f32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1, 0>, keep_dimensions = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op dimensions [] must be ascending, distinct, not empty, and within rank 2
func.func @inner_no_dimension(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64>, keep_dimensions = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op dimensions [2] must be ascending, distinct, not empty, and within rank 2
func.func @inner_out_of_range(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 2>, keep_dimensions = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op result has shape [2], expected [2, 1] for operand shape [2, 3]
func.func @inner_result(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op value 1 has element type f16, expected f32; reductions accumulate in f32
func.func @inner_operand(%x: tensor<2x3xf32>, %y: tensor<2x3xf16>) -> tensor<2x1xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op value 2 has element type f16, expected f32; reductions accumulate in f32
func.func @inner_result_element(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x1xf16> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x1xf16>
  return %0 : tensor<2x1xf16>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op attribute "dimensions" is expected but not provided
func.func @inner_missing(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.inner_product"(%x, %y) {keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Its order is always free.
// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.inner_product' op has an unknown attribute 'order'; known: {{.*dimensions, keep_dimensions.*}}
func.func @inner_attribute(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true, order = "strict"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op max over an empty dimension of shape [2, 0]
func.func @strict_empty(%x: tensor<2x0xf32>) -> tensor<2xf32> {
  %0 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<2x0xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NEXT: {{.*}}invalid-reduction.mlir:[[# @LINE + 2]]:8: error: 'nn.reduce' op attribute "order" is expected but not provided
func.func @order_missing(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NOT: {{error|module}}
