// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of nn.scan: both kinds, any dimension, no elements.

// CHECK-LABEL: func.func @scan
// CHECK-NEXT: %{{.*}} = "nn.scan"(%arg0) {dimension = 1 : i64, kind = "sum"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.scan"(%arg0) {dimension = 0 : i64, kind = "prod"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.scan"(%arg1) {dimension = 0 : i64, kind = "sum"} : (tensor<0xf32>) -> tensor<0xf32>
func.func @scan(%x: tensor<2x3xf32>, %y: tensor<0xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<0xf32>) {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.scan"(%x) {kind = "prod", dimension = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.scan"(%y) {kind = "sum", dimension = 0} : (tensor<0xf32>) -> tensor<0xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<0xf32>
}
