// RUN: nn-opt --nn-plan --nn-lower-to-linalg %s | FileCheck %s

// Views become indexing maps, composed over however many there are: nothing is copied, nothing gathered.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[ID3:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[CYCLE:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-DAG: #[[ID4:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[HALF:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>

// A dimension of extent 1 is dropped from the tensor, a prepended one from the map.
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[A:.*]]: tensor<1x3xf32>, %[[B:.*]]: tensor<2x1xf32>, %[[C:.*]]: tensor<f32>, %[[D:.*]]: tensor<3xf32>)
// CHECK-DAG:    %[[A1:.*]] = tensor.collapse_shape %[[A]] {{.*}} : tensor<1x3xf32> into tensor<3xf32>
// CHECK-DAG:    %[[B1:.*]] = tensor.collapse_shape %[[B]] {{.*}} : tensor<2x1xf32> into tensor<2xf32>
// CHECK:        linalg.generic {indexing_maps = [#[[COLUMN]], #[[ROW]], #[[ALL]], #[[COLUMN]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[A1]], %[[B1]], %[[C]], %[[D]] : tensor<3xf32>, tensor<2xf32>, tensor<f32>, tensor<3xf32>) outs(%{{.*}} : tensor<2x3xf32>) {
// CHECK-NEXT:   ^bb0(%[[IA:.*]]: f32, %[[IB:.*]]: f32, %[[IC:.*]]: f32, %[[ID1:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:     %[[S:.*]] = arith.addf %[[IA]], %[[IB]] : f32
// CHECK-NEXT:     %[[T:.*]] = arith.subf %[[IC]], %[[ID1]] : f32
// CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[S]], %[[T]] : f32
// CHECK-NEXT:     linalg.yield %[[P]] : f32
func.func @broadcast(%x: tensor<1x3xf32>, %y: tensor<2x1xf32>, %z: tensor<f32>, %w: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.broadcast"(%x) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.broadcast"(%y) : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %2 = "nn.broadcast"(%z) : (tensor<f32>) -> tensor<2x3xf32>
  %3 = "nn.broadcast"(%w) : (tensor<3xf32>) -> tensor<2x3xf32>
  %4 = "nn.add"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = "nn.sub"(%2, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = "nn.mul"(%4, %5) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// A cycle of three dimensions is told from its inverse.
// CHECK-LABEL: func.func @transpose
// CHECK:      linalg.generic {indexing_maps = [#[[CYCLE]], #[[ID3]]], {{.*}} ins(%arg0 : tensor<2x3x4xf32>) outs(%{{.*}} : tensor<3x4x2xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:   %{{.*}} = arith.negf %[[X]] : f32
func.func @transpose(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = "nn.neg"(%0) : (tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %1 : tensor<3x4x2xf32>
}

// One tensor read in two ways is two inputs; a matrix and its transpose in one loop nest.
// CHECK-LABEL: func.func @both_ways
// CHECK:      linalg.generic {indexing_maps = [#[[ID]], #[[SWAP]], #[[ID]]], {{.*}} ins(%arg0, %arg0 : tensor<3x3xf32>, tensor<3x3xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[T:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:   %{{.*}} = arith.subf %[[X]], %[[T]] : f32
func.func @both_ways(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = "nn.sub"(%x, %0) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// Two views compose into one map.
// CHECK-LABEL: func.func @view_of_view
// CHECK:      %[[V:.*]] = tensor.collapse_shape %arg0 {{.*}} : tensor<3x1xf32> into tensor<3xf32>
// CHECK:      linalg.generic {indexing_maps = [#[[COLUMN]], #[[ID]]], {{.*}} ins(%[[V]] : tensor<3xf32>) outs(%{{.*}} : tensor<2x3xf32>)
// CHECK-NOT:  linalg.generic
// CHECK:      return
func.func @view_of_view(%x: tensor<3x1xf32>) -> tensor<2x3xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x1xf32>) -> tensor<1x3xf32>
  %1 = "nn.broadcast"(%0) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.neg"(%1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// The dimension of a rotate_half is split into (blocks, 2, half). The two halves are two slices, read at the same place; in
// the first half of a block the second one is taken, negated, in the second half the first. No gather, no division. What is
// read plainly in the same loop nest is expanded alike, and the result collapsed.
// CHECK-LABEL: func.func @rotate_half
// CHECK-SAME: (%[[A:.*]]: tensor<3x8xf32>, %[[B:.*]]: tensor<3x8xf32>)
// CHECK:        %[[E:.*]] = tensor.expand_shape %[[A]] {{.*}} : tensor<3x8xf32> into tensor<3x2x2x2xf32>
// CHECK-DAG:    %[[LOW:.*]] = tensor.extract_slice %[[E]][0, 0, 0, 0] [3, 2, 1, 2] [1, 1, 1, 1] : tensor<3x2x2x2xf32> to tensor<3x2x2xf32>
// CHECK-DAG:    %[[HIGH:.*]] = tensor.extract_slice %[[E]][0, 0, 1, 0] [3, 2, 1, 2] [1, 1, 1, 1] : tensor<3x2x2x2xf32> to tensor<3x2x2xf32>
// CHECK-DAG:    %[[F:.*]] = tensor.expand_shape %[[B]] {{.*}} : tensor<3x8xf32> into tensor<3x2x2x2xf32>
// CHECK:        %[[G:.*]] = linalg.generic {indexing_maps = [#[[HALF]], #[[HALF]], #[[ID4]], #[[ID4]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[LOW]], %[[HIGH]], %[[F]] : tensor<3x2x2xf32>, tensor<3x2x2xf32>, tensor<3x2x2x2xf32>) outs(%{{.*}} : tensor<3x2x2x2xf32>) {
// CHECK-NEXT:   ^bb0(%[[IL:.*]]: f32, %[[IH:.*]]: f32, %[[IB:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:     %[[I:.*]] = linalg.index 2 : index
// CHECK-NEXT:     %[[Z:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %[[Z]] : index
// CHECK-NEXT:     %[[N:.*]] = arith.negf %[[IH]] : f32
// CHECK-NEXT:     %[[S:.*]] = arith.select %[[FIRST]], %[[N]], %[[IL]] : f32
// CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[S]], %[[IB]] : f32
// CHECK-NEXT:     linalg.yield %[[P]] : f32
// CHECK:        %[[R:.*]] = tensor.collapse_shape %[[G]] {{.*}} : tensor<3x2x2x2xf32> into tensor<3x8xf32>
// CHECK-NEXT:   flow.return %[[R]] : tensor<3x8xf32>
func.func @rotate_half(%x: tensor<3x8xf32>, %y: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %0 = "nn.rotate_half"(%x) {dimension = 1, block = 4} : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1 = "nn.mul"(%0, %y) : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}

// A view that the function returns is a kernel that moves and computes nothing.
// CHECK-LABEL: func.func @returned
// CHECK:      linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]], {{.*}} ins(%arg0 : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:   linalg.yield %[[X]] : f32
func.func @returned(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// One that moves nothing is a copy.
// CHECK-LABEL: func.func @whole
// CHECK:      linalg.copy ins(%arg0 : tensor<2x3xi8>)
func.func @whole(%x: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// One without elements reads nothing: a slice of no columns would begin beyond the last one.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: flow.dispatch.region
// CHECK-NEXT:   %[[E:.*]] = tensor.empty() : tensor<0x2xf32>
// CHECK-NEXT:   flow.return %[[E]] : tensor<0x2xf32>
func.func @nothing(%x: tensor<0x4xf32>) -> tensor<0x2xf32> {
  %0 = "nn.slice"(%x) {offsets = array<i64: 0, 1>, strides = array<i64: 1, 2>} : (tensor<0x4xf32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
