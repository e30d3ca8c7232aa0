// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of the leaves refuse.
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

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op dimension 2 is out of range for rank 2
func.func @index_dimension() -> tensor<2x3xf32> {
  %0 = "nn.index"() {dimension = 2, divisor = 1} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op dimension -1 is out of range for rank 2
func.func @index_negative_dimension() -> tensor<2x3xf32> {
  %0 = "nn.index"() {dimension = -1, divisor = 1} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op dimension 0 is out of range for rank 0
func.func @index_rank_0() -> tensor<f32> {
  %0 = "nn.index"() {dimension = 0, divisor = 1} : () -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op divisor is 0, expected 1 or more
func.func @index_divisor() -> tensor<2x3xf32> {
  %0 = "nn.index"() {dimension = 0, divisor = 0} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// An index is an f32 like everything that is computed with.
// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op result has element type i64, expected f32
func.func @index_element_type() -> tensor<2x3xi64> {
  %0 = "nn.index"() {dimension = 0, divisor = 1} : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op attribute "divisor" is expected but not provided
func.func @index_missing() -> tensor<2x3xf32> {
  %0 = "nn.index"() {dimension = 0} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-leaf.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op has an unknown attribute 'axis'; known: {{.*dimension, divisor.*}}
func.func @index_attribute() -> tensor<2x3xf32> {
  %0 = "nn.index"() {axis = 0, dimension = 0, divisor = 1} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NOT: {{error|module}}
