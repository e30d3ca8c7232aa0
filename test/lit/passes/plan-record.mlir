// RUN: nn-opt --nn-plan=level=chain --plan-output - %s -o %t.ir 2>%t.1 && FileCheck %s < %t.1
// RUN: FileCheck --check-prefix=PRINTED %s < %t.ir
// RUN: nn-opt --nn-plan=level=chain --plan-output %t.json %s | FileCheck --check-prefix=PRINTED %s
// RUN: diff %t.1 %t.json
// RUN: nn-opt --nn-plan=level=none --plan-output - %s 2>&1 >%t.ir | FileCheck --check-prefix=NONE %s

// The plan as JSON, on standard error or in a file with the same bytes, apart from the IR: groups with their nodes, and for
// each pair of ops of which one reads the other the verdict: which gate, what it measured against which limit, why, where, and
// what the user can do about it.

// PRINTED: module {
// PRINTED: "nn.group"
// PRINTED-NOT: verdict

// CHECK:      "schema": "nnfuse.plan",
// CHECK-NEXT: "version": 1,
// CHECK-NEXT: "plans": [
// CHECK:      "function": "reasons",
// CHECK-NEXT: "level": "chain",
// CHECK-NEXT: "target": "cpu",
// CHECK-NEXT: "ir_hash": "{{[0-9a-f]+}}",
// CHECK-NEXT: "target_hash": "{{[0-9a-f]+}}",
// CHECK-NEXT: "groups": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "name": "group_0",
// CHECK-NEXT:     "strategy": "linalg",
// CHECK-NEXT:     "nodes": [
// CHECK-NEXT:       0
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:       "nn.exp"
// CHECK-NEXT:     ],
// CHECK-NEXT:     "locations": [
// CHECK-NEXT:       "{{.*}}plan-record.mlir:{{[0-9]+}}"
// CHECK-NEXT:     ]
// CHECK-NEXT:   },
// CHECK-NEXT:   {
// CHECK-NEXT:     "name": "group_1",
// CHECK-NEXT:     "strategy": "row kernel",
// CHECK-NEXT:     "nodes": [
// CHECK-NEXT:       1
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:       "nn.reduce"
// CHECK-NEXT:     ],
// CHECK-NEXT:     "locations": [
// CHECK-NEXT:       "{{.*}}plan-record.mlir:{{[0-9]+}}"
// CHECK-NEXT:     ]
// CHECK-NEXT:   },
// CHECK-NEXT:   {
// CHECK-NEXT:     "name": "group_2",
// CHECK-NEXT:     "strategy": "linalg",
// CHECK-NEXT:     "nodes": [
// CHECK-NEXT:       2,
// CHECK-NEXT:       3
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:       "nn.log",
// CHECK-NEXT:       "nn.neg"
// CHECK-NEXT:     ],
// CHECK-NEXT:     "locations": [
// CHECK-NEXT:       "{{.*}}plan-record.mlir:{{[0-9]+}}",
// CHECK-NEXT:       "{{.*}}plan-record.mlir:{{[0-9]+}}"
// CHECK-NEXT:     ]
// CHECK-NEXT:   },
// CHECK-NEXT:   {
// CHECK-NEXT:     "name": "group_3",
// CHECK-NEXT:     "strategy": "linalg",
// CHECK-NEXT:     "nodes": [
// CHECK-NEXT:       4
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:       "nn.sub"
// CHECK-NEXT:     ],
// CHECK-NEXT:     "locations": [
// CHECK-NEXT:       "{{.*}}plan-record.mlir:{{[0-9]+}}"
// CHECK-NEXT:     ]
// CHECK-NEXT:   }
// CHECK-NEXT: ],
// CHECK-NEXT: "candidates": [

