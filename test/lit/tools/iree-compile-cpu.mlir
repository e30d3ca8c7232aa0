// RUN: nn-opt --pipeline=lower --level=chain %s | iree-compile %cpu-flags - -o %t.vmfb && iree-dump-module --output=disassembly %t.vmfb | FileCheck --check-prefix=CHAIN %s
// RUN: nn-opt --pipeline=lower --level=none %s | iree-compile %cpu-flags - -o %t.vmfb && iree-dump-module --output=disassembly %t.vmfb | FileCheck --check-prefix=NONE %s

// IREE's own compiler takes what nn-opt prints, and each group becomes exactly one dispatch: the plan survives compilation.
// Where chains share a kernel, the softmax is four (max; sub and exp; sum; div) and the dense layer one; where every op is its
// own kernel they are five and three.

// CHAIN-COUNT-5: vm.call.variadic @hal.command_buffer.dispatch
// CHAIN-NOT: vm.call.variadic @hal.command_buffer.dispatch

// NONE-COUNT-8: vm.call.variadic @hal.command_buffer.dispatch
// NONE-NOT: vm.call.variadic @hal.command_buffer.dispatch

func.func @softmax(%x: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<8x32xf32>) -> tensor<8x1xf32>
  %1 = "nn.broadcast"(%0) : (tensor<8x1xf32>) -> tensor<8x32xf32>
  %2 = "nn.sub"(%x, %1) : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
  %3 = "nn.exp"(%2) : (tensor<8x32xf32>) -> tensor<8x32xf32>
  %4 = "nn.reduce"(%3) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<8x32xf32>) -> tensor<8x1xf32>
  %5 = "nn.broadcast"(%4) : (tensor<8x1xf32>) -> tensor<8x32xf32>
  %6 = "nn.div"(%3, %5) : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x32xf32>
  return %6 : tensor<8x32xf32>
}

func.func @dense(%x: tensor<8x16xf32>, %w: tensor<4x16xf32>, %b: tensor<1x4xf32>) -> tensor<8x4xf32> {
  %0 = "nn.matmul"(%x, %w) {transpose_lhs = false, transpose_rhs = true} : (tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<8x4xf32>
  %1 = "nn.broadcast"(%b) : (tensor<1x4xf32>) -> tensor<8x4xf32>
  %2 = "nn.add"(%0, %1) : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = "nn.tanh"(%2) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
