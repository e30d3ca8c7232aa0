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

// The sizes are the result's; no element may be read from just behind the end.
// CHECK-LABEL: func.func @slice
// CHECK-NEXT: %{{.*}} = "nn.slice"(%arg0) {offsets = array<i64: 1, 0>, strides = array<i64: 1, 2>} : (tensor<4x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %{{.*}} = "nn.slice"(%arg1) {offsets = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xi1>) -> tensor<0xi1>
// CHECK-NEXT: %{{.*}} = "nn.slice"(%arg2) {offsets = array<i64>, strides = array<i64>} : (tensor<f16>) -> tensor<f16>
func.func @slice(%x: tensor<4x3xf32>, %y: tensor<4xi1>, %z: tensor<f16>) -> (tensor<3x2xf32>, tensor<0xi1>, tensor<f16>) {
  %0 = "nn.slice"(%x) {offsets = array<i64: 1, 0>, strides = array<i64: 1, 2>} : (tensor<4x3xf32>) -> tensor<3x2xf32>
  %1 = "nn.slice"(%y) {offsets = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xi1>) -> tensor<0xi1>
  %2 = "nn.slice"(%z) {offsets = array<i64>, strides = array<i64>} : (tensor<f16>) -> tensor<f16>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<0xi1>, tensor<f16>
}

// A reshape has no attribute either: the types say it all.
// CHECK-LABEL: func.func @reshape
// CHECK-NEXT: %{{.*}} = "nn.reshape"(%arg0) : (tensor<4x3xf32>) -> tensor<3x2x2xf32>
// CHECK-NEXT: %{{.*}} = "nn.reshape"(%arg1) : (tensor<i1>) -> tensor<1x1xi1>
// CHECK-NEXT: %{{.*}} = "nn.reshape"(%arg2) : (tensor<0x3xf16>) -> tensor<7x0xf16>
func.func @reshape(%x: tensor<4x3xf32>, %y: tensor<i1>, %z: tensor<0x3xf16>)
    -> (tensor<3x2x2xf32>, tensor<1x1xi1>, tensor<7x0xf16>) {
  %0 = "nn.reshape"(%x) : (tensor<4x3xf32>) -> tensor<3x2x2xf32>
  %1 = "nn.reshape"(%y) : (tensor<i1>) -> tensor<1x1xi1>
  %2 = "nn.reshape"(%z) : (tensor<0x3xf16>) -> tensor<7x0xf16>
  return %0, %1, %2 : tensor<3x2x2xf32>, tensor<1x1xi1>, tensor<7x0xf16>
}

// A result may be longer than the period, shorter, or empty.
// CHECK-LABEL: func.func @periodic
// CHECK-NEXT: %{{.*}} = "nn.periodic"(%arg0) {dimension = 0 : i64, offset = 1 : i64, period = 3 : i64} : (tensor<4x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.periodic"(%arg0) {dimension = 1 : i64, offset = 0 : i64, period = 3 : i64} : (tensor<4x3xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %{{.*}} = "nn.periodic"(%arg1) {dimension = 0 : i64, offset = 3 : i64, period = 1 : i64} : (tensor<4xi1>) -> tensor<0xi1>
func.func @periodic(%x: tensor<4x3xf32>, %y: tensor<4xi1>) -> (tensor<8x3xf32>, tensor<4x2xf32>, tensor<0xi1>) {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 1, period = 3} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  %1 = "nn.periodic"(%x) {dimension = 1, offset = 0, period = 3} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  %2 = "nn.periodic"(%y) {dimension = 0, offset = 3, period = 1} : (tensor<4xi1>) -> tensor<0xi1>
  return %0, %1, %2 : tensor<8x3xf32>, tensor<4x2xf32>, tensor<0xi1>
}
