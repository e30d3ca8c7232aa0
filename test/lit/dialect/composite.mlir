// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of the composite ops, which nn-decompose writes out in others.

// CHECK-LABEL: func.func @grouped_reduce
// CHECK-NEXT: %{{.*}} = "nn.grouped_reduce"(%arg0) {group = 2 : i64, kind = "sum"} : (tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.grouped_reduce"(%arg0) {group = 3 : i64, kind = "max"} : (tensor<6x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.grouped_reduce"(%arg0) {group = 6 : i64, kind = "min"} : (tensor<6x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.grouped_reduce"(%arg0) {group = 1 : i64, kind = "prod"} : (tensor<6x4xf32>) -> tensor<6x4xf32>
func.func @grouped_reduce(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>, tensor<6x4xf32>) {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  %1 = "nn.grouped_reduce"(%x) {kind = "max", group = 3} : (tensor<6x4xf32>) -> tensor<2x4xf32>
  %2 = "nn.grouped_reduce"(%x) {kind = "min", group = 6} : (tensor<6x4xf32>) -> tensor<1x4xf32>
  %3 = "nn.grouped_reduce"(%x) {kind = "prod", group = 1} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<2x4xf32>, tensor<1x4xf32>, tensor<6x4xf32>
}

// The index is an f32; the dimension stays, with extent 1.
// CHECK-LABEL: func.func @argmax
// CHECK-NEXT: %{{.*}} = "nn.argmax"(%arg0) {dimension = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: %{{.*}} = "nn.argmax"(%arg0) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.argmax"(%arg1) {dimension = 0 : i64} : (tensor<5x0xf32>) -> tensor<1x0xf32>
func.func @argmax(%x: tensor<2x3xf32>, %y: tensor<5x0xf32>) -> (tensor<2x1xf32>, tensor<1x3xf32>, tensor<1x0xf32>) {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = "nn.argmax"(%x) {dimension = 0} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %2 = "nn.argmax"(%y) {dimension = 0} : (tensor<5x0xf32>) -> tensor<1x0xf32>
  return %0, %1, %2 : tensor<2x1xf32>, tensor<1x3xf32>, tensor<1x0xf32>
}

// Two sequences, four query heads on two key heads; f16 operands give an f32 result; without a mask there may be other
// numbers of keys than of queries, and the values' depth is their own.
// CHECK-LABEL: func.func @attention
// CHECK-NEXT: %{{.*}} = "nn.attention"(%arg0, %arg1, %arg1, %arg6, %arg7) {batch = 2 : i64, mask = "causal_doc", scale = 1.250000e-01 : f32, score_bias = true} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
// CHECK-NEXT: %{{.*}} = "nn.attention"(%arg2, %arg3, %arg3, %arg6, %arg7) {batch = 2 : i64, mask = "causal", scale = 1.250000e-01 : f64, score_bias = false} : (tensor<8x5x16xf16>, tensor<4x5x16xf16>, tensor<4x5x16xf16>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
// CHECK-NEXT: %{{.*}} = "nn.attention"(%arg0, %arg4, %arg5, %arg6, %arg7) {batch = 2 : i64, mask = "plain", scale = 1.250000e-01 : f64, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x7x16xf32>, tensor<4x7x3xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x3xf32>
func.func @attention(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %h: tensor<8x5x16xf16>, %g: tensor<4x5x16xf16>, %l: tensor<4x7x16xf32>, %v: tensor<4x7x3xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>)
    -> (tensor<8x5x16xf32>, tensor<8x5x16xf32>, tensor<8x5x3xf32>) {
  %0 = "nn.attention"(%q, %k, %k, %d, %s) {mask = "causal_doc", scale = 0.125 : f32, batch = 2, score_bias = true} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  %1 = "nn.attention"(%h, %g, %g, %d, %s) {mask = "causal", scale = 0.125 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf16>, tensor<4x5x16xf16>, tensor<4x5x16xf16>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  %2 = "nn.attention"(%q, %l, %v, %d, %s) {mask = "plain", scale = 0.125 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x7x16xf32>, tensor<4x7x3xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x3xf32>
  return %0, %1, %2 : tensor<8x5x16xf32>, tensor<8x5x16xf32>, tensor<8x5x3xf32>
}
