// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of the index views.

// A broadcast has no attribute: the types say it all. Extents of 1 are repeated, dimensions are prepended.
// CHECK-LABEL: func.func @broadcast
// CHECK-NEXT: %{{.*}} = "nn.broadcast"(%arg0) : (tensor<1x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.broadcast"(%arg1) : (tensor<3x1xf16>) -> tensor<2x3x4xf16>
// CHECK-NEXT: %{{.*}} = "nn.broadcast"(%arg2) : (tensor<i1>) -> tensor<2x2xi1>
// CHECK-NEXT: %{{.*}} = "nn.broadcast"(%arg0) : (tensor<1x4xf32>) -> tensor<0x4xf32>
func.func @broadcast(%x: tensor<1x4xf32>, %y: tensor<3x1xf16>, %z: tensor<i1>)
    -> (tensor<3x4xf32>, tensor<2x3x4xf16>, tensor<2x2xi1>, tensor<0x4xf32>) {
  %0 = "nn.broadcast"(%x) : (tensor<1x4xf32>) -> tensor<3x4xf32>
  %1 = "nn.broadcast"(%y) : (tensor<3x1xf16>) -> tensor<2x3x4xf16>
  %2 = "nn.broadcast"(%z) : (tensor<i1>) -> tensor<2x2xi1>
  %3 = "nn.broadcast"(%x) : (tensor<1x4xf32>) -> tensor<0x4xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<2x3x4xf16>, tensor<2x2xi1>, tensor<0x4xf32>
}

// Result dimension i is operand dimension permutation[i]: a cycle of three tells it from the inverse.
// CHECK-LABEL: func.func @transpose
// CHECK-NEXT: %{{.*}} = "nn.transpose"(%arg0) {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT: %{{.*}} = "nn.transpose"(%arg1) {permutation = array<i64>} : (tensor<i1>) -> tensor<i1>
func.func @transpose(%x: tensor<2x3x4xf32>, %y: tensor<i1>) -> (tensor<3x4x2xf32>, tensor<i1>) {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = "nn.transpose"(%y) {permutation = array<i64>} : (tensor<i1>) -> tensor<i1>
  return %0, %1 : tensor<3x4x2xf32>, tensor<i1>
}

// CHECK-LABEL: func.func @rotate_half
// CHECK-NEXT: %{{.*}} = "nn.rotate_half"(%arg0) {block = 4 : i64, dimension = 1 : i64} : (tensor<3x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT: %{{.*}} = "nn.rotate_half"(%arg1) {block = 6 : i64, dimension = 0 : i64} : (tensor<6xf16>) -> tensor<6xf16>
func.func @rotate_half(%x: tensor<3x8xf32>, %y: tensor<6xf16>) -> (tensor<3x8xf32>, tensor<6xf16>) {
  %0 = "nn.rotate_half"(%x) {dimension = 1, block = 4} : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = "nn.rotate_half"(%y) {dimension = 0, block = 6} : (tensor<6xf16>) -> tensor<6xf16>
  return %0, %1 : tensor<3x8xf32>, tensor<6xf16>
}
