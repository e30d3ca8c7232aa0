// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of nn.reduce and nn.inner_product: each kind, both orders, dimensions kept and dropped, one and several of them.

// CHECK-LABEL: func.func @kinds
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 0>, keep_dimensions = true, kind = "max", order = "unordered"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 0>, keep_dimensions = false, kind = "min", order = "unordered"} : (tensor<2x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 0, 1>, keep_dimensions = false, kind = "prod", order = "strict"} : (tensor<2x3xf32>) -> tensor<f32>
func.func @kinds(%x: tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<1x3xf32>, tensor<3xf32>, tensor<f32>) {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 0>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %2 = "nn.reduce"(%x) {kind = "min", dimensions = array<i64: 0>, keep_dimensions = false, order = "unordered"} : (tensor<2x3xf32>) -> tensor<3xf32>
  %3 = "nn.reduce"(%x) {kind = "prod", dimensions = array<i64: 0, 1>, keep_dimensions = false, order = "strict"} : (tensor<2x3xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<2x1xf32>, tensor<1x3xf32>, tensor<3xf32>, tensor<f32>
}

// An empty sum is 0 and an empty product 1, so both are valid; a maximum is too where only other dimensions are empty.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 0>, keep_dimensions = true, kind = "sum", order = "unordered"} : (tensor<0x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 0>, keep_dimensions = true, kind = "prod", order = "unordered"} : (tensor<0x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "max", order = "unordered"} : (tensor<0x3xf32>) -> tensor<0x1xf32>
func.func @empty(%x: tensor<0x3xf32>) -> (tensor<1x3xf32>, tensor<1x3xf32>, tensor<0x1xf32>) {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 0>, keep_dimensions = true, order = "unordered"} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  %1 = "nn.reduce"(%x) {kind = "prod", dimensions = array<i64: 0>, keep_dimensions = true, order = "unordered"} : (tensor<0x3xf32>) -> tensor<1x3xf32>
  %2 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<0x3xf32>) -> tensor<0x1xf32>
  return %0, %1, %2 : tensor<1x3xf32>, tensor<1x3xf32>, tensor<0x1xf32>
}

// Every kind has both orders; those of a maximum and a minimum are one.
// CHECK-LABEL: func.func @strict
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "sum", order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "max", order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "min", order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
// CHECK-NEXT: %{{.*}} = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "prod", order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
func.func @strict(%x: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
  %1 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
  %2 = "nn.reduce"(%x) {kind = "min", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
  %3 = "nn.reduce"(%x) {kind = "prod", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @inner_product
// CHECK-NEXT: %{{.*}} = "nn.inner_product"(%arg0, %arg1) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: %{{.*}} = "nn.inner_product"(%arg0, %arg1) {dimensions = array<i64: 0, 1>, keep_dimensions = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
// CHECK-NEXT: %{{.*}} = "nn.inner_product"(%arg2, %arg2) {dimensions = array<i64: 0>, keep_dimensions = false} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<3xf32>
func.func @inner_product(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %z: tensor<0x3xf32>)
    -> (tensor<2x1xf32>, tensor<f32>, tensor<3xf32>) {
  %0 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 1>, keep_dimensions = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = "nn.inner_product"(%x, %y) {dimensions = array<i64: 0, 1>, keep_dimensions = false} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %2 = "nn.inner_product"(%z, %z) {dimensions = array<i64: 0>, keep_dimensions = false} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<2x1xf32>, tensor<f32>, tensor<3xf32>
}
