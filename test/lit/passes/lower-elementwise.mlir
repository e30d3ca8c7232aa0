// RUN: nn-opt --nn-plan --nn-lower-to-linalg %s | FileCheck %s

// An elementwise chain is one dispatch region with one linalg.generic: every op once, in order, on scalars; each argument is
// read once however often it is used.

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[ID2:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[POINT:.*]] = affine_map<() -> ()>

// CHECK-LABEL: func.func @arithmetic
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = flow.dispatch.region -> (tensor<4xf32>) {
// CHECK-NEXT:   %[[O:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %[[G:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel"]} ins(%[[X]], %[[Y]], %[[Z]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%[[O]] : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%[[IX:.*]]: f32, %[[IY:.*]]: f32, %[[IZ:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:     %[[NEG:.*]] = arith.negf %[[IX]] : f32
// CHECK-NEXT:     %[[ABS:.*]] = math.absf %[[NEG]] : f32
// CHECK-NEXT:     %[[EXP:.*]] = math.exp %[[ABS]] : f32
// CHECK-NEXT:     %[[LOG:.*]] = math.log %[[EXP]] : f32
// CHECK-NEXT:     %[[SQRT:.*]] = math.sqrt %[[LOG]] : f32
// CHECK-NEXT:     %[[RSQRT:.*]] = math.rsqrt %[[SQRT]] : f32
// CHECK-NEXT:     %[[TANH:.*]] = math.tanh %[[RSQRT]] : f32
// CHECK-NEXT:     %[[ADD:.*]] = arith.addf %[[TANH]], %[[IY]] : f32
// CHECK-NEXT:     %[[SUB:.*]] = arith.subf %[[ADD]], %[[IY]] : f32
// CHECK-NEXT:     %[[MUL:.*]] = arith.mulf %[[SUB]], %[[IY]] : f32
// CHECK-NEXT:     %[[DIV:.*]] = arith.divf %[[MUL]], %[[IY]] : f32
// CHECK-NEXT:     %[[MAX:.*]] = arith.maximumf %[[DIV]], %[[IY]] : f32
// CHECK-NEXT:     %[[MIN:.*]] = arith.minimumf %[[MAX]], %[[IY]] : f32
// CHECK-NEXT:     %[[FMA:.*]] = math.fma %[[MIN]], %[[IY]], %[[IZ]] : f32
// CHECK-NEXT:     linalg.yield %[[FMA]] : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   flow.return %[[G]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : tensor<4xf32>
func.func @arithmetic(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.abs"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.exp"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.log"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.sqrt"(%3) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "nn.rsqrt"(%4) : (tensor<4xf32>) -> tensor<4xf32>
  %6 = "nn.tanh"(%5) : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "nn.add"(%6, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = "nn.sub"(%7, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %9 = "nn.mul"(%8, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %10 = "nn.div"(%9, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %11 = "nn.max"(%10, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %12 = "nn.min"(%11, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %13 = "nn.fma"(%12, %y, %z) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %13 : tensor<4xf32>
}

// The other element types. Booleans are bytes in memory, and i1 in the body, where every byte but 0 is true. A splat constant
// is a scalar in the body, never a tensor in memory.
// CHECK-LABEL: func.func @select
// CHECK-SAME: (%[[C:.*]]: tensor<4xi8>, %[[X:.*]]: tensor<4xf16>)
// CHECK:        linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel"]} ins(%[[C]], %[[X]] : tensor<4xi8>, tensor<4xf16>)
// CHECK-NEXT:   ^bb0(%[[IC:.*]]: i8, %[[IX:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK-NEXT:     %[[IB:.*]] = arith.cmpi ne, %[[IC]], %[[ZERO]] : i8
// CHECK-NEXT:     %[[INF:.*]] = arith.constant 0xFC00 : f16
// CHECK-NEXT:     %[[S:.*]] = arith.select %[[IB]], %[[IX]], %[[INF]] : f16
// CHECK-NEXT:     linalg.yield %[[S]] : f16
func.func @select(%c: tensor<4xi1>, %x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.constant"() {value = dense<0xFC00> : tensor<4xf16>} : () -> tensor<4xf16>
  %1 = "nn.select"(%c, %x, %0) : (tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %1 : tensor<4xf16>
}

// CHECK-LABEL: func.func @casts
// CHECK: arith.uitofp %{{.*}} : i1 to f16
// CHECK-NEXT: %{{.*}} = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT: %{{.*}} = arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.uitofp %{{.*}} : i1 to f32
func.func @casts(%c: tensor<4xi1>) -> (tensor<4xf16>, tensor<4xf32>) {
  %0 = "nn.cast"(%c) : (tensor<4xi1>) -> tensor<4xf16>
  %1 = "nn.cast"(%0) : (tensor<4xf16>) -> tensor<4xf32>
  %2 = "nn.cast"(%1) : (tensor<4xf32>) -> tensor<4xf16>
  %3 = "nn.cast"(%c) : (tensor<4xi1>) -> tensor<4xf32>
  return %2, %3 : tensor<4xf16>, tensor<4xf32>
}

// An array is a constant tensor read through its map; a splat stays a scalar under views too, with every bit of a NaN.
// CHECK-LABEL: func.func @constants
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK:        %[[A:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK:        linalg.generic {indexing_maps = [#[[ID2]], #[[COLUMN]], #[[ID2]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[A]] : tensor<2x3xf32>, tensor<3xf32>)
// CHECK-NEXT:   ^bb0(%[[IX:.*]]: f32, %[[IA:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:     %[[P:.*]] = arith.addf %[[IX]], %[[IA]] : f32
// CHECK-NEXT:     %[[NAN:.*]] = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:     %[[Q:.*]] = arith.addf %[[P]], %[[NAN]] : f32
// CHECK-NEXT:     linalg.yield %[[Q]] : f32
func.func @constants(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.constant"() {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %1 = "nn.broadcast"(%0) : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = "nn.constant"() {value = dense<0x7FC00001> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %3 = "nn.broadcast"(%2) : (tensor<1x1xf32>) -> tensor<2x3xf32>
  %4 = "nn.add"(%x, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = "nn.add"(%4, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK: linalg.generic {indexing_maps = [#[[POINT]], #[[POINT]]], iterator_types = []} ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<f32>)
// CHECK: math.exp
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = "nn.exp"(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// What is returned without being computed needs no kernel.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: return %arg0, %[[C]] : tensor<4xf32>, tensor<2xi32>
func.func @nothing(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi32>) {
  %0 = "nn.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  return %x, %0 : tensor<4xf32>, tensor<2xi32>
}
