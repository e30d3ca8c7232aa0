// RUN: nn-opt %s | nn-opt - | FileCheck %s
// RUN: nn-opt --canonicalize --cse %s | FileCheck %s

// Round trip of nn.group and nn.yield, and that clean-up leaves both as they are.

// Results of up to four types; the segment sizes count the values of each type, in the group and in its terminator alike.
// CHECK-LABEL: func.func @group
// CHECK-NEXT: %[[G:.*]]:4 = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %[[H:.*]] = "nn.cast"(%[[E]]) : (tensor<4xf32>) -> tensor<4xf16>
// CHECK-NEXT:   %[[C:.*]] = "nn.compare"(%[[E]], %[[N]]) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:   "nn.yield"(%[[E]], %[[N]], %[[H]], %[[C]]) {operandSegmentSizes = array<i32: 2, 1, 1, 0>} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>) -> ()
// CHECK-NEXT: }) {nn.label = "head", resultSegmentSizes = array<i32: 2, 1, 1, 0>} : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>)
// CHECK-NEXT: return %[[G]]#0, %[[G]]#1, %[[G]]#2, %[[G]]#3
func.func @group(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>) {
  %0:4 = "nn.group"() ({
    %1 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "nn.neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = "nn.cast"(%1) : (tensor<4xf32>) -> tensor<4xf16>
    %4 = "nn.compare"(%1, %2) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    "nn.yield"(%1, %2, %3, %4) {operandSegmentSizes = array<i32: 2, 1, 1, 0>} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>) -> ()
  }) {nn.label = "head", resultSegmentSizes = array<i32: 2, 1, 1, 0>} : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xi1>
}

// The label is optional; a later group reads an earlier one's result from around it.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]]) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
// CHECK-NEXT: }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[L:.*]] = "nn.log"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[L]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]]
func.func @chain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    %2 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "nn.yield"(%2) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  %1 = "nn.group"() ({
    %2 = "nn.log"(%0) : (tensor<4xf32>) -> tensor<4xf32>
    "nn.yield"(%2) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
