// RUN: not nn-opt %s 2>&1 | FileCheck %s
// RUN: not nn-opt --pipeline=lower %s 2>&1 | FileCheck %s

// An op that the dialect does not define is an error where it stands, with passes and without; nothing is printed.

// CHECK: {{.*}}invalid-names.mlir:[[# @LINE + 2]]:8: error: unregistered operation 'nn.softmax' found in dialect ('nn') that does not allow unknown operations
func.func @unknown_op(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.softmax"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NOT: module
