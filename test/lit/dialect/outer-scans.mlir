// RUN: nn-opt %s | nn-opt - | FileCheck %s

// Round trip of the outer scans, composite ops too: two sequences of five positions, three heads of depth two.

// CHECK-LABEL: func.func @scan_prefix_outer
// CHECK-NEXT: %{{.*}} = "nn.scan_prefix_outer"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) {causal = true, depth = 2 : i64, has_boundary = true, has_state = true, heads = 3 : i64} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
// CHECK-NEXT: %{{.*}} = "nn.scan_prefix_outer"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) {causal = false, depth = 2 : i64, has_boundary = false, has_state = false, heads = 3 : i64} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
func.func @scan_prefix_outer(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>)
    -> (tensor<60x5xf32>, tensor<60x5xf32>) {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = true, has_boundary = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  %1 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = false, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0, %1 : tensor<60x5xf32>, tensor<60x5xf32>
}

// CHECK-LABEL: func.func @scan_suffix_outer
// CHECK-NEXT: %{{.*}} = "nn.scan_suffix_outer"(%arg0, %arg1, %arg2, %arg3) {causal = true, depth = 2 : i64, has_boundary = true, heads = 3 : i64} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
// CHECK-NEXT: %{{.*}} = "nn.scan_suffix_outer"(%arg0, %arg1, %arg2, %arg3) {causal = false, depth = 2 : i64, has_boundary = false, heads = 3 : i64} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
func.func @scan_suffix_outer(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>)
    -> (tensor<36x5xf32>, tensor<36x5xf32>) {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = true} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  %1 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = false, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0, %1 : tensor<36x5xf32>, tensor<36x5xf32>
}

// CHECK-LABEL: func.func @outer_col
// CHECK-NEXT: %{{.*}} = "nn.outer_col"(%arg0, %arg1, %arg2) {depth = 2 : i64, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
// CHECK-NEXT: %{{.*}} = "nn.outer_col"(%arg0, %arg1, %arg2) {depth = 2 : i64, has_scale = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
func.func @outer_col(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> (tensor<24x5xf32>, tensor<24x5xf32>) {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  %1 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0, %1 : tensor<24x5xf32>, tensor<24x5xf32>
}
