"""Errors of the runtime."""

from __future__ import annotations

from nnfuse.dialect.errors import Error


class TargetError(Error):
    """A target that does not exist, or whose description is wrong."""


class DeviceError(Error):
    """A device that was asked for and is not there, or that failed."""


class CompileError(Error):
    """IREE's compiler refused, crashed, or took too long; the IR is kept in a file that the message names."""


class CallError(Error):
    """Arguments that do not fit a compiled kernel."""
