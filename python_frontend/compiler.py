"""`nnfuse.compile`: from expressions, functions or nn modules to something that can be called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.reference import Precision, evaluate, find_function
from nnfuse.dialect.text import parse_module, print_module
from nnfuse.dialect.types import dtype_of, shape_of
from nnfuse.dsl.build import Parameter, Program, build_module
from nnfuse.dsl.expression import Expression
from nnfuse.errors import SourceError
from nnfuse.kernels import Kernel, as_roots
from nnfuse.passes.pipelines import State, parse_tau, run_pipeline
from nnfuse.passes.planning.levels import DEFAULT_LEVEL
from nnfuse.passes.planning.load import GivenPlan, parse_plans, read_plan_file
from nnfuse.passes.planning.plan import Plan
from nnfuse.passes.relax import Tau
from nnfuse.passes.target import Target
from nnfuse.probe import failing_groups
from nnfuse.runtime.artefact import count_dispatches
from nnfuse.runtime.compiler import DEFAULT_TIME_LIMIT, compile_module
from nnfuse.runtime.devices import find_target
from nnfuse.runtime.errors import CallError, CompileError
from nnfuse.runtime.executable import Executable
from nnfuse.specs import TensorSpec, as_spec

# How often a plan is made anew because the compiler refuses one of its kernels.
PLANNING_ROUNDS = 8

Source: TypeAlias = Expression | Sequence[Expression] | Kernel | Callable[..., Any] | ir.Module
Input: TypeAlias = Expression | TensorSpec | np.ndarray | Sequence[int]


class CompiledKernel:
    """A compiled kernel: takes and returns numpy arrays.

    Attributes:
        name: the function's name in the IR and in the module file.
        parameters: what a call takes, in order.
        target, level: what it was compiled for.
        nn_ir: the nn IR that was planned, after clean-up.
        grouped_ir: the nn IR with its `nn.group` ops.
        plan: the groups and the verdict on every candidate.
        linalg_ir: the IR that IREE compiled.
        vmfb: the module file's bytes.
    """

    def __init__(
        self,
        program: Program,
        target: Target,
        level: str,
        time_limit: float,
        given: list[GivenPlan] | None = None,
        force: bool = False,
        tau: Tau | None = None,
    ) -> None:
        module = program.module
        self.name = program.name
        self.parameters = program.parameters
        self._result_count = program.result_count
        with module.context:
            returned = list(find_function(module, program.name).regions[0].blocks[0].operations)[-1].operation.operands
            self._result_dtypes = [dtype_of(value) for value in returned]
        self.target = target
        state = State(module, target, level, given=given, force=force, tau=tau or {})
        run_pipeline(state, "clean")
        self.nn_ir = print_module(module)
        self._plan_and_compile(state, time_limit)

    def _plan_and_compile(self, state: State, time_limit: float) -> None:
        """Plan and compile; kernels that the compiler refuses become resource refusals, and planning starts again."""
        clean = print_module(state.module, locations=True)
        for _ in range(PLANNING_ROUNDS):
            run_pipeline(state, "nn-plan")
            self.grouped_ir = print_module(state.module)
            self.plan: Plan = state.plans[0]
            self.level = self.plan.level
            run_pipeline(state, "nn-lower-to-linalg")
            self.linalg_ir = str(state.linalg)
            try:
                self.vmfb = compile_module(self.linalg_ir, self.target, time_limit=time_limit)
                return
            except CompileError as error:
                failing = failing_groups(state.module, self.plan, self.target, time_limit)
                refusal = error
            if not failing:
                break
            state = replace(state, module=parse_module(clean), linalg=None, plans=[], refused={**state.refused, **failing})
        raise refusal

    @cached_property
    def dispatch_count(self) -> int:
        """How many dispatches the module file holds, counted in its disassembly."""
        return count_dispatches(self.vmfb)

    def save(self, path: str | Path) -> None:
        """Write the module file, which `iree-run-module` and IREE's runtimes load. Raises `SourceError` where it cannot."""
        try:
            Path(path).write_bytes(self.vmfb)
        except OSError as error:
            raise SourceError("cannot write the module file", actual=error.strerror, where=str(path)) from None

    def __call__(self, *arguments: Any, **named: Any) -> np.ndarray | tuple[np.ndarray, ...]:
        """Run on arrays of the compiled shapes and dtypes; one result as an array, several as a tuple.

        Raises:
            CallError: an argument is missing, unknown, or of another shape or dtype.
            DeviceError: the target's device is not there.
        """
        given = self._given(arguments, named)
        arrays = self.bind(arguments, named)
        for parameter in self.parameters:
            if parameter.written_by is not None:
                _check_destination(parameter, given[parameter.name])
        results = self._executable.call(self.name, arrays)
        results = self.unpack(results)
        for parameter in self.parameters:
            if parameter.written_by is not None:
                given[parameter.name][...] = results[parameter.written_by]
        visible = results[: self._result_count]
        return visible[0] if len(visible) == 1 else tuple(visible)

    def bind(self, arguments: Sequence[Any], named: dict[str, Any]) -> list[np.ndarray]:
        """The arrays for a call, checked, in the order of the parameters."""
        given = self._given(arguments, named)
        return [_check_argument(parameter, given[parameter.name]) for parameter in self.parameters]

    def unpack(self, results: Sequence[np.ndarray]) -> list[np.ndarray]:
        """A device's results in the kernel's dtypes: booleans are bytes there."""
        return [
            result.view(np.bool_) if dtype == np.bool_ else result
            for result, dtype in zip(results, self._result_dtypes, strict=True)
        ]

    def _given(self, arguments: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
        """The value for each parameter, by name: given, else its default, else None."""
        if len(arguments) > len(self.parameters):
            raise CallError("too many arguments", expected=str(len(self.parameters)), actual=str(len(arguments)))
        names = [parameter.name for parameter in self.parameters]
        given = dict(zip(names, arguments, strict=False))
        for name, value in named.items():
            if name in given or name not in names:
                raise CallError("unknown or repeated argument", expected=f"names among {', '.join(names)}", actual=name)
            given[name] = value
        return {parameter.name: given.get(parameter.name, parameter.default) for parameter in self.parameters}

    @cached_property
    def _executable(self) -> Executable:
        return Executable(self.vmfb, self.target)

    def __repr__(self) -> str:
        return f"<nnfuse kernel {self.name} for {self.target.name}, level {self.level}, {len(self.plan.groups)} groups>"


def _check_destination(parameter: Parameter, value: Any) -> None:
    """An argument that the kernel updates must be an array that can be written; checked before anything runs."""
    if not isinstance(value, np.ndarray) or not value.flags.writeable:
        actual = "a read-only array" if isinstance(value, np.ndarray) else type(value).__name__
        raise CallError(
            "the kernel writes into this argument",
            expected="a writable array",
            actual=actual,
            where=f"argument '{parameter.name}'",
        )


def _check_argument(parameter: Parameter, value: Any) -> np.ndarray:
    where = f"argument '{parameter.name}'"
    if value is None:
        raise CallError("missing argument", expected=f"{parameter.dtype.name}{list(parameter.shape)}", where=where)
    if parameter.shape == () and isinstance(value, (int, float)):
        value = np.asarray(value, parameter.dtype)
    array = np.asarray(value)
    if array.shape != parameter.shape:
        raise CallError("wrong shape", expected=str(parameter.shape), actual=str(array.shape), where=where)
    if array.dtype != parameter.dtype:
        hint = f"convert with .astype(numpy.{parameter.dtype.name})"
        raise CallError("wrong dtype", expected=parameter.dtype.name, actual=array.dtype.name, where=where, hint=hint)
    return array if array.flags.c_contiguous else np.ascontiguousarray(array)


def build(source: Source, inputs: Sequence[Input] | None = None) -> Program:
    """The program of anything that can be compiled.

    Args:
        source: an expression or several, a function over expressions, a kernel, or an nn module with one function.
        inputs: for expressions, the leaves in the order of a call; for a function, descriptions of its inputs.
    """
    if isinstance(source, ir.Module):
        return _program_of_module(source)
    if isinstance(source, (Expression, tuple, list)):
        leaves = [item for item in inputs or () if isinstance(item, Expression)]
        if inputs is not None and len(leaves) != len(inputs):
            other = next(item for item in inputs if not isinstance(item, Expression))
            raise SourceError("inputs of an expression are its leaves", expected="leaf and rparam nodes", actual=repr(other))
        return build_module("main", as_roots(source, "main"), None if inputs is None else leaves)
    if isinstance(source, Kernel):
        kernel = source if inputs is None else Kernel(source.function, _specs(inputs), source.name)
    elif callable(source):
        name = getattr(source, "__name__", "main")
        if inputs is None:
            raise SourceError(
                f"'{name}' needs to know its inputs",
                hint="compile(function, inputs=[(rows, columns), ...]) or @nnfuse.kernel(...)",
            )
        kernel = Kernel(source, _specs(inputs), name if name.isidentifier() else "main")
    else:
        raise SourceError(
            "cannot compile this", expected="an expression, a function, a kernel, or an nn module", actual=repr(source)
        )
    return kernel.build()


def _program_of_module(module: ir.Module) -> Program:
    """A module's only function; its arguments have no names and no defaults."""
    with module.context:
        function = find_function(module)
        block = function.regions[0].blocks[0]
        parameters = tuple(
            Parameter(f"input{number}", shape_of(argument), dtype_of(argument), None)
            for number, argument in enumerate(block.arguments)
        )
        name = str(ir.StringAttr(function.attributes["sym_name"]).value)
        returned = block.operations[len(block.operations) - 1].operation
        return Program(name, module, parameters, len(returned.operands))


def _specs(inputs: Sequence[Input]) -> tuple[TensorSpec, ...]:
    return tuple(TensorSpec(item.shape, item.dtype) if isinstance(item, Expression) else as_spec(item) for item in inputs)


def compile(
    source: Source,
    inputs: Sequence[Input] | None = None,
    *,
    target: str | Target = "cpu",
    level: str = DEFAULT_LEVEL,
    plan: str | Path | Plan | None = None,
    force: bool = False,
    tau: float | Tau | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> CompiledKernel:
    """Compile `source` for `target` at a fusion level.

    Args:
        source: an expression or several, a function over expressions, a kernel, or an nn module with one function.
        inputs: for expressions, the leaves in the order of a call (default: order of creation, then run-time scalars);
            for a function, a TensorSpec, shape, or array for each input.
        target: a target's name (`cpu`, `cpu-parallel`, `vulkan`, `lavapipe`, ...) or a Target.
        level: `none`, `strict`, `chain`, `producer-reduction`, `multi-output` or `full`.
        plan: a plan, or a plan file, to take instead of making one: its level counts, and each of its merges is judged again.
        force: whether to take merges of `plan` that only do not pay.
        tau: how far results may move, relative to the larger of 1 and their magnitude; a number, or one for each dtype by name.
            Without, the result has the bits of the program as written; with, cheaper formulas are taken where simulation shows
            that they stay within.
        time_limit: seconds that IREE's compiler may take.

    Raises:
        TargetError, DeviceError, PlanError, CompileError: see there.

    Example:
        >>> import numpy, nnfuse
        >>> x = nnfuse.leaf((4, 8))
        >>> kernel = nnfuse.compile(nnfuse.tanh(x * 2.0))
        >>> y = kernel(numpy.ones((4, 8), numpy.float32))
    """
    resolved = find_target(target)
    return CompiledKernel(build(source, inputs), resolved, level, time_limit, _given(plan), force, _limits(tau))


def explain(
    source: Source,
    inputs: Sequence[Input] | None = None,
    *,
    target: str | Target = "cpu",
    level: str = DEFAULT_LEVEL,
    plan: str | Path | Plan | None = None,
    force: bool = False,
    tau: float | Tau | None = None,
) -> Plan:
    """The plan of `source`: which ops share a kernel, which do not, and why. Nothing is compiled; arguments as of `compile`.

    Example:
        >>> import nnfuse
        >>> x = nnfuse.leaf((4, 8))
        >>> len(nnfuse.explain(nnfuse.tanh(x * 2.0) - 1.0).groups)
        1
    """
    state = State(build(source, inputs).module, find_target(target), level, given=_given(plan), force=force, tau=_limits(tau))
    run_pipeline(state, "plan")
    return state.plans[0]


def _given(plan: str | Path | Plan | None) -> list[GivenPlan] | None:
    if plan is None:
        return None
    return parse_plans(plan.to_json()) if isinstance(plan, Plan) else read_plan_file(plan)


def _limits(tau: float | Tau | None) -> Tau:
    if tau is None:
        return {}
    if isinstance(tau, (int, float)):
        return parse_tau(tau)
    return parse_tau(",".join(f"{name}:{value}" for name, value in tau.items())) if tau else {}


def reference(
    source: Source, inputs: Sequence[Input] | None = None, *, precision: Precision = "float64"
) -> Callable[..., np.ndarray | tuple[np.ndarray, ...]]:
    """The meaning of `source` as a numpy function: the interpreter's, not a compiler's.

    `precision` is `float64` (the ideal result) or `exact` (float32 arithmetic, one rounding an op).
    """
    program = build(source, inputs)

    def run(*arguments: Any) -> np.ndarray | tuple[np.ndarray, ...]:
        remaining = [parameter.default for parameter in program.parameters[len(arguments) :]]
        defaults = [value for value in remaining if value is not None]
        results = evaluate(program.module, [*arguments, *defaults], precision=precision)[: program.result_count]
        return results[0] if len(results) == 1 else tuple(results)

    return run
