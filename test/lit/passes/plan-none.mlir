// RUN: nn-opt --nn-plan=level=none %s | FileCheck %s
// RUN: nn-opt --nn-plan --level=none %s | FileCheck %s
// RUN: nn-opt "--pipeline=nn-plan{level=none}" --level=chain %s | FileCheck %s

// Level none: every computing op is its own kernel, in program order, numbered from 0 in each function. The pass's own
// option outranks --level.

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:   "nn.yield"(%[[E]]) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<2x3xf32>) -> ()
// CHECK-NEXT: }) {nn.label = "group_0", resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<2x3xf32>
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%[[A]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:   "nn.yield"(%[[N]]) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<2x3xf32>) -> ()
// CHECK-NEXT: }) {nn.label = "group_1", resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<2x3xf32>
// CHECK-NEXT: return %[[B]] : tensor<2x3xf32>
func.func @chain(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// A matmul and its tail are two kernels; constants and views still compute nothing and go to their readers.
// CHECK-LABEL: func.func @matmul
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[M:.*]] = "nn.matmul"(%arg0, %arg1)
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: }) {nn.label = "group_0"
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[T:.*]] = "nn.transpose"(%[[A]])
// CHECK-NEXT:   %[[C:.*]] = "nn.constant"()
// CHECK-NEXT:   %[[S:.*]] = "nn.add"(%[[T]], %[[C]])
// CHECK-NEXT:   "nn.yield"(%[[S]])
// CHECK-NEXT: }) {nn.label = "group_1"
// CHECK-NEXT: return %[[B]]
func.func @matmul(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<4x2xf32>} : () -> tensor<4x2xf32>
  %1 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = "nn.transpose"(%1) {permutation = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %3 = "nn.add"(%2, %0) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
