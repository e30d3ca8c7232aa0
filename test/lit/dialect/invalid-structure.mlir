// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of nn.group and nn.yield refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op has 0 blocks, expected 1
func.func @no_blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op has 2 blocks, expected 1
func.func @two_blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  ^second:
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A group is not isolated: it reads from around it, and nothing could give it arguments.
// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op has block arguments, expected none; the region reads values from around it
func.func @block_arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
  ^body(%i: index):
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Without nn.yield: MLIR wants some terminator, nn.group wants that one.
// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 3]]:10: error: block with no terminator, has %1 = "nn.exp"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @no_terminator(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    %1 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op must end with nn.yield
func.func @other_terminator(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    ub.unreachable
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op yields ['tensor<4xf32>'], expected ['tensor<3xf32>'] like the results
func.func @yield_shape(%x: tensor<4xf32>) -> tensor<3xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op yields ['tensor<4xf32>'], expected ['tensor<4xf16>'] like the results
func.func @yield_element_type(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:10: error: 'nn.group' op yields ['tensor<4xf32>'], expected ['tensor<4xf32>', 'tensor<4xf32>'] like the results
func.func @yield_too_few(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 2, 0, 0, 0>} : () -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// Segment sizes say which results share a type, and there are as many as values.
// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:10: error: expected 'tensor<4xf32>' but got 'tensor<4xf16>'
func.func @segment_types(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>) {
  %0:2 = "nn.group"() ({
    %1 = "nn.cast"(%x) : (tensor<4xf32>) -> tensor<4xf16>
    "nn.yield"(%x, %1) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (tensor<4xf32>, tensor<4xf16>) -> ()
  }) {resultSegmentSizes = array<i32: 2, 0, 0, 0>} : () -> (tensor<4xf32>, tensor<4xf16>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: sum of elements in 'resultSegmentSizes' attribute must be equal to the number of results
func.func @segment_sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 2, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'resultSegmentSizes' attribute is expected but not provided
func.func @segment_sizes_missing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 3]]:5: error: 'operandSegmentSizes' attribute is expected but not provided
func.func @yield_segment_sizes_missing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:8: error: 'nn.group' op has an unknown attribute 'nn.name'{{.*}}
func.func @unknown_attribute(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {nn.name = "head", resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 3]]:5: error: 'nn.yield' op has an unknown attribute 'label'{{.*}}
func.func @yield_unknown_attribute(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    "nn.yield"(%x) {label = "head", operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-structure.mlir:[[# @LINE + 2]]:3: error: 'nn.yield' op expects parent op 'nn.group'
func.func @yield_outside(%x: tensor<4xf32>) {
  "nn.yield"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
}

// CHECK-NOT: {{error|module}}
