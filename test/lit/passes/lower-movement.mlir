// RUN: nn-opt --nn-plan --nn-lower-to-linalg --target=cpu %s | FileCheck %s

// A movement op is one linalg.generic over its result: each element computes where it comes from and reads it there. A place
// that is outside is replaced by one that is safe to read, and what was read there is not used.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[INDICES:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[SOURCE:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[SUMS:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[PIXEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// Compared without a sign, a negative index is outside too.
// CHECK-LABEL: func.func @gather_rows
// CHECK-NEXT: %{{.*}} = flow.dispatch.region -> (tensor<4x3xf32>) {
// CHECK:        linalg.generic {indexing_maps = [#[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4xi32>) outs(%{{.*}} : tensor<4x3xf32>) {
// CHECK-NEXT:   ^bb0(%[[I:.*]]: i32, %{{.*}}: f32):
// CHECK:          %[[COLUMN:.*]] = linalg.index 1 : index
// CHECK:          %[[ROWS:.*]] = arith.constant 5 : i32
// CHECK-NEXT:     %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[ROWS]] : i32
// CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     %[[SAFE:.*]] = arith.select %[[IN]], %[[I]], %[[ZERO]] : i32
// CHECK-NEXT:     %[[R:.*]] = arith.index_cast %[[SAFE]] : i32 to index
// CHECK-NEXT:     %[[X:.*]] = tensor.extract %arg0[%[[R]], %[[COLUMN]]] : tensor<5x3xf32>
// CHECK-NEXT:     %[[NONE:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[Y:.*]] = arith.select %[[IN]], %[[X]], %[[NONE]] : f32
// CHECK-NEXT:     linalg.yield %[[Y]] : f32
func.func @gather_rows(%t: tensor<5x3xf32>, %i: tensor<4xi32>) -> tensor<4x3xf32> {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// A float is within (-1, extent), since its fraction is dropped; a NaN is not, and is no number before it is safe.
// CHECK-LABEL: func.func @take_along
// CHECK:        linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], {{.*}} ins(%arg1 : tensor<2x3xf32>) outs(%{{.*}} : tensor<2x3xf16>) {
// CHECK-NEXT:   ^bb0(%[[I:.*]]: f32, %{{.*}}: f16):
// CHECK-NEXT:     %[[ROW_INDEX:.*]] = linalg.index 0 : index
// CHECK:          %[[LOW:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:     %[[ABOVE:.*]] = arith.cmpf ogt, %[[I]], %[[LOW]] : f32
// CHECK-NEXT:     %[[HIGH:.*]] = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:     %[[BELOW:.*]] = arith.cmpf olt, %[[I]], %[[HIGH]] : f32
// CHECK-NEXT:     %[[IN:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECK:          %[[SAFE:.*]] = arith.select %[[IN]], %[[I]], %{{.*}} : f32
// CHECK-NEXT:     %[[W:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
// CHECK-NEXT:     %[[C:.*]] = arith.index_cast %[[W]] : i32 to index
// CHECK-NEXT:     %[[X:.*]] = tensor.extract %arg0[%[[ROW_INDEX]], %[[C]]] : tensor<2x4xf16>
// CHECK:          arith.select %[[IN]], %[[X]], %{{.*}} : f16
func.func @take_along(%x: tensor<2x4xf16>, %i: tensor<2x3xf32>) -> tensor<2x3xf16> {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf16>, tensor<2x3xf32>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// No atomics: each row of the destination folds the rows of the source that are its own, and joins after that.
// CHECK-LABEL: func.func @scatter_add_rows
// CHECK-NEXT: %{{.*}} = flow.dispatch.region -> (tensor<5x3xf32>) {
// CHECK:        %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<5x3xf32>)
// CHECK-NEXT:   %[[S:.*]] = linalg.generic {indexing_maps = [#[[INDICES]], #[[SOURCE]], #[[SUMS]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg2 : tensor<4xi32>, tensor<4x3xf32>) outs(%[[F]] : tensor<5x3xf32>) {
// CHECK-NEXT:   ^bb0(%[[I:.*]]: i32, %[[X:.*]]: f32, %[[A:.*]]: f32):
// CHECK:          %[[IN:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : i32
// CHECK:          %[[ROW_INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT:     %[[MINE:.*]] = arith.cmpi eq, %{{.*}}, %[[ROW_INDEX]] : index
// CHECK-NEXT:     %[[ADDS:.*]] = arith.andi %[[IN]], %[[MINE]] : i1
// CHECK:          %[[V:.*]] = arith.select %[[ADDS]], %[[X]], %{{.*}} : f32
// CHECK-NEXT:     %[[T:.*]] = arith.addf %[[V]], %[[A]] : f32
// CHECK-NEXT:     linalg.yield %[[T]] : f32
// CHECK:        linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], {{.*}} ins(%arg0, %[[S]] : tensor<5x3xf32>, tensor<5x3xf32>)
// CHECK:          arith.addf
// CHECK-NOT:  flow.dispatch.region
// CHECK:      return
func.func @scatter_add_rows(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %s: tensor<4x3xf32>) -> tensor<5x3xf32> {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// Both sides are read, each at a place of its own extent.
// CHECK-LABEL: func.func @concat
// CHECK:        %[[BORDER:.*]] = arith.constant 3 : index
// CHECK:        %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:        linalg.generic {indexing_maps = [#[[ID]]], {{.*}} outs(%{{.*}} : tensor<2x7xf32>) {
// CHECK:          %[[I:.*]] = linalg.index 0 : index
// CHECK:          %[[J:.*]] = linalg.index 1 : index
// CHECK:          %[[LHS:.*]] = arith.cmpi ult, %[[J]], %[[BORDER]] : index
// CHECK:          %[[JL:.*]] = arith.select %[[LHS]], %[[J]], %[[ZERO]] : index
// CHECK:          %[[MOVED:.*]] = arith.subi %[[J]], %[[BORDER]] : index
// CHECK:          %[[JR:.*]] = arith.select %[[LHS]], %[[ZERO]], %[[MOVED]] : index
// CHECK:          %[[L:.*]] = tensor.extract %arg0[%[[I]], %[[JL]]] : tensor<2x3xf32>
// CHECK:          %[[R:.*]] = tensor.extract %arg1[%[[I]], %[[JR]]] : tensor<2x4xf32>
// CHECK:          arith.select %[[LHS]], %[[L]], %[[R]] : f32
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = "nn.concat"(%x, %y) {dimension = 1} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// What lies before the operand wraps to a huge number, so one comparison tells both sides. The value is rounded like a cast.
// CHECK-LABEL: func.func @pad
// CHECK:          %[[I:.*]] = linalg.index 0 : index
// CHECK:          %[[LOW:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[MOVED:.*]] = arith.subi %[[I]], %[[LOW]] : index
// CHECK-NEXT:     %[[EXTENT:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[IN:.*]] = arith.cmpi ult, %[[MOVED]], %[[EXTENT]] : index
// CHECK:          %[[SAFE:.*]] = arith.select %[[IN]], %[[MOVED]], %{{.*}} : index
// CHECK:          %[[X:.*]] = tensor.extract %arg0[%[[SAFE]]] : tensor<3xf16>
// CHECK-NEXT:     %[[VALUE:.*]] = arith.constant 0xFC00 : f16
// CHECK-NEXT:     arith.select %{{.*}}, %[[X]], %[[VALUE]] : f16
func.func @pad(%x: tensor<3xf16>) -> tensor<6xf16> {
  %0 = "nn.pad"(%x) {low = array<i64: 1>, high = array<i64: 2>, value = 0xFF800000 : f32} : (tensor<3xf16>) -> tensor<6xf16>
  return %0 : tensor<6xf16>
}

// The destination is an input of the loop nest; only the source is looked up.
// CHECK-LABEL: func.func @insert_slice
// CHECK:        linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], {{.*}} ins(%arg0 : tensor<4x5xf32>)
// CHECK-NEXT:   ^bb0(%[[OLD:.*]]: f32, %{{.*}}: f32):
// CHECK:          arith.cmpi ult
// CHECK:          %[[RI:.*]] = arith.select {{.*}} : index
// CHECK:          arith.cmpi ult
// CHECK:          %[[CI:.*]] = arith.select {{.*}} : index
// CHECK-NEXT:     %[[IN:.*]] = arith.andi
// CHECK-NEXT:     %[[NEW:.*]] = tensor.extract %arg1[%[[RI]], %[[CI]]] : tensor<3x3xf32>
// CHECK-NEXT:     arith.select %[[IN]], %[[NEW]], %[[OLD]] : f32
func.func @insert_slice(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>) -> tensor<4x5xf32> {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 1, 2>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// One loop for each of channel, window row and column, output row and column, and image; matrices only at the borders.
// CHECK-LABEL: func.func @im2col
// CHECK:        %[[IMAGE:.*]] = tensor.expand_shape {{.*}} into tensor<2x5x4x3xf32>
// CHECK:        %[[G:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x3x3x2x3xf32>) {
// CHECK:          %[[C:.*]] = linalg.index 0 : index
// CHECK:          %[[I:.*]] = linalg.index 1 : index
// CHECK:          %[[J:.*]] = linalg.index 2 : index
// CHECK:          %[[OH:.*]] = linalg.index 3 : index
// CHECK:          %[[OW:.*]] = linalg.index 4 : index
// CHECK:          %[[B:.*]] = linalg.index 5 : index
// CHECK:          %[[RS:.*]] = arith.muli %[[OH]], %{{.*}} : index
// CHECK-NEXT:     arith.addi %[[RS]], %[[I]] : index
// CHECK:          %[[CS:.*]] = arith.muli %[[OW]], %{{.*}} : index
// CHECK-NEXT:     arith.addi %[[CS]], %[[J]] : index
// CHECK:          %[[X:.*]] = tensor.extract %[[IMAGE]][%[[C]], %{{.*}}, %{{.*}}, %[[B]]] : tensor<2x5x4x3xf32>
// CHECK:          arith.select %{{.*}}, %[[X]], %{{.*}} : f32
// CHECK:        tensor.collapse_shape %[[G]]
// CHECK:        flow.return %{{.*}} : tensor<18x18xf32>
func.func @im2col(%x: tensor<40x3xf32>) -> tensor<18x18xf32> {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  return %0 : tensor<18x18xf32>
}

// Each pixel folds what falls on it, place after place of a window; one that the stride leaves out has no window there.
// CHECK-LABEL: func.func @col2im
// CHECK:        linalg.generic {indexing_maps = [#[[PIXEL]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%{{.*}} : tensor<2x5x4x3xf32>) {
// CHECK:          arith.remui
// CHECK:          %[[IN_ROW:.*]] = arith.andi
// CHECK:          arith.remui
// CHECK:          %[[IN_COLUMN:.*]] = arith.andi
// CHECK:          %[[IN:.*]] = arith.andi %[[IN_ROW]], %[[IN_COLUMN]] : i1
// CHECK-NEXT:     %[[X:.*]] = tensor.extract {{.*}} : tensor<2x3x3x3x2x3xf32>
// CHECK:          %[[V:.*]] = arith.select %[[IN]], %[[X]], %{{.*}} : f32
// CHECK-NEXT:     %[[A:.*]] = arith.addf %{{.*}}, %[[V]] : f32
// CHECK-COUNT-3:  arith.addf
// CHECK:          linalg.yield
// CHECK:        flow.return %{{.*}} : tensor<40x3xf32>
func.func @col2im(%y: tensor<18x18xf32>) -> tensor<40x3xf32> {
  %0 = "nn.col2im"(%y) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x18xf32>) -> tensor<40x3xf32>
  return %0 : tensor<40x3xf32>
}

// Booleans move as the bytes that they are in memory.
// CHECK-LABEL: func.func @booleans
// CHECK:      tensor.extract {{.*}} : tensor<3xi8>
// CHECK:      tensor.extract {{.*}} : tensor<4xi8>
// CHECK-NEXT: arith.select {{.*}} : i8
func.func @booleans(%x: tensor<3xi1>, %y: tensor<4xi1>) -> tensor<7xi1> {
  %0 = "nn.concat"(%x, %y) {dimension = 0} : (tensor<3xi1>, tensor<4xi1>) -> tensor<7xi1>
  return %0 : tensor<7xi1>
}

// Where a tensor without elements takes part nothing is read from it. What is left of a concat is copied: Vulkan's code
// generation has nothing for a kernel that returns what it was given.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: flow.dispatch.region
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[O:.*]] = tensor.empty() : tensor<4x3xf32>
// CHECK-NEXT:   %[[F:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[O]] : tensor<4x3xf32>)
// CHECK-NEXT:   flow.return %[[F]]
// CHECK:      flow.dispatch.region
// CHECK-NEXT:   %[[P:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK-NEXT:   %[[C:.*]] = linalg.copy ins(%arg2 : tensor<2x3xf32>) outs(%[[P]] : tensor<2x3xf32>)
// CHECK-NEXT:   flow.return %[[C]] : tensor<2x3xf32>
func.func @empty(%t: tensor<0x3xf32>, %i: tensor<4xi32>, %x: tensor<2x3xf32>, %e: tensor<2x0xf32>) -> (tensor<4x3xf32>, tensor<2x3xf32>) {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<0x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  %1 = "nn.concat"(%e, %x) {dimension = 1} : (tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<2x3xf32>
}
