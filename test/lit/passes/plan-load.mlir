// RUN: nn-opt --nn-plan %s --plan-output %t.json > %t.first
// RUN: nn-opt --nn-plan=level=none %s --plan %t.json --plan-output %t.again > %t.second
// RUN: diff %t.first %t.second && diff %t.json %t.again
// RUN: nn-opt --nn-plan=level=none %s | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s < %t.second
// RUN: not nn-opt --canonicalize --nn-plan %s --plan %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: nn-opt --nn-plan %S/plan-none.mlir --plan-output %t.other > %t.ir
// RUN: not nn-opt --nn-plan %s --plan %t.other 2>&1 | FileCheck %s --check-prefix=OTHER

// A plan that is given back makes the same groups, whatever the level on the command line.

// NONE-COUNT-2: "nn.group"()
// CHECK:      "nn.group"() ({
// CHECK-NEXT:   "nn.exp"
// CHECK-NEXT:   "nn.neg"
// CHECK-NOT:  "nn.group"()

// WRONG:      a plan file is JSON
// OTHER:      the plan file has no plan of @given

func.func @given(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
