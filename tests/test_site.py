"""The documentation site builds, with every warning (a dead link, an unknown name) as an error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from leanschema import TARGETS
from leanschema.check.rules import RULES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DISABLE_MKDOCS_2_WARNING": "true"},
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_each_target_and_each_rule_has_a_page(site: Path) -> None:
    assert all((site / "targets" / name / "index.html").is_file() for name in TARGETS)
    assert all((site / "rules" / code / "index.html").is_file() for code in RULES)


def test_a_targets_page_names_each_source(site: Path) -> None:
    page = (site / "targets" / "gemini" / "index.html").read_text(encoding="utf-8")

    for fact in TARGETS["gemini"].facts:
        assert fact.date in page
        assert fact.confidence in page


def test_the_reference_shows_what_the_docstrings_say(site: Path) -> None:
    page = (site / "reference" / "library" / "index.html").read_text(encoding="utf-8")

    assert "Lower a published input schema to a target" in page
    assert "max_tokens" in page


def test_the_programs_stand_in_their_page_as_they_are(site: Path) -> None:
    page = (site / "how-to" / "in-an-agent" / "index.html").read_text(encoding="utf-8")

    assert page.count("compile_tools") >= 3 * 2
    assert "--8" not in page
