"""Source locations: a place in the user's file, as MLIR keeps it on every op."""

from __future__ import annotations

from nnfuse.dialect.bindings import ir


def file_position(location: ir.Location) -> tuple[str, int, int] | None:
    """`(file, line, column)` of a location, or None if it is not in a file."""
    if isinstance(location, ir.FileLineColLoc):
        return str(location.filename), location.start_line, location.start_col
    return None


def location_text(location: ir.Location) -> str:
    """`file:line` of a location, or empty if it is not in a file."""
    position = file_position(location)
    return f"{position[0]}:{position[1]}" if position else ""
