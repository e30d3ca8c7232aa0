// RUN: nn-opt --nn-plan --nn-lower-to-linalg --target=cpu %s | FileCheck %s

// A scan is IREE's own, inclusive, with what it carries started at the identity of its kind: one pass along its dimension.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @sum
// CHECK-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<2x3xf32>) {
// CHECK-DAG:    %[[O:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK-DAG:    %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:        %[[C:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:   %[[S:.*]]:2 = iree_linalg_ext.scan {{.*}}dimension(1) inclusive(true) ins(%arg0 : tensor<2x3xf32>) outs(%[[O]], %[[C]] : tensor<2x3xf32>, tensor<2xf32>) {
// CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT:     %[[T:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK-NEXT:     iree_linalg_ext.yield %[[T]] : f32
// CHECK-NEXT:   } -> tensor<2x3xf32>, tensor<2xf32>
// CHECK-NEXT:   flow.return %[[S]]#0 : tensor<2x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func.func @sum(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @prod
// CHECK:        %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:        %[[C:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%{{.*}} : tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:   iree_linalg_ext.scan {{.*}}dimension(0) inclusive(true) ins(%arg0 : tensor<2x3xf32>) outs(%{{.*}}, %[[C]] : tensor<2x3xf32>, tensor<3xf32>) {
// CHECK:          arith.mulf
func.func @prod(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "prod", dimension = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Of one dimension it carries a scalar.
// CHECK-LABEL: func.func @vector
// CHECK:        iree_linalg_ext.scan {{.*}}dimension(0) inclusive(true) ins(%arg0 : tensor<3xf32>) outs(%{{.*}} : tensor<3xf32>, tensor<f32>) {
func.func @vector(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 0} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// It reads tensors and no maps, so a view before it is moved first; what comes before and after it are kernels of their own.
// CHECK-LABEL: func.func @neighbours
// CHECK-NEXT: %[[V:.*]] = flow.dispatch.region
// CHECK:        linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]], {{.*}} ins(%arg0 : tensor<3x2xf32>)
// CHECK:      %[[S:.*]] = flow.dispatch.region
// CHECK:        iree_linalg_ext.scan {{.*}} ins(%[[V]] : tensor<2x3xf32>)
// CHECK:      flow.dispatch.region
// CHECK:        linalg.generic {{.*}} ins(%[[S]] : tensor<2x3xf32>)
// CHECK:          arith.negf
func.func @neighbours(%x: tensor<3x2xf32>) -> tensor<2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = "nn.scan"(%0) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.neg"(%1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @empty
// CHECK-NEXT: flow.dispatch.region
// CHECK-NEXT:   %[[O:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK-NEXT:   flow.return %[[O]]
func.func @empty(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
