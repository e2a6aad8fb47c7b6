"""The commands as a user runs them: real processes, real files, what is on which stream."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from leanschema import JsonSchema
from leanschema.fit.sizes import count_tokens
from leanschema.fit.toolset import tool_text

EXAMPLES = Path(__file__).parents[2] / "examples"
SCHEMA = {"type": "object", "properties": {"n": {"const": 3, "title": "N"}}, "required": ["n"]}
LOWERED = {
    "type": "object",
    "properties": {"n": {"type": "string", "enum": [3]}},
    "required": ["n"],
}


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "leanschema", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )


FORMS: dict[str, Any] = {
    "a bare schema": lambda schema: schema,
    "one MCP tool": lambda schema: {"name": "t", "inputSchema": schema},
    "a list of MCP tools": lambda schema: [{"name": "t", "inputSchema": schema, "annotations": {}}],
    "a tools/list result": lambda schema: {"tools": [{"name": "t", "inputSchema": schema}]},
    "a JSON-RPC response": lambda schema: {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"tools": [{"name": "t", "inputSchema": schema}], "nextCursor": "c"},
    },
    "dynamic tools": lambda schema: [{"name": "t", "namespace": "n", "input_schema": schema}],
    "an OpenAI Responses function": lambda schema: [
        {"type": "function", "name": "t", "strict": False, "parameters": schema}
    ],
    "an OpenAI Chat function": lambda schema: [
        {"type": "function", "function": {"name": "t", "parameters": schema}}
    ],
    "a request with tools": lambda schema: {
        "model": "m",
        "tools": [{"name": "t", "description": "d", "input_schema": schema}],
    },
    "Gemini declarations": lambda schema: {
        "tools": [{"functionDeclarations": [{"name": "t", "parameters": schema}]}]
    },
    "a Bedrock tool": lambda schema: {
        "toolConfig": {"tools": [{"toolSpec": {"name": "t", "inputSchema": {"json": schema}}}]}
    },
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_same_shape_comes_back_with_the_schema_lowered(form: Any) -> None:
    done = run("lower", "-", stdin=json.dumps(form(SCHEMA)).encode())

    assert done.stderr == b""
    assert done.returncode == 0
    assert form(LOWERED) == json.loads(done.stdout)


@pytest.mark.parametrize("packed", [False, True])
def test_json_lines_stay_lines_plain_or_gzip(tmp_path: Path, packed: bool) -> None:
    lines = b"\n".join(
        json.dumps({"name": name, "inputSchema": SCHEMA}).encode() for name in ("a", "b")
    )
    file = tmp_path / "tools"
    file.write_bytes(gzip.compress(lines) if packed else lines)

    done = run("lower", str(file))

    assert [
        {"name": "a", "inputSchema": LOWERED},
        {"name": "b", "inputSchema": LOWERED},
    ] == [json.loads(line) for line in done.stdout.splitlines()]


def test_a_bad_tool_is_named_and_left_out_and_the_others_go_on() -> None:
    tools = [
        {"name": "good", "inputSchema": SCHEMA},
        {
            "name": "bad",
            "inputSchema": {"type": "object", "properties": {"a": {"anyOf": 5, "type": "string"}}},
        },
    ]

    done = run("lower", "-", stdin=json.dumps(tools).encode())

    assert done.returncode == 1
    assert [{"name": "good", "inputSchema": LOWERED}] == json.loads(done.stdout)
    message = done.stderr.decode()
    assert "tool bad: `anyOf` must be a list of schemas, found 5" in message
    assert "/properties/a/anyOf" in message


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"{", "expected JSON"), (b"\x1f\x8b\x08broken", ""), (b"", "expected JSON")],
)
def test_an_unreadable_file_is_status_2(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "tools.json"
    file.write_bytes(content)
    good = tmp_path / "good.json"
    good.write_text(json.dumps(SCHEMA))

    done = run("lower", str(file), str(good))

    assert done.returncode == 2
    assert LOWERED == json.loads(done.stdout)
    assert f"{file}: {said}" in done.stderr.decode()


def test_a_missing_file_is_status_2(tmp_path: Path) -> None:
    done = run("tokens", str(tmp_path / "nothing.json"))

    assert done.returncode == 2
    assert b"No such file" in done.stderr


def test_the_summary_has_one_line_a_tool() -> None:
    done = run("lower", "--summary", str(EXAMPLES / "page_editor.json"))

    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in done.stdout.decode().splitlines()
        if line.startswith("| create_space")
    ]
    assert [
        ["create_space", "7660", "3416", "7 -> 7", "13 -> 13", "1786", "852", "drop_descriptions"]
    ] == rows


def test_no_compaction_keeps_descriptions_and_a_byte_budget_moves_the_waterfall() -> None:
    file = str(EXAMPLES / "page_editor.json")

    whole = json.loads(run("lower", "--no-compaction", file).stdout)
    small = json.loads(run("lower", "--max-bytes", "100", file).stdout)

    assert len(json.dumps(whole)) > 15_000
    assert "description" not in json.dumps([t["inputSchema"] for t in small["tools"]])


def test_tokens_are_those_of_o200k_base() -> None:
    done = run("tokens", "-", stdin=b'{"type":"object"}')

    assert ["(schema)", "17", "5"] in [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in done.stdout.decode().splitlines()
    ]


def test_a_token_budget_holds_for_each_tool_and_for_all_together() -> None:
    file = str(EXAMPLES / "page_editor.json")

    each = run("lower", "--target", "openai", "--max-tokens", "400", "--summary", file)
    together = json.loads(run("lower", "--target", "openai", "--total-tokens", "1500", file).stdout)

    lowered = [line.split("|")[7] for line in each.stdout.decode().splitlines() if " -> " in line]
    assert lowered
    assert all(int(tokens) <= 400 for tokens in lowered)
    assert {"create_space", "apply_edits", "query_pages"} == {t["name"] for t in together["tools"]}


@pytest.mark.parametrize("budget", [10, 100, 150])
def test_what_is_printed_is_what_was_counted_descriptions_too(budget: int) -> None:
    parameters = {"type": "object", "properties": {"a": {"type": "string"}}}
    words = "Files a report. It takes the text as it is, and never asks again. " * 4
    tools = [
        {"name": name, "description": words, "inputSchema": parameters} for name in ("one", "two")
    ]
    text = json.dumps(tools).encode()

    done = run("lower", "--target", "mcp", "--total-tokens", str(budget), "-", stdin=text)

    shown = json.loads(done.stdout)
    counted = sum(
        count_tokens(
            tool_text(
                t["name"], t.get("description"), JsonSchema.decode(json.dumps(t["inputSchema"]))
            )
        )
        for t in shown
    )
    assert [b"warning" in done.stderr] == [budget == 10]
    assert counted <= budget or (budget == 10 and not any("description" in t for t in shown))
    assert any(t.get("description") != words for t in shown)


def test_explain_names_place_keyword_and_law() -> None:
    done = run("lower", "--target", "gemini", "--explain", "-", stdin=json.dumps(
        {"type": "object", "properties": {"a": {"type": "string", "format": "uri"}}}
    ).encode())  # fmt: skip

    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]][1:6]
        for line in done.stdout.decode().splitlines()
        if "format" in line and "widens" in line
    ]
    assert [["/properties/a", "format", '"uri"', "-", "widens"]] == cells


def test_two_files_are_explained_tool_by_tool(tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    tool = {"name": "t", "inputSchema": {"type": "object", "maxProperties": 2}}
    before.write_text(json.dumps([tool, {"name": "gone", "inputSchema": {}}]))
    after.write_text(json.dumps([{"name": "t", "inputSchema": {"type": "object"}}]))

    done = run("explain", "--json", str(before), str(after))

    first, second = map(json.loads, done.stdout.splitlines())
    assert [("", "maxProperties", 2, "widens")] == [
        (c["pointer"], c["keyword"], c["before"], c["law"]) for c in first["changes"]
    ]
    assert "only in the first file" == second["note"]


def test_targets_are_listed_and_told_one_by_one() -> None:
    listed = run("targets").stdout.decode()
    told = run("targets", "moonshot").stdout.decode()

    assert all(name in listed for name in ("openai-strict", "gemini", "portable", "llama-cpp"))
    assert "#/$defs/" in told
    assert "documented" in told


def test_an_unknown_target_is_answered_with_the_closest() -> None:
    done = run("lower", "--target", "gemeni", str(EXAMPLES / "calendar.json"))

    assert done.returncode == 2
    assert b"gemini" in done.stderr


def test_text_that_no_terminal_can_show_is_escaped() -> None:
    tool = b'{"name": "t\\u001b[31m", "inputSchema": {"type": "object", "properties": {"a": 5}}}'

    done = run("lower", "-", stdin=tool)

    assert done.returncode == 1
    assert b"\x1b" not in done.stderr
