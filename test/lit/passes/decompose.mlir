// RUN: nn-opt --nn-decompose %s | FileCheck %s
// RUN: nn-opt --nn-decompose %s | FileCheck --check-prefix=GONE %s
// RUN: nn-opt --nn-decompose --locations %s | FileCheck --check-prefix=LOC %s
// RUN: nn-opt --pipeline=clean %s | FileCheck --check-prefix=CLEAN %s

// Composite ops are written out in other ops, at the composite's location; what is not composite stays as it is.

// GONE-NOT: {{grouped_reduce"|argmax"|attention"|outer"|outer_col"|"strict"}}

// The rows of a block become a dimension of their own.
// CHECK-LABEL: func.func @grouped_reduce
// CHECK-NEXT: %[[B:.*]] = "nn.reshape"(%arg0) : (tensor<6x4xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT: %[[R:.*]] = "nn.reduce"(%[[B]]) {dimensions = array<i64: 1>, keep_dimensions = false, kind = "prod", order = "unordered"} : (tensor<3x2x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: return %[[R]] : tensor<3x4xf32>
// LOC-LABEL: func.func @grouped_reduce
// LOC-NEXT:    "nn.reshape"{{.*}} loc(#[[L:.*]])
// LOC-NEXT:    "nn.reduce"{{.*}} loc(#[[L]])
// LOC:       #[[L]] = loc("{{.*}}decompose.mlir":[[# @LINE + 2]]:8)
func.func @grouped_reduce(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
  %0 = "nn.grouped_reduce"(%x) {kind = "prod", group = 2} : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// The smallest index at which the element is the maximum, or a NaN.
// CHECK-LABEL: func.func @argmax
// CHECK-DAG:  %[[MAX:.*]] = "nn.reduce"(%arg0) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "max", order = "unordered"}
// CHECK-DAG:  %[[ALL:.*]] = "nn.broadcast"(%[[MAX]]) : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK-DAG:  %[[NAN:.*]] = "nn.compare"(%arg0, %arg0) {predicate = "ne"}
// CHECK-DAG:  %[[EQ:.*]] = "nn.compare"(%arg0, %[[ALL]]) {predicate = "eq"}
// CHECK-DAG:  %[[FOUND:.*]] = "nn.or"(%[[EQ]], %[[NAN]])
// CHECK-DAG:  %[[BEYOND:.*]] = "nn.constant"() {value = dense<3.000000e+00> : tensor<2x3xf32>}
// CHECK-DAG:  %[[I:.*]] = "nn.index"() {dimension = 1 : i64, divisor = 1 : i64} : () -> tensor<2x3xf32>
// CHECK:      %[[S:.*]] = "nn.select"(%[[FOUND]], %[[I]], %[[BEYOND]])
// CHECK-NEXT: %[[R:.*]] = "nn.reduce"(%[[S]]) {dimensions = array<i64: 1>, keep_dimensions = true, kind = "min", order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT: return %[[R]] : tensor<2x1xf32>
func.func @argmax(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.argmax"(%x) {dimension = 1} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Query heads that share a key head are stacked, so the keys are read in place: nothing of them is broadcast. Without a mask
// and a bias nothing is selected or added, and neither documents nor slopes are read.
// CHECK-LABEL: func.func @attention
// CHECK-NOT:  "nn.{{select|add|compare}}"
// CHECK:      %[[Q:.*]] = "nn.reshape"(%arg0) : (tensor<8x5x16xf32>) -> tensor<4x10x16xf32>
// CHECK-NEXT: %[[P:.*]] = "nn.matmul"(%[[Q]], %arg1) {transpose_lhs = false, transpose_rhs = true} : (tensor<4x10x16xf32>, tensor<4x7x16xf32>) -> tensor<4x10x7xf32>
// CHECK-NEXT: %[[H:.*]] = "nn.reshape"(%[[P]]) : (tensor<4x10x7xf32>) -> tensor<8x5x7xf32>
// CHECK:      %[[SCALE:.*]] = "nn.constant"() {value = dense<1.250000e-01> : tensor<8x5x7xf32>}
// CHECK:      %[[S:.*]] = "nn.mul"(%[[H]], %[[SCALE]])
// CHECK:      %[[M:.*]] = "nn.reduce"(%[[S]]) {dimensions = array<i64: 2>, keep_dimensions = true, kind = "max", order = "unordered"}
// CHECK-NEXT: %[[MB:.*]] = "nn.broadcast"(%[[M]])
// CHECK-NEXT: %[[D:.*]] = "nn.sub"(%[[S]], %[[MB]])
// CHECK-NEXT: %[[E:.*]] = "nn.exp"(%[[D]])
// CHECK-NEXT: %[[T:.*]] = "nn.reduce"(%[[E]]) {dimensions = array<i64: 2>, keep_dimensions = true, kind = "sum", order = "unordered"}
// CHECK-NEXT: %[[TB:.*]] = "nn.broadcast"(%[[T]])
// CHECK-NEXT: %[[W:.*]] = "nn.div"(%[[E]], %[[TB]])
// CHECK-NEXT: %[[WS:.*]] = "nn.reshape"(%[[W]]) : (tensor<8x5x7xf32>) -> tensor<4x10x7xf32>
// CHECK-NEXT: %[[O:.*]] = "nn.matmul"(%[[WS]], %arg2) {transpose_lhs = false, transpose_rhs = false} : (tensor<4x10x7xf32>, tensor<4x7x3xf32>) -> tensor<4x10x3xf32>
// CHECK-NEXT: %[[R:.*]] = "nn.reshape"(%[[O]]) : (tensor<4x10x3xf32>) -> tensor<8x5x3xf32>
// CHECK-NEXT: return %[[R]]
func.func @attention(%q: tensor<8x5x16xf32>, %k: tensor<4x7x16xf32>, %v: tensor<4x7x3xf32>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x3xf32> {
  %0 = "nn.attention"(%q, %k, %v, %d, %s) {mask = "plain", scale = 0.125 : f64, batch = 2, score_bias = false} : (tensor<8x5x16xf32>, tensor<4x7x16xf32>, tensor<4x7x3xf32>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x3xf32>
  return %0 : tensor<8x5x3xf32>
}

// The bias comes before the mask, the mask is of both conditions, and weights in f32 want values in f32.
// CHECK-LABEL: func.func @masked_attention
// CHECK:      "nn.matmul"{{.*}} : (tensor<4x10x16xf16>, tensor<4x5x16xf16>) -> tensor<4x10x5xf32>
// CHECK:      %[[QI:.*]] = "nn.index"() {dimension = 1 : i64, divisor = 1 : i64} : () -> tensor<8x5x5xf32>
// CHECK:      %[[KI:.*]] = "nn.index"() {dimension = 2 : i64, divisor = 1 : i64} : () -> tensor<8x5x5xf32>
// CHECK:      "nn.reshape"(%arg3) : (tensor<4xf32>) -> tensor<1x4x1x1xf32>
// CHECK:      %[[D:.*]] = "nn.sub"(%[[KI]], %[[QI]])
// CHECK:      %[[BIAS:.*]] = "nn.mul"(%{{.*}}, %[[D]])
// CHECK:      %[[S:.*]] = "nn.add"(%{{.*}}, %[[BIAS]])
// CHECK:      %[[CAUSAL:.*]] = "nn.compare"(%[[KI]], %[[QI]]) {predicate = "le"}
// CHECK-DAG:  "nn.reshape"(%arg2) : (tensor<2x5xf32>) -> tensor<2x1x5x1xf32>
// CHECK-DAG:  "nn.reshape"(%arg2) : (tensor<2x5xf32>) -> tensor<2x1x1x5xf32>
// CHECK:      %[[SAME:.*]] = "nn.compare"(%{{.*}}, %{{.*}}) {predicate = "eq"}
// CHECK:      %[[MASK:.*]] = "nn.and"(%[[CAUSAL]], %[[SAME]])
// CHECK:      %[[LOW:.*]] = "nn.constant"() {value = dense<0xFF800000> : tensor<8x5x5xf32>}
// CHECK:      %[[MS:.*]] = "nn.select"(%[[MASK]], %[[S]], %[[LOW]])
// CHECK-NEXT: "nn.reduce"(%[[MS]]){{.*}} kind = "max"
// CHECK:      %[[V:.*]] = "nn.cast"(%arg1) : (tensor<4x5x16xf16>) -> tensor<4x5x16xf32>
// CHECK-NEXT: "nn.matmul"(%{{.*}}, %[[V]])
func.func @masked_attention(%q: tensor<8x5x16xf16>, %k: tensor<4x5x16xf16>, %d: tensor<2x5xf32>, %s: tensor<4xf32>) -> tensor<8x5x16xf32> {
  %0 = "nn.attention"(%q, %k, %k, %d, %s) {mask = "causal_doc", scale = 0.125 : f64, batch = 2, score_bias = true} : (tensor<8x5x16xf16>, tensor<4x5x16xf16>, tensor<4x5x16xf16>, tensor<2x5xf32>, tensor<4xf32>) -> tensor<8x5x16xf32>
  return %0 : tensor<8x5x16xf32>
}

// A masked product of keys and queries instead of a state that runs along: no scan but the one that numbers the documents.
// CHECK-LABEL: func.func @scan_prefix_outer
// CHECK-DAG:  %[[K:.*]] = "nn.reshape"(%arg0) : (tensor<12x5xf32>) -> tensor<6x2x5xf32>
// CHECK-DAG:  %[[V:.*]] = "nn.reshape"(%arg1) : (tensor<12x5xf32>) -> tensor<6x2x5xf32>
// CHECK-DAG:  %[[P:.*]] = "nn.reshape"(%arg2) : (tensor<12x5xf32>) -> tensor<6x2x5xf32>
// CHECK:      %[[CAUSAL:.*]] = "nn.compare"({{.*}}) {predicate = "le"} : {{.*}} -> tensor<6x5x5xi1>
// CHECK:      "nn.scan"(%{{.*}}) {dimension = 1 : i64, kind = "sum"} : (tensor<2x5xf32>) -> tensor<2x5xf32>
// CHECK:      %[[SAME:.*]] = "nn.compare"({{.*}}) {predicate = "eq"} : {{.*}} -> tensor<6x5x5xi1>
// CHECK:      %[[MASK:.*]] = "nn.and"(%[[CAUSAL]], %[[SAME]])
// CHECK:      %[[FIRST:.*]] = "nn.compare"({{.*}}) {predicate = "eq"} : {{.*}} -> tensor<6x2x5xi1>
// CHECK:      %[[KP:.*]] = "nn.matmul"(%[[K]], %[[P]]) {transpose_lhs = true, transpose_rhs = false}
// CHECK:      %[[M:.*]] = "nn.select"(%[[MASK]], %[[KP]], %{{.*}})
// CHECK:      %[[BP:.*]] = "nn.matmul"(%[[V]], %[[M]])
// CHECK:      "nn.matmul"(%[[K]], %[[M]])

// The state is of the first document alone.
// CHECK:      %[[B0:.*]] = "nn.matmul"(%{{.*}}, %[[P]]) {transpose_lhs = false, transpose_rhs = false} : (tensor<6x2x2xf32>, tensor<6x2x5xf32>)
// CHECK:      %[[START:.*]] = "nn.select"(%[[FIRST]], %[[B0]], %{{.*}})
// CHECK:      "nn.add"(%[[BP]], %[[START]])
// CHECK:      "nn.concat"({{.*}} -> tensor<24x5xf32>
// CHECK-NEXT: "nn.concat"({{.*}} -> tensor<36x5xf32>
// CHECK-NEXT: "nn.concat"({{.*}} -> tensor<48x5xf32>
// CHECK-NEXT: %[[R:.*]] = "nn.concat"({{.*}}) {dimension = 0 : i64} : (tensor<48x5xf32>, tensor<12x5xf32>) -> tensor<60x5xf32>
// CHECK-NEXT: return %[[R]]
func.func @scan_prefix_outer(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>) -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = true, has_state = true, has_boundary = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// What is switched off is not read and leaves no mask.
// CHECK-LABEL: func.func @plain_scan_prefix_outer
// CHECK-SAME: -> tensor<60x5xf32> {
// CHECK-NOT:  {{%arg4|%arg5|%arg6|"nn.select"|"nn.compare"|"nn.scan"}}
// CHECK:      return
func.func @plain_scan_prefix_outer(%k: tensor<12x5xf32>, %v: tensor<12x5xf32>, %p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %a: tensor<6x2xf32>, %b: tensor<6x2xf32>, %s: tensor<1x10xf32>)
    -> tensor<60x5xf32> {
  %0 = "nn.scan_prefix_outer"(%k, %v, %p, %r, %a, %b, %s) {depth = 2, heads = 3, causal = false, has_state = false, has_boundary = false} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<1x10xf32>) -> tensor<60x5xf32>
  return %0 : tensor<60x5xf32>
}

// The sums over the rest of the sequence are a product with a triangle of ones; S^T y folds the other dimension than S y.
// CHECK-LABEL: func.func @scan_suffix_outer
// CHECK:      %[[D:.*]] = "nn.reshape"(%arg0) : (tensor<24x5xf32>) -> tensor<6x4x5xf32>
// CHECK:      %[[C:.*]] = "nn.compare"({{.*}}) {predicate = "ge"}
// CHECK-NOT:  "nn.scan"
// CHECK:      %[[ONES:.*]] = "nn.select"(%[[C]], %{{.*}}, %{{.*}})
// CHECK-NEXT: %[[S:.*]] = "nn.matmul"(%[[D]], %[[ONES]]) {transpose_lhs = false, transpose_rhs = false} : (tensor<6x4x5xf32>, tensor<6x5x5xf32>) -> tensor<6x4x5xf32>
// CHECK-NEXT: "nn.reshape"(%[[S]]) : (tensor<6x4x5xf32>) -> tensor<6x2x2x5xf32>
// CHECK:      "nn.reduce"({{.*}}) {dimensions = array<i64: 2>,
// CHECK:      "nn.reduce"({{.*}}) {dimensions = array<i64: 2>,
// CHECK:      "nn.reduce"({{.*}}) {dimensions = array<i64: 1>,
// CHECK:      %[[R:.*]] = "nn.concat"({{.*}} -> tensor<36x5xf32>
// CHECK-NEXT: return %[[R]]
func.func @scan_suffix_outer(%d: tensor<24x5xf32>, %x: tensor<12x5xf32>, %y: tensor<12x5xf32>, %s: tensor<1x10xf32>) -> tensor<36x5xf32> {
  %0 = "nn.scan_suffix_outer"(%d, %x, %y, %s) {depth = 2, heads = 3, causal = true, has_boundary = false} : (tensor<24x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>, tensor<1x10xf32>) -> tensor<36x5xf32>
  return %0 : tensor<36x5xf32>
}

// Of the scale the first row of each head is read.
// CHECK-LABEL: func.func @outer_col
// CHECK:      %[[P:.*]] = "nn.broadcast"(%{{.*}}) : (tensor<6x2x1x5xf32>) -> tensor<6x2x2x5xf32>
// CHECK:      %[[Q:.*]] = "nn.broadcast"(%{{.*}}) : (tensor<6x1x2x5xf32>) -> tensor<6x2x2x5xf32>
// CHECK-NEXT: %[[O:.*]] = "nn.mul"(%[[P]], %[[Q]])
// CHECK:      "nn.slice"(%{{.*}}) {offsets = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>} : (tensor<6x2x5xf32>) -> tensor<6x1x5xf32>
// CHECK:      %[[S:.*]] = "nn.mul"(%[[O]], %{{.*}})
// CHECK-NEXT: %[[R:.*]] = "nn.reshape"(%[[S]]) : (tensor<6x2x2x5xf32>) -> tensor<24x5xf32>
// CHECK-NEXT: return %[[R]]
func.func @outer_col(%p: tensor<12x5xf32>, %r: tensor<12x5xf32>, %s: tensor<12x5xf32>) -> tensor<24x5xf32> {
  %0 = "nn.outer_col"(%p, %r, %s) {depth = 2, has_scale = true} : (tensor<12x5xf32>, tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<24x5xf32>
  return %0 : tensor<24x5xf32>
}

// A strict sum is the last element of a running one; a strict maximum has no order to keep, nor has a sum of nothing.
// CHECK-LABEL: func.func @strict
// CHECK-NEXT: %[[T:.*]] = "nn.transpose"(%arg0) {permutation = array<i64: 1, 0, 2>} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
// CHECK-NEXT: %[[F:.*]] = "nn.reshape"(%[[T]]) : (tensor<3x2x4xf32>) -> tensor<3x8xf32>
// CHECK-NEXT: %[[S:.*]] = "nn.scan"(%[[F]]) {dimension = 1 : i64, kind = "sum"} : (tensor<3x8xf32>) -> tensor<3x8xf32>
// CHECK-NEXT: %[[L:.*]] = "nn.slice"(%[[S]]) {offsets = array<i64: 0, 7>, strides = array<i64: 1, 1>} : (tensor<3x8xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %[[A:.*]] = "nn.reshape"(%[[L]]) : (tensor<3x1xf32>) -> tensor<1x3x1xf32>
// CHECK-NEXT: %[[X:.*]] = "nn.reduce"(%arg0) {dimensions = array<i64: 2>, keep_dimensions = false, kind = "max", order = "unordered"}
// CHECK:      %[[N:.*]] = "nn.reduce"(%arg1) {dimensions = array<i64: 0>, keep_dimensions = false, kind = "prod", order = "unordered"}
func.func @strict(%x: tensor<2x3x4xf32>, %y: tensor<0x3xf32>) -> (tensor<1x3x1xf32>, tensor<2x3xf32>, tensor<3xf32>) {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 0, 2>, keep_dimensions = true, order = "strict"} : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  %1 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 2>, keep_dimensions = false, order = "strict"} : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  %2 = "nn.reduce"(%y) {kind = "prod", dimensions = array<i64: 0>, keep_dimensions = false, order = "strict"} : (tensor<0x3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<1x3x1xf32>, tensor<2x3xf32>, tensor<3xf32>
}

// A result without elements needs no computing, whatever the op.
// CHECK-LABEL: func.func @nothing
// CHECK-DAG:   %[[A:.*]] = "nn.constant"() {value = dense<0.000000e+00> : tensor<2x0x3xf32>}
// CHECK-DAG:   %[[P:.*]] = "nn.constant"() {value = dense<0.000000e+00> : tensor<10x0xf32>}
// CHECK-DAG:   %[[S:.*]] = "nn.constant"() {value = dense<0.000000e+00> : tensor<0xf32>}
// CHECK-NEXT:  return %[[A]], %[[P]], %[[S]]
func.func @nothing(%q: tensor<2x0x4xf32>, %v: tensor<2x0x3xf32>, %d: tensor<1x0xf32>, %s: tensor<2xf32>, %k: tensor<2x0xf32>,
                   %a: tensor<2x2xf32>, %x: tensor<0x4xf32>) -> (tensor<2x0x3xf32>, tensor<10x0xf32>, tensor<0xf32>) {
  %0 = "nn.attention"(%q, %q, %v, %d, %s) {mask = "causal_doc", scale = 0.5 : f32, batch = 1, score_bias = true} : (tensor<2x0x4xf32>, tensor<2x0x4xf32>, tensor<2x0x3xf32>, tensor<1x0xf32>, tensor<2xf32>) -> tensor<2x0x3xf32>
  %1 = "nn.scan_prefix_outer"(%k, %k, %k, %k, %a, %a, %d) {depth = 2, heads = 1, causal = true, has_state = true, has_boundary = true} : (tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x0xf32>) -> tensor<10x0xf32>
  %2 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<0x4xf32>) -> tensor<0xf32>
  return %0, %1, %2 : tensor<2x0x3xf32>, tensor<10x0xf32>, tensor<0xf32>
}

// A group that is written out holds its composites' forms.
// CHECK-LABEL: func.func @grouped
// CHECK-NEXT:  "nn.group"() ({
// CHECK-NEXT:    %[[B:.*]] = "nn.reshape"(%arg0)
// CHECK-NEXT:    %[[R:.*]] = "nn.reduce"(%[[B]]) {{.*}}order = "unordered"}
// CHECK:         "nn.scan"
// CHECK:         "nn.yield"(%[[R]], %{{.*}})
func.func @grouped(%x: tensor<6x4xf32>) -> (tensor<3x4xf32>, tensor<6xf32>) {
  %0, %1 = "nn.group"() ({
    %2 = "nn.grouped_reduce"(%x) {kind = "max", group = 2} : (tensor<6x4xf32>) -> tensor<3x4xf32>
    %3 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false, order = "strict"} : (tensor<6x4xf32>) -> tensor<6xf32>
    "nn.yield"(%2, %3) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (tensor<3x4xf32>, tensor<6xf32>) -> ()
  }) {resultSegmentSizes = array<i32: 1, 1, 0, 0>} : () -> (tensor<3x4xf32>, tensor<6xf32>)
  return %0, %1 : tensor<3x4xf32>, tensor<6xf32>
}

// CHECK-LABEL: func.func @others
// CHECK-NEXT: %[[S:.*]] = "nn.scan"(%arg0)
// CHECK-NEXT: %[[R:.*]] = "nn.reduce"(%[[S]]) {{.*}}order = "unordered"}
// CHECK-NEXT: return %[[R]]
func.func @others(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = "nn.scan"(%x) {kind = "sum", dimension = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = false, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The pipelines decompose first: what comes after sees only the other ops, such as a product in the sum that it feeds.
// CLEAN-LABEL: func.func @scan_suffix_outer
// CLEAN:       "nn.inner_product"
// CLEAN-NOT:   {{outer"|outer_col"|"strict"}}
