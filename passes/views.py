"""How an op reads an operand through views: the value in memory at the far end, and the map to its coordinates."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.memo import remembered
from nnfuse.dialect.operation import OPERATIONS
from nnfuse.dialect.types import shape_of


@dataclass(frozen=True)
class Access:
    """A read of `base` through `views`.

    Attributes:
        base: the value that exists in memory (an argument, a constant, or a computed value).
        views: the view ops between, nearest to the reader first.
        affine_map: from the reader's coordinates to base's, composed over all views; None if one of them is not affine.
        shape: the reader's.
    """

    base: ir.Value
    views: tuple[ir.Operation, ...]
    affine_map: ir.AffineMap | None
    shape: tuple[int, ...]

    @cached_property
    def is_identity(self) -> bool:
        """Whether base is read at the reader's own coordinates, all of it."""
        if not self.views:
            return True
        if self.affine_map is None or shape_of(self.base) != self.shape:
            return False
        return bool(self.affine_map == ir.AffineMap.get_identity(len(self.shape)))

    @property
    def is_permutation(self) -> bool:
        """Whether base is read at a permutation of the reader's coordinates, all of it."""
        if not self.views:
            return True
        permuted = self.affine_map is not None and self.affine_map.is_permutation
        return permuted and sorted(shape_of(self.base)) == sorted(self.shape)

    def describe(self) -> str:
        """The map as text; the names of the views where it is not affine."""
        if self.affine_map is not None:
            return str(self.affine_map)
        return " of ".join(view.name for view in self.views)


def access(value: ir.Value, stop: Container[ir.Value] = ()) -> Access:
    """Follow `value` through views and updates to the value in memory, not past a value in `stop`."""
    whole = _access(value)
    # A stop at the base itself changes nothing.
    if not any(view.results[0] in stop for view in whole.views):
        return whole
    return _follow(value, stop)


@remembered
def _access(value: ir.Value) -> Access:
    return _follow(value, ())


def _follow(value: ir.Value, stop: Container[ir.Value]) -> Access:
    views: list[ir.Operation] = []
    shape = shape_of(value)
    affine_map: ir.AffineMap | None = ir.AffineMap.get_identity(len(shape))
    while value not in stop and not isinstance(value.owner, ir.Block):
        op = value.owner
        definition = OPERATIONS.get(op.name)
        if definition is None or definition.family not in ("view", "update"):  # type: ignore[attr-defined]
            break
        step = definition.index_map(op)  # type: ignore[attr-defined]
        affine_map = None if affine_map is None or step is None else compose(step, affine_map)
        views.append(op)
        value = op.operands[0]
    return Access(value, tuple(views), affine_map, shape)


def strip_reshapes(reading: Access) -> Access:
    """The access without reshapes next to memory: those only rename the tensor."""
    views = list(reading.views)
    while views and views[-1].name == "nn.reshape":
        views.pop()
    if len(views) == len(reading.views):
        return reading
    base = views[-1].operands[0] if views else reading.views[0].results[0]
    top = reading.views[0].results[0]
    return access(top, stop=(base,))


def reads_permuted(value: ir.Value) -> bool:
    """Whether an op that reads `value` reads memory at a permutation of its coordinates, reshapes of memory aside."""
    return strip_reshapes(access(value)).is_permutation


def reads_memory(value: ir.Value) -> bool:
    """Whether `value` is in memory as it stands, reshapes aside."""
    return strip_reshapes(access(value)).is_identity


def compose(outer: ir.AffineMap, inner: ir.AffineMap) -> ir.AffineMap:
    """`x -> outer(inner(x))`."""
    results = [expression.compose(inner) for expression in outer.results]
    return ir.AffineMap.get(inner.n_inputs, 0, results)
