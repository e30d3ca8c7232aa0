"""The demo's cases: each example at the sizes of the third requirement document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nnfuse import Kernel, TensorSpec
from nnfuse.examples.first_program import first_program
from nnfuse.examples.gelu_residual import gelu_residual
from nnfuse.examples.layer_norm import layer_norm
from nnfuse.examples.masked_softmax import masked_softmax
from nnfuse.examples.rms_norm import rms_norm
from nnfuse.examples.rope import rope
from nnfuse.examples.swiglu import swiglu

SIZES = ((17, 65), (129, 768), (257, 1538), (1024, 4097))


@dataclass(frozen=True)
class Case:
    """A kernel at a size, with the arrays to call it on."""

    name: str
    size: tuple[int, ...]
    kernel: Kernel
    make_arrays: Callable[[np.random.Generator], list[np.ndarray]]

    def arrays(self) -> list[np.ndarray]:
        """Reproducible inputs: the same on every machine."""
        return self.make_arrays(np.random.default_rng(2026))


def random_arrays(specs: Sequence[TensorSpec]) -> Callable[[np.random.Generator], list[np.ndarray]]:
    """Normal values; masks that leave seven of eight elements; scalars that are a norm's epsilon."""

    def make(rng: np.random.Generator) -> list[np.ndarray]:
        arrays = []
        for spec in specs:
            if spec.dtype == np.bool_:
                arrays.append(rng.random(spec.shape) < 0.875)
            elif spec.shape == ():
                arrays.append(np.asarray(1e-5, spec.dtype))
            else:
                arrays.append(rng.standard_normal(spec.shape, np.float32).astype(spec.dtype))
        return arrays

    return make


def _case(kernel: Kernel, size: tuple[int, int], *shapes: tuple[int, ...] | TensorSpec) -> Case:
    specs = tuple(shape if isinstance(shape, TensorSpec) else TensorSpec(shape) for shape in shapes)
    return Case(kernel.name, size, replace(kernel, inputs=specs), random_arrays(specs))


def cases_at(rows: int, columns: int) -> list[Case]:
    """The row-wise examples at one size; RoPE at the next even number of columns."""
    full, row = (rows, columns), (1, columns)
    even = (rows, columns + columns % 2)
    return [
        _case(masked_softmax, full, full, TensorSpec(full, np.dtype(np.bool_))),
        _case(layer_norm, full, full, row, row),
        _case(rms_norm, full, full, row, ()),
        _case(swiglu, full, full, full),
        _case(gelu_residual, full, full, full),
        _case(rope, even, even, even, even),
    ]


def all_cases() -> Iterator[Case]:
    """The manual's first program, then every example at every size."""
    yield _case(first_program, (2, 4), (2, 3), (3, 4))
    for size in SIZES:
        yield from cases_at(*size)
