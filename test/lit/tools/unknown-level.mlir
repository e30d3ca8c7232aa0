// RUN: not nn-opt --nn-plan --level=bogus %s 2>&1 | FileCheck %s
// RUN: not nn-opt --nn-plan=level=bogus %s 2>&1 | FileCheck %s
// RUN: not nn-opt "--pipeline=cse,nn-plan{level=bogus}" --level=none %s 2>&1 | FileCheck %s

// A fusion level that does not exist is an error wherever it is written, and the message names those that do.

// CHECK: unknown fusion level
// CHECK-NEXT: expected: one of none, {{.*}}chain, {{.*}}full
// CHECK-NEXT: actual: 'bogus'
// CHECK-NOT: {{module|Traceback}}

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
