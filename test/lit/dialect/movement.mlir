// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of the movement ops: every attribute, both types of indices, and every element type that is moved.

// Tables of any element type; indices are whole numbers, or floats as the manual stores them.
// CHECK-LABEL: func.func @gather_rows
// CHECK-NEXT: %{{.*}} = "nn.gather_rows"(%arg0, %arg4) : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.gather_rows"(%arg0, %arg5) : (tensor<5x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.gather_rows"(%arg1, %arg4) : (tensor<5x3xf16>, tensor<4xi32>) -> tensor<4x3xf16>
// CHECK-NEXT: %{{.*}} = "nn.gather_rows"(%arg2, %arg5) : (tensor<5x3xi1>, tensor<4xf32>) -> tensor<4x3xi1>
// CHECK-NEXT: %{{.*}} = "nn.gather_rows"(%arg3, %arg4) : (tensor<0x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
func.func @gather_rows(%t: tensor<5x3xf32>, %h: tensor<5x3xf16>, %b: tensor<5x3xi1>, %e: tensor<0x3xf32>, %i: tensor<4xi32>, %j: tensor<4xf32>)
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf16>, tensor<4x3xi1>, tensor<4x3xf32>) {
  %0 = "nn.gather_rows"(%t, %i) : (tensor<5x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  %1 = "nn.gather_rows"(%t, %j) : (tensor<5x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  %2 = "nn.gather_rows"(%h, %i) : (tensor<5x3xf16>, tensor<4xi32>) -> tensor<4x3xf16>
  %3 = "nn.gather_rows"(%b, %j) : (tensor<5x3xi1>, tensor<4xf32>) -> tensor<4x3xi1>
  %4 = "nn.gather_rows"(%e, %i) : (tensor<0x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>
  return %0, %1, %2, %3, %4 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf16>, tensor<4x3xi1>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func @take_along
// CHECK-NEXT: %{{.*}} = "nn.take_along"(%arg0, %arg2) {dimension = 1 : i64} : (tensor<2x4xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.take_along"(%arg0, %arg3) {dimension = 0 : i64} : (tensor<2x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: %{{.*}} = "nn.take_along"(%arg1, %arg4) {dimension = 0 : i64} : (tensor<4xi32>, tensor<6xf32>) -> tensor<6xi32>
func.func @take_along(%x: tensor<2x4xf32>, %h: tensor<4xi32>, %i: tensor<2x3xi32>, %j: tensor<1x4xf32>, %k: tensor<6xf32>)
    -> (tensor<2x3xf32>, tensor<1x4xf32>, tensor<6xi32>) {
  %0 = "nn.take_along"(%x, %i) {dimension = 1} : (tensor<2x4xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  %1 = "nn.take_along"(%x, %j) {dimension = 0} : (tensor<2x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %2 = "nn.take_along"(%h, %k) {dimension = 0} : (tensor<4xi32>, tensor<6xf32>) -> tensor<6xi32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<1x4xf32>, tensor<6xi32>
}

// CHECK-LABEL: func.func @scatter_add_rows
// CHECK-NEXT: %{{.*}} = "nn.scatter_add_rows"(%arg0, %arg1, %arg3) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.scatter_add_rows"(%arg0, %arg2, %arg3) : (tensor<5x3xf32>, tensor<4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
func.func @scatter_add_rows(%d: tensor<5x3xf32>, %i: tensor<4xi32>, %j: tensor<4xf32>, %s: tensor<4x3xf32>)
    -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %0 = "nn.scatter_add_rows"(%d, %i, %s) : (tensor<5x3xf32>, tensor<4xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  %1 = "nn.scatter_add_rows"(%d, %j, %s) : (tensor<5x3xf32>, tensor<4xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  return %0, %1 : tensor<5x3xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: func.func @concat
// CHECK-NEXT: %{{.*}} = "nn.concat"(%arg0, %arg1) {dimension = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
// CHECK-NEXT: %{{.*}} = "nn.concat"(%arg2, %arg2) {dimension = 0 : i64} : (tensor<3xf16>, tensor<3xf16>) -> tensor<6xf16>
// CHECK-NEXT: %{{.*}} = "nn.concat"(%arg3, %arg4) {dimension = 0 : i64} : (tensor<4xi1>, tensor<0xi1>) -> tensor<4xi1>
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>, %h: tensor<3xf16>, %b: tensor<4xi1>, %e: tensor<0xi1>)
    -> (tensor<2x7xf32>, tensor<6xf16>, tensor<4xi1>) {
  %0 = "nn.concat"(%x, %y) {dimension = 1} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %1 = "nn.concat"(%h, %h) {dimension = 0} : (tensor<3xf16>, tensor<3xf16>) -> tensor<6xf16>
  %2 = "nn.concat"(%b, %e) {dimension = 0} : (tensor<4xi1>, tensor<0xi1>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<2x7xf32>, tensor<6xf16>, tensor<4xi1>
}

// Values whose text must keep every bit: an infinity, a NaN, a negative zero.
// CHECK-LABEL: func.func @pad
// CHECK-NEXT: %{{.*}} = "nn.pad"(%arg0) {high = array<i64: 0, 2>, low = array<i64: 1, 0>, value = 2.500000e+00 : f32} : (tensor<2x3xf32>) -> tensor<3x5xf32>
// CHECK-NEXT: %{{.*}} = "nn.pad"(%arg0) {high = array<i64: 1, 0>, low = array<i64: 0, 0>, value = 0xFF800000 : f32} : (tensor<2x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: %{{.*}} = "nn.pad"(%arg1) {high = array<i64: 1>, low = array<i64: 1>, value = 0x7FC00000 : f32} : (tensor<3xf16>) -> tensor<5xf16>
// CHECK-NEXT: %{{.*}} = "nn.pad"(%arg2) {high = array<i64>, low = array<i64>, value = -0.000000e+00 : f64} : (tensor<f32>) -> tensor<f32>
func.func @pad(%x: tensor<2x3xf32>, %h: tensor<3xf16>, %s: tensor<f32>)
    -> (tensor<3x5xf32>, tensor<3x3xf32>, tensor<5xf16>, tensor<f32>) {
  %0 = "nn.pad"(%x) {low = array<i64: 1, 0>, high = array<i64: 0, 2>, value = 2.5 : f32} : (tensor<2x3xf32>) -> tensor<3x5xf32>
  %1 = "nn.pad"(%x) {low = array<i64: 0, 0>, high = array<i64: 1, 0>, value = 0xFF800000 : f32} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  %2 = "nn.pad"(%h) {low = array<i64: 1>, high = array<i64: 1>, value = 0x7FC00000 : f32} : (tensor<3xf16>) -> tensor<5xf16>
  %3 = "nn.pad"(%s) {low = array<i64>, high = array<i64>, value = -0.0 : f64} : (tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<3x5xf32>, tensor<3x3xf32>, tensor<5xf16>, tensor<f32>
}

// CHECK-LABEL: func.func @insert_slice
// CHECK-NEXT: %{{.*}} = "nn.insert_slice"(%arg0, %arg1) {offsets = array<i64: 1, 2>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: %{{.*}} = "nn.insert_slice"(%arg2, %arg3) {offsets = array<i64: 3>} : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>
// CHECK-NEXT: %{{.*}} = "nn.insert_slice"(%arg2, %arg4) {offsets = array<i64: 4>} : (tensor<4xi1>, tensor<0xi1>) -> tensor<4xi1>
func.func @insert_slice(%x: tensor<4x5xf32>, %y: tensor<3x3xf32>, %m: tensor<4xi1>, %n: tensor<1xi1>, %e: tensor<0xi1>)
    -> (tensor<4x5xf32>, tensor<4xi1>, tensor<4xi1>) {
  %0 = "nn.insert_slice"(%x, %y) {offsets = array<i64: 1, 2>} : (tensor<4x5xf32>, tensor<3x3xf32>) -> tensor<4x5xf32>
  %1 = "nn.insert_slice"(%m, %n) {offsets = array<i64: 3>} : (tensor<4xi1>, tensor<1xi1>) -> tensor<4xi1>
  %2 = "nn.insert_slice"(%m, %e) {offsets = array<i64: 4>} : (tensor<4xi1>, tensor<0xi1>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4x5xf32>, tensor<4xi1>, tensor<4xi1>
}

// Two channels of 5 x 4 pixels for three images; 3 x 3 windows with stride 2 and padding 1 are 3 x 2 an image.
// CHECK-LABEL: func.func @windows
// CHECK-NEXT: %{{.*}} = "nn.im2col"(%arg0) {kernel = 3 : i64, padding = 1 : i64, size = array<i64: 2, 5, 4>, stride = 2 : i64} : (tensor<40x3xf32>) -> tensor<18x18xf32>
// CHECK-NEXT: %{{.*}} = "nn.im2col"(%arg1) {kernel = 1 : i64, padding = 0 : i64, size = array<i64: 2, 5, 4>, stride = 1 : i64} : (tensor<40x3xf16>) -> tensor<2x60xf16>
// CHECK-NEXT: %{{.*}} = "nn.col2im"(%arg2) {kernel = 3 : i64, padding = 1 : i64, size = array<i64: 2, 5, 4>, stride = 2 : i64} : (tensor<18x18xf32>) -> tensor<40x3xf32>
func.func @windows(%x: tensor<40x3xf32>, %h: tensor<40x3xf16>, %y: tensor<18x18xf32>)
    -> (tensor<18x18xf32>, tensor<2x60xf16>, tensor<40x3xf32>) {
  %0 = "nn.im2col"(%x) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<40x3xf32>) -> tensor<18x18xf32>
  %1 = "nn.im2col"(%h) {size = array<i64: 2, 5, 4>, kernel = 1, stride = 1, padding = 0} : (tensor<40x3xf16>) -> tensor<2x60xf16>
  %2 = "nn.col2im"(%y) {size = array<i64: 2, 5, 4>, kernel = 3, stride = 2, padding = 1} : (tensor<18x18xf32>) -> tensor<40x3xf32>
  return %0, %1, %2 : tensor<18x18xf32>, tensor<2x60xf16>, tensor<40x3xf32>
}
