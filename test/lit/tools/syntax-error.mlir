// RUN: not nn-opt %s 2>&1 | FileCheck %s

// Any other text that MLIR cannot parse keeps MLIR's own message and place.

// CHECK: {{.*}}syntax-error.mlir:[[# @LINE + 4]]:17: error: use of undeclared SSA value name
// CHECK-NOT: {{custom assembly|module|Traceback}}

func.func @undeclared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
