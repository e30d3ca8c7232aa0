// RUN: nn-opt --canonicalize --cse %s | FileCheck %s
// RUN: nn-opt --pipeline=clean %s | FileCheck %s

// MLIR's own clean-up knows that nn ops are pure: dead ones go, equal ones are merged. Ops that differ in an attribute, in
// the order of operands or in type are not equal, however alike.

// CHECK-LABEL: func.func @dead
// CHECK-NEXT: %[[N:.*]] = "nn.neg"(%arg0)
// CHECK-NEXT: return %[[N]]
func.func @dead(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = "nn.broadcast"(%1) : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %3 = "nn.matmul"(%2, %0) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %4 = "nn.constant"() {value = dense<1.0> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %5 = "nn.compare"(%3, %4) {predicate = "lt"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
  %6 = "nn.select"(%5, %3, %4) : (tensor<2x2xi1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = "nn.cast"(%6) : (tensor<2x2xf32>) -> tensor<2x2xf16>
  %8 = "nn.transpose"(%7) {permutation = array<i64: 1, 0>} : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %9 = "nn.rotate_half"(%8) {dimension = 1, block = 2} : (tensor<2x2xf16>) -> tensor<2x2xf16>
  %10 = "nn.fma"(%6, %6, %6) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %11 = "nn.neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %11 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @equal
// CHECK-NEXT: %[[C:.*]] = "nn.constant"() {value = dense<1.000000e+00> : tensor<4xf32>}
// CHECK-NEXT: %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT: %[[S:.*]] = "nn.sub"(%[[E]], %[[C]])
// CHECK-NEXT: %[[M:.*]] = "nn.add"(%[[S]], %[[S]])
// CHECK-NEXT: return %[[M]]
func.func @equal(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %1 = "nn.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %2 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.sub"(%2, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = "nn.sub"(%3, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = "nn.add"(%4, %5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// CHECK-LABEL: func.func @different
// CHECK-NEXT: %[[L:.*]] = "nn.compare"(%arg0, %arg1) {predicate = "lt"}
// CHECK-NEXT: %[[G:.*]] = "nn.compare"(%arg0, %arg1) {predicate = "le"}
// CHECK-NEXT: %[[A:.*]] = "nn.sub"(%arg0, %arg1)
// CHECK-NEXT: %[[B:.*]] = "nn.sub"(%arg1, %arg0)
// CHECK-NEXT: %[[Z:.*]] = "nn.constant"() {value = dense<0.000000e+00> : tensor<4xf32>}
// CHECK-NEXT: %[[M:.*]] = "nn.constant"() {value = dense<-0.000000e+00> : tensor<4xf32>}
// CHECK-NEXT: return %[[L]], %[[G]], %[[A]], %[[B]], %[[Z]], %[[M]]
func.func @different(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = "nn.compare"(%x, %y) {predicate = "le"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = "nn.sub"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.sub"(%y, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.constant"() {value = dense<0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %5 = "nn.constant"() {value = dense<-0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Floats are not numbers of a field: nothing is simplified that would change a NaN, an infinity or the sign of a zero.
// CHECK-LABEL: func.func @no_algebra
// CHECK: %[[Z:.*]] = "nn.constant"
// CHECK-NEXT: %[[A:.*]] = "nn.add"(%arg0, %[[Z]])
// CHECK-NEXT: %[[S:.*]] = "nn.sub"(%[[A]], %[[A]])
// CHECK-NEXT: %[[D:.*]] = "nn.div"(%[[S]], %[[S]])
// CHECK-NEXT: return %[[D]]
func.func @no_algebra(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.constant"() {value = dense<0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %1 = "nn.add"(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.sub"(%1, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.div"(%2, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
