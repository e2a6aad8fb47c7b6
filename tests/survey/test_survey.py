"""The survey's numbers are those of a count over whole lists, however its parts are merged."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import leanschema.survey.survey as bounds
from leanschema.read.wire import lower_text_compared
from leanschema.survey.content import count_content, count_text
from leanschema.survey.report import PERCENTILES, percentiles, report_of
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Survey, merge
from tests.survey.corpora import Slow, as_lines, example_lines, slow_percentile, survey_of

# So small that the passes run on small schemas.
TIGHT = Settings(max_bytes=90)

words = st.text("ab \n", max_size=30)
leaves = st.builds(
    lambda kind, description: {"type": kind, "description": description},
    st.sampled_from(("string", "integer", "boolean")),
    words,
) | st.sampled_from(({}, True, {"$ref": "#/$defs/a"}, {"items": 1}, {"required": "x"}))


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    tables = st.dictionaries(st.sampled_from(("a", "b", "description")), inner, max_size=3)
    return st.builds(
        lambda properties, definitions, branches: {
            "type": "object",
            "properties": properties,
            **({"$defs": definitions} if definitions else {}),
            **({"anyOf": branches} if branches else {}),
        },
        tables,
        tables,
        st.lists(inner, max_size=2),
    )


schemas = st.recursive(leaves, nested, max_leaves=8)
tools = st.lists(
    st.tuples(st.sampled_from(("one", "two", "three")), st.sampled_from(("p", "q", "")), schemas),
    max_size=12,
)


@given(st.lists(st.integers(0, 60), max_size=250))
def test_percentiles_are_those_of_the_whole_list(sizes: list[int]) -> None:
    histogram = {size: sizes.count(size) for size in set(sizes)}
    expected = {f"p{p}": slow_percentile(sizes, p) for p in PERCENTILES}
    expected["p0"] = min(sizes, default=0)

    found = percentiles(histogram)

    assert expected == {name: found[name] for name in expected}
    assert (max(sizes, default=0), sum(sizes)) == (found["max"], found["total"])


@settings(deadline=None)
@given(tools)
def test_a_survey_counts_what_a_count_over_whole_lists_gives(
    found: list[tuple[str, str, Any]],
) -> None:
    slow = Slow([schema for _, _, schema in found], TIGHT)

    report = report_of(survey_of(as_lines(found), TIGHT), TIGHT, ["x"])

    assert len(found) == report["tools"]
    assert len(slow.published) == report["parsed"]
    assert {
        stage: sorted([size, sizes.count(size)] for size in set(sizes))
        for stage, sizes in slow.columns().items()
    } == report["histograms"]
    steps = report["savings"][1:]
    assert slow.totals == {row["step"]: row["total_tokens"] for row in steps}
    assert slow.changed == {row["step"]: row["changed"] for row in steps}
    totals = [row["total_tokens"] for row in report["savings"]]
    assert [one - other for one, other in pairwise(totals)] == [
        row["saved_tokens"] for row in steps
    ]
    for row in report["percentiles"]:
        sizes = slow.columns()[row["stage"]]
        assert {f"p{p}": slow_percentile(sizes, p) for p in PERCENTILES[1:]} == {
            f"p{p}": row[f"p{p}"] for p in PERCENTILES[1:]
        }
    assert report["providers"] == sorted(
        report["providers"], key=lambda one: (-one["published_tokens"], one["provider"])
    )


@settings(deadline=None, max_examples=50)
@given(tools, tools, tools)
def test_merging_is_associative_and_commutative_and_nothing_is_its_identity(
    first: Any, second: Any, third: Any
) -> None:
    parts = [survey_of(as_lines(ts), TIGHT, n) for n, ts in enumerate((first, second, third))]
    a, b, c = parts
    whole = merge(a, b, c).to_bytes()

    assert whole == merge(merge(a, b), c).to_bytes()
    assert whole == merge(a, merge(b, c)).to_bytes()
    assert whole == merge(c, a, b).to_bytes()
    assert a.to_bytes() == merge(Survey(), a).to_bytes() == merge(a, Survey()).to_bytes()
    assert whole == Survey.from_bytes(whole).to_bytes()


@settings(deadline=None, max_examples=30)
@given(tools, st.randoms())
def test_the_order_of_parts_and_small_bounds_change_nothing(found: Any, random: Any) -> None:
    """With bounds so small that lists are cut at every merge."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MAX_ROWS", "MAX_DETAILS", "MAX_FAULTS"):
            patch.setattr(bounds, name, 2)
        parts = [survey_of(as_lines([tool]), TIGHT, n) for n, tool in enumerate(found)]
        in_order = merge(*parts)
        random.shuffle(parts)

        assert in_order.to_bytes() == merge(*parts).to_bytes()
        sizes = sorted((row.published_tokens for p in parts for row in p.rows), reverse=True)
        assert sizes[:2] == [row.published_tokens for row in in_order.rows]


