// RUN: not nn-opt %s 2>&1 | FileCheck %s

// Names that nn does not define, and text that does not parse into ops of another dialect.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-names.mlir:[[# @LINE + 2]]:8: error: unregistered operation 'nn.softmax' found in dialect ('nn') that does not allow unknown operations
func.func @unknown_op(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.softmax"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
