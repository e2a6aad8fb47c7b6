"""`leanschema survey`: what it prints, what it writes, and the status that it ends with."""

from __future__ import annotations

import csv
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from leanschema.cli import main
from leanschema.lower import lower
from leanschema.survey.compare import compare
from leanschema.survey.report import row_fields
from leanschema.survey.tables import Table, markdown, tables_of, write_csv
from tests.survey.corpora import EXAMPLES, many_lines, report_on

# The keys that the page and other readers of `--json` count on.
KEYS = [
    *("format", "title", "settings", "tools", "parsed", "faults_total", "sources"),
    *("percentiles", "histograms", "savings", "rows", "rows_left_out", "largest_tools"),
    *("providers", "details", "details_left_out", "faults", "fault_kinds", "stopped_early"),
]


def run(*arguments: str | Path) -> int:
    return main(["survey", *map(str, arguments)])


def test_the_tables_are_printed_and_the_report_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(EXAMPLES, "--json", tmp_path / "r.json", "--csv", tmp_path / "csv")
    said = capsys.readouterr()
    report = json.loads((tmp_path / "r.json").read_bytes())

    assert (1, "") == (status, said.err)
    for title in (
        *("Tokens of a schema", "What each step saves", "The largest tools"),
        *("The largest providers", "What could not be measured, by kind"),
    ):
        assert title in said.out
    assert "send_postcard" in said.out and "/required/1" in said.out
    assert KEYS == list(report)
    assert report == msgspec.json.decode(msgspec.json.encode(report_on(EXAMPLES)))
    assert (18, 17, 1) == (report["tools"], report["parsed"], report["faults_total"])
    names = ("percentiles", "savings", "largest_tools", "providers", "faults", "tools")
    assert {*names, "fault_kinds"} == {path.stem for path in (tmp_path / "csv").iterdir()}


def test_a_row_of_the_report_has_the_numbers_of_its_tool() -> None:
    report = report_on(EXAMPLES / "calendar.json")
    largest = dict(zip(row_fields(), report["rows"][0], strict=True))
    detail = report["details"][0]

    assert largest.items() <= report["largest_tools"][0].items()
    assert ("create_event", "calendar") == (detail["name"], detail["provider"])
    assert largest["published_bytes"] == len(bytes(detail["published"]))
    assert 4 == report["largest_tools"][0]["definitions_before"]


def test_what_there_is_to_read_is_told_of_tools_that_lost_some_of_it(tmp_path: Path) -> None:
    whole = {"type": "object", "properties": {"a": {"type": "string", "description": "Two words"}}}
    some = {**whole, "patternProperties": {"^b": {"properties": {"c": {}, "d": {}}}}}
    tools = [{"name": "whole", "inputSchema": whole}, {"name": "some", "inputSchema": some}]
    source = tmp_path / "tools.json"
    source.write_text(json.dumps(tools), encoding="utf-8")

    report = report_on(source)

    of = {row[0]: row[-4:] for row in report["rows"]}
    assert {"whole": [None] * 4, "some": [3, 1, 2, 2]} == of
    (largest,) = (table for table in tables_of(report) if table.name == "largest_tools")
    assert {"whole": (0, 0), "some": ("2 of 3", 0)} == {
        row[0]: tuple(row[-3:-1]) for row in largest.rows
    }


def test_markdown_has_the_tables_for_a_pull_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(EXAMPLES / "calendar.json", "--markdown")

    said = capsys.readouterr().out
    assert said.startswith("### Tokens of a schema\n\n| tokens | published | lowered | compacted |")
    assert "| as published |" in said


def test_a_page_is_written(tmp_path: Path) -> None:
    for library in ("jinja2", "altair", "vl_convert"):
        pytest.importorskip(library)

    assert 0 == run(EXAMPLES / "calendar.json", "--html", tmp_path / "page.html")

    assert "create_event" in (tmp_path / "page.html").read_text("utf-8")


def test_two_corpora_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = EXAMPLES / "calendar.json", EXAMPLES / "page_editor.json"

    assert 0 == run("--compare", first, second, "--json", tmp_path / "c.json")

    comparison = json.loads((tmp_path / "c.json").read_bytes())
    one, other = report_on(first), report_on(second)
    assert comparison == compare(one, other)
    totals = [report["percentiles"][0]["total"] for report in (one, other)]
    assert [*totals, totals[1] - totals[0]] == comparison["percentiles"][0]["total"]
    assert "difference" in capsys.readouterr().out


def test_two_budgets_side_by_side(tmp_path: Path) -> None:
    written = tmp_path / "c.json"

    assert 0 == run(EXAMPLES / "calendar.json", "--compare-max-bytes", "400", "--json", written)

    comparison: dict[str, Any] = json.loads(written.read_bytes())
    assert [4_000, 400] == [one["settings"]["max_bytes"] for one in comparison["compared"]]
    published, _, compacted = comparison["percentiles"]
    assert published["total"][2] == 0 > compacted["total"][2]