@settings(deadline=None, max_examples=30)
@given(tools, tools)
def test_what_is_below_the_floors_is_not_among_the_largest(first: Any, second: Any) -> None:
    from leanschema.survey.counting import count_part
    from leanschema.survey.parts import TextPart

    with pytest.MonkeyPatch.context() as patch:
        for name in ("MAX_ROWS", "MAX_DETAILS"):
            patch.setattr(bounds, name, 2)
        one = survey_of(as_lines(first), TIGHT, 0)
        text = as_lines(second)
        part = TextPart(1, "file 1", len(text), text)

        with_floors = merge(one, count_part(part, TIGHT, one.floors()))

        assert merge(one, count_part(part, TIGHT)).to_bytes() == with_floors.to_bytes()


def test_merging_changes_neither_part() -> None:
    text = b"\n".join(example_lines())
    one, other = survey_of(text, TIGHT, 0), survey_of(text, TIGHT, 1)
    before = one.to_bytes(), other.to_bytes()

    merge(one, other).absorb(one)

    assert before == (one.to_bytes(), other.to_bytes())


def test_equal_schemas_are_tokenized_once() -> None:
    from leanschema.fit.sizes import count_tokens
    from leanschema.survey.measure import Measurer
    from leanschema.survey.records import Published

    asked: list[bytes] = []

    def count(text: bytes) -> int:
        asked.append(text)
        return count_tokens(text)

    measurer = Measurer(TIGHT.stages(), count)
    for name in ("a", "b"):
        same = Published(name, None, b'{"type":"object","properties":{}}')
        measurer.measure(measurer.lower(same, "x"))

    assert [b'{"type":"object","properties":{}}'] == asked


@pytest.mark.parametrize(
    ("schema", "paths", "words"),
    [
        ({"properties": {"a": {"description": "two words"}, "b": {}}}, 2, 2),
        ({"description": 3, "properties": {"description": {"description": " x\ny "}}}, 1, 2),
        ({"$defs": {"A": {"properties": {"a": {}}}}, "items": {"description": "w"}}, 1, 1),
        ({"anyOf": [{"properties": {"a": {}}}, {"properties": {"a": True}}]}, 2, 0),
        ({"items": [{"description": "a"}], "additionalProperties": {"description": "b"}}, 0, 2),
        ({"default": {"description": "no", "properties": {"a": 1}}, "enum": [{}]}, 0, 0),
        ({"properties": ["a"], "items": 5, "anyOf": {"properties": {"a": 1}}}, 1, 0),
        ([], 0, 0),
        ("text", 0, 0),
    ],
)
def test_paths_and_words_of_a_published_schema(schema: Any, paths: int, words: int) -> None:
    assert (paths, words) == count_content(schema)[:2]


SCHEMAS_WITH_MORE = (
    {"type": "object", "properties": {"a": {"default": {"properties": {"b": {}}}}}},
    {"type": "object", "properties": {"a": {"description": "x {y} z"}}},
    {"type": "object", "properties": {"description": {"type": "string"}}},
    {"type": "object", "oneOf": [{"properties": {"a": {"description": "b"}}}]},
    {"type": "object", "properties": {"a": {"type": "string", "not": {"description": "b c"}}}},
    {"type": "array", "items": {"type": "object", "patternProperties": {"a": {}}}},
    {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "description": "a"}, "B": {}}},
    {"type": "string", "enum": ["{", '"description":"'], "description": "a"},
    {"type": "object", "not": {"properties": {}}},
    {"type": "object", "default": {"items": {"type": "string"}}},
    {"type": "array", "oneOf": [{"properties": {"a": {}}}]},
    {"type": "object", "properties": {"a": {"type": "array"}}, "not": {"properties": {"a": {}}}},
    {"type": "array", "items": {"type": "string", "format": "x"}, "contains": {"properties": {}}},
    {"type": "array", "items": {"type": "string", "not": {"items": {"type": "string"}}}},
)


@settings(deadline=None)
@given(schemas | st.sampled_from(SCHEMAS_WITH_MORE))
def test_a_text_that_was_told_to_be_whole_lost_nothing(schema: Any) -> None:
    text = msgspec.json.encode(schema)
    lowered, is_whole = lower_text_compared(text) or (b"{}", False)

    if is_whole:
        assert count_text(text) == count_text(lowered)


@pytest.mark.parametrize(
    ("schema", "is_whole"),
    [
        ({"type": "object"}, True),
        (
            {"type": "object", "properties": {"a": {"description": "x {y} z", "type": "array"}}},
            True,
        ),
        ({"properties": {"a": {"items": {}, "minItems": 1, "anyOf": [{"type": "null"}]}}}, True),
        ({"type": "object", "properties": {"a": {"format": "date", "description": "b"}}}, True),
        ({"type": "object", "properties": {"a": {}}}, True),
        ({"type": "object", "properties": {"a": {"description": "b"}}}, False),
        ({"type": "object", "properties": {"a": {"type": "file", "description": "b"}}}, False),
        ({"type": "object", "oneOf": [{"properties": {"a": {}}}]}, False),
        ({"type": "object", "default": {"items": {"type": "string"}}}, False),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string", "description": "b"}}}, True),
        ({"type": "object", "$defs": {"A": {"type": "string", "description": "b"}}}, False),
    ],
)
def test_what_the_text_lane_tells_of_the_whole(schema: Any, is_whole: bool) -> None:
    lowered = lower_text_compared(msgspec.json.encode(schema))

    assert lowered is not None
    assert is_whole == lowered[1]
