"""Fusion where it must not happen, or must not change a thing: each test is named after what stands in the way."""

import json

import numpy as np
import pytest
from many_functions import ManyFunctions
from random_graphs import SIDE, random_results

import nnfuse as nf
from nnfuse.compiler import build
from nnfuse.dialect.functions import functions_of
from nnfuse.dialect.text import parse_module, print_module
from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.passes.planning.graph import build_graph
from nnfuse.passes.planning.levels import LEVELS
from nnfuse.passes.planning.partition import Partition
from nnfuse.tools.explain import explain

RNG = np.random.default_rng(5)


def draw(*shape):
    return RNG.standard_normal(shape, np.float32)


def plan_of(expression, level="full", target="cpu", **options):
    (plan,) = explain(expression, nf.find_target(target), level, **options)
    return plan


def verdict_on(plan, producer, consumer):
    """The verdict on the only candidate of two ops by name."""
    (found,) = [
        candidate.verdict
        for candidate in plan.candidates
        if candidate.kind == "flow" and candidate.producer.endswith(producer) and candidate.consumer.endswith(consumer)
    ]
    return found


def groups_of(plan):
    return [set(group.operations) for group in plan.groups]


@pytest.fixture
def agree(target, run):
    """`agree(expression, level)`: the plan; its results have the bits of level none, and its kernels are those planned."""

    def check(expression, level="full", **options):
        kernel = nf.compile(expression, target=target, level=level, **options)
        plain = nf.compile(expression, target=target, level="none")
        assert kernel.dispatch_count == len(kernel.plan.groups)
        for fused, unfused in zip(run(kernel), run(plain), strict=True):
            assert fused.dtype == unfused.dtype
            assert fused.tobytes() == unfused.tobytes()
        return kernel.plan

    return check


def test_cycle_through_an_outside_op(agree):
    x = nf.exp(nf.leaf(draw(8, 8)))
    plan = agree(x + nf.cumsum(x, axis=1))
    verdict = verdict_on(plan, "nn.exp", "nn.add")
    assert not verdict.ok
    assert (verdict.gate, verdict.measured) == ("dependency", "a path through #1 nn.scan")


def test_two_consumers_in_different_branches(agree):
    x = nf.tanh(nf.leaf(draw(8, 8)))
    branches = [nf.matmul(nf.exp(x), nf.leaf(draw(8, 8))), nf.abs(x) * 2.0]
    refused = verdict_on(agree(branches, "chain"), "nn.tanh", "nn.exp")
    assert (refused.ok, refused.gate, refused.measured) == (False, "dependency", "1 consumer outside")
    assert verdict_on(agree(branches, "multi-output"), "nn.tanh", "nn.exp").ok


@pytest.mark.parametrize("level", ["none", "full"])
def test_consumer_that_also_updates(level, target):
    for order in (0, 1):
        data, source = draw(4, 8), draw(4, 8)
        before = data.copy()
        destination, y = nf.leaf(data, name="destination"), nf.leaf(source, name="y")
        shifted = y + destination
        written = nf.update(shifted * 0.5, destination)
        results = [written, nf.exp(destination)] if order else [nf.exp(destination), written]
        kernel = nf.compile(results, target=target if target == "cpu" else "cpu", level=level)
        values = kernel(destination=data, y=source)
        expected = (source + before) * np.float32(0.5)
        assert np.array_equal(data, expected)
        assert np.array_equal(values[0 if order else 1], expected)
        assert np.allclose(values[1 if order else 0], np.exp(before), rtol=1e-6)


@pytest.mark.parametrize("shape", [(4, 8), (1024, 2048)])
@pytest.mark.parametrize("level", ["none", "full"])
def test_in_place_transpose(shape, level):
    data = draw(*shape)
    before = data.copy()
    x = nf.leaf(data)
    nf.compute_into(nf.reshape(nf.transpose(x), shape) * 2.0 + x, data, level=level)
    assert np.array_equal(data, before.T.reshape(shape) * np.float32(2) + before)


def test_value_kept_for_a_backward_pass(agree, target):
    x = nf.leaf(draw(8, 16))
    saved = nf.tanh(x)
    results = [nf.row_reduce_sum(saved * nf.leaf(draw(8, 16))), saved]
    refused = next(candidate for candidate in agree(results, "chain").candidates if candidate.producer.endswith("nn.tanh"))
    assert not refused.verdict.ok
    counters = agree(results, "multi-output").counters
    assert counters.elided_snapshots == 0
    assert counters.fused_reduction_producers == (1 if target == "cpu" else 0)


