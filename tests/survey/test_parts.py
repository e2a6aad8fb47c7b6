"""Sources are cut without losing or repeating a line, and what is broken is told with its place."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import leanschema.survey.parts as parts_module
import leanschema.survey.reading as reading_module
from leanschema.survey.parts import FilePart, RangePart, plan
from leanschema.survey.reading import Lines, Tools, expand, read_part
from leanschema.survey.report import report_of
from leanschema.survey.stages import Settings
from leanschema.tools.documents import Document, parse_documents
from leanschema.tools.envelopes import find_tools
from tests.survey.corpora import example_lines, many_lines, report_on, survey_of_sources

TOOL = b'{"name": "a", "inputSchema": {"type": "object"}}'


def places(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["kind"], fault["where"]) for fault in report["faults"]]


def names_of(path: Path) -> list[str]:
    """Read the names of the tools of a file, part by part."""
    return [
        tool.name
        for part in plan([str(path)])
        for item in read_part(part)
        if isinstance(item, Tools)
        for tool in item.tools
    ]


lines = st.lists(st.integers(0, 40) | st.none(), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(lines, st.integers(1, 90), st.booleans(), st.sampled_from((b"\n", b"\r\n")))
def test_byte_ranges_cover_each_line_once(
    tmp_path: Path, lengths: list[int | None], size: int, ends: bool, newline: bytes
) -> None:
    written = [
        b"" if n is None else b'{"name":"%d %s","inputSchema":{}}' % (i, b"x" * n)
        for i, n in enumerate(lengths)
    ]
    path = tmp_path / "tools.jsonl"
    path.write_bytes(newline.join(written) + (newline if ends and written else b""))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts_module, "RANGE_BYTES", size)
        parts = list(plan([str(path)]))
        found = names_of(path)

    expected = [json.loads(line)["name"] for line in written if line]
    assert expected == found
    if path.stat().st_size > size:
        assert all(isinstance(part, RangePart) for part in parts)
        counts = [i.number for p in parts for i in read_part(p) if isinstance(i, Lines)]
        assert path.read_bytes().count(b"\n") == sum(counts)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.integers(0, 30), max_size=20), st.integers(1, 60))
def test_blocks_of_a_file_cover_each_line_once(
    tmp_path: Path, lengths: list[int], size: int
) -> None:
    written = [b'{"name":"%d %s","inputSchema":{}}' % (i, b"x" * n) for i, n in enumerate(lengths)]
    path = tmp_path / "tools.gz"
    path.write_bytes(gzip.compress(b"\n".join(written)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_module, "BLOCK_BYTES", size)

        found = names_of(path)

    assert [json.loads(line)["name"] for line in written] == found


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".jsonl.gz"])
def test_a_broken_line_is_told_and_the_rest_goes_on(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tools{suffix}"
    text = b"\n".join([TOOL, b"{broken", b"", TOOL, b'{"name": "b\xff", "inputSchema": {}}', TOOL])
    path.write_bytes(gzip.compress(text) if suffix.endswith("gz") else text)

    report = report_on(path)

    assert 3 == report["parsed"]
    assert [("not JSON", f"{path}:2"), ("not JSON", f"{path}:5")] == places(report)


def test_the_line_of_a_fault_is_right_in_every_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tools.jsonl"
    written = many_lines(40)
    for number in (0, 17, 39):
        written[number] = b"broken"
    path.write_bytes(b"\n".join(written))
    whole = report_on(path)
    monkeypatch.setattr(parts_module, "RANGE_BYTES", 3_000)
    monkeypatch.setattr("leanschema.survey.report.RANGE_BYTES", 3_000)

    in_ranges = report_on(path)

    assert 10 < len(list(plan([str(path)])))
    assert whole == in_ranges
    assert {f"{path}:{n}" for n in (1, 18, 40)} <= {where for _, where in places(in_ranges)}


def test_a_truncated_gzip_gives_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "tools.jsonl.gz"
    whole = gzip.compress(b"\n".join(many_lines(400)))
    path.write_bytes(whole[: len(whole) // 2])

    report = report_on(path)

    assert 100 < report["parsed"] < 400
    ((_, where),) = [p for p in places(report) if p[0] == "unreadable file"]
    assert int(where.rpartition(":")[2]) == report["tools"] + 1


def test_a_damaged_gzip_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tools.jsonl.gz"
    path.write_bytes(b"\x1f\x8b" + b"no gzip at all")
    good = tmp_path / "good.json"
    good.write_bytes(TOOL)

    report = report_on(path, good)

    assert 1 == report["parsed"]
    assert [("unreadable file", str(path))] == places(report)


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    missing, folder = tmp_path / "missing.json", tmp_path / "empty"
    folder.mkdir()

    report = report_on(missing, folder, tmp_path / "*.nothing")

    assert 3 == report["faults_total"] == dict(report["fault_kinds"])["unreadable file"]
    assert {str(missing), str(folder), str(tmp_path / "*.nothing")} == {
        where for _, where in places(report)
    }


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.symlink_to(path)

    assert [("unreadable file", str(path))] == places(report_on(path))


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"")

    assert [("not JSON", str(tmp_path / "a.json"))] == places(report_on(tmp_path / "a.json"))


def test_a_folder_is_searched_and_a_glob_is_matched(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.json", "in/b.jsonl", "in/notes.txt"):
        (tmp_path / name).write_bytes(TOOL)

    assert 2 == survey_of_sources(tmp_path).tools
    assert 1 == survey_of_sources(tmp_path / "*.json").tools
    assert 3 == survey_of_sources(f"{tmp_path}/**/*.*").tools


def test_members_of_a_zip_are_files(tmp_path: Path) -> None:
    path = tmp_path / "tools.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", TOOL + b"\nbroken\n" + TOOL)
        archive.writestr("in/b.jsonl.gz", gzip.compress(TOOL))
        archive.writestr("c.json", json.dumps({"tools": [json.loads(TOOL)] * 3}, indent=1))

    report = report_on(path)

    assert 6 == report["parsed"]
    assert [("not JSON", f"{path}/a.jsonl:2")] == places(report)


def test_a_truncated_zip_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tools.zip"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.jsonl", TOOL)
    path.write_bytes(buffer.getvalue()[:-30])

    assert [("unreadable file", str(path))] == places(report_on(path))


def test_a_parquet_column_of_schema_text(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "tools.parquet"
    table = {
        "input_schema": ['{"type":"object"}', None, "broken", '{"properties":{"a":[]}}'] * 2,
        "name": list("abcdefgh"),
        "provider": ["p"] * 8,
        "stars": list(range(8)),
    }
    parquet.write_table(pyarrow.table(table), path, row_group_size=4)

    report = report_on(path)

    assert (4, 2) == (report["tools"], report["parsed"])
    assert {("a", "p"), ("e", "p")} == {(row[0], row[1]) for row in report["rows"]}
    assert [2, 3, 4, 6, 7, 8] == [int(where.rpartition(":")[2]) for _, where in places(report)]


def test_a_parquet_file_without_schemas_is_told(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "tools.parquet"
    parquet.write_table(pyarrow.table({"a": ["x"], "b": ["y"]}), path)

    (fault,) = report_on(path)["faults"]

    assert ("unreadable file", str(path)) == (fault["kind"], fault["where"])
    assert "no column of schema text among a, b" == fault["reason"]


def test_addresses_are_read_as_files_are(tmp_path: Path) -> None:
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for name, text in (
        ("a.jsonl", b"\n".join(many_lines(50))),
        ("b.jsonl.gz", gzip.compress(b"\n".join(example_lines()))),
    ):
        memory.pipe(f"/corpus/{name}", text)
        (tmp_path / name).write_bytes(text)

    there, here = report_on("memory://corpus"), report_on(tmp_path)

    for same in ("tools", "percentiles", "histograms", "savings", "fault_kinds"):
        assert here[same] == there[same]
    assert 2 == len(list(plan(["memory://corpus/*"])))
    assert 1 == len(list(plan(["memory://corpus/a.jsonl"])))
    assert "unreadable file" == places(report_on("memory://corpus/nothing"))[0][0]
    assert "unreadable file" == places(report_on("nosuch://corpus"))[0][0]


SHAPES = {
    "one line": TOOL,
    "lines": TOOL + b"\n" + TOOL,
    "a list on lines": b"[\n" + TOOL + b"\n]",
    "a pretty document": json.dumps(json.loads(TOOL), indent=2).encode(),
    "a broken first line": b"{oops\n" + TOOL + b"\n",
    "a byte order mark": b"\xef\xbb\xbf" + TOOL + b"\n" + TOOL,
    "a bare schema": b'{"type": "object", "properties": {"name": {}}}',
    "chat": b'{"type": "function", "function": {"name": "f", "parameters": {}}}\n' * 2,
    "two names": b'{"name": 1, "tool": "t", "namespace": "n", "input_schema": {}}\n' * 2,
    "json below": b'{"toolSpec": {"name": "x", "inputSchema": {"json": {}}}}\n' * 2,
    "json inside": b'{"name": "x", "inputSchema": {"json": {"type": "object"}}}\n' * 2,
    "both": b'{"provider": "", "namespace": "n", "inputSchema": 1, "input_schema": {}}\n' * 2,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_form_is_read_as_lower_reads_it(tmp_path: Path, shape: str) -> None:
    path = tmp_path / "tools.json"
    path.write_bytes(SHAPES[shape])
    documents = parse_documents(SHAPES[shape], "")
    expected = [
        (tool.name, tool.provider, msgspec.json.encode(tool.schema))
        for document in documents
        if isinstance(document, Document)
        for tool in find_tools(document.value)
    ]

    assert expected == [
        (tool.name, tool.provider, tool.text)
        for part in plan([str(path)])
        for item in read_part(part)
        if isinstance(item, Tools)
        for tool in item.tools
    ]


def test_progress_adds_up_to_the_size_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tools.gz"
    path.write_bytes(gzip.compress(b"\n".join(many_lines(3_000)), 1))

    pieces = list(expand(FilePart(0, str(path), path.stat().st_size)))

    assert 3 < len(pieces)
    assert path.stat().st_size == sum(piece.size for piece in pieces)


def test_a_tool_without_a_provider_is_counted_under_its_file(tmp_path: Path) -> None:
    (tmp_path / "calendar.v2.json").write_bytes(TOOL)

    report = report_of(survey_of_sources(tmp_path), Settings(), [])

    assert ["calendar"] == [one["provider"] for one in report["providers"]]
