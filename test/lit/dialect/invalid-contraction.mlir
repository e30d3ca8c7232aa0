// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifier of nn.matmul refuses.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op ranks are 2, 3 and 2 (lhs, rhs, result), expected 2 or 3 for all
func.func @ranks(%x: tensor<2x3xf32>, %y: tensor<5x3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<5x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op ranks are 1, 1 and 1 (lhs, rhs, result), expected 2 or 3 for all
func.func @rank_1(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op ranks are 4, 4 and 4 (lhs, rhs, result), expected 2 or 3 for all
func.func @rank_4(%x: tensor<1x1x2x3xf32>, %y: tensor<1x1x3x4xf32>) -> tensor<1x1x2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<1x1x2x3xf32>, tensor<1x1x3x4xf32>) -> tensor<1x1x2x4xf32>
  return %0 : tensor<1x1x2x4xf32>
}

// Batches do not broadcast.
// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op batch extents differ: lhs [5, 2, 3] and rhs [1, 3, 4]
func.func @batch(%x: tensor<5x2x3xf32>, %y: tensor<1x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<5x2x3xf32>, tensor<1x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// The extent that is contracted follows the transpositions.
// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op contracted extents differ: 3 of lhs [2, 3] and 4 of rhs [4, 3]
func.func @contracted(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op contracted extents differ: 2 of lhs [2, 3] (transposed) and 3 of rhs [3, 4]
func.func @contracted_lhs(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = true, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op contracted extents differ: 3 of lhs [2, 3] and 4 of rhs [3, 4] (transposed)
func.func @contracted_rhs(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op result has shape [4, 2], expected [2, 4]
func.func @result_shape(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op result has shape [1, 2, 4], expected [5, 2, 4]
func.func @result_batch(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) -> tensor<1x2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op operands have element types ['f16', 'f32'], expected both f32 or both f16
func.func @mixed(%x: tensor<2x3xf16>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op operands have element types ['i32', 'i32'], expected both f32 or both f16
func.func @integers(%x: tensor<2x3xi32>, %y: tensor<3x4xi32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Accumulation is in f32, so the result is too; a rounding is an op of its own.
// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op result has element type f16, expected f32; use nn.cast afterwards
func.func @half_result(%x: tensor<2x3xf16>, %y: tensor<3x4xf16>) -> tensor<2x4xf16> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op attribute "transpose_rhs" is expected but not provided
func.func @no_transpose(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: '0 : i64' does not satisfy the constraint
func.func @transpose_kind(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = 0, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-contraction.mlir:[[# @LINE + 2]]:8: error: 'nn.matmul' op has an unknown attribute 'precision'; known: {{.*transpose_lhs, transpose_rhs}}
func.func @unknown_attribute(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {precision = "high", transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NOT: {{error|module}}
