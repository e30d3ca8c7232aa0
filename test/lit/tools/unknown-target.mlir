// RUN: not nn-opt --pipeline=lower --target=bogus %s 2>&1 | FileCheck %s
// RUN: not nn-opt --target=bogus %s 2>&1 | FileCheck %s

// A target that does not exist is an error whether or not a pass needs it, and the message names those that do.

// CHECK: unknown target
// CHECK-NEXT: expected: one of {{.*}}cpu, {{.*}}lavapipe, vulkan, vulkan-generic
// CHECK-NEXT: actual: 'bogus'
// CHECK-NOT: {{module|Traceback}}

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
