"""nn IR as text: parsing with diagnostics that help, and printing."""

from __future__ import annotations

from pathlib import Path

from nnfuse.dialect.bindings import ir
from nnfuse.dialect.context import create_context
from nnfuse.dialect.errors import ParseError, VerificationError


def parse_module(text: str) -> ir.Module:
    """Parse and verify nn IR in generic form, in a new context.

    Raises:
        ParseError: the text is not MLIR in generic form.
        VerificationError: it parses, but an op breaks its constraints.
    """
    context = create_context()
    try:
        with context:
            return ir.Module.parse(text)
    except ir.MLIRError as error:
        raise _explain(error, "-", text) from None


def parse_file(path: str | Path) -> ir.Module:
    """Parse and verify a file of nn IR; diagnostics carry `file:line:column`.

    Raises as `parse_module`, and `ParseError` for a file that cannot be read.
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else f"not UTF-8: {error.reason} at byte {error.start}"
        raise ParseError("cannot read nn IR", expected="a text file", actual=reason, where=str(path)) from None
    context = create_context()
    try:
        with context:
            return ir.Module.parseFile(str(path))
    except ir.MLIRError as error:
        raise _explain(error, str(path), text) from None


def verify(module: ir.Module) -> None:
    """Verify a module in memory; raises `VerificationError` with the first diagnostics."""
    try:
        with module.context:
            module.operation.verify()
    except ir.MLIRError as error:
        raise VerificationError(diagnostics_text(error)) from None


def print_module(module: ir.Module, *, locations: bool = False) -> str:
    """The module's text, with source locations where asked."""
    return str(module.operation.get_asm(enable_debug_info=locations))


def diagnostics_text(error: ir.MLIRError) -> str:
    """The diagnostics of an MLIR error, one a line, as `file:line:column: error: message`."""
    lines = [f"{_location_text(diagnostic.location)}: error: {diagnostic.message}" for diagnostic in error.error_diagnostics]
    return "\n".join(lines) or str(error)


def _location_text(location: ir.Location) -> str:
    text = str(location).removeprefix("loc(").removesuffix(")")
    return text.replace('"', "")


def _explain(error: ir.MLIRError, source: str, text: str) -> ParseError | VerificationError:
    diagnostics = error.error_diagnostics
    if not any(diagnostic.message for diagnostic in diagnostics):
        line, column, op = _first_pretty_op(text)
        return ParseError(
            f"{source}:{line}:{column}: error: nn has no custom assembly, '{op}' is not in generic form",
            expected=f'"{op}"(%operand, ...) {{attributes}} : (operand types) -> result type',
            hint="nn-opt prints this form; quote the op name and give the full function type",
        )
    message = diagnostics_text(error)
    if any("op " in diagnostic.message and diagnostic.message.startswith("'") for diagnostic in diagnostics):
        return VerificationError(message)
    return ParseError(message)


def _first_pretty_op(text: str) -> tuple[int, int, str]:
    """Where the first unquoted `nn.<name>` outside a comment stands: line, column, name."""
    for number, line in enumerate(text.splitlines(), start=1):
        code = line.split("//", 1)[0]
        for position in range(len(code)):
            if code.startswith("nn.", position) and (position == 0 or code[position - 1] in " \t="):
                name = code[position:].split()[0].split("(")[0]
                return number, position + 1, name
    return 1, 1, "nn.<op>"
