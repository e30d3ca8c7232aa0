// RUN: nn-opt --nn-form-fma %s | FileCheck %s

// CHECK-LABEL: func.func @left_product
// CHECK: "nn.fma"(%arg0, %arg1, %arg2)
// CHECK-NOT: "nn.mul"
func.func @left_product(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%0, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A product that is used twice is rounded on its own everywhere.
// CHECK-LABEL: func.func @two_uses
// CHECK: "nn.mul"
// CHECK-NOT: "nn.fma"
// CHECK: return
func.func @two_uses(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%0, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// z - (-(x * y)) = fma(x, y, z)
// CHECK-LABEL: func.func @subtract_negated
// CHECK: %[[N:.*]] = "nn.fma"(%arg0, %arg1, %arg2)
// CHECK-NOT: "nn.neg"
// CHECK: return %[[N]]
func.func @subtract_negated(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.sub"(%z, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
