"""The pages under docs/ cannot rot: every Python snippet is run, and its output compared."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
SNIPPET = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SNIPPETS = [
    pytest.param(code, printed, id=f"{page.stem}-{number}")
    for page in sorted(DOCS.rglob("*.md"))
    for number, (code, printed) in enumerate(SNIPPET.findall(page.read_text("utf-8")))
]


@pytest.mark.parametrize(("code", "expected"), SNIPPETS)
def test_a_snippet_prints_what_its_page_says(code: str, expected: str) -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "docs", "exec"), {})

    assert expected == printed.getvalue()


def test_there_are_snippets() -> None:
    assert SNIPPETS
