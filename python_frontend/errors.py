"""Errors of the frontend."""

from __future__ import annotations

from nnfuse.dialect.errors import Error


class ExpressionError(Error):
    """An expression used where a value is needed, or written in a way that has no meaning."""
