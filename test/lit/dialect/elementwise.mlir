// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of every elementwise op: its name, its attributes and its whole type.

// CHECK-LABEL: func.func @unary
// CHECK-NEXT: %[[NEG:.*]] = "nn.neg"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[ABS:.*]] = "nn.abs"(%[[NEG]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[EXP:.*]] = "nn.exp"(%[[ABS]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[LOG:.*]] = "nn.log"(%[[EXP]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[SQRT:.*]] = "nn.sqrt"(%[[LOG]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[RSQRT:.*]] = "nn.rsqrt"(%[[SQRT]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[TANH:.*]] = "nn.tanh"(%[[RSQRT]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[ERF:.*]] = "nn.erf"(%[[TANH]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[SIN:.*]] = "nn.sin"(%[[ERF]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[COS:.*]] = "nn.cos"(%[[SIN]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[EXP2:.*]] = "nn.exp2"(%[[COS]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[LOG2:.*]] = "nn.log2"(%[[EXP2]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[FLOOR:.*]] = "nn.floor"(%[[LOG2]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[CEIL:.*]] = "nn.ceil"(%[[FLOOR]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[ROUND:.*]] = "nn.round"(%[[CEIL]]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %[[ROUND]] : tensor<2x3xf32>
func.func @unary(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.abs"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.exp"(%1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = "nn.log"(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = "nn.sqrt"(%3) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = "nn.rsqrt"(%4) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = "nn.tanh"(%5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = "nn.erf"(%6) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = "nn.sin"(%7) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = "nn.cos"(%8) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = "nn.exp2"(%9) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %11 = "nn.log2"(%10) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = "nn.floor"(%11) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = "nn.ceil"(%12) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %14 = "nn.round"(%13) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %14 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @binary
// CHECK-NEXT: %[[ADD:.*]] = "nn.add"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[SUB:.*]] = "nn.sub"(%[[ADD]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[MUL:.*]] = "nn.mul"(%[[SUB]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[DIV:.*]] = "nn.div"(%[[MUL]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[MAX:.*]] = "nn.max"(%[[DIV]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[MIN:.*]] = "nn.min"(%[[MAX]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[POW:.*]] = "nn.pow"(%[[MIN]], %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %[[POW]] : tensor<2x3xf32>
func.func @binary(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.add"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.sub"(%0, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "nn.mul"(%1, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = "nn.div"(%2, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = "nn.max"(%3, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = "nn.min"(%4, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = "nn.pow"(%5, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// Each op takes rank 0, extents of 0 and of 1 as any other shape.
// CHECK-LABEL: func.func @shapes
// CHECK-NEXT: %{{.*}} = "nn.neg"(%arg0) : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %{{.*}} = "nn.add"(%arg1, %arg1) : (tensor<0x1xf32>, tensor<0x1xf32>) -> tensor<0x1xf32>
func.func @shapes(%x: tensor<f32>, %y: tensor<0x1xf32>) -> (tensor<f32>, tensor<0x1xf32>) {
  %0 = "nn.neg"(%x) : (tensor<f32>) -> tensor<f32>
  %1 = "nn.add"(%y, %y) : (tensor<0x1xf32>, tensor<0x1xf32>) -> tensor<0x1xf32>
  return %0, %1 : tensor<f32>, tensor<0x1xf32>
}

// CHECK-LABEL: func.func @fma
// CHECK-NEXT: %{{.*}} = "nn.fma"(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @fma(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.fma"(%x, %y, %z) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @compare
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "eq"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "ne"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "le"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "gt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.compare"(%arg0, %arg1) {predicate = "ge"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
func.func @compare(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = "nn.compare"(%x, %y) {predicate = "eq"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = "nn.compare"(%x, %y) {predicate = "ne"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = "nn.compare"(%x, %y) {predicate = "le"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = "nn.compare"(%x, %y) {predicate = "gt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = "nn.compare"(%x, %y) {predicate = "ge"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5
    : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// A select takes values of any element type, as long as both and the result agree.
// CHECK-LABEL: func.func @select
// CHECK-NEXT: %{{.*}} = "nn.select"(%arg0, %arg1, %arg1) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %{{.*}} = "nn.select"(%arg0, %arg2, %arg2) : (tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
// CHECK-NEXT: %{{.*}} = "nn.select"(%arg0, %arg3, %arg3) : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
func.func @select(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4xi1>)
    -> (tensor<4xf32>, tensor<4xf16>, tensor<4xi1>) {
  %0 = "nn.select"(%c, %x, %x) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.select"(%c, %y, %y) : (tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %2 = "nn.select"(%c, %z, %z) : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf16>, tensor<4xi1>
}

// Between floats either way, and from i1 to both.
// CHECK-LABEL: func.func @cast
// CHECK-NEXT: %{{.*}} = "nn.cast"(%arg0) : (tensor<4xf32>) -> tensor<4xf16>
// CHECK-NEXT: %{{.*}} = "nn.cast"(%arg1) : (tensor<4xf16>) -> tensor<4xf32>
// CHECK-NEXT: %{{.*}} = "nn.cast"(%arg2) : (tensor<4xi1>) -> tensor<4xf32>
// CHECK-NEXT: %{{.*}} = "nn.cast"(%arg2) : (tensor<4xi1>) -> tensor<4xf16>
func.func @cast(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<4xi1>)
    -> (tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) {
  %0 = "nn.cast"(%x) : (tensor<4xf32>) -> tensor<4xf16>
  %1 = "nn.cast"(%y) : (tensor<4xf16>) -> tensor<4xf32>
  %2 = "nn.cast"(%z) : (tensor<4xi1>) -> tensor<4xf32>
  %3 = "nn.cast"(%z) : (tensor<4xi1>) -> tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>
}

// CHECK-LABEL: func.func @logic
// CHECK-NEXT: %[[AND:.*]] = "nn.and"(%arg0, %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT: %[[OR:.*]] = "nn.or"(%[[AND]], %arg1) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT: %[[NOT:.*]] = "nn.not"(%[[OR]]) : (tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT: return %[[NOT]] : tensor<4xi1>
func.func @logic(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %0 = "nn.and"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = "nn.or"(%0, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %2 = "nn.not"(%1) : (tensor<4xi1>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}
