// RUN: nn-opt --nn-lower-to-linalg %s | FileCheck %s

// Groups made by hand, with what plans do not form yet: several results, and ops that do not fit one loop nest.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// With NaN all comparisons are false (ordered) but ne, which is true (unordered). Booleans are bytes in memory.
// CHECK-LABEL: func.func @compare
// CHECK-NEXT: %{{.*}}:6 = flow.dispatch.region -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
// CHECK: arith.cmpf oeq, %[[A:.*]], %[[B:.*]] : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf une, %[[A]], %[[B]] : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf olt, %[[A]], %[[B]] : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf ole, %[[A]], %[[B]] : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf ogt, %[[A]], %[[B]] : f32
// CHECK-NEXT: %{{.*}} = arith.cmpf oge, %[[A]], %[[B]] : f32
// CHECK: arith.extui %{{.*}} : i1 to i8
// CHECK: linalg.yield {{.*}} : i8, i8, i8, i8, i8, i8
func.func @compare(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0:6 = "nn.group"() ({
    %1 = "nn.compare"(%x, %y) {predicate = "eq"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %2 = "nn.compare"(%x, %y) {predicate = "ne"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %3 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %4 = "nn.compare"(%x, %y) {predicate = "le"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %5 = "nn.compare"(%x, %y) {predicate = "gt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %6 = "nn.compare"(%x, %y) {predicate = "ge"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    "nn.yield"(%1, %2, %3, %4, %5, %6) {operandSegmentSizes = array<i32: 6, 0, 0, 0>} : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> ()
  }) {resultSegmentSizes = array<i32: 6, 0, 0, 0>} : () -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Results of two types are two outputs of one linalg.generic.
// CHECK-LABEL: func.func @two_types
// CHECK-NEXT: %[[R:.*]]:2 = flow.dispatch.region -> (tensor<4xf32>, tensor<4xf16>) {
// CHECK:        %[[G:.*]]:2 = linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf16>) {
// CHECK-NEXT:   ^bb0(%[[X:.*]]: f32, %{{.*}}: f32, %{{.*}}: f16):
// CHECK-NEXT:     %[[E:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT:     %[[H:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK-NEXT:     linalg.yield %[[E]], %[[H]] : f32, f16
// CHECK-NEXT:   } -> (tensor<4xf32>, tensor<4xf16>)
// CHECK-NEXT:   flow.return %[[G]]#0, %[[G]]#1 : tensor<4xf32>, tensor<4xf16>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1 : tensor<4xf32>, tensor<4xf16>
func.func @two_types(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf16>) {
  %0:2 = "nn.group"() ({
    %1 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "nn.cast"(%1) : (tensor<4xf32>) -> tensor<4xf16>
    "nn.yield"(%1, %2) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (tensor<4xf32>, tensor<4xf16>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 1, 0, 0>} : () -> (tensor<4xf32>, tensor<4xf16>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf16>
}

// A value of the group that is read at other indices ends the loop nest: it becomes a tensor, still in one region.
// CHECK-LABEL: func.func @read_transposed
// CHECK-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<3x2xf32>) {
// CHECK:        %[[E:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]]]{{.*}} ins(%arg0 : tensor<2x3xf32>)
// CHECK:          math.exp
// CHECK-NEXT:     linalg.yield
// CHECK:        %[[N:.*]] = linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]]{{.*}} ins(%[[E]] : tensor<2x3xf32>)
// CHECK:          arith.negf
// CHECK-NEXT:     linalg.yield
// CHECK:        flow.return %[[N]] : tensor<3x2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @read_transposed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.group"() ({
    %1 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = "nn.transpose"(%1) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %3 = "nn.neg"(%2) : (tensor<3x2xf32>) -> tensor<3x2xf32>
    "nn.yield"(%3) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<3x2xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// A second group reads the first one's result; groups stay in order and apart.
// CHECK-LABEL: func.func @two_groups
// CHECK-NEXT: %[[A:.*]] = flow.dispatch.region
// CHECK:        math.exp
// CHECK-NOT:    math.log
// CHECK:        flow.return
// CHECK:      %[[B:.*]] = flow.dispatch.region
// CHECK:        ins(%[[A]] : tensor<4xf32>)
// CHECK:        math.log
// CHECK:        flow.return
// CHECK:      return %[[B]]
func.func @two_groups(%x: tensor<4xf32>) -> tensor<4xf32> {
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
