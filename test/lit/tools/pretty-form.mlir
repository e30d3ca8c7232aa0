// RUN: not nn-opt %s 2>&1 | FileCheck %s
// RUN: not nn-opt --pipeline=lower %s -o %t.out 2>&1 | FileCheck %s
// RUN: not nn-opt - < %s 2>&1 | FileCheck --check-prefix=STDIN %s

// nn has no custom assembly. MLIR itself says nothing of use about "nn.exp %x", so nn-opt says where it stands, which form it
// wants, and how to get it. The nn.exp of this comment and the quoted ops are passed over.

// CHECK: {{.*}}pretty-form.mlir:[[# @LINE + 11]]:8: error: nn has no custom assembly, 'nn.exp' is not in generic form
// CHECK-NEXT: expected: "nn.exp"(%operand, ...) {attributes} : (operand types) -> result type
// CHECK-NEXT: hint: nn-opt prints this form; quote the op name and give the full function type
// CHECK-NOT: {{module|Traceback}}

// STDIN: {{^}}-:[[# @LINE + 6]]:8: error: nn has no custom assembly, 'nn.exp' is not in generic form
// STDIN-NOT: {{module|Traceback}}

func.func @pretty(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // nn.exp
  %1 = nn.exp %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
