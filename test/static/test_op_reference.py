"""docs/ops.md is what the dialect says."""

import json
from pathlib import Path

from nnfuse.tools.docs import make_reference

DOCS = Path(__file__).parents[2] / "docs"


def test_op_reference_is_current():
    expected = make_reference(json.loads((DOCS / "accuracy.json").read_text()))
    assert (DOCS / "ops.md").read_text() == expected, "run: python -m nnfuse.tools.docs -o docs/ops.md"
