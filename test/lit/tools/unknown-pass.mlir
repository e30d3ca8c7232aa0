// RUN: not nn-opt --pipeline=cse,nn-bogus %s 2>&1 | FileCheck --check-prefix=OURS %s
// RUN: not nn-opt --pipeline=cse,bogus %s 2>&1 | FileCheck --check-prefix=MLIR %s
// RUN: not nn-opt --nn-bogus %s 2>&1 | FileCheck --check-prefix=FLAG %s
// RUN: not nn-opt "--pipeline=nn-plan{bogus=1}" %s 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not nn-opt --nn-plan=bogus=1 %s 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not nn-opt --nn-form-fma=level=none %s 2>&1 | FileCheck --check-prefix=NO-OPTIONS %s
// RUN: not nn-opt "--pipeline=nn-plan{level=none" %s 2>&1 | FileCheck --check-prefix=SYNTAX %s
// RUN: not nn-opt --pipeline=lower --cse %s 2>&1 | FileCheck --check-prefix=AFTER %s

// A pass, an option or a pipeline that does not exist is an error that names what there is, and nothing is printed.

// OURS: unknown pass
// OURS-NEXT: expected: one of {{.*}}nn-form-fma, nn-plan, {{.*}}nn-lower-to-linalg, or a pass of MLIR
// OURS-NEXT: actual: nn-bogus
// OURS-NOT: {{module|Traceback}}

// A name without the nn- prefix is MLIR's to know, and its answer is passed on.
// MLIR: not a pass pipeline: bogus
// MLIR-NEXT: actual: {{.*}}'bogus' does not refer to a registered pass or pass pipeline
// MLIR-NOT: {{module|Traceback}}

// FLAG: usage: nn-opt
// FLAG: nn-opt: error: unrecognized arguments: --nn-bogus
// FLAG-NOT: {{module|Traceback}}

// OPTION: unknown option of nn-plan
// OPTION-NEXT: expected: level
// OPTION-NEXT: actual: bogus=1
// OPTION-NOT: {{module|Traceback}}

// NO-OPTIONS: unknown option of nn-form-fma
// NO-OPTIONS-NEXT: expected: no options
// NO-OPTIONS-NEXT: actual: level=none
// NO-OPTIONS-NOT: {{module|Traceback}}

// SYNTAX: cannot parse the pipeline
// SYNTAX-NEXT: expected: pass{option=value ...},pass
// SYNTAX-NEXT: actual: nn-plan{level=none
// SYNTAX-NOT: {{module|Traceback}}

// After lowering there is no nn IR left to run a pass on.
// AFTER: 'cse' comes after nn-lower-to-linalg
// AFTER-NEXT: hint: lower last
// AFTER-NOT: {{module|Traceback}}

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "nn.exp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "nn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
