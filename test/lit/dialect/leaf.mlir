// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of the leaves. nn.constant: each element type that nn tensors hold, splats and arrays, and values whose text must keep
// every bit (an infinity, a negative zero, a NaN).

// CHECK-LABEL: func.func @splat() -> tensor<2x3xf32>
// CHECK: %[[C:.*]] = "nn.constant"() {value = dense<2.500000e+00> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
// CHECK: return %[[C]] : tensor<2x3xf32>
func.func @splat() -> tensor<2x3xf32> {
  %0 = "nn.constant"() {value = dense<2.5> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @rank_0
// CHECK: "nn.constant"() {value = dense<0x7F800000> : tensor<f32>} : () -> tensor<f32>
func.func @rank_0() -> tensor<f32> {
  %0 = "nn.constant"() {value = dense<0x7F800000> : tensor<f32>} : () -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @f16
// CHECK: "nn.constant"() {value = dense<[1.000000e+00, -0.000000e+00, 0x7E00]> : tensor<3xf16>} : () -> tensor<3xf16>
func.func @f16() -> tensor<3xf16> {
  %0 = "nn.constant"() {value = dense<[1.0, -0.0, 0x7E00]> : tensor<3xf16>} : () -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @i1
// CHECK: "nn.constant"() {value = dense<[true, false, true, true]> : tensor<4xi1>} : () -> tensor<4xi1>
func.func @i1() -> tensor<4xi1> {
  %0 = "nn.constant"() {value = dense<[true, false, true, true]> : tensor<4xi1>} : () -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @i32
// CHECK: "nn.constant"() {value = dense<[-1, 7]> : tensor<2xi32>} : () -> tensor<2xi32>
func.func @i32() -> tensor<2xi32> {
  %0 = "nn.constant"() {value = dense<[-1, 7]> : tensor<2xi32>} : () -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @i64
// CHECK: "nn.constant"() {value = dense<9> : tensor<2xi64>} : () -> tensor<2xi64>
func.func @i64() -> tensor<2xi64> {
  %0 = "nn.constant"() {value = dense<9> : tensor<2xi64>} : () -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @empty
// CHECK: "nn.constant"() {value = dense<> : tensor<0x4xf32>} : () -> tensor<0x4xf32>
func.func @empty() -> tensor<0x4xf32> {
  %0 = "nn.constant"() {value = dense<> : tensor<0x4xf32>} : () -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The index along a dimension, whole or divided, also where there is none.
// CHECK-LABEL: func.func @index
// CHECK-NEXT: %{{.*}} = "nn.index"() {dimension = 1 : i64, divisor = 1 : i64} : () -> tensor<2x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.index"() {dimension = 0 : i64, divisor = 4 : i64} : () -> tensor<8x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.index"() {dimension = 0 : i64, divisor = 1 : i64} : () -> tensor<0xf32>
func.func @index() -> (tensor<2x3xf32>, tensor<8x3xf32>, tensor<0xf32>) {
  %0 = "nn.index"() {dimension = 1, divisor = 1} : () -> tensor<2x3xf32>
  %1 = "nn.index"() {dimension = 0, divisor = 4} : () -> tensor<8x3xf32>
  %2 = "nn.index"() {dimension = 0, divisor = 1} : () -> tensor<0xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<8x3xf32>, tensor<0xf32>
}
