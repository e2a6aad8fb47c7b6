"""What the page shows of a schema: its tokens by path, its lines before and after, as safe JSON."""

from __future__ import annotations

import json
import re
import sys
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from leanschema.errors import MissingExtra
from leanschema.fit.sizes import count_tokens
from leanschema.survey.details import compact, pointers, token_tree
from leanschema.survey.embedded import embed_details, embed_rows
from leanschema.survey.page import render_page
from leanschema.survey.side_by_side import MARKS, Line, lines_after, lines_before
from tests.survey.page_report import (
    HOSTILE,
    HOSTILE_SCHEMA,
    TOKENIZER_WARNING,
    example_tools,
    sample_report,
)

pytestmark = pytest.mark.filterwarnings(TOKENIZER_WARNING)

ODD_SCHEMAS: tuple[Any, ...] = (
    *({}, True, [], None, "text", {"properties": None}, {"properties": {"a": True}}),
    *({"items": [{"type": "string"}, 3]}, {"enum": []}, {"$defs": {"": {}}}, {"anyOf": {}}),
)
EXAMPLES = [schema for _, _, schema in example_tools()]


def deep_schema(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"properties": {"inner": schema}}
    return schema


def marked(lines: list[Line], mark: str) -> list[str]:
    return [line.text.rstrip(",") for line in lines if MARKS[line.mark] == mark]


@pytest.mark.parametrize("schema", [*EXAMPLES, *ODD_SCHEMAS, deep_schema(250)])
def test_the_tokens_of_all_paths_add_up_to_the_tokens_of_the_schema(schema: Any) -> None:
    nodes = token_tree(schema)

    assert count_tokens(compact(schema)) == nodes[0].tokens
    assert nodes[0].tokens == sum(node.own_tokens for node in nodes)
    assert all(node.own_tokens >= 0 for node in nodes)
    assert all(node.parent < index for index, node in enumerate(nodes))


def test_tokens_that_belong_to_no_place_are_told() -> None:
    # A text of this size is counted in parts, and has no place where a token surely ends.
    schema = {"description": "日本語の説明" * 40_000}

    text, _ = embed_details([{"name": "", "provider": "", "published": schema}])
    (side,) = (detail["before"] for detail in json.loads(text))

    assert count_tokens(compact(schema)) == side["tokens"]
    assert side["tokens"] == side["rest"] + sum(node[3] for node in side["nodes"])
    assert abs(side["rest"]) < 10


def test_an_enum_that_eats_most_of_a_schema_is_its_own_place() -> None:
    values = [f"a long value number {number}" for number in range(100)]
    schema = {"type": "object", "properties": {"a/b": {"enum": values}, "c": {"type": "string"}}}

    nodes = token_tree(schema)
    tokens = dict(zip(pointers(nodes), (node.tokens for node in nodes), strict=True))

    assert ["", "/properties/a~1b", "/properties/c", "/properties/a~1b/enum"] == list(tokens)
    assert tokens["/properties/a~1b/enum"] > 0.9 * tokens[""]


@pytest.mark.parametrize("schema", [*EXAMPLES, *ODD_SCHEMAS, deep_schema(200)])
def test_the_lines_are_the_json_of_the_schema(schema: Any) -> None:
    lines = lines_before(schema, {})

    text = "".join(line.text for line in lines)
    assert json.loads(compact(schema)) == json.loads(text)


def test_lost_changed_and_collapsed_are_told_apart() -> None:
    before = {
        "title": "Note",
        "properties": {
            "kind": {"const": "text"},
            "inner": {"properties": {"a": {"type": "string"}}},
            "type": {"type": ["string"]},
            "same": {"enum": ["x", "y"]},
        },
    }
    after = {
        "type": "object",
        "properties": {
            "inner": {},
            "kind": {"type": "string", "enum": ["text"]},
            "same": {"enum": ["x", "y"]},
            "type": {"type": "string"},
        },
    }

    lines = lines_before(before, after)
    new = lines_after(before, after)

    assert ['"title": "Note"', '"properties": {', '"a": {', '"type": "string"', "}", "}"] == marked(
        lines, "lost"
    )
    assert ['"const": "text"', '"type": ["string"]'] == marked(lines, "changed")
    assert ['"inner": {', "}"] == marked(lines, "collapsed")
    assert ['"type": "object"', '"type": "string"'] == marked(new, "new")
    assert ['"enum": ["text"]', '"type": "string"'] == marked(new, "changed")
    assert ['"inner": {}'] == marked(new, "collapsed")


def test_equal_schemas_have_no_marks_whatever_the_order_of_their_keys() -> None:
    one = {"type": "object", "properties": {"a": {"enum": [1, True]}, "b": {}}}
    other = {"properties": {"b": {}, "a": {"enum": [1, True]}}, "type": "object"}

    assert {0} == {line.mark for line in lines_before(one, other) + lines_after(one, other)}


def test_rows_find_their_details_by_name_provider_and_size() -> None:
    small: dict[str, Any] = {"type": "string"}
    large: dict[str, Any] = {"type": "object", "title": "large"}
    details: list[dict[str, Any]] = [
        {"name": "a", "provider": "p", "published": large, "compacted": {}},
        {"name": "a", "provider": "p", "published": small, "compacted": {}},
        {"name": "b", "provider": "p", "published": small, "compacted": None},
    ]
    sizes = [count_tokens(compact(schema)) for schema in (small, large)]
    rows = [
        ["a", "p", "s", sizes[0]],
        ["a", "p", "s", sizes[1]],
        ["b", "p", "s", 1],
        ["b", "q", "s", 1],
    ]

    linked = json.loads(embed_rows(rows, details))

    assert [1, 0, 2, -1] == [row[-1] for row in linked]


def test_embedded_json_cannot_end_its_script() -> None:
    detail = {"name": HOSTILE, "provider": "", "published": HOSTILE_SCHEMA, "compacted": {}}

    text, taken = embed_details([detail])

    assert 1 == taken
    assert not set("<>&") & set(text)
    assert (
        HOSTILE_SCHEMA.keys()
        == json.loads("".join(line[1] for line in json.loads(text)[0]["before"]["lines"])).keys()
    )


def test_the_policy_names_the_very_script_and_style_of_the_page() -> None:
    page = render_page(sample_report())
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)

    for text in (script, style):
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in page


def test_the_same_report_gives_the_same_page() -> None:
    report = sample_report()

    assert render_page(report) == render_page(report)


def test_the_page_says_how_many_tools_carry_details() -> None:
    report = sample_report(rows_in_all=100)

    assert "details of the" in render_page(report)
    assert f"{report['details_left_out']:,} more are listed" in render_page(report)


def test_a_report_of_nothing_is_a_page_too() -> None:
    report = sample_report()
    nothing: dict[str, Any] = {key: [] for key, value in report.items() if isinstance(value, list)}
    report |= {**nothing, "histograms": {}, "faults_total": 0, "tools": 0, "parsed": 0}

    assert "0 of 0 tools" in render_page(report)


@pytest.mark.parametrize(
    ("module", "package"),
    [("jinja2", "jinja2"), ("altair", "altair"), ("vl_convert", "vl-convert-python")],
)
def test_a_missing_library_is_answered_with_the_extra(
    module: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(MissingExtra) as raised:
        render_page(sample_report())

    assert (package, "survey") == (raised.value.package, raised.value.extra)
