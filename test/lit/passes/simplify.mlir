// RUN: nn-opt --nn-simplify --canonicalize %s | FileCheck %s

// Ops that give back an operand, bit for bit, are dropped; x + 0 is not one of them, since it turns -0 into 0.

// CHECK-LABEL: func.func @given_back
// CHECK-NEXT:  return %arg0, %arg0, %arg0, %arg0
func.func @given_back(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = "nn.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %minus_zero = "nn.constant"() {value = dense<-0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %0 = "nn.mul"(%x, %one) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.max"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.neg"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.add"(%x, %minus_zero) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @kept
// CHECK:       "nn.add"(%arg0,
// CHECK-NEXT:  "nn.sub"(%arg0, %arg0)
func.func @kept(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = "nn.constant"() {value = dense<0.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %0 = "nn.add"(%x, %zero) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.sub"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A mark moves to the op that is left.
// CHECK-LABEL: func.func @marked
// CHECK:       "nn.exp"(%arg0) {nn.fuse = "never"}
// CHECK-NOT:   "nn.mul"
func.func @marked(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = "nn.constant"() {value = dense<1.0> : tensor<4xf32>} : () -> tensor<4xf32>
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.mul"(%0, %one) {nn.fuse = "never"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
