"""The programs in examples/ run, each with the real library, against a provider on this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.fake_provider import MODEL, Provider, fake_provider

ROOT = Path(__file__).parents[2]
AUTHOR = "server_author"
PROGRAMS = sorted({file.stem for file in (ROOT / "examples").glob("*.py")} - {AUTHOR})
OPTIONS = {"fastmcp_server": ["--check"]}
# Three where the model forgets an argument at first, two where a strict schema sees to that, none
# where no model is asked.
ANSWERS = {"openai_responses": 2, "openai_agents": 2, "fastmcp_server": 0}


@pytest.fixture
def provider() -> Iterator[Provider]:
    with fake_provider() as running:
        yield running


def run(program: str, provider: Provider) -> subprocess.CompletedProcess[str]:
    places = {
        "OPENAI_BASE_URL": f"{provider.url}/v1",
        "ANTHROPIC_BASE_URL": provider.url,
        "GOOGLE_GEMINI_BASE_URL": provider.url,
    }
    keys = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), "none")
    models = dict.fromkeys(("OPENAI_MODEL", "ANTHROPIC_MODEL", "GEMINI_MODEL"), MODEL)
    outside = ("GOOGLE_", "GEMINI_", "OPENAI_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(outside)}
    return subprocess.run(
        [sys.executable, ROOT / "examples" / f"{program}.py", *OPTIONS.get(program, ())],
        env={**ours, **places, **keys, **models, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_prints_what_its_page_says(program: str, provider: Provider) -> None:
    page = (ROOT / "docs" / "how-to" / f"{program.replace('_', '-')}.md").read_text("utf-8")
    assert f'\n--8<-- "examples/{program}.py"\n' in page
    expected = re.search(r"^```console\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert expected is not None

    said = run(program, provider)

    assert (0, "") == (said.returncode, said.stderr)
    assert expected[1] == said.stdout
    assert [200] * ANSWERS.get(program, 3) == provider.statuses


def test_the_author_of_a_server_sees_what_would_be_refused(provider: Provider) -> None:
    said = run(AUTHOR, provider)

    assert (0, "") == (said.returncode, said.stderr)
    lines = said.stdout.splitlines()
    assert 3 == len(lines)
    assert "enum-type" in next(line for line in lines if "for gemini" in line)
    assert all(line.endswith("; now 0") for line in lines)


def test_there_are_programs() -> None:
    assert PROGRAMS