def test_strict_fold():
    text = """
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
      %0 = "nn.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %1 = "nn.reduce"(%0) {kind = "sum", dimensions = array<i64: 1>, keep_dimensions = true, order = "strict"}
           : (tensor<4x8xf32>) -> tensor<4x1xf32>
      return %1 : tensor<4x1xf32>
    }"""
    plan = plan_of(parse_module(text))
    assert {"nn.exp"} in groups_of(plan)
    assert plan.counters.fused_reduction_producers == 0
    x = draw(4, 8)
    folded = np.float32(0)
    for column in np.exp(x.astype(np.float64)).astype(np.float32).T:
        folded = folded + column
    assert np.allclose(nf.compile(parse_module(text))(x)[:, 0], folded, rtol=1e-6)


def test_reversed_index(agree):
    x = nf.exp(nf.leaf(draw(6, 5)))
    backwards = nf.gather_rows(x, nf.leaf(np.arange(6, dtype=np.int32)[::-1].copy()))
    plan = agree([nf.row_reduce_sum(backwards * backwards)])
    assert not verdict_on(plan, "nn.exp", "nn.gather_rows").ok


def test_non_unit_wrap(agree):
    x = nf.exp(nf.leaf(draw(3, 5)))
    wrapped = nf.row_mod(x, 3, rows=9)
    plan = agree([nf.row_reduce_sum(wrapped + nf.leaf(draw(9, 5))), nf.col_reduce_max(wrapped)])
    assert not verdict_on(plan, "nn.exp", "nn.reduce").ok


def test_broadcast_under_an_exp_chain(agree):
    column = nf.exp(nf.exp(nf.tanh(nf.leaf(draw(1, 512)))))
    plan = agree(nf.leaf(draw(512, 512)) + nf.col_broadcast(column))
    (boundary,) = plan.boundaries
    assert (boundary.verdict.gate, boundary.verdict.limit) == ("gain", "> 0 us")
    assert boundary.verdict.override == "must_fuse on the value"
    assert "recompute" in boundary.verdict.measured


def test_must_fuse_overrides_the_gain_gate_alone(agree):
    column = nf.must_fuse(nf.exp(nf.tanh(nf.leaf(draw(1, 512)))))
    plan = agree(nf.leaf(draw(512, 512)) + nf.col_broadcast(column))
    assert {"nn.exp", "nn.add"} in groups_of(plan)
    matrix = nf.leaf(draw(8, 8))
    forbidden = agree(nf.matmul(nf.must_fuse(nf.exp(matrix)), matrix))
    assert verdict_on(forbidden, "nn.exp", "nn.matmul").gate == "dependency"


def test_never_fuse(agree):
    x = nf.leaf(draw(8, 8))
    plan = agree(nf.tanh(nf.never_fuse(x * 2.0)) + x)
    assert groups_of(plan) == [{"nn.mul"}, {"nn.tanh", "nn.add"}]
    assert plan.boundaries[0].verdict.override == "drop the never_fuse"


def many_live_values(count):
    """A sum of values, then their product: each is needed from the one to the other."""
    x = nf.leaf(draw(16, 16))
    values = [nf.max(x, number / 10) for number in range(count)]
    total = values[0]
    for value in values[1:]:
        total = total + value
    for value in reversed(values):
        total = total * value
    return total


def test_forty_live_values(agree, target):
    plan = agree(many_live_values(40))
    if target != "cpu":
        return  # a GPU's threads have more registers
    assert len(plan.groups) > 1
    verdicts = [boundary.verdict for boundary in plan.boundaries]
    assert all(verdict.gate == "resource" for verdict in verdicts)
    assert any(verdict.measured.endswith("live values") and verdict.limit == "32 live values" for verdict in verdicts)


def test_more_than_sixteen_bindings(agree):
    total = nf.leaf(draw(4, 8))
    for _ in range(20):
        total = nf.tanh(total + nf.leaf(draw(4, 8)))
    plan = agree(total)
    assert len(plan.groups) > 1
    assert any("bindings" in boundary.verdict.reason for boundary in plan.boundaries)


def test_cumsum(agree):
    x = nf.exp(nf.leaf(draw(4, 8)))
    plan = agree(nf.cumsum(x, axis=1) + 1.0)
    assert plan.counters.fused_reduction_producers == 0
    assert not verdict_on(plan, "nn.exp", "nn.scan").ok


def test_large_mean_variance():
    x = nf.leaf((8, 64))
    centred = x - nf.row_reduce_sum(x) * (1 / 64)
    variance = nf.row_reduce_sum(centred * centred) * (1 / 64)
    (tried,) = plan_of(variance, tau={"float32": 1e-3}).transformations
    assert not tried.verdict.ok
    assert tried.verdict.gate == "precision"
    assert "around 4096" in tried.verdict.measured
    assert plan_of(variance).transformations == ()


