"""From text to text: the same bytes as through the tree, and the same refusals."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import leanschema
from leanschema import InvalidToolSchema, lower_tool_input_schema_json
from leanschema.read.wire import lower_text
from tests.compatible.strategies import schemas
from tests.compatible.test_vectors import OWN

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "schemas.jsonl.gz"
AIMED = settings(
    max_examples=400,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
# A refusal, by place and reason, is a result too.
Outcome = bytes | tuple[str, str]


def through_the_tree(text: bytes | str, *, compaction: bool) -> Outcome:
    try:
        if compaction:
            return leanschema.parse_tool_input_schema_json(text).to_json()
        return leanschema.parse_tool_input_schema_without_compaction_json(text).to_json()
    except InvalidToolSchema as refused:
        return refused.pointer, refused.reason


def from_text_to_text(text: bytes | str, *, compaction: bool) -> Outcome:
    try:
        return lower_tool_input_schema_json(text, compaction=compaction)
    except InvalidToolSchema as refused:
        return refused.pointer, refused.reason


def assert_equal(text: bytes | str) -> None:
    for compaction in (True, False):
        expected = through_the_tree(text, compaction=compaction)
        assert expected == from_text_to_text(text, compaction=compaction), text[:500]


def test_the_recorded_vectors() -> None:
    for vector in OWN:
        assert_equal(json.dumps(vector["input"]).encode())


@AIMED
@given(schemas, st.sampled_from(({}, {"indent": 1}, {"ensure_ascii": False})), st.booleans())
def test_random_schemas(value: Any, style: dict[str, Any], as_text: bool) -> None:
    text = json.dumps(value, **style)
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raw = json.dumps(value).encode()
    assert_equal(text if as_text else raw)


BY_HAND = (
    "{}",
    "true",
    "null",
    "[]",
    '"string"',
    "",
    "{",
    '{"type":"object"} x',
    ' \n{"type" : "object"}\t',
    '{"type":"string","type":"integer"}',
    '{"enum":[1],"const":2}',
    '{"const":null}',
    '{"enum":null,"type":"string"}',
    '{"properties":null}',
    '{"properties":{"a":true,"b":false}}',
    '{"properties":{"a":1}}',
    '{"type":"object","properties":{"a":{"title":"x"}}}',
    '{"type":"object","properties":{"a":{"title":"x","minimum":1}}}',
    '{"type":"object","properties":{"a":{"enum":[1e999]}}}',
    '{"type":"object","properties":{"\\u0061":{"type":"string"},"a":{"type":"null"}}}',
    '{"type":"object","properties":{"a":{"enum":[1.0,1e2,-0.0,12345678901234567890123]}}}',
    '{"type":"object","properties":{"a":{"enum":[{"b":[1,{"c":null}]},[[]]]}}}',
    '{"type":"object","properties":{"a":{"enum":["\\ud800"]}}}',
    '{"type":"object","properties":{"a":{"description":"\\u2028 \\/ é"}}}',
    '{"type":"object","properties":{"b":{},"a":{},"é":{},"Z":{}}}',
    '{"type":"null"}',
    '{"type":["null"]}',
    '{"type":["string","null","nothing"],"items":{}}',
    '{"type":["nothing"],"required":["a"]}',
    '{"type":"array","items":[{"type":"string"}]}',
    '{"type":"array","prefixItems":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"string"}}}',
    '{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"type":"null"},"C":{}}}',
    '{"$ref":"#/definitions/A","definitions":{"A":{"type":"string"}},"$defs":{"A":{}}}',
    '{"$ref":"#/$defs/A","$defs":{"A":{"$defs":{"B":{"type":"string"}},"$ref":"#/$defs/B"}}}',
    '{"$ref":"#/$defs/A","not":{"$ref":"#/$defs/B"},"$defs":{"A":true,"B":true}}',
    '{"anyOf":[{"type":"string"},{"const":1}],"type":"object"}',
    '{"anyOf":{"type":"string"}}',
    '{"additionalProperties":{"type":"string"}}',
    '{"additionalProperties":null,"type":"object"}',
    '{"required":"a","type":"object"}',
    '{"required":["a",1],"type":"object"}',
    '{"description":1,"type":"object"}',
)


@pytest.mark.parametrize("text", BY_HAND)
def test_texts_at_the_edges_of_what_the_decoder_takes(text: str) -> None:
    assert_equal(text)
    assert_equal(text.encode())
    assert_equal(b"\xef\xbb\xbf" + text.encode())
    assert_equal(text.encode() + b"\xff")


def test_a_number_beyond_a_double_is_missed_under_a_dropped_keyword_alone() -> None:
    text = '{"type":"object","properties":{"a":{"minimum":1e999}}}'
    assert isinstance(through_the_tree(text, compaction=True), tuple)
    assert b'{"type":"object","properties":{"a":{"type":"number"}}}' == (
        from_text_to_text(text, compaction=True)
    )


def test_nesting_beyond_the_limit() -> None:
    for depth in (100, 240, 260, 3_000, 100_000):
        assert_equal('{"items":' * depth + "{}" + "}" * depth)


def test_most_texts_take_this_lane() -> None:
    """Else the tests above would compare the tree with itself."""
    accepted = [v["input"] for v in OWN if v["uncompacted"] is not None]
    taken = [value for value in accepted if lower_text(json.dumps(value).encode()) is not None]
    assert len(taken) > len(accepted) / 3


def test_the_corpus_where_it_is_at_hand() -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus is not beside this repository")
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        for line in lines:
            assert_equal(json.dumps(json.loads(line)["input_schema"]).encode())
