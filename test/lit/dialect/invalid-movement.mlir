// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of the movement ops refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op table and indices have ranks 1 and 1, expected 2 and 1
func.func @gather_table_rank(%t: tensor<5xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op table and indices have ranks 2 and 2, expected 2 and 1
func.func @gather_indices_rank(%t: tensor<5x3xf32>, %i: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op indices has element type i64, expected i32 or f32
func.func @gather_indices(%t: tensor<5x3xf32>, %i: tensor<4xi64>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op has element types ['f16', 'f32'], expected one for operands and result
func.func @gather_elements(%t: tensor<5x3xf16>, %i: tensor<4xi32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf16>, tensor<4xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op result has shape [5, 3], expected [4, 3]
func.func @gather_result(%t: tensor<5x3xf32>, %i: tensor<4xi32>) -> tensor<5x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.gather_rows' op has an unknown attribute 'axis'; known: {{.*indices.*table}}
func.func @gather_attribute(%t: tensor<5x3xf32>, %i: tensor<4xi32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) {axis = 0} : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: op expects exactly 2 operands, but got 1
func.func @gather_operands(%t: tensor<5x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t) : (tensor<5x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: expected base type 'builtin.tensor' but got 'builtin.f32'
func.func @gather_table(%t: f32, %i: tensor<4xi32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (f32, tensor<4xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op operand and indices have ranks 2 and 1, expected the same
func.func @take_ranks(%x: tensor<2x4xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op dimension 2 is out of range for rank 2
func.func @take_dimension(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 2} : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op dimension -1 is out of range for rank 2
func.func @take_negative_dimension(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = -1} : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op dimension 0 is out of range for rank 0
func.func @take_rank_0(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 0} : (tensor<f32>, tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Only the dimension may differ; nothing broadcasts.
// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op indices has shape [1, 4], expected [2, 4]
func.func @take_indices_shape(%x: tensor<2x4xf32>, %i: tensor<1x4xi32>) -> tensor<1x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<1x4xi32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op indices has element type f16, expected i32 or f32
func.func @take_indices(%x: tensor<2x4xf32>, %i: tensor<2x4xf16>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<2x4xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op has element types ['f32', 'i32'], expected one for operands and result
func.func @take_elements(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op result has shape [2, 4], expected [2, 3]
func.func @take_result(%x: tensor<2x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<2x3xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.take_along' op attribute "dimension" is expected but not provided
func.func @take_missing(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.integer' but got 'builtin.float'
func.func @take_kind(%x: tensor<2x4xf32>, %i: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1.0} : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op destination, indices and source have ranks (1, 1, 2), expected (2, 1, 2)
func.func @scatter_ranks(%d: tensor<5xf32>, %i: tensor<4xi32>, %s: tensor<4x3xf32>) -> tensor<5xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op source has shape [3, 3], expected [4, 3]
func.func @scatter_source_rows(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<3x3xf32>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op source has shape [4, 2], expected [4, 3]
func.func @scatter_source_columns(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<4x2xf32>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x2xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op indices has element type i1, expected i32 or f32
func.func @scatter_indices(%d: tensor<5x3xf32>, %i: tensor<4xi1>, %s: tensor<4x3xf32>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi1>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// Sums are in f32.
// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op destination has element type f16, expected f32
func.func @scatter_destination(%d: tensor<5x3xf16>, %i: tensor<4xi32>, %s: tensor<4x3xf32>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf16>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op source has element type f16, expected f32
func.func @scatter_source(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<4x3xf16>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf16>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op result has element type f16, expected f32
func.func @scatter_result(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<4x3xf32>) -> tensor<5x3xf16> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf16>
  return %0 : tensor<5x3xf16>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.scatter_add_rows' op result has shape [4, 3], expected [5, 3]
func.func @scatter_result_shape(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op operands have ranks 2 and 1, expected the same
func.func @concat_ranks(%x: tensor<2x3xf32>, %y: tensor<4xf32>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 0} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op dimension 2 is out of range for rank 2
func.func @concat_dimension(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 2} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op dimension -1 is out of range for rank 2
func.func @concat_negative_dimension(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = -1} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op has element types ['f32', 'f16', 'f32'], expected one for operands and result
func.func @concat_elements(%x: tensor<2x3xf32>, %y: tensor<2x4xf16>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 1} : (tensor<2x3xf32>, tensor<2x4xf16>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op has element types ['f32', 'f32', 'f16'], expected one for operands and result
func.func @concat_result_element(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf16> {
  %0 = "nn.concat"(%x, %y) {dimension = 1} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf16>
  return %0 : tensor<2x7xf16>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op rhs has shape [2, 4], expected [2, 3]
func.func @concat_rhs(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<4x3xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 0} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op result has shape [2, 6], expected [2, 7]
func.func @concat_result(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x6xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 1} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.concat' op attribute "dimension" is expected but not provided
func.func @concat_missing(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op needs 2 entries in low and high
func.func @pad_low(%x: tensor<2x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 0, 0>, value = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op needs 2 entries in low and high
func.func @pad_high(%x: tensor<2x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1, 0>, high = array<i64: 0, 0, 0>, value = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op low [-1, 0] and high [0, 0] must not be negative
func.func @pad_negative_low(%x: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: -1, 0>, high = array<i64: 0, 0>, value = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op low [0, 0] and high [0, -3] must not be negative
func.func @pad_negative_high(%x: tensor<2x3xf32>) -> tensor<2x0xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 0, 0>, high = array<i64: 0, -3>, value = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op operand has element type i32, expected f32 or f16
func.func @pad_element(%x: tensor<2xi32>) -> tensor<3xi32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 0>, value = 0.0 : f32} : (tensor<2xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op has element types ['f16', 'f32'], expected one for operands and result
func.func @pad_result_element(%x: tensor<2xf16>) -> tensor<3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 0>, value = 0.0 : f32} : (tensor<2xf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op result has shape [3, 3], expected [3, 4]
func.func @pad_result(%x: tensor<2x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1, 0>, high = array<i64: 0, 1>, value = 0.0 : f32} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op attribute "value" is expected but not provided
func.func @pad_missing(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 0>} : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.float' but got 'builtin.integer'
func.func @pad_value(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 0>, value = 0 : i32} : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.pad' op has low = [1], expected an array of i64
func.func @pad_kind(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "nn.pad"(%x) {low = [1], high = array<i64: 0>, value = 0.0 : f32} : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op destination, source and offsets must have one rank
func.func @insert_source_rank(%x: tensor<4x5xf32>, %y: tensor<3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 0, 0>} : (tensor<4x5xf32>, tensor<3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op destination, source and offsets must have one rank
func.func @insert_offsets(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 0>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op source of shape [3, 3] at [2, 0] leaves destination of shape [4, 5]
func.func @insert_past_end(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op source of shape [3, 3] at [0, -1] leaves destination of shape [4, 5]
func.func @insert_negative(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 0, -1>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op has element types ['f32', 'f16', 'f32'], expected one for operands and result
func.func @insert_elements(%x: tensor<4x5xf32>, %y: tensor<3x3xf16>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 0, 0>} : (tensor<4x5xf32>, tensor<3x3xf16>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op result has shape [3, 3], expected [4, 5]
func.func @insert_result(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 0, 0>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.insert_slice' op attribute "offsets" is expected but not provided
func.func @insert_missing(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op size needs three entries: channels, height, width
func.func @im2col_size(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 20>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 0 and stride 2 must be positive, padding 1 not negative
func.func @im2col_kernel(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 0, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 3 and stride -1 must be positive, padding 1 not negative
func.func @im2col_stride(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = -1, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 3 and stride 0 must be positive, padding 1 not negative
func.func @im2col_no_stride(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 0, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// Two negative extents have a positive product.
// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op size [1, -2, -2] must not be negative
func.func @im2col_negative_size(%x: tensor<4x3xf32>) -> tensor<1x12xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 1, -2, -2>, kernel = 1, stride = 1, padding = 2} : (tensor<4x3xf32>) -> tensor<1x12xf32>
  return %0 : tensor<1x12xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 3 and stride 2 must be positive, padding -1 not negative
func.func @im2col_padding(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = -1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 8 does not fit the padded 5 x 4 image
func.func @im2col_kernel_high(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 8, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op kernel 5 does not fit the padded 5 x 4 image
func.func @im2col_kernel_wide(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 5, stride = 2, padding = 0} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op operand has element type i1, expected f32 or f16
func.func @im2col_element(%x: tensor<40x3xi1>) -> tensor<18x18xi1> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xi1>) -> tensor<18x18xi1>
  return %0 : tensor<18x18xi1>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op has element types ['f16', 'f32'], expected one for operands and result
func.func @im2col_elements(%x: tensor<40x3xf16>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xf16>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op operand and result must have rank 2
func.func @im2col_rank(%x: tensor<2x20x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<2x20x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op operand has shape [39, 3], expected [40, 3]
func.func @im2col_operand(%x: tensor<39x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<39x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op result has shape [18, 6], expected [18, 18]
func.func @im2col_result(%x: tensor<40x3xf32>) -> tensor<18x6xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x6xf32>
  return %0 : tensor<18x6xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.im2col' op attribute "stride" is expected but not provided
func.func @im2col_missing(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// The adjoint adds up, in f32.
// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.col2im' op operand has element type f16, expected f32
func.func @col2im_element(%x: tensor<18x18xf16>) -> tensor<40x3xf16> {
  %0 = "nn.col2im"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x18xf16>) -> tensor<40x3xf16>
  return %0 : tensor<40x3xf16>
}

// The number of images is the result's.
// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.col2im' op operand has shape [18, 6], expected [18, 18]
func.func @col2im_operand(%x: tensor<18x6xf32>) -> tensor<40x3xf32> {
  %0 = "nn.col2im"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x6xf32>) -> tensor<40x3xf32>
  return %0 : tensor<40x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.col2im' op operand and result must have rank 2
func.func @col2im_result(%x: tensor<18x18xf32>) -> tensor<2x20x3xf32> {
  %0 = "nn.col2im"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x18xf32>) -> tensor<2x20x3xf32>
  return %0 : tensor<2x20x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-movement.mlir:[[# @LINE + 2]]:8: error: 'nn.col2im' op result has shape [41, 3], expected [40, 3]
func.func @col2im_result_rows(%x: tensor<18x18xf32>) -> tensor<41x3xf32> {
  %0 = "nn.col2im"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x18xf32>) -> tensor<41x3xf32>
  return %0 : tensor<41x3xf32>
}

// CHECK-NOT: {{error|module}}
