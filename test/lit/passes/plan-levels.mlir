// RUN: nn-opt --nn-plan=level=strict %s | FileCheck %s --check-prefixes=STRICT
// RUN: nn-opt --nn-plan=level=producer-reduction %s | FileCheck %s --check-prefixes=PRODUCER
// RUN: nn-opt --nn-plan=level=multi-output %s | FileCheck %s --check-prefixes=OUTPUTS
// RUN: nn-opt --nn-plan %s | FileCheck %s --check-prefixes=FULL

// Two consumers: apart at strict, joined above, where all of them are inside.
// STRICT-LABEL: func.func @diamond
// STRICT-COUNT-2: "nn.group"()
// STRICT:       return
// FULL-LABEL: func.func @diamond
// FULL-NEXT:  "nn.group"()
// FULL-NOT:   "nn.group"()
// FULL:       return
func.func @diamond(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "nn.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.neg"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "nn.max"(%0, %1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// The reduction takes its producer, and the producer's value leaves as a second result for whom needs it later.
// STRICT-LABEL: func.func @softmax
// STRICT-COUNT-3: "nn.group"()
// STRICT:       return
// PRODUCER-LABEL: func.func @softmax
// PRODUCER-NEXT: %[[G:.*]]:2 = "nn.group"() ({
// PRODUCER-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// PRODUCER-NEXT:   %[[S:.*]] = "nn.reduce"(%[[E]])
// PRODUCER-NEXT:   "nn.yield"(%[[E]], %[[S]]) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
// PRODUCER:      "nn.group"() ({
// PRODUCER:        "nn.div"(%[[G]]#0,
// FULL-LABEL: func.func @softmax
// FULL-NEXT:  "nn.group"() ({
// FULL-NEXT:    "nn.exp"
// FULL-NEXT:    "nn.reduce"
// FULL-NEXT:    "nn.broadcast"
// FULL-NEXT:    "nn.div"
// FULL-NEXT:    "nn.yield"
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "nn.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = "nn.broadcast"(%1) : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %3 = "nn.div"(%0, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// Siblings: two readers of one value, which neither computes, become one kernel with two results.
// PRODUCER-LABEL: func.func @siblings
// PRODUCER-COUNT-2: "nn.group"()
// PRODUCER:     return
// OUTPUTS-LABEL: func.func @siblings
// OUTPUTS-NEXT: %[[G:.*]]:2 = "nn.group"() ({
// OUTPUTS-NEXT:   %[[E:.*]] = "nn.exp"(%arg0)
// OUTPUTS-NEXT:   %[[A:.*]] = "nn.abs"(%arg0)
// OUTPUTS-NEXT:   "nn.yield"(%[[E]], %[[A]])
// OUTPUTS:      return %[[G]]#0, %[[G]]#1
func.func @siblings(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = "nn.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.abs"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Read through a view inside of a kernel, a value is computed again there: the transpose moves to what it reads.
// OUTPUTS-LABEL: func.func @read_through_a_view
// OUTPUTS-COUNT-2: "nn.group"()
// OUTPUTS:      return
// FULL-LABEL: func.func @read_through_a_view
// FULL-NEXT:  "nn.group"() ({
// FULL-NEXT:    %[[T:.*]] = "nn.transpose"(%arg0)
// FULL-NEXT:    %[[A:.*]] = "nn.abs"(%[[T]])
// FULL-NEXT:    %[[N:.*]] = "nn.neg"(%[[A]])
// FULL-NEXT:    "nn.yield"(%[[N]])
func.func @read_through_a_view(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = "nn.abs"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = "nn.neg"(%1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// What the user asks for stands as an attribute.
// FULL-LABEL: func.func @never
// FULL-COUNT-2: "nn.group"()
// FULL:       return
func.func @never(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "nn.exp"(%x) {nn.fuse = "never"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.neg"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// A reshape of what a kernel computes is its result by another name, and stays outside.
// FULL-LABEL: func.func @reshaped
// FULL-NEXT:  %[[G:.*]] = "nn.group"() ({
// FULL-NEXT:    %[[E:.*]] = "nn.exp"(%arg0)
// FULL-NEXT:    "nn.yield"(%[[E]])
// FULL-NEXT:  })
// FULL-NEXT:  %[[R:.*]] = "nn.reshape"(%[[G]])
// FULL-NEXT:  return %[[R]]
func.func @reshaped(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = "nn.reshape"(%0) : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}
