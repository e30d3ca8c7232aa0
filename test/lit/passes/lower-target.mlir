// RUN: nn-opt --pipeline=lower --target=lavapipe %s | FileCheck --check-prefix=LAVAPIPE %s
// RUN: nn-opt --pipeline=lower --target=vulkan-generic %s | FileCheck --check-prefix=GENERIC %s
// RUN: nn-opt --pipeline=lower --target=cpu %s | FileCheck --check-prefix=CPU %s
// RUN: nn-opt --pipeline=lower %s | FileCheck --check-prefix=CPU %s

// For a Vulkan target the module itself says what the device can do, so that iree-compile needs no flags and takes no unsafe
// default. For the CPU, which is the default, the command line says it, and the module nothing.

// LAVAPIPE: #[[DEVICE:.*]] = #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"
// LAVAPIPE-SAME: subgroup_size_choices = [8]
// LAVAPIPE-SAME: max_thread_count_per_workgroup = 64
// LAVAPIPE-SAME: max_workgroup_memory_bytes = 32768
// LAVAPIPE: #[[TARGET:.*]] = #hal.device.target<"vulkan", [#[[DEVICE]]]> : !hal.device
// LAVAPIPE: module attributes {hal.device.targets = [#[[TARGET]]]} {

// GENERIC: compute = fp32|int32|int8,
// GENERIC-SAME: subgroup_size_choices = [32]
// GENERIC-SAME: max_thread_count_per_workgroup = 256
// GENERIC-SAME: max_workgroup_memory_bytes = 16384
// GENERIC: module attributes {hal.device.targets = [#{{.*}}]} {

// CPU-NOT: hal.
// CPU: module {
// CPU-NOT: hal.
// CPU: flow.dispatch.region
// CPU-NOT: hal.

// The reduction keeps NaN by keys on the Vulkan targets only.
// LAVAPIPE: arith.maxui
// GENERIC: arith.maxui
// CPU: arith.maximumf
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = "nn.reduce"(%x) {kind = "max", dimensions = array<i64: 1>, keep_dimensions = true, order = "unordered"} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
