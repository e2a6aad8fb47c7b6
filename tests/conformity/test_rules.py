"""Every rule of a target, broken once and kept once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from leanschema.conformity import RULES, violations
from leanschema.targets import TARGETS
from leanschema.targets.target import Limits, Target
from leanschema.targets.vocabulary import DRAFT_2020_12
from leanschema.tools.envelopes import find_tools

EVERYTHING = Target(name="t", title="t", facts=(), keywords=DRAFT_2020_12 | {"$ref", "$defs"})
EXAMPLES = Path(__file__).parents[2] / "examples"


def root(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {}, **keywords}


def one(node: Any, **keywords: Any) -> dict[str, Any]:
    return root(properties={"a": node}, **keywords)


class Case(NamedTuple):
    """A rule, the facts that ask for it, a schema that breaks it and one that just does not."""

    rule: str
    facts: dict[str, Any]
    broken: Any
    kept: Any


TEXT = {"type": "string"}
CASES = (
    Case("not-a-schema", {}, one(5), one(TEXT)),
    Case("boolean-schema", {}, one(True), one({})),
    Case("keyword", {}, one({"x-order": 1}), one({"title": "x-order"})),
    Case("keyword", {"root_keywords": frozenset(("type", "properties"))}, root(title="t"), one({"title": "t"})),
    Case("root-type", {}, {"properties": {}}, root()),
    Case("root-type", {}, {"type": ["object", "null"], "properties": {}}, root()),
    Case("root-combiner", {}, root(anyOf=[TEXT]), one({"anyOf": [TEXT]})),
    Case("root-properties", {}, {"type": "object"}, root()),
    Case("dangling-reference", {}, one({"$ref": "#/$defs/B"}), one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {}}})),
    Case("reference-form", {}, one({"$ref": "#/properties/a"}), one({"$ref": "#"})),
    Case("reference-form", {"reads_root_reference": False}, one({"$ref": "#"}), one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {}}})),
    Case(
        "reference-siblings",
        {"ref_siblings": frozenset(("description",))},
        one({"$ref": "#", "title": "t"}),
        one({"$ref": "#", "description": "t"}),
    ),
    Case(
        "recursion",
        {"reads_recursion": False},
        one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {"items": {"$ref": "#/$defs/B"}}}}),
        one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {"items": {"$ref": "#/$defs/C"}}, "C": {}}}),
    ),
    Case("nested-definitions", {}, one({"$defs": {}}), root(**{"$defs": {}})),
    Case(
        "any-of-siblings",
        {"any_of_siblings": frozenset(("title",))},
        one({"anyOf": [TEXT], "type": "string"}),
        one({"anyOf": [TEXT], "title": "t"}),
    ),
    Case("empty-union", {}, one({"anyOf": []}), one({"anyOf": [{}]})),
    Case("untyped", {"needs_type": True}, one({"title": "t"}), one({"anyOf": [TEXT]})),
    Case("type-name", {}, one({"type": "str"}), one(TEXT)),
    Case("type-list", {"reads_type_lists": False}, one({"type": ["string", "null"]}), one(TEXT)),
    Case(
        "type-list-siblings",
        {"type_list_siblings": frozenset(("title",))},
        one({"type": ["string", "null"], "maxLength": 1}),
        one({"type": ["string", "null"], "title": "t"}),
    ),
    Case("enum-type", {"enum_types": frozenset(("string",))}, one({"enum": ["a", 1]}), one({"enum": ["a"]})),
    Case("enum-empty", {}, one({"enum": []}), one({"enum": [None]})),
    Case("enum-duplicate", {}, one({"enum": [1, 1.0]}), one({"enum": [1, True, "1"]})),
    Case("enum-empty-string", {"reads_empty_string_in_enum": False}, one({"enum": ["", "a"]}), one({"enum": [" "]})),
    Case(
        "enum-untyped",
        {"needs_typed_enum": True},
        one({"type": ["string", "integer"], "enum": ["a", 1]}),
        one({"type": ["string", "null"], "enum": ["a", None]}),
    ),
    Case("enum-untyped", {"needs_typed_enum": True}, one({"type": "string", "enum": [1]}), one({"type": "string", "enum": ["1"]})),
    Case(
        "format",
        {"formats": {"string": frozenset(("date",))}},
        one({"type": "string", "format": "uri"}),
        one({"type": "string", "format": "date"}),
    ),
    Case("pattern", {"patterns": "no-lookaround"}, one({"pattern": "(?!a)b"}), one({"pattern": r"[(?!]\(\?="})),
    Case("pattern", {"patterns": "simple"}, one({"pattern": r"(a)\1"}), one({"pattern": r"(?:a)\d"})),
    Case("pattern", {"patterns": "anchored"}, one({"pattern": "^a"}), one({"pattern": "^a$"})),
    Case(
        "bounds-type",
        {"bounded_types": frozenset(("integer",))},
        one({"type": "number", "minimum": 1}),
        one({"type": "integer", "minimum": 1}),
    ),
    Case("min-items", {"min_items_up_to": 1}, one({"minItems": 2}), one({"minItems": 1})),
    Case("array-items", {}, one({"items": [TEXT]}), one({"items": TEXT})),
    Case("array-items", {"needs_items": True}, one({"type": "array"}), one({"type": "array", "items": {}})),
    Case(
        "additional-properties",
        {"additional_properties": "boolean"},
        one({"additionalProperties": {}}),
        one({"additionalProperties": True}),
    ),
    Case("closed", {"additional_properties": "closed"}, root(), root(additionalProperties=False)),
    Case("says-open", {"assumes_closed": True}, root(), root(additionalProperties=True)),
    Case("all-required", {"needs_all_required": True}, one(TEXT, required=[]), one(TEXT, required=["a"])),
    Case("unknown-required", {"needs_known_required": True}, one(TEXT, required=["b"]), one(TEXT, required=["a"])),
    Case("empty-required", {"needs_non_empty_required": True}, root(required=[]), root()),
    Case(
        "keywords-of-type",
        {"needs_keywords_of_type": True},
        one({"type": "string", "items": {}}),
        one({"type": ["string", "array"], "items": {}}),
    ),
    Case("property-name", {"property_name": "[a-z]+"}, root(properties={"$a": {}}), one({})),
    Case(
        "reserved-property-name",
        {"reserved_property_names": frozenset(("anyOf",))},
        root(properties={"anyOf": {}}),
        root(properties={"any_of": {}}),
    ),
    Case("large-integer", {"limits": Limits(max_integer=9)}, one({"maximum": 10}), one({"maximum": 9})),
    Case("limit-depth", {"limits": Limits(max_depth=1)}, one({"properties": {}}), one({"type": "object"})),
    Case("limit-properties", {"limits": Limits(max_properties=1)}, root(properties={"a": {}, "b": {}}), one({})),
    Case("limit-enum-values", {"limits": Limits(max_enum_values=1)}, one({"enum": [1, 2]}), one({"enum": [1]})),
    Case("limit-one-enum", {"limits": Limits(max_values_of_one_enum=1)}, one({"enum": [1, 2]}), one({"enum": [1]})),
    Case(
        "limit-large-enum",
        {"limits": Limits(max_large_enum_characters=3, large_enum_values=1)},
        one({"enum": ["aa", "bb"]}),
        one({"enum": ["aaaa"]}),
    ),
    Case("limit-names", {"limits": Limits(max_name_and_value_characters=2)}, one({"enum": ["bb"]}), one({"enum": ["b"]})),
    Case("limit-branches", {"limits": Limits(max_branches=1)}, one({"anyOf": [{}, {}]}), one({"anyOf": [{}]})),
    Case("limit-optional", {"limits": Limits(max_optional_properties=0)}, one({}), one({}, required=["a"])),
    Case("limit-unions", {"limits": Limits(max_unions=0)}, one({"type": ["string", "null"]}), one(TEXT)),
    Case("limit-bytes", {"limits": Limits(max_bytes=40)}, one({"title": "long"}), root()),
)  # fmt: skip


def rules_of(schema: Any, facts: dict[str, Any]) -> set[str]:
    target = msgspec.structs.replace(EVERYTHING, **facts)
    return {violation.rule for violation in violations(schema, target)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_is_broken_by_one_schema_and_kept_by_the_next(case: Case) -> None:
    assert {case.rule} == rules_of(case.broken, case.facts)
    assert set() == rules_of(case.kept, case.facts)


def test_every_rule_has_its_case() -> None:
    assert set(RULES) == {case.rule for case in CASES}


def test_a_violation_says_where_what_and_why() -> None:
    (found,) = violations(one({"anyOf": [{"type": "str"}]}), EVERYTHING)

    assert "/properties/a/anyOf/0" == found.pointer
    assert "'str'" == found.found
    assert "A type is one of JSON Schema's seven; found 'str'" == found.message


def test_values_are_no_schemas() -> None:
    literal = {"type": "nothing", "$ref": "nowhere"}

    assert () == violations(one({"enum": [literal], "default": literal}), EVERYTHING)


def nested(depth: int) -> dict[str, Any]:
    node: dict[str, Any] = {}
    for _ in range(depth):
        node = {"items": node}
    return root(properties={"a": node})


def cyclic() -> dict[str, Any]:
    node: dict[str, Any] = {}
    node["items"] = node
    return one(node)


@pytest.mark.parametrize(
    "hostile",
    [5, None, [], "x", nested(100_000), cyclic(), one({1: 2}), one({"enum": [{1}]}),
     one({"required": [[]], "type": {}, "enum": {}, "items": 5, "anyOf": {}}), one("\ud800")],
    ids=["int", "null", "list", "text", "deep", "cyclic", "keys", "set", "shapes", "surrogate"],
)  # fmt: skip
@pytest.mark.parametrize("target", ["gemini", "openai-strict", "mcp"])
def test_any_value_is_judged_and_none_raises(hostile: Any, target: str) -> None:
    assert all(found.rule in RULES for found in violations(hostile, TARGETS[target]))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_examples_are_judged_by_every_target(target: Target) -> None:
    for file in EXAMPLES.glob("*.json"):
        for tool in find_tools(msgspec.json.decode(file.read_bytes())):
            assert all(found.rule in RULES for found in violations(tool.schema, target))