def test_cast_pair():
    x = nf.leaf((8, 64))
    narrowed = nf.cast(nf.cast(x * 3.0, np.float16), np.float32) + 1.0
    data = draw(8, 64)
    exact = nf.compile(narrowed)
    assert exact.nn_ir.count("nn.cast") == 2
    assert np.array_equal(exact(data), (data * np.float32(3)).astype(np.float16).astype(np.float32) + np.float32(1))
    (refused,) = nf.compile(narrowed, tau=1e-6).plan.transformations
    assert not refused.verdict.ok
    allowed = nf.compile(narrowed, tau=1e-3)
    assert allowed.plan.transformations[0].verdict.ok
    assert "nn.cast" not in allowed.nn_ir
    assert np.abs(allowed(data) - exact(data)).max() <= 1e-3 * np.abs(exact(data)).max()


def test_reshape_of_a_result_is_no_kernel(agree):
    raised = nf.exp(nf.leaf(draw(4, 6)))
    plan = agree([nf.reshape(raised, (6, 4)), raised, nf.reshape(nf.reshape(raised, (24, 1)), (2, 12))], "none")
    assert groups_of(plan) == [{"nn.exp"}]


def test_plain_attention(agree, target):
    q, k, v = (nf.leaf(draw(16, 8)) for _ in range(3))
    for level in ("chain", "full"):
        plan = agree(nf.attention(q, k, v, heads=1), level)
    if target == "cpu":
        assert groups_of(plan) == [{"nn.matmul", "nn.mul"}, {"nn.reduce", "nn.sub", "nn.exp", "nn.div"}, {"nn.matmul"}]


def test_kernel_that_the_compiler_refuses(monkeypatch):
    """The model is made to believe in a kernel that reads its product transposed; a probe finds that it does not compile."""
    monkeypatch.setattr("nnfuse.passes.planning.planner.obstacle", lambda ops, target: None)
    x, y = nf.leaf((6, 6)), nf.leaf((6, 6))
    product = nf.matmul(x, y) * 2.0
    expression = [product + nf.transpose(product), product + 1.0]
    believed = plan_of(expression)
    assert len(believed.groups) == 1
    kernel = nf.compile(expression)
    assert kernel.dispatch_count == len(kernel.plan.groups) > 1
    boundary = next(item.verdict for item in kernel.plan.boundaries if "refuses this kernel" in item.verdict.reason)
    assert boundary.gate == "resource"
    arrays = draw(6, 6), draw(6, 6)
    for fused, plain in zip(kernel(*arrays), nf.compile(expression, level="none")(*arrays), strict=True):
        assert fused.tobytes() == plain.tobytes()


# Plan files.


def softmax():
    x = nf.leaf((8, 64))
    raised = nf.exp(x - nf.row_reduce_max(x))
    return raised / nf.row_reduce_sum(raised)


def edited(plan, groups):
    record = json.loads(plan.to_json())
    record["plans"][0]["groups"] = [{"nodes": nodes} for nodes in groups]
    return record


def saved(tmp_path, record):
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(record))
    return path


def test_plan_file_gives_the_plan_again(tmp_path):
    kernel = nf.compile(softmax())
    path = tmp_path / "plan.json"
    path.write_text(kernel.plan.to_json())
    again = nf.compile(softmax(), level="none", plan=path)
    assert again.plan == kernel.plan
    assert again.level == "full"
    assert again.vmfb == kernel.vmfb


def test_plan_file_may_split_groups(tmp_path):
    kernel = nf.compile(softmax())
    split = nf.compile(softmax(), plan=saved(tmp_path, edited(kernel.plan, [[0], [1, 2, 3, 4]])))
    assert split.dispatch_count == 2
    data = draw(8, 64)
    assert split(data).tobytes() == kernel(data).tobytes()
    assert any("keeps them apart" in boundary.verdict.reason for boundary in split.plan.boundaries)


def test_plan_file_with_an_illegal_merge(tmp_path):
    x = nf.exp(nf.leaf((8, 8)))
    expression = x + nf.cumsum(x, axis=1)
    plan = plan_of(expression)
    path = saved(tmp_path, edited(plan, [[0, 2], [1]]))
    for force in (False, True):
        with pytest.raises(nf.PlanError, match=r"the dependency gate refuses group 0 .* would close a cycle"):
            nf.compile(expression, plan=path, force=force)


