"""The `nn` namespace: every op class and every builder function. MLIR's bindings look the dialect up here."""

from nnfuse.dialect.builders import (
    abs,
    add,
    broadcast,
    cast,
    compare,
    constant,
    div,
    elementwise,
    exp,
    fma,
    log,
    matmul,
    max,
    min,
    mul,
    neg,
    reduce,
    rotate_half,
    rsqrt,
    select,
    sqrt,
    sub,
    tanh,
    transpose,
)
from nnfuse.dialect.contractions import Matmul
from nnfuse.dialect.elementwise import (
    Abs,
    Add,
    Cast,
    Compare,
    Div,
    Exp,
    Fma,
    Log,
    Max,
    Min,
    Mul,
    Neg,
    Rsqrt,
    Select,
    Sqrt,
    Sub,
    Tanh,
)
from nnfuse.dialect.leaves import Constant
from nnfuse.dialect.reductions import Reduce
from nnfuse.dialect.structure import Group, Yield
from nnfuse.dialect.views import Broadcast, RotateHalf, Transpose

__all__ = [name for name in dir() if not name.startswith("_")]
