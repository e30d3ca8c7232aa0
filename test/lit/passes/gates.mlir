// RUN: nn-opt --nn-gate-dependency=level=full %s | FileCheck %s --check-prefix=DEPENDENCY
// RUN: nn-opt --nn-gate-dependency=level=chain %s | FileCheck %s --check-prefix=CHAIN
// RUN: nn-opt --nn-gate-precision %s | FileCheck %s --check-prefix=PRECISION
// RUN: nn-opt --nn-gate-resource=level=full %s | FileCheck %s --check-prefix=RESOURCE
// RUN: nn-opt --nn-gate-gain %s | FileCheck %s --check-prefix=GAIN

// Each gate alone writes its answer on each candidate on the later op of the pair, with every op still a kernel of its own.

// DEPENDENCY-LABEL: func.func @softmax
// DEPENDENCY:      "nn.reduce"(%{{.*}}) {{.*}}nn.verdicts = ["reads #0 nn.exp: passes: 1 consumer outside (any): the value leaves as a further result"]
// DEPENDENCY:      "nn.div"{{.*}}nn.verdicts = ["reads #0 nn.exp: refused: a path through #1 nn.reduce (no path through a third group): the merge would close a cycle", "reads #1 nn.reduce: passes: 0 consumers outside (any): the value has no other use"]

// CHAIN-LABEL: func.func @softmax
// CHAIN:      "reads #0 nn.exp: refused: #0 nn.exp -> #1 nn.reduce: producer-reduction (one of chain, epilogue): level chain does not put a value and such a reader into one kernel"
// CHAIN:      "reads #0 nn.exp: refused: 1 consumer outside (0): the value is also needed by #1 nn.reduce, and level chain keeps one result a kernel"

// PRECISION-LABEL: func.func @softmax
// PRECISION:  "reads #0 nn.exp: passes: 0 bits changed (0 bits (exact mode)): contraction, orders of addition and casts are fixed in the IR"

// RESOURCE-LABEL: func.func @softmax
// RESOURCE:   "reads #0 nn.exp: passes: 2 live values (32 live values): a strategy computes it"
// RESOURCE-LABEL: func.func @two_products
// RESOURCE:   "reads #0 nn.matmul: refused: 2 ops (a group that a strategy computes): no strategy of target 'cpu' computes two products of matrices in one kernel"

// GAIN-LABEL: func.func @softmax
// GAIN:       "reads #0 nn.exp: passes: 1 us = mem {{.*}} + launch 1 - overlap 0 - spill 0 - recompute 0 (> 0 us): one kernel is faster than two"
// GAIN-LABEL: func.func @read_by_many_rows
// GAIN:       "reads #0 nn.exp: refused: -{{.*}} us = {{.*}} - recompute {{.*}} (> 0 us): computing the value again costs more than the traffic and the launch that are saved"

func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "nn.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = "nn.broadcast"(%1) : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %3 = "nn.div"(%0, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

func.func @two_products(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "nn.matmul"(%x, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "nn.matmul"(%0, %y) {transpose_lhs = false, transpose_rhs = false} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

func.func @read_by_many_rows(%x: tensor<512x512xf32>, %y: tensor<1x512xf32>) -> tensor<512x512xf32> {
  %0 = "nn.exp"(%y) : (tensor<1x512xf32>) -> tensor<1x512xf32>
  %1 = "nn.broadcast"(%0) : (tensor<1x512xf32>) -> tensor<512x512xf32>
  %2 = "nn.add"(%x, %1) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %2 : tensor<512x512xf32>
}
