"""Errors of the frontend."""

from __future__ import annotations

from nnfuse.dialect.errors import Error


class ExpressionError(Error):
    """An expression used where a value is needed, or written in a way that has no meaning."""


class SourceError(Error):
    """Something that cannot be compiled as it stands: no expression, no kernel, or inputs that do not fit it."""
