// RUN: nn-opt --nn-form-fma %s | FileCheck %s

// Each form of a single-use product as an addend, and what is no such product. Negation is exact, so a sign moves to where an
// fma can take it; every rewrite keeps the value.

// x * y - z = fma(x, y, -z)
// CHECK-LABEL: func.func @minus_addend
// CHECK-NEXT: %[[N:.*]] = "nn.neg"(%arg2)
// CHECK-NEXT: %[[F:.*]] = "nn.fma"(%arg0, %arg1, %[[N]])
// CHECK-NEXT: return %[[F]]
func.func @minus_addend(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.sub"(%0, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// z - x * y = fma(-x, y, z)
// CHECK-LABEL: func.func @minus_product
// CHECK-NEXT: %[[N:.*]] = "nn.neg"(%arg0)
// CHECK-NEXT: %[[F:.*]] = "nn.fma"(%[[N]], %arg1, %arg2)
// CHECK-NEXT: return %[[F]]
func.func @minus_product(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.sub"(%z, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// z + x * y = fma(x, y, z)
// CHECK-LABEL: func.func @right_product
// CHECK-NEXT: %[[F:.*]] = "nn.fma"(%arg0, %arg1, %arg2)
// CHECK-NEXT: return %[[F]]
func.func @right_product(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%z, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -(-(-(x * y))) + z = fma(-x, y, z)
// CHECK-LABEL: func.func @through_negations
// CHECK-NEXT: %[[N:.*]] = "nn.neg"(%arg0)
// CHECK-NEXT: %[[F:.*]] = "nn.fma"(%[[N]], %arg1, %arg2)
// CHECK-NEXT: return %[[F]]
func.func @through_negations(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.neg"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.neg"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.add"(%3, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -(x * y) - z = fma(-x, y, -z)
// CHECK-LABEL: func.func @both_negative
// CHECK-DAG: %[[X:.*]] = "nn.neg"(%arg0)
// CHECK-DAG: %[[Z:.*]] = "nn.neg"(%arg2)
// CHECK: %[[F:.*]] = "nn.fma"(%[[X]], %arg1, %[[Z]])
// CHECK-NEXT: return %[[F]]
func.func @both_negative(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.sub"(%1, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Of two products the left one is taken, always; the right one is rounded.
// CHECK-LABEL: func.func @two_products
// CHECK-NEXT: %[[P:.*]] = "nn.mul"(%arg1, %arg2)
// CHECK-NEXT: %[[F:.*]] = "nn.fma"(%arg0, %arg1, %[[P]])
// CHECK-NEXT: return %[[F]]
func.func @two_products(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.mul"(%y, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.add"(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A sum of both halves of one product uses it twice.
// CHECK-LABEL: func.func @product_plus_itself
// CHECK-NEXT: %[[P:.*]] = "nn.mul"(%arg0, %arg1)
// CHECK-NEXT: %[[S:.*]] = "nn.add"(%[[P]], %[[P]])
// CHECK-NEXT: return %[[S]]
func.func @product_plus_itself(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A negation that is used elsewhere too keeps its product; so does a product that is rounded to another precision or read
// through a view on the way.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: nn.fma
// CHECK: return
func.func @kept(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>, %z: tensor<3x3xf32>)
    -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = "nn.mul"(%x, %y) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = "nn.neg"(%0) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = "nn.add"(%1, %z) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %3 = "nn.mul"(%x, %z) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %4 = "nn.cast"(%3) : (tensor<3x3xf32>) -> tensor<3x3xf16>
  %5 = "nn.cast"(%4) : (tensor<3x3xf16>) -> tensor<3x3xf32>
  %6 = "nn.add"(%5, %z) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %7 = "nn.mul"(%y, %z) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %8 = "nn.transpose"(%7) {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %9 = "nn.add"(%8, %z) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1, %2, %6, %9 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}

// A polynomial by Horner's rule is a chain of fmas.
// CHECK-LABEL: func.func @horner
// CHECK-NEXT: %[[A:.*]] = "nn.fma"(%arg0, %arg1, %arg2)
// CHECK-NEXT: %[[B:.*]] = "nn.fma"(%[[A]], %arg1, %arg0)
// CHECK-NEXT: return %[[B]]
func.func @horner(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%0, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.mul"(%1, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.add"(%2, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Inside of a group as well.
// CHECK-LABEL: func.func @in_group
// CHECK-NEXT: %{{.*}} = "nn.group"() ({
// CHECK-NEXT:   %[[F:.*]] = "nn.fma"(%arg0, %arg0, %arg0)
// CHECK-NEXT:   "nn.yield"(%[[F]])
func.func @in_group(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.group"() ({
    %1 = "nn.mul"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = "nn.add"(%1, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "nn.yield"(%2) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (tensor<4xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 0, 0, 0>} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
