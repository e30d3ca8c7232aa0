// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of the composite ops refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op operand has rank 1, expected 2
func.func @grouped_rank(%x: tensor<6xf32>) -> tensor<3xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2} : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op group 4 does not divide the 6 rows
func.func @grouped_group(%x: tensor<6x4xf32>) -> tensor<1x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 4} : (tensor<6x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op group 0 does not divide the 6 rows
func.func @grouped_zero(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 0} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op has kind 'mean', expected sum, max, min or prod
func.func @grouped_kind(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "mean", group = 2} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op operand has element type f16, expected f32
func.func @grouped_operand(%x: tensor<6x4xf16>) -> tensor<3x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2} : (tensor<6x4xf16>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op result has element type f16, expected f32
func.func @grouped_result_element(%x: tensor<6x4xf32>) -> tensor<3x4xf16> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2} : (tensor<6x4xf32>) -> tensor<3x4xf16>
  return %0 : tensor<3x4xf16>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op result has shape [2, 4], expected [3, 4]
func.func @grouped_result(%x: tensor<6x4xf32>) -> tensor<2x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2} : (tensor<6x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op attribute "group" is expected but not provided
func.func @grouped_missing(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum"} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.grouped_reduce' op has an unknown attribute 'axis'; known: {{.*group, kind.*}}
func.func @grouped_attribute(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "sum", group = 2, axis = 0} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op dimension 2 is out of range for rank 2
func.func @argmax_dimension(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.argmax"(%x) {dimension = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op dimension -1 is out of range for rank 2
func.func @argmax_negative_dimension(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.argmax"(%x) {dimension = -1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op extent 0 of dimension 1 is not within 1 to 2^24
func.func @argmax_empty(%x: tensor<2x0xf32>) -> tensor<2x1xf32> {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x0xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// An f32 counts no further.
// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op extent 16777217 of dimension 0 is not within 1 to 2^24
func.func @argmax_long(%x: tensor<16777217xf32>) -> tensor<1xf32> {
  %0 = "nn.argmax"(%x) {dimension = 0} : (tensor<16777217xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op operand has element type i32, expected f32
func.func @argmax_operand(%x: tensor<2x3xi32>) -> tensor<2x1xf32> {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x3xi32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op result has element type i32, expected f32
func.func @argmax_result_element(%x: tensor<2x3xf32>) -> tensor<2x1xi32> {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x3xf32>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op result has shape [2], expected [2, 1]
func.func @argmax_result(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.argmax' op attribute "dimension" is expected but not provided
func.func @argmax_missing(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.argmax"(%x) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op has mask 'banded', expected plain, causal or causal_doc
func.func @attention_mask(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "banded", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q, k and v have ranks 2, 3 and 3, expected 3
func.func @attention_q_rank(%q: tensor<5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q, k and v have ranks 3, 3 and 4, expected 3
func.func @attention_v_rank(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<1x4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<1x4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op batch 3 does not divide 8 query and 4 key heads
func.func @attention_batch(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 3, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op batch 0 does not divide 8 query and 4 key heads
func.func @attention_batch_zero(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 0, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op batch 8 does not divide 8 query and 4 key heads
func.func @attention_batch_of_keys(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 8, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op 6 key heads do not divide 8 query heads
func.func @attention_heads(%q: tensor<8x5x16xf32>, %k: tensor<6x5x16xf32>, %v: tensor<6x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<6x5x16xf32>, tensor<6x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op 0 key heads do not divide 8 query heads
func.func @attention_no_heads(%q: tensor<8x5x16xf32>, %k: tensor<0x5x16xf32>, %v: tensor<0x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<0x5x16xf32>, tensor<0x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q [8, 5, 16], k [4, 5, 8] and v [4, 5, 16] do not fit
func.func @attention_depth(%q: tensor<8x5x16xf32>, %k: tensor<4x5x8xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x8xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q [8, 5, 16], k [4, 5, 16] and v [4, 6, 16] do not fit
func.func @attention_keys(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x6x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x6x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op mask causal needs as many keys as queries, there are 7 and 5
func.func @attention_causal(%q: tensor<8x5x16xf32>, %k: tensor<4x7x16xf32>, %v: tensor<4x7x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "causal", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x7x16xf32>, tensor<4x7x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// Documents and slopes are checked even where they are not read.
// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op documents has shape [1, 10], expected [2, 5]
func.func @attention_documents(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<1x10xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<1x10xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op slopes has shape [8], expected [4]
func.func @attention_slopes(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<8xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<8xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op result has shape [8, 5, 16], expected [8, 5, 3]
func.func @attention_result(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x3xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x3xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q has element type i32, expected f32 or f16
func.func @attention_q(%q: tensor<8x5x16xi32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xi32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op k has element type i1, expected f32 or f16
func.func @attention_k(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xi1>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xi1>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op v has element type i32, expected f32 or f16
func.func @attention_v(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xi32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xi32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// v may differ from both: it meets the weights, which are f32.
// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op q and k have element types f16 and f32, expected one
func.func @attention_q_and_k(%q: tensor<8x5x16xf16>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf16>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf16>, tensor<4x5x16xf32>, tensor<4x5x16xf16>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op k [4, 0, 16] has no keys for the 5 queries: a softmax over none is not defined
func.func @attention_no_keys(%q: tensor<8x5x16xf32>, %k: tensor<4x0x16xf32>, %v: tensor<4x0x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x0x16xf32>, tensor<4x0x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op documents has element type i32, expected f32
func.func @attention_documents_element(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xi32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xi32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op slopes has element type f16, expected f32
func.func @attention_slopes_element(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf16>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf16>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op result has element type f16, expected f32
func.func @attention_result_element(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf16> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf16>
  return %0 : tensor<8x5x16xf16>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: 'nn.attention' op attribute "scale" is expected but not provided
func.func @attention_missing(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.float' but got 'builtin.integer'
func.func @attention_scale(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 1, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NEXT: {{.*}}invalid-composite.mlir:[[# @LINE + 2]]:8: error: op expects exactly 5 operands, but got 3
func.func @attention_operands(%q: tensor<8x5x16xf32>, %k: tensor<4x5x16xf32>, %v: tensor<4x5x16xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %v) {mask = "plain", scale = 0.5 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x5x16xf32>, tensor<4x5x16xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// CHECK-NOT: {{error|module}}
