// RUN: nn-opt %s | nn-opt - | FileCheck %s
// RUN: nn-opt --canonicalize --cse %s | FileCheck %s

// Round trip of nn.update, and that clean-up leaves every write where it stands: it is the only op with an effect.

// A later update of the same destination, and one whose result nothing reads, stay.
// CHECK-LABEL: func.func @update
// CHECK-NEXT: %[[E:.*]] = "nn.exp"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %{{.*}} = "nn.update"(%[[E]], %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = "nn.update"(%[[E]], %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V:.*]] = "nn.update"(%[[U]], %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %{{.*}} = "nn.update"(%arg2, %arg2) : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK-NEXT: return %[[V]] : tensor<4xf32>
func.func @update(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<i1>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.update"(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "nn.update"(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "nn.update"(%2, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = "nn.update"(%z, %z) : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return %3 : tensor<4xf32>
}
