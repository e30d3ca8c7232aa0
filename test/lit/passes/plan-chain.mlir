// RUN: nn-opt --nn-plan=level=chain %s | FileCheck %s
// RUN: nn-opt --nn-plan --level=chain %s | FileCheck %s

// Level chain: what shares a kernel and what does not. Each group's whole body is checked, so that an
// op in the wrong kernel, or computed twice, fails.

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[G:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   %[[A:.*]] = "nn.add"(%[[E]], %arg1)
// CHECK-NEXT:   %[[T:.*]] = "nn.tanh"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[T]]) {operandSegmentSizes = array<i32: 1, 0, 0, 0>}
// CHECK-NEXT: }) {nn.label = "group_0", resultSegmentSizes = array<i32: 1, 0, 0, 0>}
// CHECK-NEXT: return %[[G]]
func.func @chain(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.add"(%0, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.tanh"(%1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// A matmul heads a kernel: its elementwise tail joins. What feeds it does not.
// CHECK-LABEL: func.func @matmul_head
// CHECK-NEXT: %[[P:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: }) {nn.label = "group_0"
// CHECK-NEXT: %[[G:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[M:.*]] = "nn.matmul"(%[[P]], %arg1)
// CHECK-NEXT:   %[[A:.*]] = "nn.add"(%[[M]], %arg2)
// CHECK-NEXT:   %[[T:.*]] = "nn.tanh"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[T]])
// CHECK-NEXT: }) {nn.label = "group_1"
// CHECK-NEXT: return %[[G]]
func.func @matmul_head(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %z: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.matmul"(%0, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = "nn.add"(%1, %z) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "nn.tanh"(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// A matmul joins nothing that it reads, so a product of a product is two kernels.
// CHECK-LABEL: func.func @matmul_of_matmul
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[M:.*]] = "nn.matmul"(%arg0, %arg1)
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[N:.*]] = "nn.matmul"(%[[A]], %arg1)
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]]
func.func @matmul_of_matmul(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = "nn.matmul"(%0, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// A reduction is a kernel of its own: neither what feeds it nor what follows it joins.
// CHECK-LABEL: func.func @reduction_alone
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[R:.*]] = "nn.reduce"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[R]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[C:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[L:.*]] = "nn.log"(%[[B]])
// CHECK-NEXT:   "nn.yield"(%[[L]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[C]]
func.func @reduction_alone(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = "nn.log"(%1) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  return %2 : tensor<2x1xf32>
}

// A value that two kernels need stays in memory: the exp is read by two reductions, which take no elementwise op.
// CHECK-LABEL: func.func @used_twice
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[R:.*]] = "nn.reduce"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[R]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[C:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @used_twice(%x: tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x3xf32>) {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = "nn.neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<2x1xf32>, tensor<2x3xf32>
}

// A value that the caller gets too would be a second result of the kernel.
// CHECK-LABEL: func.func @returned
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @returned(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// A computed value that is read at other indices than it is written stays in memory; the view goes to the reader.
// CHECK-LABEL: func.func @through_transpose
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[T:.*]] = "nn.transpose"(%[[A]]) {permutation = array<i64: 1, 0>}
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%[[T]])
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]]
func.func @through_transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "nn.neg"(%1) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @through_broadcast
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[T:.*]] = "nn.broadcast"(%[[A]]) : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:   %[[N:.*]] = "nn.add"(%[[T]], %arg1)
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]]
func.func @through_broadcast(%x: tensor<2x1xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %1 = "nn.broadcast"(%0) : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %2 = "nn.add"(%1, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// Two transposes that undo each other read every value where it is written: no boundary.
// CHECK-LABEL: func.func @identity_of_two_views
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK:        "nn.exp"(%arg0)
// CHECK-NOT:    nn.yield
// CHECK:        %[[N:.*]] = "nn.neg"
// CHECK-NEXT:   "nn.yield"(%[[N]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[A]]
func.func @identity_of_two_views(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "nn.transpose"(%1) {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = "nn.neg"(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// Views and constants are no kernels: each group repeats those that it reads through.
// CHECK-LABEL: func.func @views_of_arguments
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[V:.*]] = "nn.broadcast"(%arg0)
// CHECK-NEXT:   %[[C:.*]] = "nn.constant"() {value = dense<2.000000e+00> : tensor<2x3xf32>}
// CHECK-NEXT:   %[[M:.*]] = "nn.mul"(%[[V]], %[[C]])
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[W:.*]] = "nn.broadcast"(%arg0)
// CHECK-NEXT:   %[[D:.*]] = "nn.constant"() {value = dense<2.000000e+00> : tensor<2x3xf32>}
// CHECK-NEXT:   %[[S:.*]] = "nn.sub"(%[[W]], %[[D]])
// CHECK-NEXT:   "nn.yield"(%[[S]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @views_of_arguments(%x: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = "nn.constant"() {value = dense<2.0> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %1 = "nn.broadcast"(%x) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.mul"(%1, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = "nn.sub"(%1, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>
}

// A diamond: the exp has two consumers, both in the kernel in the end, so all four ops share it.
// CHECK-LABEL: func.func @diamond
// CHECK-NEXT: %[[G:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   %[[N:.*]] = "nn.neg"(%[[E]])
// CHECK-NEXT:   %[[T:.*]] = "nn.tanh"(%[[E]])
// CHECK-NEXT:   %[[M:.*]] = "nn.max"(%[[N]], %[[T]])
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[G]]
func.func @diamond(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.max"(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// One op that reads a value twice is one consumer.
// CHECK-LABEL: func.func @both_operands
// CHECK-NEXT: %[[G:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   %[[M:.*]] = "nn.mul"(%[[E]], %[[E]])
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[G]]
func.func @both_operands(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.mul"(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A path through a third kernel: the exp is also read by the reduction, whose result comes back to the last op. Joining the
// exp with the sub would need the kernel's own result half way through it.
// CHECK-LABEL: func.func @path_through_reduction
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[E]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[R:.*]] = "nn.reduce"(%[[A]])
// CHECK-NEXT:   "nn.yield"(%[[R]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[C:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[V:.*]] = "nn.broadcast"(%[[B]])
// CHECK-NEXT:   %[[D:.*]] = "nn.div"(%[[A]], %[[V]])
// CHECK-NEXT:   "nn.yield"(%[[D]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[C]]
func.func @path_through_reduction(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = "nn.broadcast"(%1) : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %3 = "nn.div"(%0, %2) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// A view that the function returns must exist in memory: a kernel that only moves.
// CHECK-LABEL: func.func @returned_view
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[T:.*]] = "nn.transpose"(%arg0)
// CHECK-NEXT:   "nn.yield"(%[[T]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[A]]
func.func @returned_view(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// A matmul reads through a permutation, but a broadcast operand must be in memory.
// CHECK-LABEL: func.func @matmul_operands
// CHECK-NEXT: %[[A:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[V:.*]] = "nn.broadcast"(%arg1)
// CHECK-NEXT:   "nn.yield"(%[[V]])
// CHECK-NEXT: })
// CHECK-NEXT: %[[B:.*]] = "nn.group"() ({
// CHECK-NEXT:   %[[T:.*]] = "nn.transpose"(%arg0)
// CHECK-NEXT:   %[[M:.*]] = "nn.matmul"(%[[T]], %[[A]])
// CHECK-NEXT:   "nn.yield"(%[[M]])
// CHECK-NEXT: })
// CHECK-NEXT: return %[[B]]
func.func @matmul_operands(%x: tensor<3x2xf32>, %y: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = "nn.broadcast"(%y) : (tensor<1x4xf32>) -> tensor<3x4xf32>
  %2 = "nn.matmul"(%0, %1) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// Nothing to compute, no kernel.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: %[[C:.*]] = "nn.constant"
// CHECK-NEXT: return %arg0, %[[C]]
func.func @nothing(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "nn.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  return %x, %0 : tensor<4xf32>, tensor<4xf32>
}
