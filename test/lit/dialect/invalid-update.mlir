// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifier of nn.update refuses.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// Nothing broadcasts, and nothing rounds.
// CHECK: {{.*}}invalid-update.mlir:[[# @LINE + 2]]:8: error: 'nn.update' op value has type tensor<1xf32>, expected tensor<4xf32> like the destination
func.func @value_shape(%x: tensor<1xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.update"(%x, %y) : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-update.mlir:[[# @LINE + 2]]:8: error: 'nn.update' op value has type tensor<4xf32>, expected tensor<4xf16> like the destination
func.func @value_element(%x: tensor<4xf32>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.update"(%x, %y) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-update.mlir:[[# @LINE + 2]]:8: error: 'nn.update' op result has type tensor<4xf16>, expected tensor<4xf32> like the destination
func.func @result(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf16> {
  %0 = "nn.update"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-update.mlir:[[# @LINE + 2]]:8: error: 'nn.update' op has an unknown attribute 'offset'; known: {{.*destination.*value.*}}
func.func @attribute(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.update"(%x, %y) {offset = 0} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-update.mlir:[[# @LINE + 2]]:8: error: op expects exactly 2 operands, but got 1
func.func @operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.update"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The destination is the caller's array, so nothing that the function computes.
// CHECK-NEXT: {{.*}}invalid-update.mlir:[[# @LINE + 3]]:8: error: 'nn.update' op destination must be an argument of the function
func.func @destination(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.update"(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-NOT: {{error|module}}
