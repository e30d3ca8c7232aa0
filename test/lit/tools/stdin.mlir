// RUN: nn-opt < %s | FileCheck %s
// RUN: nn-opt - < %s | FileCheck %s
// RUN: nn-opt - -o %t.mlir < %s && FileCheck %s < %t.mlir
// RUN: nn-opt --pipeline=clean --nn-plan - < %s | nn-opt --nn-lower-to-linalg | FileCheck --check-prefix=PIPED %s
// RUN: nn-opt --nn-plan --cse --pipeline=clean < %s | FileCheck --check-prefix=ORDER %s
// RUN: nn-opt --locations %s | FileCheck --check-prefix=LOCATIONS %s
// RUN: not nn-opt %t.no-such-file 2>&1 | FileCheck --check-prefix=MISSING %s

// Standard input is read where no file is named or the file is "-"; standard output or -o takes the result, which nn-opt
// reads back. Without passes nothing changes.

// CHECK:      module {
// CHECK-NEXT:   func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[P:.*]] = "nn.mul"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[S:.*]] = "nn.add"(%[[P]], %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return %[[S]] : tensor<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NOT: {{.}}

// PIPED: flow.dispatch.region
// PIPED: math.fma

// Named pipelines come first, then passes in the order in which they are written: the product is contracted before planning.
// ORDER:      "nn.group"() ({
// ORDER-NEXT:   %{{.*}} = "nn.fma"

// LOCATIONS: "nn.mul"{{.*}} loc(#[[L:.*]])
// LOCATIONS: #[[L]] = loc("{{.*}}stdin.mlir":[[# @LINE + 5]]:8)

// MISSING: No such file or directory
// MISSING-NOT: Traceback
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.add"(%0, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
