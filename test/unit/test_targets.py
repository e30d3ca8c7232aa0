"""Targets: the files that describe them, and what a Vulkan device tells of itself."""

import pytest

import nnfuse as nf
from nnfuse.runtime.devices import parse_device_info
from nnfuse.runtime.target_files import TARGET_FOLDER, load_target_file, target_names

CPU = """
name = "mine"
description = "a CPU"
kind = "cpu"
driver = "local-sync"
compile_flags = ["--one", "--two=2"]
"""
VULKAN = """
name = "gpu"
description = "a GPU"
kind = "vulkan"
driver = "vulkan"

[gpu]
subgroup_size = 16
threads = 128
shared_memory_bytes = 4096
float16 = true
storage8 = false
storage16 = true
fused_multiply_add = false
"""
INFO = """name: Some GPU
api: 1.3.230
driver: somedriver
features: bufferDeviceAddress=yes storageBuffer8BitAccess=yes storageBuffer16BitAccess=no shaderInt8=yes shaderFloat16=yes
subgroup: size=32 operations=0x000000bf minSubgroupSize=32 maxSubgroupSize=64
queue_families: 1
"""


@pytest.fixture
def load(tmp_path):
    def load_text(text):
        path = tmp_path / "target.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_target_file(path)

    return load_text


@pytest.mark.parametrize("path", sorted(TARGET_FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_described_target_loads_under_its_file_s_name(path):
    target = load_target_file(path)
    assert target.name == path.stem
    assert nf.find_target(target.name) == target
    assert target.description
    assert target.kind in ("cpu", "vulkan", "cuda")
    assert bool(target.executable_target) == (target.kind == "vulkan")
    assert target.native_float_max == (target.kind == "cpu")


def test_names():
    assert target_names() == sorted(target_names())
    assert {"cpu-avx2", "cpu-avx512", "h200-vulkan", "h200-cuda"} <= set(target_names())
    assert {"cpu", "cpu-parallel", "lavapipe", "vulkan", "vulkan-generic"} <= set(target_names())


def test_a_target_is_taken_as_it_is(load):
    target = load(CPU)
    assert nf.find_target(target) is target


def test_cpu(load):
    target = load(CPU)
    assert (target.name, target.kind, target.driver, target.description) == ("mine", "cpu", "local-sync", "a CPU")
    assert target.compile_flags[:2] == ("--one", "--two=2")
    assert target.executable_target == ""
    assert target.fused_multiply_add


def test_vulkan(load):
    target = load(VULKAN)
    text = target.executable_target
    for part in (
        "subgroup_size_choices = [16]",
        "max_workgroup_sizes = [128, 128, 64]",
        "max_thread_count_per_workgroup = 128",
        "max_workgroup_memory_bytes = 4096",
        "storage = b32|b16",
    ):
        assert part in text
    assert "fp16" in text
    assert "int8" not in text
    assert "b8" not in text
    assert not target.fused_multiply_add
    without = load(VULKAN.replace("float16 = true", "float16 = false")).executable_target
    assert "fp16" not in without


BAD = {
    "no TOML": ("name = ", "TOMLDecodeError"),
    "empty": ("", "KeyError"),
    "no kind": (CPU.replace('kind = "cpu"', ""), "kind"),
    "no driver": (CPU.replace('driver = "local-sync"', ""), "driver"),
    "no description": (CPU.replace('description = "a CPU"', ""), "description"),
    "no limits": (VULKAN.split("[gpu]", maxsplit=1)[0], "gpu"),
    "a limit missing": (VULKAN.replace("threads = 128", ""), "threads"),
    "a limit too many": (VULKAN + "warps = 3\n", "warps"),
    "limits are no table": (VULKAN.split("[gpu]", maxsplit=1)[0] + "gpu = 3\n", "gpu"),
    "a limit is text": (VULKAN.replace("threads = 128", 'threads = "many"'), "target.toml"),
    "unknown kind": (CPU.replace('"cpu"', '"abacus"'), "abacus"),
    "flags are text": (CPU.replace('["--one", "--two=2"]', '"--one"'), "compile_flags"),
    "no text": (b'name = "\xff\xfe"', "target.toml"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_description_says_what_is_wrong(name, load):
    text, fragment = BAD[name]
    with pytest.raises(nf.TargetError) as caught:
        load(text)
    assert fragment in str(caught.value)
    assert caught.value.expected


def test_a_missing_file(tmp_path):
    with pytest.raises(nf.TargetError, match=r"gone\.toml"):
        load_target_file(tmp_path / "gone.toml")


def test_device_info():
    limits = parse_device_info(INFO)
    assert (limits.subgroup_size, limits.threads) == (32, 256)
    assert limits.float16
    assert limits.storage8
    assert not limits.storage16
    assert limits.fused_multiply_add


@pytest.mark.parametrize(("subgroup", "threads"), [(4, 16), (8, 64), (16, 256), (64, 256)])
def test_threads_are_what_a_two_step_reduction_joins(subgroup, threads):
    limits = parse_device_info(INFO.replace("size=32 ", f"size={subgroup} "))
    assert (limits.subgroup_size, limits.threads) == (subgroup, threads)


def test_features_that_go_together():
    """8-bit storage needs 8-bit integers too; llvmpipe's fused multiply-add rounds twice."""
    assert not parse_device_info(INFO.replace("shaderInt8=yes", "shaderInt8=no")).storage8
    assert not parse_device_info(INFO.replace("shaderFloat16=yes", "shaderFloat16=no")).float16
    assert not parse_device_info(INFO.replace("somedriver", "llvmpipe")).fused_multiply_add


def test_device_info_without_subgroups():
    with pytest.raises(nf.DeviceError, match=r"expected: a line 'subgroup: size=\.\.\.'\n  actual: name: Some GPU"):
        parse_device_info(INFO.replace("subgroup:", "group:"))


def test_a_target_record_of_one_s_own_compiles():
    import dataclasses

    target = dataclasses.replace(nf.find_target("cpu"), name="mine")
    kernel = nf.compile(nf.leaf((2, 3)) + 1.0, target=target)
    assert kernel.target.name == "mine"
    assert "mine" in repr(kernel)