def test_plan_file_with_a_merge_that_does_not_pay(tmp_path):
    expression = nf.leaf((512, 512)) + nf.col_broadcast(nf.exp(nf.exp(nf.leaf((1, 512)))))
    plan = plan_of(expression)
    assert len(plan.groups) == 2
    path = saved(tmp_path, edited(plan, [[0, 1, 2]]))
    with pytest.raises(nf.PlanError, match="the gain gate refuses"):
        nf.compile(expression, plan=path)
    forced = nf.compile(expression, plan=path, force=True)
    assert forced.dispatch_count == 1
    arrays = draw(512, 512), draw(1, 512)
    assert forced(*arrays).tobytes() == nf.compile(expression)(*arrays).tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record["plans"][0].update(ir_hash="0"), "was made for other IR"),
        (lambda record: record["plans"][0].update(function="other"), "has no plan of @main"),
        (lambda record: record["plans"][0]["groups"].pop(), "groups hold every op once"),
        (lambda record: record["plans"][0]["groups"].append({"nodes": [0]}), "groups hold every op once"),
        (lambda record: record["plans"][0]["groups"].append({"nodes": [99]}), "groups hold every op once"),
        (lambda record: record["plans"][0]["groups"].append({"nodes": ["x"]}), "nodes are numbers"),
        (lambda record: record["plans"][0].update(level="most"), "unknown fusion level"),
        (lambda record: record["plans"][0].pop("groups"), "lacks one of its parts"),
        (lambda record: record.update(version=99), "another version"),
        (lambda record: record.update(schema="other"), "this is no plan file"),
        (lambda record: record.update(plans=None), "no list of plans"),
    ],
)
def test_plan_file_that_does_not_fit(change, message, tmp_path):
    record = json.loads(plan_of(softmax()).to_json())
    change(record)
    with pytest.raises(nf.PlanError, match=message):
        nf.compile(softmax(), plan=saved(tmp_path, record))


@pytest.mark.parametrize("content", [None, b"{", b"[]", b"\xff\xfe"])
def test_plan_file_that_is_none(content, tmp_path):
    path = tmp_path / "plan.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(nf.PlanError):
        nf.compile(softmax(), plan=path)


# Random graphs.

RANDOM_GRAPHS = 300
BATCH = 60
# Compiling takes time for each kernel; `test_planner.py` plans larger ones.
MOST_OPS = 8


def module_of(seeds):
    """One module with a function for each seed."""
    functions = []
    for seed in seeds:
        text = print_module(build(random_results(seed, MOST_OPS)).module).strip().removeprefix("module {").removesuffix("}")
        functions.append(text.replace("@main", f"@graph_{seed}"))
    return parse_module("module {\n" + "\n".join(functions) + "\n}")


def check_partition(graph, plan):
    """Groups hold every node once, none is left and entered again, and no refused pair is in one."""
    assert sorted(node for group in plan.groups for node in group.nodes) == list(range(len(graph.nodes)))
    partition = Partition(graph)
    for group in plan.groups:
        for node in group.nodes[1:]:
            partition.merge(group.nodes[0], node)
    place = {node: number for number, group in enumerate(plan.groups) for node in group.nodes}
    assert all(place[edge.producer] <= place[edge.consumer] for edge in graph.edges)
    for group in plan.groups:
        outside = {user for node in group.nodes for user in graph.consumers[node] if user not in group.nodes}
        while outside:
            node = outside.pop()
            assert node not in group.nodes
            outside |= set(graph.consumers[node])
    for candidate, edge in zip(plan.candidates, graph.candidates, strict=True):
        assert candidate.verdict.ok == partition.together(edge)


@pytest.mark.parametrize("first", range(0, RANDOM_GRAPHS, BATCH))
def test_random_graphs(first, device_process):
    seeds = range(first, first + BATCH)
    level = tuple(LEVELS)[1 + first // BATCH % (len(LEVELS) - 1)]
    clean = module_of(seeds)
    run_pipeline(State(clean, nf.find_target("cpu")), "clean")
    with clean.context:
        graphs = [build_graph(function)[0] for function in functions_of(clean)]
    fused, plain = (ManyFunctions(module_of(seeds), "cpu", device_process, name) for name in (level, "none"))
    rng = np.random.default_rng(first)
    for seed, graph in zip(seeds, graphs, strict=True):
        name = f"graph_{seed}"
        check_partition(graph, fused.plans[name])
        inputs = [rng.standard_normal((SIDE, SIDE), np.float32) for _ in range(argument_count(clean, name))]
        for one, other in zip(fused.call(name, inputs), plain.call(name, inputs), strict=True):
            assert one.tobytes() == other.tobytes(), f"{name} at level {level}"


def argument_count(module, name):
    with module.context:
        (function,) = [op for op in functions_of(module) if op.attributes["sym_name"].value == name]
        return len(function.regions[0].blocks[0].arguments)