// Refused: the level does not join such a pair, and a higher one may.
// CHECK-NEXT:   {
// CHECK-NEXT:     "kind": "flow",
// CHECK-NEXT:     "producer": "#0 nn.exp",
// CHECK-NEXT:     "consumer": "#1 nn.reduce",
// CHECK-NEXT:     "verdict": {
// CHECK-NEXT:       "ok": false,
// CHECK-NEXT:       "gate": "dependency",
// CHECK-NEXT:       "measured": "#0 nn.exp -> #1 nn.reduce: producer-reduction",
// CHECK-NEXT:       "limit": "one of chain, epilogue",
// CHECK-NEXT:       "reason": "level chain does not put a value and such a reader into one kernel",
// CHECK-NEXT:       "locations": [
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 67]]",
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 67]]"
// CHECK-NEXT:       ],
// CHECK-NEXT:       "override": "use level 'producer-reduction' or above"
// CHECK:          "producer": "#1 nn.reduce",
// CHECK-NEXT:     "consumer": "#2 nn.log",
// CHECK-NEXT:     "verdict": {
// CHECK-NEXT:       "ok": false,
// CHECK-NEXT:       "gate": "dependency",
// CHECK-NEXT:       "measured": "#1 nn.reduce -> #2 nn.log: rows",

// Let pass: the last gate's consent.
// CHECK:          "producer": "#2 nn.log",
// CHECK-NEXT:     "consumer": "#3 nn.neg",
// CHECK-NEXT:     "verdict": {
// CHECK-NEXT:       "ok": true,
// CHECK-NEXT:       "gate": "{{[a-z]+}}",
// CHECK-NEXT:       "measured": "{{.+}}",
// CHECK-NEXT:       "limit": "{{.+}}",
// CHECK-NEXT:       "reason": "{{.+}}",
// CHECK-NEXT:       "locations": [
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 48]]",
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 48]]"
// CHECK-NEXT:       ],
// CHECK-NEXT:       "override": ""

// Refused: needed by another kernel too, and the user can change that.
// CHECK:          "producer": "#0 nn.exp",
// CHECK-NEXT:     "consumer": "#4 nn.sub",
// CHECK-NEXT:     "verdict": {
// CHECK-NEXT:       "ok": false,
// CHECK-NEXT:       "gate": "dependency",
// CHECK-NEXT:       "measured": "1 consumer outside",
// CHECK-NEXT:       "limit": "0",
// CHECK-NEXT:       "reason": "the value is also needed by #1 nn.reduce, and level chain keeps one result a kernel",
// CHECK-NEXT:       "locations": [
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 31]]",
// CHECK-NEXT:         "{{.*}}plan-record.mlir:[[# @LINE + 35]]"
// CHECK-NEXT:       ],
// CHECK-NEXT:       "override": "{{.*}}compute the value once for each consumer"

// Functions stand one after the other. Here the value goes to the caller as well.
// CHECK:      "function": "returned",
// CHECK:          "producer": "#0 nn.exp",
// CHECK-NEXT:     "consumer": "#1 nn.neg",
// CHECK:            "measured": "1 consumer outside",
// CHECK:            "reason": "the value is also needed by the caller, and level chain keeps one result a kernel",

// Read at other indices than it is written: a higher level would compute the value again there.
// CHECK:      "function": "transposed",
// CHECK:            "ok": false,
// CHECK-NEXT:       "gate": "dependency",
// CHECK-NEXT:       "measured": "#0 nn.exp -> #1 nn.neg: recompute",
// CHECK:            "override": "use level 'full'"

// NONE:      "function": "reasons",
// NONE-NEXT: "level": "none",
// NONE:            "ok": false,
// NONE-NEXT:       "gate": "dependency",
// NONE-NEXT:       "measured": "level none",
// NONE-NEXT:       "limit": "a level that fuses",
// NONE-NEXT:       "reason": "every op is its own kernel at this level",
// NONE:            "override": "use level 'chain'{{.*}}"
// NONE-NOT:        "ok": true
// NONE:      "function": "transposed",

func.func @reasons(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = "nn.log"(%1) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %3 = "nn.neg"(%2) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = "nn.broadcast"(%3) : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %5 = "nn.sub"(%0, %4) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

func.func @returned(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

func.func @transposed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "nn.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "nn.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "nn.neg"(%1) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
