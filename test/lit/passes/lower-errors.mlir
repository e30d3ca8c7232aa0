// RUN: not nn-opt --nn-lower-to-linalg %s 2>&1 | FileCheck --check-prefix=UNPLANNED %s
// RUN: not nn-opt --nn-plan --nn-plan %s 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not nn-opt --nn-plan --nn-lower-to-linalg %s 2>&1 | FileCheck --check-prefix=STRICT %s

// What planning and lowering cannot take is an error that says where in the source, and nothing is printed.

// Lowering wants groups.
// UNPLANNED: 'nn.exp' is outside of an nn.group
// UNPLANNED-NEXT: where: {{.*}}lower-errors.mlir:[[# @LINE + 15]]
// UNPLANNED-NEXT: hint: plan first: nn-opt --nn-plan
// UNPLANNED-NOT: {{module|Traceback}}

// Planning wants ops that are in no group yet.
// TWICE: cannot plan 'nn.group'
// TWICE-NEXT: expected: ungrouped nn ops
// TWICE-NEXT: where: {{.*}}lower-errors.mlir:[[# @LINE + 8]]
// TWICE-NOT: {{module|Traceback}}

// STRICT: 'nn.reduce' with order strict is not lowered as it stands
// STRICT-NEXT: where: {{.*}}lower-errors.mlir:[[# @LINE + 5]]
// STRICT-NEXT: hint: write it out first: nn-opt --nn-decompose
// STRICT-NOT: {{module|Traceback}}
func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 0>, keep_dimensions = false, order = "strict"} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
