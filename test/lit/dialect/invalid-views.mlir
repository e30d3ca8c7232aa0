// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of views refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op operand of shape [2, 4] does not broadcast to [3, 4]; extents must be 1 or equal, from the last
func.func @broadcast_extent(%x: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.broadcast"(%x) : (tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// Shapes align at the last dimension, as in numpy, never at the first.
// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op operand of shape [3] does not broadcast to [3, 4]; extents must be 1 or equal, from the last
func.func @broadcast_alignment(%x: tensor<3xf32>) -> tensor<3x4xf32> {
  %0 = "nn.broadcast"(%x) : (tensor<3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op operand of shape [1, 4] does not broadcast to [4]; extents must be 1 or equal, from the last
func.func @broadcast_rank(%x: tensor<1x4xf32>) -> tensor<4xf32> {
  %0 = "nn.broadcast"(%x) : (tensor<1x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op operand of shape [4] does not broadcast to [1]; extents must be 1 or equal, from the last
func.func @broadcast_shrinks(%x: tensor<4xf32>) -> tensor<1xf32> {
  %0 = "nn.broadcast"(%x) : (tensor<4xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op operand has element type f32, expected f16 like the result
func.func @broadcast_element_type(%x: tensor<1xf32>) -> tensor<4xf16> {
  %0 = "nn.broadcast"(%x) : (tensor<1xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.broadcast' op has an unknown attribute 'dimensions'{{.*}}
func.func @broadcast_attribute(%x: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.broadcast"(%x) {dimensions = array<i64: 0>} : (tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op permutation [0, 0] is not a permutation of the operand's 2 dimensions
func.func @transpose_duplicate(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 0, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op permutation [0] is not a permutation of the operand's 2 dimensions
func.func @transpose_length(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op permutation [1, 2] is not a permutation of the operand's 2 dimensions
func.func @transpose_range(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op permutation [-1, 0] is not a permutation of the operand's 2 dimensions
func.func @transpose_negative(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: -1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op result has shape [2, 3], expected [3, 2]
func.func @transpose_shape(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// The inverse permutation's shape: result dimension i is operand dimension permutation[i].
// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op result has shape [4, 2, 3], expected [3, 4, 2]
func.func @transpose_inverse(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op operand has element type f32, expected f16 like the result
func.func @transpose_element_type(%x: tensor<2x3xf32>) -> tensor<3x2xf16> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf16>
  return %0 : tensor<3x2xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op attribute "permutation" is expected but not provided
func.func @transpose_missing(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// An attribute of another kind is a diagnostic at the op, not a crash of the verifier.
// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op has permutation = [1, 0], expected an array of i64
func.func @transpose_kind(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.transpose' op has an unknown attribute 'axis'; known: {{.*permutation.*}}
func.func @transpose_attribute(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {axis = 1, permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op block is 1, expected a positive even number
func.func @rotate_odd_block(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = 1, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op block is 0, expected a positive even number
func.func @rotate_zero_block(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = 0, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op block is -2, expected a positive even number
func.func @rotate_negative_block(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = -2, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op extent 8 of dimension 1 is not a multiple of block 6
func.func @rotate_ragged(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = 6, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op dimension 2 is out of range for rank 2
func.func @rotate_dimension(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = 2, dimension = 2} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op dimension -1 is out of range for rank 2
func.func @rotate_negative_dimension(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {block = 2, dimension = -1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op operand has shape [2, 8], expected [2, 4] like the result
func.func @rotate_shape(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %0 = "nn.rotate_half"(%x) {block = 2, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Halves are negated, so it takes floats only.
// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op operand has element type i1, expected f32 or f16
func.func @rotate_element_type(%x: tensor<2x8xi1>) -> tensor<2x8xi1> {
  %0 = "nn.rotate_half"(%x) {block = 2, dimension = 1} : (tensor<2x8xi1>) -> tensor<2x8xi1>
  return %0 : tensor<2x8xi1>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op operand has element type f32, expected f16 like the result
func.func @rotate_result_type(%x: tensor<2x8xf32>) -> tensor<2x8xf16> {
  %0 = "nn.rotate_half"(%x) {block = 2, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf16>
  return %0 : tensor<2x8xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op attribute "block" is expected but not provided
func.func @rotate_no_block(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.rotate_half' op has an unknown attribute 'axis'; known: {{.*block, dimension.*}}
func.func @rotate_attribute(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = "nn.rotate_half"(%x) {axis = 1, block = 2, dimension = 1} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op needs 2 offsets and strides, and a result of that rank
func.func @slice_offsets(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op needs 2 offsets and strides, and a result of that rank
func.func @slice_strides(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1, 1>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op needs 2 offsets and strides, and a result of that rank
func.func @slice_rank(%x: tensor<4x3xf32>) -> tensor<3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op reads indices 3 to 4 of dimension 0 of extent 4
func.func @slice_past_end(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 3, 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op reads indices 1 to 3 of dimension 1 of extent 3
func.func @slice_strided_past_end(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 1>, strides = array<i64: 1, 2>} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op reads indices -1 to 0 of dimension 0 of extent 4
func.func @slice_negative(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: -1, 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op reads indices 3 to 0 of dimension 0 of extent 4
func.func @slice_backwards(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 3, 0>, strides = array<i64: -1, 1>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op reads indices 6 to 5 of dimension 0 of extent 4
func.func @slice_empty_past_end(%x: tensor<4x3xf32>) -> tensor<0x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 6, 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op operand has element type f32, expected f16 like the result
func.func @slice_element_type(%x: tensor<4x3xf32>) -> tensor<4x3xf16> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4x3xf16>
  return %0 : tensor<4x3xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op attribute "strides" is expected but not provided
func.func @slice_missing(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op has offsets = dense<0> : tensor<2xi64>, expected an array of i64
func.func @slice_kind(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.slice"(%x) {offsets = dense<0> : tensor<2xi64>, strides = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.slice' op has an unknown attribute 'sizes'; known: {{.*offsets.*strides}}
func.func @slice_attribute(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>, sizes = array<i64: 4, 3>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.reshape' op operand of shape [4, 3] has 12 elements, the result [3, 3] has 9
func.func @reshape_count(%x: tensor<4x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.reshape"(%x) : (tensor<4x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.reshape' op operand of shape [0, 3] has 0 elements, the result [1] has 1
func.func @reshape_empty(%x: tensor<0x3xf32>) -> tensor<1xf32> {
  %0 = "nn.reshape"(%x) : (tensor<0x3xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.reshape' op operand has element type f32, expected f16 like the result
func.func @reshape_element_type(%x: tensor<4x3xf32>) -> tensor<12xf16> {
  %0 = "nn.reshape"(%x) : (tensor<4x3xf32>) -> tensor<12xf16>
  return %0 : tensor<12xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.reshape' op has an unknown attribute 'shape'{{.*}}
func.func @reshape_attribute(%x: tensor<4x3xf32>) -> tensor<12xf32> {
  %0 = "nn.reshape"(%x) {shape = array<i64: 12>} : (tensor<4x3xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op operand has rank 2, expected 1 like the result
func.func @periodic_rank(%x: tensor<4x3xf32>) -> tensor<8xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 0, period = 2} : (tensor<4x3xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op dimension 2 is out of range for rank 2
func.func @periodic_dimension(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 2, offset = 0, period = 2} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op dimension -1 is out of range for rank 2
func.func @periodic_negative_dimension(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = -1, offset = 0, period = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// However few of them the result has.
// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op reads indices 2 to 4 of dimension 0 of extent 4
func.func @periodic_past_end(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 2, period = 3} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op reads indices -1 to 0 of dimension 0 of extent 4
func.func @periodic_negative_offset(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = -1, period = 2} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op reads indices 1 to 0 of dimension 0 of extent 4
func.func @periodic_zero(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 1, period = 0} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op result has shape [8, 2], expected [8, 3]
func.func @periodic_shape(%x: tensor<4x3xf32>) -> tensor<8x2xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 0, period = 2} : (tensor<4x3xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op operand has element type f32, expected f16 like the result
func.func @periodic_element_type(%x: tensor<4x3xf32>) -> tensor<8x3xf16> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 0, period = 2} : (tensor<4x3xf32>) -> tensor<8x3xf16>
  return %0 : tensor<8x3xf16>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: 'nn.periodic' op attribute "period" is expected but not provided
func.func @periodic_missing(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 0} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-views.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.integer' but got 'builtin.string'
func.func @periodic_kind(%x: tensor<4x3xf32>) -> tensor<8x3xf32> {
  %0 = "nn.periodic"(%x) {dimension = 0, offset = 0, period = "2"} : (tensor<4x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-NOT: {{error|module}}
