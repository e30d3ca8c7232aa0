// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifier of nn.constant refuses.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op value has type tensor<3xf32>, expected tensor<4xf32> like the result
func.func @type() -> tensor<4xf32> {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<3xf32>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op value has type tensor<4xi32>, expected tensor<4xf32> like the result
func.func @element_type() -> tensor<4xf32> {
  %0 = "nn.constant"() {value = dense<1> : tensor<4xi32>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op has value 4 : i32, expected dense elements
func.func @not_elements() -> tensor<4xf32> {
  %0 = "nn.constant"() {value = 4 : i32} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op has value dense_resource<blob> : tensor<4xf32>, expected dense elements
func.func @resource() -> tensor<4xf32> {
  %0 = "nn.constant"() {value = dense_resource<blob> : tensor<4xf32>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op attribute "value" is expected but not provided
func.func @no_value() -> tensor<4xf32> {
  %0 = "nn.constant"() : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op has an unknown attribute 'name'; known: {{.*value}}
func.func @unknown_attribute() -> tensor<4xf32> {
  %0 = "nn.constant"() {name = "w", value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// An element type that nn tensors do not hold. Last, since its message spans lines.
// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op {{.*}}unsupported element type
func.func @unsupported() -> tensor<4xf64> {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<4xf64>} : () -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-NOT: {{error|module}}
