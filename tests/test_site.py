"""The documentation site builds, with every warning (a dead link, an unknown name) as an error."""

from __future__ import annotations

import html
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import leanschema
from leanschema import TARGETS
from leanschema.check.rules import RULES
from leanschema.cli import parser_of_all

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


def text_of(site: Path, name: str) -> str:
    """Read a page as people see it."""
    page = (site / name / "index.html").read_text(encoding="utf-8")
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def headings(site: Path, name: str) -> set[str]:
    page = (site / name / "index.html").read_text(encoding="utf-8")
    return set(re.findall(r'<h[2-4] id="([^"]+)"', page))


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda each: each.name)
def test_a_targets_page_has_each_rule_and_a_link_to_each_source(
    target: leanschema.Target, site: Path
) -> None:
    page = (site / "targets" / target.name / "index.html").read_text(encoding="utf-8")
    seen = " ".join(text_of(site, f"targets/{target.name}").split())

    for fact in target.facts:
        assert fact.date in page
        assert fact.confidence in page
        assert " ".join(fact.rule.split()) in seen
        for source in fact.sources:
            address = re.match(r"https?://\S+", source)
            assert address is None or f'href="{html.escape(address[0])}"' in page


def test_each_public_name_has_a_heading_in_the_reference(site: Path) -> None:
    found = headings(site, "reference/library") | headings(site, "reference/tools")

    assert set(leanschema.__all__) <= {anchor.rpartition(".")[2] for anchor in found}


def test_each_pass_has_a_heading(site: Path) -> None:
    lower = importlib.import_module("leanschema.pipeline")
    passes = {each.__name__.rpartition(".")[2] for each in vars(lower).values()
              if hasattr(each, "PASS")}  # fmt: skip

    assert passes
    assert passes <= headings(site, "explanation/passes")


def test_each_command_has_a_heading(site: Path) -> None:
    listed = re.findall(r"^    ([a-z]+) ", parser_of_all().format_help(), re.MULTILINE)

    assert "lower" in listed
    assert {f"leanschema-{name}" for name in listed} <= headings(site, "reference/command-line")


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    loaded = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]+(?:src|href)="(?:https?:)?//')
    for file in site.rglob("*.html"):
        assert loaded.search(file.read_text(encoding="utf-8")) is None, file


def test_the_reference_shows_what_the_docstrings_say(site: Path) -> None:
    page = (site / "reference" / "library" / "index.html").read_text(encoding="utf-8")

    assert "Lower a published input schema to a target" in page
    assert "max_tokens" in page


@pytest.mark.parametrize(
    "program", sorted((ROOT / "examples").glob("*.py")), ids=lambda file: file.stem
)
def test_a_program_stands_in_its_page_as_it_is(program: Path, site: Path) -> None:
    pages = {"server_author": "in-an-agent"}
    name = pages.get(program.stem, program.stem.replace("_", "-"))

    assert program.read_text(encoding="utf-8") in text_of(site, f"how-to/{name}")


def test_the_loss_model_is_shown_beside_the_waterfall_in_pictures(site: Path) -> None:
    page = (site / "explanation" / "loss" / "index.html").read_text(encoding="utf-8")
    shares = re.findall(r"Of the property paths (\d+)% stay, of the words (\d+)%", page)
    (fallen_paths, fallen_words), (paths, words) = [tuple(map(int, pair)) for pair in shares]

    assert 4 == page.count('<figure class="survey"') == page.count("<svg viewBox")
    assert fallen_paths < paths
    assert fallen_words <= words