def test_another_target_and_a_budget_in_tokens(tmp_path: Path) -> None:
    written = tmp_path / "r.json"

    arguments = ("--target", "gemini", "--max-tokens", "300", "--json", written)
    assert 0 == run(EXAMPLES / "page_editor.json", *arguments)

    report: dict[str, Any] = json.loads(written.read_bytes())
    assert {"target": "gemini", "fitter": "best-first", "max_tokens": 300} == report["settings"]
    assert ["as published", "no compaction", "best-first"] == [
        row["step"] for row in report["savings"]
    ]
    for row, detail in zip(report["largest_tools"], report["details"], strict=True):
        lowered = lower(detail["published"], "gemini")
        fitted = lower(detail["published"], "gemini", max_tokens=300)
        sizes = (lowered.tokens, fitted.tokens)
        assert sizes == (row["lowered_tokens"], row["compacted_tokens"])
        assert fitted.to_dict() == detail["compacted"]
        expected = [[c.pointer, c.keyword, c.by, c.saved] for c in fitted.fitting]
        assert expected[:500] == detail["changes"]
        assert (lowered.tokens > 300) == bool(detail["changes"])


def test_two_fitters_side_by_side(tmp_path: Path) -> None:
    written = tmp_path / "c.json"

    arguments = ("--compare-fitter", "best-first", "--compare-max-bytes", "4000")
    assert 0 == run(EXAMPLES / "page_editor.json", *arguments, "--json", written)

    comparison: dict[str, Any] = json.loads(written.read_bytes())
    assert ["waterfall", "best-first"] == [
        one["settings"]["fitter"] for one in comparison["compared"]
    ]
    steps = {row["step"]: row for row in comparison["savings"]}
    assert steps["no compaction"]["total_tokens"][2] == 0
    assert [0, 3] == steps["best-first"]["changed"][:2]
    assert 0 == steps["drop_descriptions"]["changed"][1]
    assert (
        steps["best-first"]["total_tokens"][0] == steps["collapse_deep_schemas"]["total_tokens"][0]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("x", "--target", "openai", "--fitter", "waterfall"),
        ("x", "--max-tokens", "9", "--fitter", "waterfall"),
        ("x", "--max-tokens", "9", "--max-bytes", "9"),
        ("x", "--target", "nobody"),
        ("x", "--compare", "a", "b"),
        ("-", "--compare-max-bytes", "10"),
        ("--compare", "a", "b", "--html", "p.html"),
        ("x", "--workers", "0"),
        ("x", "--cluster", "--scheduler", "tcp://a:1"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(*arguments)

    assert "usage" in capsys.readouterr().err


def test_the_status_tells_what_was_wrong(tmp_path: Path) -> None:
    broken = tmp_path / "a.json"
    broken.write_bytes(b"{}\n{oops\n")

    assert 0 == run(EXAMPLES / "calendar.json")
    assert 1 == run(broken)
    assert 2 == run(broken, tmp_path / "missing.json")
    assert 2 == run(EXAMPLES / "calendar.json", "--json", tmp_path / "no" / "folder.json")


def test_standard_input_is_read(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "leanschema", "survey", "-", "--json", str(tmp_path / "r.json")]
    text = (EXAMPLES / "malformed.jsonl").read_bytes()

    done = subprocess.run(line, input=text, capture_output=True, check=False)

    report = json.loads((tmp_path / "r.json").read_bytes())
    assert (1, b"") == (done.returncode, done.stderr)
    assert ["standard input:2"] == [fault["where"] for fault in report["faults"]]


def test_a_terminal_sees_a_progress_bar(tmp_path: Path) -> None:
    corpus = tmp_path / "a.jsonl"
    corpus.write_bytes(b"\n".join(many_lines(100)))
    ours, theirs = pty.openpty()
    line = [sys.executable, "-m", "leanschema", "survey", str(corpus)]

    done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=theirs, check=False)
    os.close(theirs)
    shown = b""
    while piece := _read(ours):
        shown += piece
    os.close(ours)

    assert 1 == done.returncode
    assert b"100 tools" in shown and b"100 %" in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4_096)
    except OSError:
        return b""


def test_text_of_strangers_stays_text(tmp_path: Path) -> None:
    table = Table("t", "T", ("name", "n"), [("=1+1", -1), ("a|b\n`c` <b>", 1_000)], 1)

    write_csv([table], tmp_path)

    with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as file:
        assert [["name", "n"], ["'=1+1", "-1"], ["a|b\n`c` <b>", "1000"]] == list(csv.reader(file))
    assert r"| a\|b \`c\` \<b\> | 1,000 |" in markdown([table])
