"""Random programs of the DSL, compiled at random levels, against both references.

Each element must lie in its enclosure (`enclosure.py`): a single number, NaN or infinity where all ops round once, so that such
programs equal the exact reference to the bit. Two enclosures are asked: that of the program as it is planned, with its products
contracted, which holds the exact reference, and that of the program as it was written, which holds the float64 reference.

A failure names the seed. `NNFUSE_SEED=<seed>` makes other programs, `NNFUSE_SEED=random` others each time, and
`NNFUSE_PROGRAMS=<count>` that many for each target; by default all machines check the same.
"""

import os
import re
import secrets
import time

import numpy as np
import pytest
from enclosure import enclose
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from many_functions import ManyFunctions
from random_programs import LEVELS, module_of, programs, reduced

import nnfuse as nf
from nnfuse.dialect.reference import evaluate
from nnfuse.dialect.text import parse_module
from nnfuse.passes.pipelines import State, run_pipeline
from nnfuse.runtime.devices import find_target, vulkan_device_name

CHOICE = os.environ.get("NNFUSE_SEED", "1")
SEED = secrets.randbelow(2**32) if CHOICE == "random" else int(CHOICE)
BATCH = 50
BATCHES = st.lists(programs(), min_size=BATCH, max_size=BATCH)
IS_SOFTWARE = "llvmpipe" in (vulkan_device_name() or "")
TARGETS = {"cpu": "cpu", "vulkan": "lavapipe" if IS_SOFTWARE else "vulkan"}
# 500 programs; Vulkan's drivers compile once more, so it gets fewer.
COUNTS = {"cpu": 350, "vulkan": 150}
REDUCTION_LIMIT = 90.0
SETTINGS = settings(
    deadline=None,
    database=None,
    derandomize=False,
    report_multiple_bugs=False,
    # A batch is no unit to shrink; `reduced` makes the program that is wrong smaller.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class Checker:
    """Compiles and checks programs for one target, each once."""

    def __init__(self, target, device_process):
        self.target = find_target(target)
        self.device_process = device_process
        self.known = {}

    def wrong_ones(self, batch):
        """The programs of a batch that are wrong."""
        new = {program.source: program for program in batch if program.source not in self.known}
        for level in sorted({program.level for program in new.values()}):
            chosen = [program for program in new.values() if program.level == level]
            for program, text in zip(chosen, self.complaints_at(level, chosen), strict=True):
                self.known[program.source] = text
        return [program for program in batch if self.known[program.source]]

    def report(self, program):
        """What is wrong with a program, of which something small that is wrong in the same way is made first."""
        start, wanted = time.monotonic(), kind_of(self.known[program.source])

        def is_wrong(candidate):
            in_time = time.monotonic() - start < REDUCTION_LIMIT
            return in_time and bool(self.wrong_ones([candidate])) and kind_of(self.known[candidate.source]) == wanted

        small = reduced(program, is_wrong)
        levels = [level for level in LEVELS if self.wrong_ones([small.at(level)])]
        lines = [f"{self.known[small.source]}", f"on {self.target.name}, wrong at levels {', '.join(levels)}:", small.source]
        return "\n".join([*lines, "", "made of:", program.source])

    def complaints_at(self, level, batch):
        """What is wrong with each program of one level, or None."""
        outcomes = self._outcomes(level, batch)
        ran = [program for program, outcome in zip(batch, outcomes, strict=True) if not isinstance(outcome, Exception)]
        written, planned = module_of(ran), module_of(ran)
        run_pipeline(State(planned, self.target), "clean")
        texts = []
        for program, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                texts.append(f"{type(outcome).__name__}: {str(outcome)[:500]}")
                continue
            function = f"program_{ran.index(program)}"
            as_planned = complaint(planned, function, program.arguments, outcome, "exact")
            texts.append(as_planned or complaint(written, function, program.arguments, outcome, "float64"))
        return texts

    def _outcomes(self, level, batch):
        """What each program gave: arrays, or the error of building, compiling or running it."""
        try:
            compiled = ManyFunctions(module_of(batch), self.target, self.device_process, level)
            return [compiled.call(f"program_{number}", program.arguments) for number, program in enumerate(batch)]
        except (Exception, pytest.fail.Exception) as error:
            if len(batch) == 1:
                return [error if isinstance(error, Exception) else RuntimeError(str(error))]
            middle = len(batch) // 2
            return [*self._outcomes(level, batch[:middle]), *self._outcomes(level, batch[middle:])]


def kind_of(complaint):
    """A complaint without the numbers and names of its program."""
    return [re.sub(r"\d+", "#", part)[:60] for part in (complaint, complaint.partition("error: ")[2])]


def complaint(module, function, arguments, results, precision):
    """How results differ from what is correct, or None; the reference has to be correct, too."""
    references = evaluate(module, arguments, function=function, precision=precision)
    enclosures = enclose(module, arguments, function=function, rounded=precision == "exact")
    for number, (enclosure, reference, result) in enumerate(zip(enclosures, references, results, strict=True)):
        wrong = difference(enclosure, reference, reference)
        if wrong:
            return f"the {precision} reference is not in its enclosure: result {number} {wrong}"
        wrong = difference(enclosure, reference, result)
        if wrong:
            return f"result {number} {wrong} ({precision} reference)"
    return None


def difference(enclosure, reference, result):
    comparable = result.dtype == reference.dtype or (result.dtype.kind == "f" and reference.dtype == np.float64)
    if result.shape != reference.shape or not comparable:
        return f"is {result.dtype}{result.shape}, expected {reference.dtype}{reference.shape}"
    wrong = enclosure.excludes(result)
    if not wrong.any():
        return None
    place = tuple(int(index) for index in np.argwhere(wrong)[0])
    return (
        f"is wrong at {wrong.sum()} of {wrong.size} places, first at {place}: {result[place]}, "
        f"expected {enclosure.text_at(place)}, about {reference[place]}"
    )


@pytest.fixture(scope="module")
def checker_of(device_process):
    """The checker of each target, made once, since it remembers."""
    known = {}

    def find(target):
        if target not in known:
            known[target] = Checker(TARGETS[target], device_process)
        return known[target]

    return find


def test_random_programs(target, checker_of):
    checker = checker_of(target)
    count = int(os.environ.get("NNFUSE_PROGRAMS") or COUNTS[target])

    @seed(SEED)
    @settings(SETTINGS, max_examples=1 + -(-count // BATCH))  # the first is the simplest batch
    @given(batch=BATCHES)
    def run(batch):
        wrong = checker.wrong_ones(batch)
        if wrong:
            smallest = min(wrong, key=lambda program: len(program.lines))
            heading = f"NNFUSE_SEED={SEED}: {len(wrong)} of a batch of {BATCH} programs are wrong"
            pytest.fail(f"{heading}\n{checker.report(smallest)}", pytrace=False)

    run()


@pytest.fixture(scope="module")
def sampled():
    """Programs, always the same, with their modules, exact references and enclosures."""
    found = {}

    @settings(SETTINGS, max_examples=6, derandomize=True)
    @given(batch=BATCHES)
    def collect(batch):
        found.update({program.source: program for program in batch})

    collect()
    chosen = [program for program in found.values() if can_be_built(program)]
    module = module_of(chosen)
    functions = [f"program_{number}" for number in range(len(chosen))]
    return [
        (
            program,
            evaluate(module, program.arguments, function=function, precision="exact"),
            enclose(module, program.arguments, function=function, rounded=True),
        )
        for program, function in zip(chosen, functions, strict=True)
    ]


def can_be_built(program):
    """One that cannot be is found by the test above."""
    try:
        return bool(program.nn_ir)
    except nf.Error:
        return False


def test_enclosures_are_narrow(sampled):
    enclosures = [enclosure for _, _, found in sampled for enclosure in found]
    narrow, single = [], []
    for enclosure in enclosures:
        with np.errstate(invalid="ignore"):
            width = enclosure.high - enclosure.low
            near = width <= 1e-3 * np.maximum(np.abs(enclosure.low), np.abs(enclosure.high))
        narrow.append((near | enclosure.is_certain).mean())
        single.append(enclosure.is_certain.mean())
    assert np.mean(narrow) > 0.85
    assert np.mean(single) > 0.3


# Text of an op, and that of a wrong one.
WRONG = {
    "another function": ('"nn.sin"', '"nn.tanh"'),
    "another sign": ('"nn.add"', '"nn.sub"'),
    "an op left out": ('"nn.tanh"', '"nn.neg"'),
    "another rounding": ('"nn.floor"', '"nn.ceil"'),
    "another winner": ('"nn.max"', '"nn.min"'),
    "another fold": ('kind = "max"', 'kind = "min"'),
    "another comparison": ('predicate = "lt"', 'predicate = "ge"'),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_op_is_noticed(name, sampled):
    right, wrong = WRONG[name]
    changed = noticed = 0
    for program, references, enclosures in sampled:
        if right in program.nn_ir:
            module = parse_module(program.nn_ir.replace(right, wrong))
            results = evaluate(module, program.arguments, precision="exact")
            changed += any(not same(*pair) for pair in zip(results, references, strict=True))
            noticed += any(enclosure.excludes(result).any() for result, enclosure in zip(results, enclosures, strict=True))
    assert changed > 5
    assert noticed >= 0.9 * changed


def test_a_wrong_index_is_noticed(sampled):
    pairs = [pair for _, references, enclosures in sampled for pair in zip(references, enclosures, strict=True)]
    moved = [(np.roll(reference, 1), reference, enclosure) for reference, enclosure in pairs]
    changed = [enclosure.excludes(result).any() for result, reference, enclosure in moved if not same(result, reference)]
    assert len(changed) > 100
    assert np.mean(changed) > 0.95


def same(result, reference):
    return np.array_equal(result, reference, equal_nan=reference.dtype.kind == "f")
