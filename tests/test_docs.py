"""The pages under docs/ cannot rot: each Python snippet and each line of `sh` is run.

What takes more than this machine (a cluster) stands as `console`.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sysconfig
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INSTALL = re.compile(r"pip install '?leanschema(?:\[([a-z,]+)\])?'?")
LINES = [
    pytest.param(line, id=f"{page.stem}-{number}")
    for page in sorted(DOCS.rglob("*.md"))
    for number, line in enumerate("".join(BLOCK.findall(page.read_text("utf-8"))).splitlines())
]
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


@pytest.mark.parametrize("line", LINES)
def test_a_line_does_what_its_page_says(line: str, tmp_path: Path) -> None:
    install = INSTALL.fullmatch(line)
    if install is not None:
        # CI installs the very package; here it is seen that there are such extras.
        declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        assert all(f"\n{extra} = [" in declared for extra in (install[1] or "all").split(","))
        return
    assert line.startswith("leanschema ")
    for folder in ("examples", "corpus"):
        (tmp_path / folder).mkdir()
    for file in (*(ROOT / "examples").glob("*.py"), ROOT / "examples" / "calendar.json"):
        shutil.copy(file, tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "calendar.json", tmp_path / "tools.json")
    shutil.copy(ROOT / "examples" / "calendar.json", tmp_path / "corpus")

    said = subprocess.run(
        ["bash", "-c", line],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    # `check` gives 1 where it has something to say of the tools.
    assert said.returncode in ((0, 1) if " check " in line else (0,)), said.stdout + said.stderr
    assert "" == said.stderr
