// RUN: nn-opt --nn-relax=tau=1e-2 --canonicalize %s | FileCheck %s
// RUN: nn-opt --nn-relax --nn-plan %s --plan-output - 2>%t.exact >%t.ir && FileCheck --check-prefix=EXACT %s < %t.ir
// RUN: FileCheck --check-prefix=NOTHING %s < %t.exact
// RUN: nn-opt --pipeline=plan --tau 1e-2 %s --plan-output - 2>&1 >%t.ir | FileCheck --check-prefix=RECORD %s
// RUN: not nn-opt --nn-relax=tau=much %s 2>&1 | FileCheck --check-prefix=WRONG %s

// Tau mode takes cheaper formulas where simulation shows that results stay within the limit; exact mode takes none.

// CHECK-LABEL: func.func @cast_pair
// CHECK-NEXT:  %[[Y:.*]] = "nn.neg"(%arg0)
// EXACT-LABEL: func.func @cast_pair
// EXACT:       "nn.cast"
// EXACT-NEXT:  "nn.cast"
// NOTHING:     "transformations": []
// RECORD:      "function": "cast_pair"
// RECORD:      "name": "dropping a cast to f16 and back",
// RECORD-NEXT: "operation": "nn.cast",
// RECORD-NEXT: "verdict": {
// RECORD-NEXT:   "ok": true,
// RECORD-NEXT:   "gate": "precision",
// RECORD-NEXT:   "measured": "{{.*}} in float32 on {{.*}}",
// RECORD-NEXT:   "limit": "tau 0.01 in float32",
func.func @cast_pair(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "nn.cast"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf16>
  %1 = "nn.cast"(%0) : (tensor<4x8xf16>) -> tensor<4x8xf32>
  %2 = "nn.neg"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A strict sum may be reordered.
// CHECK-LABEL: func.func @strict
// CHECK-NEXT:  "nn.reduce"(%arg0) {{.*}}order = "unordered"
func.func @strict(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "strict"} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// The one-pass form of a variance is refused: a large mean breaks it.
// CHECK-LABEL: func.func @variance
// CHECK:       %[[D:.*]] = "nn.sub"
// CHECK-NEXT:  "nn.mul"(%[[D]], %[[D]])
// RECORD:      "name": "the one-pass form of a variance",
// RECORD:        "ok": false,
// RECORD:        "measured": "{{.*}} in float32 on normal numbers around 4096",
func.func @variance(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = "nn.reduce"(%x) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = "nn.constant"() {value = dense<8.0> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
  %2 = "nn.div"(%0, %1) : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %3 = "nn.broadcast"(%2) : (tensor<4x1xf32>) -> tensor<4x8xf32>
  %4 = "nn.sub"(%x, %3) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "nn.mul"(%4, %4) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = "nn.reduce"(%5) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %6 : tensor<4x1xf32>
}

// WRONG:      wrong tau
// WRONG-NEXT:   expected: a number that is not negative, or float32:NUMBER,float16:NUMBER
// WRONG-NEXT:   actual: much
