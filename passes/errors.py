"""Errors of the passes."""

from __future__ import annotations

from nnfuse.dialect.errors import Error


class PassError(Error):
    """A pass, a pipeline or an option that does not exist, or a pass that failed."""


class PlanError(Error):
    """A plan that cannot be made or does not fit the IR."""


class LoweringError(Error):
    """IR that no strategy of the target can compute."""
