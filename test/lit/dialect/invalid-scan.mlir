// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifier of nn.scan refuses.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// CHECK: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op has kind 'max', expected one of sum, prod
func.func @kind(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "max", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A scan keeps every partial fold; the last one alone is nn.reduce.
// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op result has shape [2, 1], expected [2, 3] like the operand
func.func @shape(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op dimension 2 is out of range for rank 2
func.func @dimension(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op dimension -1 is out of range for rank 2
func.func @negative_dimension(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = -1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op dimension 0 is out of range for rank 0
func.func @rank_0(%x: tensor<f32>) -> tensor<f32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 0} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op operand has element type f16, expected f32; scans accumulate in f32
func.func @operand(%x: tensor<2x3xf16>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op result has element type f16, expected f32; scans accumulate in f32
func.func @result(%x: tensor<2x3xf32>) -> tensor<2x3xf16> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op attribute "kind" is expected but not provided
func.func @missing_kind(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op attribute "dimension" is expected but not provided
func.func @missing_dimension(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: 'nn.scan' op has an unknown attribute 'reverse'; known: {{.*dimension, kind.*}}
func.func @attribute(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1, reverse = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NEXT: {{.*}}invalid-scan.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.integer' but got 'builtin.string'
func.func @attribute_kind(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = "1"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-NOT: {{error|module}}
