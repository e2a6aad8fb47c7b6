"""`leanschema check` as it runs in CI: formats, exit statuses, configuration, baseline."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.check.sarif import SARIF

GOOD = {
    "name": "open_door",
    "description": "Open a door.",
    "inputSchema": {
        "type": "object",
        "properties": {"door": {"type": "string", "description": "Which"}},
        "required": ["door"],
    },
}
FAULTY = {
    "name": "shut|door",
    "description": "",
    "inputSchema": {
        "type": "object",
        "properties": {"n": {"type": "integer", "enum": [1, 2]}},
        "required": ["n"],
    },
}


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "leanschema", "check", *arguments],
        capture_output=True, check=False, timeout=120, text=True, cwd=folder, encoding="utf-8",
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(json.dumps({"tools": [GOOD]}))
    lines = "".join(json.dumps(tool) + "\n" for tool in (GOOD, FAULTY))
    (tmp_path / "faulty tools.jsonl").write_text(lines)
    return tmp_path


def test_a_clean_file_exits_with_0(folder: Path) -> None:
    done = check(folder, "good.json", "--target", "openai")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "1 tools: 0 errors, 0 warnings, 0 notes"


def test_findings_exit_with_1_and_name_the_line_the_rule_and_the_source(folder: Path) -> None:
    done = check(folder, "faulty tools.jsonl", "--target", "gemini")

    assert done.returncode == 1
    first = next(line for line in done.stdout.splitlines() if "LS118" in line)
    assert first.startswith("faulty tools.jsonl:2: shut|door: LS118 error [gemini]: ")
    assert " at /properties/n (" in first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("absent.json",), "absent.json"),
        (("good.json", "--target", "gemnii"), "gemini"),
        (("good.json", "--format", "yaml"), "--format"),
    ],
)
def test_what_cannot_run_exits_with_2(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    done = check(folder, *arguments)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_json_is_the_whole_result(folder: Path) -> None:
    result = json.loads(check(folder, "faulty tools.jsonl", "--format", "json").stdout)

    assert result["tools"] == 2
    assert {one["code"] for one in result["findings"]} == {"LS208"}
    assert result["findings"][0]["tool"] == "shut|door"
    assert [report["target"] for report in result["reports"]] == ["mcp", "mcp"]


def test_sarif_is_valid_and_leads_to_the_place(folder: Path) -> None:
    text = check(folder, "faulty tools.jsonl", "--target", "gemini", "--format", "sarif").stdout
    log = json.loads(text)

    jsonschema_rs.Draft202012Validator(SARIF, validate_formats=True).validate(log)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) > 1
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "faulty%20tools.jsonl"
        assert place["region"]["startLine"] == 2
    assert all(rule["helpUri"].endswith(f"{rule['id']}.md") for rule in rules)


@pytest.mark.parametrize("planted", [{"ruleID": "LS101"}, {"level": "fatal"}, {"message": "text"}])
def test_the_judge_of_sarif_sees_a_planted_fault(folder: Path, planted: dict[str, Any]) -> None:
    log = json.loads(check(folder, "faulty tools.jsonl", "--format", "sarif").stdout)
    log["runs"][0]["results"][0].update(planted)

    assert not jsonschema_rs.Draft202012Validator(SARIF).is_valid(log)


def test_github_commands_are_one_line_each_and_escaped(folder: Path) -> None:
    done = check(folder, "faulty tools.jsonl", "--format", "github")

    assert done.stdout == (
        "::warning file=faulty tools.jsonl,line=2,title=LS208 missing-tool-description"
        "::shut|door: the tool has no description \n"
    )


def test_markdown_escapes_what_would_break_the_table(folder: Path) -> None:
    done = check(folder, "faulty tools.jsonl", "--format", "markdown")

    rows = [line for line in done.stdout.splitlines() if line.startswith("| LS208")]
    assert rows == [
        "| LS208 missing-tool-description | shut\\|door |  |  | the tool has no description |"
    ]


def test_the_projects_file_sets_targets_limits_and_ignores(folder: Path) -> None:
    (folder / "leanschema.toml").write_text(
        'targets = ["gemini"]\nmax-tokens-per-tool = 2\nignore = ["LS208", "LS301:open_door"]\n'
    )

    done = check(folder, "faulty tools.jsonl", "--format", "json")

    found = [(one["code"], one["tool"]) for one in json.loads(done.stdout)["findings"]]
    assert ("LS118", "shut|door") in found
    assert ("LS301", "shut|door") in found
    assert not {("LS208", "shut|door"), ("LS301", "open_door")} & set(found)


def test_pyproject_is_read_too_and_a_misspelt_setting_is_told(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.leanschema]\nignores = ["LS208"]\n')

    done = check(folder, "good.json")

    assert done.returncode == 2
    assert "ignores" in done.stderr
    assert "pyproject.toml" in done.stderr


def test_a_baseline_lets_only_new_findings_fail(folder: Path) -> None:
    written = check(folder, "faulty tools.jsonl", "--write-baseline", "--baseline", "known.json")
    again = check(folder, "faulty tools.jsonl", "--baseline", "known.json")
    harder = check(
        folder, "faulty tools.jsonl", "--baseline", "known.json", "--max-tokens-per-tool", "3"
    )

    assert (written.returncode, again.returncode, harder.returncode) == (0, 0, 1)
    assert "1 known" in again.stdout
    assert json.loads((folder / "known.json").read_text()) == sorted(
        json.loads((folder / "known.json").read_text())
    )
