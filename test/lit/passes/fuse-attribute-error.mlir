// RUN: not nn-opt --nn-plan %s 2>&1 | FileCheck %s

// CHECK:      'nn.exp': wrong nn.fuse
// CHECK-NEXT:   expected: "must" or "never"
// CHECK-NEXT:   actual: "perhaps"
// CHECK-NEXT:   where: {{.*}}fuse-attribute-error.mlir:[[# @LINE + 2]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) {nn.fuse = "perhaps"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
