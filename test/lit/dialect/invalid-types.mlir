// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What every op refuses of its operands, results and integers, whatever its family.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// An operand that the declaration leaves open is a tensor all the same.
// CHECK: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op operand 1 has type i32, expected a ranked tensor of static shape without encoding
func.func @scalar_operand(%t: tensor<5x3xf32>, %i: i32) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, i32) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op operand 1 has type tensor<*xf32>, expected a ranked tensor of static shape without encoding
func.func @unranked_operand(%x: tensor<2xf32>, %y: tensor<*xf32>) -> tensor<4xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 0} : (tensor<2xf32>, tensor<*xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op result 0 has type f32, expected a ranked tensor of static shape without encoding
func.func @scalar_result(%x: tensor<4xf32>) -> f32 {
  %0 = "nn.argmax"(%x) {dimension = 0} : (tensor<4xf32>) -> f32
  return %0 : f32
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.update' op operand 1 has type tensor<*xf32>, expected a ranked tensor of static shape without encoding
func.func @unranked_destination(%x: tensor<4xf32>, %d: tensor<*xf32>) -> tensor<4xf32> {
  %0 = "nn.update"(%x, %d) : (tensor<4xf32>, tensor<*xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op operand 2 has type i1, expected a ranked tensor of static shape without encoding
func.func @scalar_scale(%x: tensor<2x3xf32>, %s: i1) -> tensor<4x3xf32> {
  %0 = "nn.outer_col"(%x, %x, %s) {depth = 2, has_scale = true} : (tensor<2x3xf32>, tensor<2x3xf32>, i1) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Kernels give tensors.
// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 3]]:5: error: 'nn.yield' op operand 0 has type i32, expected a ranked tensor of static shape without encoding
func.func @scalar_of_group(%x: i32) -> i32 {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (i32) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> i32
  return %0 : i32
}

// Shapes are known when a kernel is compiled.
// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op operand 0 has type tensor<?xf32>, expected a ranked tensor of static shape without encoding
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "nn.exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op result 0 has type tensor<2x?xf32>, expected a ranked tensor of static shape without encoding
func.func @dynamic_result(%x: tensor<4x4xf32>) -> tensor<2x?xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<4x4xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op operand 0 has type tensor<4xf32, "sparse">, expected a ranked tensor of static shape without encoding
func.func @encoding(%x: tensor<4xf32, "sparse">) -> tensor<4xf32, "sparse"> {
  %0 = "nn.exp"(%x) : (tensor<4xf32, "sparse">) -> tensor<4xf32, "sparse">
  return %0 : tensor<4xf32, "sparse">
}

// Ops that only move elements hold what other ops hold.
// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op operand 0 has element type f64, expected one of f32, f16, i1, i32, i64
func.func @f64_view(%x: tensor<4xf64>) -> tensor<2xf64> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0>, strides = array<i64: 1>} : (tensor<4xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op operand 0 has element type f64, expected one of f32, f16, i1, i32, i64
func.func @f64_movement(%x: tensor<4xf64>) -> tensor<8xf64> {
  %0 = "nn.concat"(%x, %x) {dimension = 0} : (tensor<4xf64>, tensor<4xf64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.select' op operand 1 has element type bf16, expected one of f32, f16, i1, i32, i64
func.func @bf16_select(%c: tensor<4xi1>, %x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = "nn.select"(%c, %x, %x) : (tensor<4xi1>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.constant' op result 0 has element type f64, expected one of f32, f16, i1, i32, i64
func.func @f64_constant() -> tensor<4xf64> {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<4xf64>} : () -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// A boolean attribute is an i1 to MLIR.
// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.index' op has dimension = true, expected an integer
func.func @boolean_dimension() -> tensor<2x3xf32> {
  %0 = "nn.index"() {dimension = true, divisor = 1} : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-types.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op has group = true, expected an integer
func.func @boolean_group(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = true} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-NOT: {{error|module}}
