"""A property that a target calls otherwise: one name wherever the schema speaks of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leanschema import lower
from tests.lower.judges import judge_of, shown_judge

OBJECT = {"type": "object"}
# The schema of the property `f`, and a value of it that the tool accepts.
SPOKEN_OF: dict[str, tuple[dict[str, Any], Any]] = {
    "in a branch that only requires": (
        {**OBJECT, "properties": {"a/b": {}, "c": {}}, "anyOf": [{"required": ["a/b"]}, {"required": ["c"]}]},
        {"a/b": "x"},
    ),
    "in a branch, beside one that is called so already": (
        {
            **OBJECT,
            "properties": {"a/b": {"type": "string"}, "a_b": {"type": "string"}},
            "anyOf": [{"properties": {"a/b": {"const": "x"}}, "required": ["a/b"]}, {"required": ["c"]}],
        },
        {"a/b": "x", "a_b": "y"},
    ),
    "in a condition": (
        {**OBJECT, "if": {"properties": {"a/b": {"const": "x"}}, "required": ["a/b"]}, "else": {"required": ["z"]}},
        {"a/b": "x"},
    ),
    "in a negation": (
        {**OBJECT, "properties": {"a/b": {}, "c/d": {}}, "not": {"required": ["a/b", "c/d"]}},
        {"a/b": 1, "e": 2},
    ),
    "in a negation alone": (
        {**OBJECT, "properties": {"c/d": {}}, "not": {"required": ["a/b"]}},
        {"c/d": 1},
    ),
    "by what depends on it": (
        {
            **OBJECT,
            "properties": {"a/b": {}, "c/d": {}},
            "dependentRequired": {"a/b": ["c/d"]},
            "dependentSchemas": {"a/b": {"required": ["c/d"]}},
        },
        {"a/b": 1, "c/d": 2},
    ),
    "by what a list contains": (
        {"type": "array", "contains": {**OBJECT, "properties": {"a/b": {}}, "required": ["a/b"]}},
        [{"a/b": 1}],
    ),
    "by values": ({**OBJECT, "properties": {"a/b": {}}, "enum": [{"a/b": 1}]}, {"a/b": 1}),
    "by a list of names": (
        {**OBJECT, "properties": {"a/b": {}}, "propertyNames": {"enum": ["a/b", "c"]}},
        {"a/b": 1, "c": 2},
    ),
    "by a pattern of names": (
        {**OBJECT, "properties": {"a/b": {}}, "propertyNames": {"pattern": "/"}},
        {"a/b": 1},
    ),
    "by patterns": (
        {**OBJECT, "properties": {"a/b": {"type": "string"}}, "patternProperties": {"^a_": {"type": "integer"}}},
        {"a/b": "x"},
    ),
    "by a definition": (
        {**OBJECT, "properties": {"a/b": {}}, "allOf": [{"$ref": "#/$defs/needy"}]},
        {"a/b": 1},
    ),
}  # fmt: skip
RENAMING = (
    "anthropic",
    "anthropic-strict",
    "bedrock",
    "gemini",
    "gemini-json",
    "moonshot",
    "portable",
)


@pytest.mark.parametrize("target", RENAMING)
@pytest.mark.parametrize(("spoken_of", "value"), SPOKEN_OF.values(), ids=SPOKEN_OF)
def test_it_has_its_new_name_where_it_is_spoken_of(
    target: str, spoken_of: dict[str, Any], value: Any
) -> None:
    other = {"type": "object", "properties": {"a/b": {}, "c/d": {}}}
    schema = {
        "type": "object",
        "properties": {"f": spoken_of, "g": other},
        "$defs": {"needy": {"required": ["a/b"]}},
    }
    arguments = {"f": value}
    own = judge_of(schema)
    lowered = lower(schema, target)
    shown = lowered.present(arguments)

    assert own is not None
    assert own.is_valid(arguments)
    assert "/" not in json.dumps(shown)
    assert shown_judge(lowered).is_valid(shown)
    assert lowered.restore(shown) == arguments


def test_what_names_must_match_is_kept_where_no_name_changes() -> None:
    named = {
        "type": "object",
        "propertyNames": {"pattern": "^[a-z]+$"},
        "patternProperties": {"^a": {"type": "string"}},
    }

    kept = lower({"properties": {"f": named, "g": {}}}, "anthropic")
    assert {c.law for c in kept.changes} == {"exact"}
    dropped = lower({"properties": {"f": named, "g/h": {}}}, "anthropic")
    assert {(c.pointer, c.keyword, c.law) for c in dropped.changes if c.law != "exact"} == {
        ("/properties/f", "propertyNames", "widens"),
        ("/properties/f", "patternProperties", "widens"),
    }


def test_words_show_the_new_names_too() -> None:
    lowered = lower(
        {
            "properties": {
                "f": {
                    "type": "object",
                    "properties": {"a b": {"type": "string"}},
                    "default": {"a b": "x", "c d": 1},
                    "examples": [{"a b": "y"}, 5],
                },
                "g": {"type": "object", "default": {"a b": "free"}},
            }
        },
        "anthropic",
    ).to_dict()["properties"]

    assert lowered["f"]["default"] == {"a_b": "x", "c d": 1}
    assert lowered["f"]["examples"] == [{"a_b": "y"}, 5]
    assert lowered["g"]["default"] == {"a b": "free"}


def test_a_free_key_that_looks_like_a_new_name_is_left_alone() -> None:
    schema = {
        "properties": {"f": {"type": "object", "properties": {"$id": {}}}, "g": {"type": "object"}}
    }
    lowered = lower(schema, "anthropic")

    assert lowered.restore({"f": {"_id": 1}, "g": {"_id": 2}}) == {"f": {"$id": 1}, "g": {"_id": 2}}
    assert lowered.present({"g": {"$id": 2}}) == {"g": {"$id": 2}}
