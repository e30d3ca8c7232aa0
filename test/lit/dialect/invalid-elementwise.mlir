// RUN: not nn-opt %s 2>&1 | FileCheck %s

// What the verifiers of elementwise ops refuse.
// Each function breaks one constraint; each gives exactly one diagnostic, at its own line, and nothing else is printed.

// The shared verifier of arithmetic is attached to each op.
// CHECK: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.neg' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @neg_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.neg"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.abs' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @abs_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.abs"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @exp_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.exp"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.log' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @log_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.log"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.sqrt' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @sqrt_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.sqrt"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.rsqrt' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @rsqrt_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.rsqrt"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.tanh' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @tanh_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.tanh"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.erf' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @erf_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.erf"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.sin' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @sin_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.sin"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.cos' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @cos_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.cos"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.exp2' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @exp2_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.exp2"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.log2' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @log2_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.log2"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.floor' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @floor_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.floor"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.ceil' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @ceil_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.ceil"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.round' op operand 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @round_element_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "nn.round"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// No implicit broadcast, not even of extent 1.
// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.add' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @add_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.add"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.sub' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @sub_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.sub"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.mul' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @mul_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.mul"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.div' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @div_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.div"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.max' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @max_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.max"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.min' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @min_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.min"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.pow' op operand 1 has shape [1], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @pow_shape(%x: tensor<4xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = "nn.pow"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op result 0 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @result_element_type(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op operand 0 has shape [4], expected [3] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @result_shape(%x: tensor<4xf32>) -> tensor<3xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.add' op operand 1 has shape [4], expected [1, 4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @rank(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = "nn.add"(%x, %y) : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.add' op operand 1 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @second_element_type(%x: tensor<4xf32>, %y: tensor<4xf16>) -> tensor<4xf32> {
  %0 = "nn.add"(%x, %y) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.add' op operand 0 has element type f64, expected f32; arithmetic is f32, use nn.cast around it
func.func @double(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = "nn.add"(%x, %y) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.fma' op operand 2 has element type f16, expected f32; arithmetic is f32, use nn.cast around it
func.func @fma_element_type(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf16>) -> tensor<4xf32> {
  %0 = "nn.fma"(%x, %y, %z) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.fma' op operand 1 has shape [3], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @fma_shape(%x: tensor<4xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.fma"(%x, %y, %z) : (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A misspelt or invented attribute is an error, not a silent default.
// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.exp' op has an unknown attribute 'fast'{{.*}}
func.func @unknown_attribute(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) {fast = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: op expects exactly 2 operands, but got 1
func.func @operand_count(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.add"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// IRDL's own checks come first: counts, tensors of a known rank, kinds of attributes.
// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: expected base type 'builtin.tensor' but got 'builtin.f32'
func.func @not_a_tensor(%x: f32) -> f32 {
  %0 = "nn.exp"(%x) : (f32) -> f32
  return %0 : f32
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: expected base type 'builtin.tensor' but got 'builtin.unranked_tensor'
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "nn.exp"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// Logic takes comparisons, never numbers.
// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.and' op operand 1 has element type f32, expected i1 (a comparison)
func.func @and_element_type(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.and"(%x, %y) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.or' op operand 1 has element type f32, expected i1 (a comparison)
func.func @or_element_type(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.or"(%x, %y) : (tensor<4xi1>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.not' op operand 0 has element type f32, expected i1 (a comparison)
func.func @not_element_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.not"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.and' op operand 1 has shape [3], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @and_shape(%x: tensor<4xi1>, %y: tensor<3xi1>) -> tensor<4xi1> {
  %0 = "nn.and"(%x, %y) : (tensor<4xi1>, tensor<3xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op has predicate 'ult', expected one of eq, ne, lt, le, gt, ge
func.func @compare_predicate(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) {predicate = "ult"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: expected base attribute 'builtin.string' but got 'builtin.integer'
func.func @compare_predicate_kind(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) {predicate = 4} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op attribute "predicate" is expected but not provided
func.func @compare_without_predicate(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op operand 1 has shape [3], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @compare_shape(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op operand 1 has element type f16, expected f32
func.func @compare_operand_type(%x: tensor<4xf32>, %y: tensor<4xf16>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op result has element type f32, expected i1
func.func @compare_result_type(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.compare"(%x, %y) {predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.compare' op has an unknown attribute 'ordered'; known: {{.*predicate.*}}
func.func @compare_unknown_attribute(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.compare"(%x, %y) {ordered, predicate = "lt"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.select' op condition has element type f32, expected i1 (a comparison)
func.func @select_condition_type(%c: tensor<4xf32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.select"(%c, %x, %y) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.select' op operand 0 has shape [], expected [4] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @select_condition_shape(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.select"(%c, %x, %y) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.select' op operand 2 has element type f16, expected f32 like the result
func.func @select_value_types(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf16>) -> tensor<4xf32> {
  %0 = "nn.select"(%c, %x, %y) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.cast' op cannot cast f32 to i1; expected {{.*}}
func.func @cast_pair(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = "nn.cast"(%x) : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.cast' op cannot cast f32 to f32; expected {{.*}}
func.func @cast_same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.cast"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.cast' op cannot cast i32 to f32; expected {{.*}}
func.func @cast_integer(%x: tensor<4xi32>) -> tensor<4xf32> {
  %0 = "nn.cast"(%x) : (tensor<4xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.cast' op operand 0 has shape [4], expected [3] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @cast_shape(%x: tensor<4xf32>) -> tensor<3xf16> {
  %0 = "nn.cast"(%x) : (tensor<4xf32>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.or' op result 0 has element type f32, expected i1 (a comparison)
func.func @or_result(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xf32> {
  %0 = "nn.or"(%x, %y) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NEXT: {{.*}}invalid-elementwise.mlir:[[# @LINE + 2]]:8: error: 'nn.not' op operand 0 has shape [4], expected [3] like the result; elementwise ops do not broadcast, use nn.broadcast
func.func @not_shape(%x: tensor<4xi1>) -> tensor<3xi1> {
  %0 = "nn.not"(%x) : (tensor<4xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK-NOT: {{error|module}}
