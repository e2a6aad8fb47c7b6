"""README cannot rot: its lines are run, its snippets are run, their output is compared."""

from __future__ import annotations

import io
import re
import subprocess
import sysconfig
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from leanschema import TARGETS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN_TOOLS = ("find_free_slots", "create_issue", "create_space", "save_recipe", "plan_route")
SCRIPTS = sysconfig.get_path("scripts")


class Fence(NamedTuple):
    """A fenced block: the language it says, and its text."""

    language: str
    text: str


FENCES = [
    Fence(*match)
    for match in re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
]
COMMANDS = [fence.text.strip() for fence in FENCES if fence.language == "sh"]
SNIPPETS = [
    (fence.text, after.text) for fence, after in pairwise(FENCES) if fence.language == "python"
]


def run_leanschema(command: str) -> subprocess.CompletedProcess[str]:
    """Run the `leanschema` part of a line, by the environment that runs the tests."""
    _, found, arguments = command.rpartition(".venv/bin/leanschema")
    assert found, command
    return subprocess.run(
        ["bash", "-c", f'"$0/leanschema" {arguments}', SCRIPTS],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_line_sets_up_and_does_the_main_job_on_every_example() -> None:
    setup = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/leanschema "
    assert setup in COMMANDS[0]

    shown = run_leanschema(COMMANDS[0])

    assert (0, "") == (shown.returncode, shown.stderr)
    for tool in SHOWN_TOOLS:
        assert tool in shown.stdout


def test_the_second_line_is_the_line_that_ci_runs() -> None:
    assert "pytest" in COMMANDS[1]
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1] == COMMANDS[1]


def test_a_malformed_tool_is_reported_while_the_others_go_on() -> None:
    shown = run_leanschema(COMMANDS[2])

    assert 1 == shown.returncode
    assert "send_postcard" in shown.stderr
    assert "/required/1" in shown.stderr
    assert "list_postcards" in shown.stdout
    assert "cancel_postcard" in shown.stdout


@pytest.mark.parametrize("command", COMMANDS[3:])
def test_every_other_command_succeeds(command: str) -> None:
    shown = run_leanschema(command)

    assert (0, "") == (shown.returncode, shown.stderr)


@pytest.mark.parametrize(("code", "expected"), SNIPPETS)
def test_every_snippet_prints_what_the_readme_says(code: str, expected: str) -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})

    assert expected == printed.getvalue()


def test_there_are_snippets_to_run() -> None:
    assert SNIPPETS


def test_the_table_of_targets_is_that_of_the_package() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (.*?) \| (\d+) \| (\d+) \| (\d+) \|$", README, re.MULTILINE
    )

    told = [(name, title, int(rules), int(known)) for name, title, rules, known, _ in rows]
    assert told == [
        (t.name, t.title, len(t.facts), sum(f.confidence == "documented" for f in t.facts))
        for t in TARGETS.values()
    ]
