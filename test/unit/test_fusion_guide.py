"""`docs/fusion.md`: each program prints what stands below it. `python test/unit/test_fusion_guide.py` writes the outputs anew."""

import contextlib
import io
import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "fusion.md"
BLOCK = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def outputs(text):
    """`(program, output in the guide, output now)` of each program; names live on from one to the next."""
    names = {}
    for match in BLOCK.finditer(text):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(match[1], "fusion.md", "exec"), names)
        yield match[1], match[2], printed.getvalue()


def test_the_guide_prints_what_it_says():
    found = list(outputs(GUIDE.read_text()))
    assert len(found) >= 8
    for program, written, printed in found:
        assert printed == written, program
        assert printed.strip()


if __name__ == "__main__":
    text = GUIDE.read_text()
    for program, written, printed in outputs(text):
        text = text.replace(
            f"```python\n{program}```\n\n```text\n{written}```", f"```python\n{program}```\n\n```text\n{printed}```"
        )
    GUIDE.write_text(text)
