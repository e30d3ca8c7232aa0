// RUN: nn-opt --nn-plan --nn-lower-to-linalg --target=cpu %s | FileCheck --check-prefix=CPU %s
// RUN: nn-opt --nn-plan --nn-lower-to-linalg --target=lavapipe %s | FileCheck --check-prefix=GPU %s

// A reduction is one linalg.generic over its operand, from the identity of its kind, or on a CPU a loop over rows. Where the device's own max and min keep
// NaN they are used; on a device that may drop it, floats become unsigned integers of the same order for max and of the
// opposite order for min, with NaN above all of them, and the largest is decoded.

// CPU-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CPU-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CPU-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CPU-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> ()>
// CPU-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CPU-LABEL: func.func @sum
// CPU-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<1x3xf32>) {
// CPU-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CPU-NEXT:   %[[O:.*]] = tensor.empty() : tensor<3xf32>
// CPU-NEXT:   %[[F:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[O]] : tensor<3xf32>) -> tensor<3xf32>
// CPU-NEXT:   %[[G:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN]]], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<2x3xf32>) outs(%[[F]] : tensor<3xf32>) {
// CPU-NEXT:   ^bb0(%[[X:.*]]: f32, %[[A:.*]]: f32):
// CPU-NEXT:     %[[S:.*]] = arith.addf %[[X]], %[[A]] : f32
// CPU-NEXT:     linalg.yield %[[S]] : f32
// CPU-NEXT:   } -> tensor<3xf32>
// CPU-NEXT:   %[[E:.*]] = tensor.expand_shape %[[G]]{{.*}} : tensor<3xf32> into tensor<1x3xf32>
// CPU-NEXT:   flow.return %[[E]] : tensor<1x3xf32>
// CPU-NEXT: }
// CPU-NEXT: return %[[R]]
// GPU-LABEL: func.func @sum
// GPU:          arith.addf
// GPU-NOT:      i32
func.func @sum(%x: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 0>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CPU-LABEL: func.func @prod
// CPU:        %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CPU:        %[[F:.*]] = linalg.fill ins(%[[ONE]] : f32)
// CPU-NEXT:   %[[G:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN]]], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<2x3xf32>) outs(%[[F]] : tensor<3xf32>) {
// CPU:          arith.mulf
// CPU:        flow.return %[[G]] : tensor<3xf32>
// GPU-LABEL: func.func @prod
// GPU:          arith.mulf
func.func @prod(%x: tensor<2x3xf32>) -> tensor<3xf32> {
  %0 = "nn.reduce"(%x) {kind = "prod", dimensions = array<i64: 0>, keep_dimensions = false, order = "unordered"} : (tensor<2x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CPU-LABEL: func.func @max
// CPU:        %[[LOW:.*]] = arith.constant 0xFF800000 : f32
// CPU:        %[[F:.*]] = linalg.fill ins(%[[LOW]] : f32)
// CPU-NEXT:   linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN]]], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<2x3xf32>) outs(%[[F]] : tensor<3xf32>) {
// CPU-NEXT:   ^bb0(%[[X:.*]]: f32, %[[A:.*]]: f32):
// CPU-NEXT:     %[[M:.*]] = arith.maximumf %[[X]], %[[A]] : f32
// CPU-NEXT:     linalg.yield %[[M]] : f32

// The identity is zero, which padding is too; NaN's key is the largest unsigned integer.
// GPU-LABEL: func.func @max
// GPU-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<1x3xf32>) {
// GPU:        %[[LOW:.*]] = arith.constant 0 : i32
// GPU:        %[[F:.*]] = linalg.fill ins(%[[LOW]] : i32) outs(%{{.*}} : tensor<3xi32>)
// GPU-NEXT:   %[[G:.*]] = linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<2x3xf32>) outs(%[[F]] : tensor<3xi32>) {
// GPU-NEXT:   ^bb0(%[[X:.*]]: f32, %[[A:.*]]: i32):
// GPU-DAG:      %[[B:.*]] = arith.bitcast %[[X]] : f32 to i32
// GPU-DAG:      %[[U:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// GPU:          %[[N:.*]] = arith.cmpi slt, %[[B]], %{{.*}} : i32
// GPU:          %[[X1:.*]] = arith.xori %[[B]], %{{.*}} : i32
// GPU-NEXT:     %[[K:.*]] = arith.select %[[N]], %[[X1]], %[[B]] : i32
// GPU-NEXT:     %[[TOP:.*]] = arith.constant -2147483648 : i32
// GPU-NEXT:     %[[K1:.*]] = arith.xori %[[K]], %[[TOP]] : i32
// GPU-NEXT:     %[[NAN:.*]] = arith.constant -1 : i32
// GPU-NEXT:     %[[L:.*]] = arith.select %[[U]], %[[NAN]], %[[K1]] : i32
// GPU-NEXT:     %[[M:.*]] = arith.maxui %[[L]], %[[A]] : i32
// GPU-NEXT:     linalg.yield %[[M]] : i32
// GPU:        %[[D:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[G]] : tensor<3xi32>) outs(%{{.*}} : tensor<3xf32>) {
// GPU-NEXT:   ^bb0(%[[Y:.*]]: i32, %{{.*}}: f32):
// GPU:          %[[Y1:.*]] = arith.xori %[[Y]], %{{.*}} : i32
// GPU:          %[[N2:.*]] = arith.cmpi slt, %[[Y1]], %{{.*}} : i32
// GPU:          %[[X2:.*]] = arith.xori %[[Y1]], %{{.*}} : i32
// GPU-NEXT:     %[[B2:.*]] = arith.select %[[N2]], %[[X2]], %[[Y1]] : i32
// GPU-NEXT:     %[[V:.*]] = arith.bitcast %[[B2]] : i32 to f32
// GPU-NEXT:     linalg.yield %[[V]] : f32
// GPU:        %[[E:.*]] = tensor.expand_shape %[[D]]{{.*}} : tensor<3xf32> into tensor<1x3xf32>
// GPU-NEXT:   flow.return %[[E]] : tensor<1x3xf32>
func.func @max(%x: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %0 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 0>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// Over rows a CPU runs loops and vectors: a loop over the rows, accumulators from the identity, and no key there either.
// CPU-LABEL: func.func @max_of_rows
// CPU-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<2x1xf32>) {
// CPU-DAG:    %[[FIRST:.*]] = arith.constant 0 : index
// CPU-DAG:    %[[END:.*]] = arith.constant 2 : index
// CPU:        %[[L:.*]] = scf.for %[[I:.*]] = %[[FIRST]] to %[[END]]
// CPU:          arith.constant 0xFF800000 : f32
// CPU-NOT:      i32
// CPU:          arith.maximumf {{.*}} : vector<
// CPU-NOT:      i32
// CPU:          tensor.insert {{.*}}[%[[I]]]
// CPU:        %[[E:.*]] = tensor.expand_shape %[[L]]{{.*}} : tensor<2xf32> into tensor<2x1xf32>
// CPU-NEXT:   flow.return %[[E]] : tensor<2x1xf32>
// CPU-NEXT: }
// CPU-NEXT: return %[[R]]
// GPU-LABEL: func.func @max_of_rows
// GPU:        linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<2x3xf32>) outs(%{{.*}} : tensor<2xi32>)
// GPU:          arith.maxui
func.func @max_of_rows(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// All dimensions at once, to rank 0.
// CPU-LABEL: func.func @min
// CPU:        %[[HIGH:.*]] = arith.constant 0x7F800000 : f32
// CPU:        %[[F:.*]] = linalg.fill ins(%[[HIGH]] : f32)
// CPU-NEXT:   %[[G:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ALL]]], iterator_types = ["reduction", "reduction"]} ins(%arg0 : tensor<2x3xf32>) outs(%[[F]] : tensor<f32>) {
// CPU:          arith.minimumf
// CPU:        flow.return %[[G]] : tensor<f32>
// GPU-LABEL: func.func @min
// GPU:        %[[LOW:.*]] = arith.constant 0 : i32
// GPU:        linalg.fill ins(%[[LOW]] : i32) outs(%{{.*}} : tensor<i32>)
// GPU-NOT:    minimumf
// GPU:        %[[DOWN:.*]] = arith.constant 2147483647 : i32
// GPU-NEXT:   arith.xori %{{.*}}, %[[DOWN]] : i32
// GPU:        %[[NAN:.*]] = arith.constant -1 : i32
// GPU:        arith.select %{{.*}}, %[[NAN]], %{{.*}} : i32
// GPU-NEXT:   %{{.*}} = arith.maxui
func.func @min(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = "nn.reduce"(%x) {kind = "min", dimensions = array<i64: 0, 1>, keep_dimensions = false, order = "unordered"} : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A view of the operand is an indexing map: nothing is moved first.
// CPU-LABEL: func.func @view
// CPU:        linalg.generic {indexing_maps = [#[[SWAP]], #[[ROW]]], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x2xf32>)
// CPU-NOT:    linalg.generic
// CPU:        flow.return
func.func @view(%x: tensor<3x2xf32>) -> tensor<2xf32> {
  %0 = "nn.transpose"(%x) {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
