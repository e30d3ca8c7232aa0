// RUN: nn-opt --nn-plan --nn-lower-to-linalg %s | FileCheck %s

// A matmul is one linalg.generic from zero, accumulated in f32; every transposition, the op's own or a view, is an indexing
// map, so that no operand is copied first.

// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[LHST:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[RHST:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[BOUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[BLHST:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
// CHECK-DAG: #[[BRHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>

// CHECK-LABEL: func.func @plain
// CHECK-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<2x4xf32>) {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[O:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK-NEXT:   %[[F:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[O]] : tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %[[G:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<3x4xf32>) outs(%[[F]] : tensor<2x4xf32>) {
// CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32):
// CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT:     %[[S:.*]] = arith.addf %[[C]], %[[P]] : f32
// CHECK-NEXT:     linalg.yield %[[S]] : f32
// CHECK-NEXT:   } -> tensor<2x4xf32>
// CHECK-NEXT:   flow.return %[[G]] : tensor<2x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @plain(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @transposed_rhs
// CHECK: linalg.generic {indexing_maps = [#[[LHS]], #[[RHST]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<4x3xf32>)
func.func @transposed_rhs(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Halves are widened before they are multiplied.
// CHECK-LABEL: func.func @halves_both_transposed
// CHECK:      linalg.generic {indexing_maps = [#[[LHST]], #[[RHST]], #[[OUT]]], {{.*}} ins(%arg0, %arg1 : tensor<3x2xf16>, tensor<4x3xf16>) outs(%{{.*}} : tensor<2x4xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f16, %[[B:.*]]: f16, %[[C:.*]]: f32):
// CHECK-NEXT:   %[[WA:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK-NEXT:   %[[WB:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[WA]], %[[WB]] : f32
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[C]], %[[P]] : f32
func.func @halves_both_transposed(%x: tensor<3x2xf16>, %y: tensor<4x3xf16>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = true, transpose_rhs = true} : (tensor<3x2xf16>, tensor<4x3xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @batch
// CHECK: linalg.generic {indexing_maps = [#[[BLHST]], #[[BRHS]], #[[BOUT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<5x3x2xf32>, tensor<5x3x4xf32>) outs(%{{.*}} : tensor<5x2x4xf32>)
func.func @batch(%x: tensor<5x3x2xf32>, %y: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = true, transpose_rhs = false} : (tensor<5x3x2xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// A transposed view and the op's own transposition undo each other.
// CHECK-LABEL: func.func @views
// CHECK: linalg.generic {indexing_maps = [#[[LHST]], #[[RHS]], #[[OUT]]], {{.*}} ins(%arg0, %arg1 : tensor<3x2xf32>, tensor<3x4xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @views(%x: tensor<3x2xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = "nn.transpose"(%y) {permutation = array<i64: 1, 0>} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %2 = "nn.matmul"(%0, %1) {transpose_lhs = false, transpose_rhs = true} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// The elementwise tail is a second loop nest in the same region; the product goes to it as a tensor.
// CHECK-LABEL: func.func @tail
// CHECK-NEXT: %{{.*}} = flow.dispatch.region
// CHECK:        %[[M:.*]] = linalg.generic {{.*}} "reduction"]} ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<3x4xf32>)
// CHECK:        %[[T:.*]] = linalg.generic {{.*}} ins(%[[M]], %{{.*}} : tensor<2x4xf32>, tensor<4xf32>)
// CHECK:          arith.addf
// CHECK-NEXT:     %{{.*}} = math.tanh
// CHECK:        flow.return %[[T]]
// CHECK-NOT:  flow.dispatch.region
// CHECK:      return
func.func @tail(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %z: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "nn.broadcast"(%z) : (tensor<1x4xf32>) -> tensor<2x4xf32>
  %2 = "nn.add"(%0, %1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = "nn.tanh"(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
