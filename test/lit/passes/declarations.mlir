// RUN: nn-opt --nn-decompose --nn-form-fma %s | FileCheck %s
// RUN: sed -e /memref/d %s | nn-opt --pipeline=lower - | FileCheck --check-prefix=LOWERED %s

// What holds no code is no function to the passes; lowering writes what is defined.

// CHECK:      memref.global "private" constant @table
// CHECK-NEXT: func.func private @declared
// CHECK-NEXT: func.func @defined
// LOWERED-NOT: declared
// LOWERED:     func.func @defined
memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
func.func @defined(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
