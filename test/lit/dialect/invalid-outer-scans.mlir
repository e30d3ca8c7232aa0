// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of the outer scans refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op k has rank 1, expected 2
func.func @prefix_rank(%k: tensor<12xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op depth 0 and heads 3 must be positive
func.func @prefix_depth(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 0, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op depth 2 and heads -3 must be positive
func.func @prefix_heads(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = -3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op depth 2 times heads 5 does not divide the 12 rows
func.func @prefix_rows(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 5, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op v has shape [12, 4], expected [12, 5]
func.func @prefix_v(%k: tensor<12x5xf32>, %v: tensor<12x4xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x4xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op p has shape [12, 4], expected [12, 5]
func.func @prefix_p(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x4xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x4xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op r has shape [12, 4], expected [12, 5]
func.func @prefix_r(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x4xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x4xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// What a flag switches off is checked all the same.
// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op a0 has shape [6, 3], expected [6, 2]
func.func @prefix_a0(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x3xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x3xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op b0 has shape [12, 2], expected [6, 2]
func.func @prefix_b0(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<12x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<12x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op boundary has shape [2, 5], expected [1, 10]
func.func @prefix_boundary(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<2x5xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<2x5xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op result has shape [12, 5], expected [60, 5]
func.func @prefix_result(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<12x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op value 1 has element type f16, expected f32
func.func @prefix_element(%k: tensor<12x5xf32>, %v: tensor<12x5xf16>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf16>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op value 6 has element type i1, expected f32
func.func @prefix_boundary_element(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xi1>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xi1>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op attribute "has_state" is expected but not provided
func.func @prefix_missing(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: '1 : i64' does not satisfy the constraint
func.func @prefix_flag(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = 1, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_prefix_outer' op has an unknown attribute 'reverse'; known: {{.*causal, depth, has_boundary, has_state, heads.*}}
func.func @prefix_attribute(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = false, has_boundary = false, reverse = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op x has rank 1, expected 2
func.func @suffix_rank(%d: tensor<24x5xf32>, %x: tensor<12xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op depth 2 and heads 0 must be positive
func.func @suffix_heads(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 0, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op depth 5 times heads 3 does not divide the 12 rows
func.func @suffix_rows(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 5, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op d has shape [12, 5], expected [24, 5]
func.func @suffix_d(%d: tensor<12x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op y has shape [12, 4], expected [12, 5]
func.func @suffix_y(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x4xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x4xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op boundary has shape [10], expected [1, 10]
func.func @suffix_boundary(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op result has shape [12, 5], expected [36, 5]
func.func @suffix_result(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<12x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op value 0 has element type f16, expected f32
func.func @suffix_element(%d: tensor<24x5xf16>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf16>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.scan_suffix_outer' op attribute "heads" is expected but not provided
func.func @suffix_missing(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op p has rank 1, expected 2
func.func @outer_col_rank(%p: tensor<12xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op depth 5 does not divide the 12 rows
func.func @outer_col_depth(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 5, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op depth 0 does not divide the 12 rows
func.func @outer_col_zero(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 0, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op r has shape [12, 4], expected [12, 5]
func.func @outer_col_r(%p: tensor<12x5xf32>, %r: tensor<12x4xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x4xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// Of a scale one row a head is read, but all are there.
// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op s has shape [6, 5], expected [12, 5]
func.func @outer_col_s(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<6x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op result has shape [12, 5], expected [24, 5]
func.func @outer_col_result(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<12x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op value 3 has element type f16, expected f32
func.func @outer_col_element(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf16> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf16>
  return %0 : tensor<24x5xf16>
}

// CHECK-NEXT: {{.*}}invalid-outer-scans.mlir:[[# @LINE + 2]]:8: error: 'nn.outer_col' op attribute "has_scale" is expected but not provided
func.func @outer_col_missing(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// CHECK-NOT: {{error|module}}
