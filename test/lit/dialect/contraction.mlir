// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of nn.matmul: rank 2 and 3, each transposition, both operand precisions.

// CHECK-LABEL: func.func @transposes
// CHECK-NEXT: %{{.*}} = "nn.matmul"(%arg0, %arg1) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.matmul"(%arg0, %arg0) {transpose_lhs = true, transpose_rhs = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.matmul"(%arg0, %arg0) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %{{.*}} = "nn.matmul"(%arg1, %arg0) {transpose_lhs = true, transpose_rhs = true} : (tensor<3x4xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
func.func @transposes(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>)
    -> (tensor<2x4xf32>, tensor<3x3xf32>, tensor<2x2xf32>, tensor<4x2xf32>) {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "nn.matmul"(%x, %x) {transpose_lhs = true, transpose_rhs = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %2 = "nn.matmul"(%x, %x) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %3 = "nn.matmul"(%y, %x) {transpose_lhs = true, transpose_rhs = true} : (tensor<3x4xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %0, %1, %2, %3 : tensor<2x4xf32>, tensor<3x3xf32>, tensor<2x2xf32>, tensor<4x2xf32>
}

// Operands of f16 give a result of f32: the precision of the accumulation.
// CHECK-LABEL: func.func @batch_of_halves
// CHECK-NEXT: %{{.*}} = "nn.matmul"(%arg0, %arg1) {transpose_lhs = false, transpose_rhs = false} : (tensor<5x2x3xf16>, tensor<5x3x4xf16>) -> tensor<5x2x4xf32>
func.func @batch_of_halves(%x: tensor<5x2x3xf16>, %y: tensor<5x3x4xf16>) -> tensor<5x2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<5x2x3xf16>, tensor<5x3x4xf16>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}
