"""Every rule of a target as a page: the facts that ask for it, a schema that breaks it, one that not.

Each breaks this one rule and no other; the next to it is as close as can be and breaks none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from leanschema.targets.target import Limits, Target
from leanschema.targets.vocabulary import DRAFT_2020_12

EVERYTHING = Target(name="t", title="t", facts=(), keywords=DRAFT_2020_12 | {"$ref", "$defs"})


def root(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {}, **keywords}


def one(node: Any, **keywords: Any) -> dict[str, Any]:
    return root(properties={"a": node}, **keywords)


def nested_lists(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


class Case(NamedTuple):
    """A rule, the facts that ask for it, a schema that breaks it and one that just does not."""

    rule: str
    facts: dict[str, Any]
    broken: Any
    kept: Any


TEXT = {"type": "string"}
OPENAPI: dict[str, Any] = {"vocabulary": "openapi", "keywords": EVERYTHING.keywords | {"nullable"}}
CASES = (
    Case("not-a-schema", {}, one(5), one(TEXT)),
    Case("boolean-schema", {}, one(True), one({})),
    Case("keyword", {}, one({"x-order": 1}), one({"title": "x-order"})),
    Case("keyword", {}, one({"properties": {}, "enumm": []}), one({"properties": {"enumm": {}}})),
    Case("keyword", {}, one({"not": {"$dynamicRef": "#"}}), one({"const": {"$dynamicRef": "#"}})),
    Case("keyword", {"root_keywords": frozenset(("type", "properties"))}, root(title="t"), one({"title": "t"})),
    Case("root-type", {}, {"properties": {}}, root()),
    Case("root-type", {}, {"type": ["object", "null"], "properties": {}}, root()),
    Case("root-type", {"vocabulary": "openapi"}, {"type": ["OBJECT"], "properties": {}}, {"type": "OBJECT", "properties": {}}),
    Case("root-combiner", {}, root(anyOf=[TEXT]), one({"anyOf": [TEXT]})),
    Case("root-combiner", {}, root(**{"$ref": "#"}), one({"$ref": "#"})),
    Case("root-combiner", {}, root(const={}), root(then={})),
    Case("root-combiner", {}, root(**{"if": {}}), {**root(), "$defs": {"if": {}}}),
    Case("root-properties", {}, {"type": "object"}, root()),
    Case("dangling-reference", {}, one({"$ref": "#/$defs/B"}), one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {}}})),
    Case("dangling-reference", {}, one({"$ref": "#/$defs/a~1b"}, **{"$defs": {"a~1b": {}}}), one({"$ref": "#/$defs/a~1b"}, **{"$defs": {"a/b": {}}})),
    Case("dangling-reference", {}, one({"$ref": "#/$defs/"}), one({"$ref": "#/$defs/"}, **{"$defs": {"": {}}})),
    Case("reference-form", {}, one({"$ref": "#/properties/a"}), one({"$ref": "#"})),
    Case("reference-form", {"reads_root_reference": False}, one({"$ref": "#"}), one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {}}})),
    Case("reference-form", {}, one({"$ref": "#/%24defs/B"}, **{"$defs": {"B": {}}}), one({"$ref": "#/$defs/%42"}, **{"$defs": {"B": {}}})),
    Case("reference-form", {}, one({"$ref": "#/$defs/B/items"}, **{"$defs": {"B": {"items": {}}}}), one({"$ref": "#/$defs/B~1items"}, **{"$defs": {"B/items": {}}})),
    Case("reference-form", {}, one({"$ref": "other.json"}), one({"default": {"$ref": "other.json"}})),
    Case("reference-form", {}, one({"$ref": 5}), one({"examples": [{"$ref": 5}]})),
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
    Case(
        "recursion",
        {"reads_recursion": False},
        one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {"anyOf": [{"$ref": "#/$defs/C"}]}, "C": {"not": {"$ref": "#/$defs/B"}}}}),
        one({"$ref": "#/$defs/B"}, **{"$defs": {"B": {"anyOf": [{"$ref": "#/$defs/C"}]}, "C": {"enum": [{"$ref": "#/$defs/B"}]}}}),
    ),
    Case("recursion", {"reads_recursion": False}, one({"$ref": "#"}), one({"$ref": "#/$defs/#"}, **{"$defs": {"#": {}}})),
    Case("nested-definitions", {}, one({"$defs": {}}), root(**{"$defs": {}})),
    Case(
        "any-of-siblings",
        {"any_of_siblings": frozenset(("title",))},
        one({"anyOf": [TEXT], "type": "string"}),
        one({"anyOf": [TEXT], "title": "t"}),
    ),
    Case("empty-union", {}, one({"anyOf": []}), one({"anyOf": [{}]})),
    Case("untyped", {"needs_type": True}, one({"title": "t"}), one({"anyOf": [TEXT]})),
    Case("untyped", {"needs_type": True}, one({"const": 1}), one({"enum": [1]})),
    Case("untyped", {"needs_type": True}, one({"properties": {}}), one({"$ref": "#"})),
    Case("untyped", {"needs_type": True}, one({"not": TEXT}), one({"allOf": [TEXT]})),
    Case("type-name", {}, one({"type": "str"}), one(TEXT)),
    Case("type-name", {}, one({"type": "STRING"}), one({"type": "string"})),
    Case("type-name", {"vocabulary": "openapi"}, one({"type": "STR"}), one({"type": "STRING"})),
    Case("type-name", {}, one({"type": ["string", None]}), one({"type": ["string", "null"]})),
    Case("type-list", {"reads_type_lists": False}, one({"type": ["string", "null"]}), one(TEXT)),
    Case(
        "type-list-siblings",
        {"type_list_siblings": frozenset(("title",))},
        one({"type": ["string", "null"], "maxLength": 1}),
        one({"type": ["string", "null"], "title": "t"}),
    ),
    Case("enum-type", {"enum_types": frozenset(("string",))}, one({"enum": ["a", 1]}), one({"enum": ["a"]})),
    Case("enum-type", {"enum_types": frozenset(("number",))}, one({"type": "number", "enum": ["1"]}), one({"type": "number", "enum": [1, 1.5]})),
    Case("enum-type", {"enum_types": frozenset(("string",))}, one({"enum": ["a", None]}), one({"type": ["string", "null"], "enum": ["a", None]})),
    Case("enum-type", {"enum_types": frozenset(("string",)), **OPENAPI}, one({"nullable": False, "enum": ["a", None]}), one({"nullable": True, "enum": ["a", None]})),
    Case("enum-empty", {}, one({"enum": []}), one({"enum": [None]})),
    Case("enum-empty", {}, one({"enum": None}), one({"properties": {"enum": {}}})),
    Case("enum-duplicate", {}, one({"enum": [1, 1.0]}), one({"enum": [1, True, "1"]})),
    Case("enum-duplicate", {}, one({"enum": [{"a": 1, "b": 2}, {"b": 2, "a": 1}]}), one({"enum": [[1, 2], [2, 1]]})),
    Case("enum-empty-string", {"reads_empty_string_in_enum": False}, one({"enum": ["", "a"]}), one({"enum": [" "]})),
    Case(
        "enum-untyped",
        {"needs_typed_enum": True},
        one({"type": ["string", "integer"], "enum": ["a", 1]}),
        one({"type": ["string", "null"], "enum": ["a", None]}),
    ),
    Case("enum-untyped", {"needs_typed_enum": True}, one({"anyOf": [TEXT], "enum": ["a"]}), one({"anyOf": [{**TEXT, "enum": ["a"]}]})),
    Case("enum-untyped", {"needs_typed_enum": True}, one({"type": "integer", "enum": [1.5]}), one({"type": "number", "enum": [1, 1.5]})),
    Case("enum-untyped", {"needs_typed_enum": True, **OPENAPI}, one({**TEXT, "enum": ["a", None]}), one({**TEXT, "nullable": True, "enum": ["a", None]})),
    Case("enum-untyped", {"needs_typed_enum": True}, one({"type": "string", "enum": [1]}), one({"type": "string", "enum": ["1"]})),
    Case(
        "format",
        {"formats": {"string": frozenset(("date",))}},
        one({"type": "string", "format": "uri"}),
        one({"type": "string", "format": "date"}),
    ),
    Case(
        "format",
        {"formats": {"integer": frozenset(("int32",))}},
        one({"type": ["string", "null"], "format": "int32"}),
        one({"type": ["integer", "null"], "format": "int32"}),
    ),
    Case("pattern", {"patterns": "no-lookaround"}, one({"pattern": "(?!a)b"}), one({"pattern": r"[(?!]\(\?="})),
    Case("pattern", {"patterns": "simple"}, one({"pattern": r"(a)\1"}), one({"pattern": r"(?:a)\d"})),
    Case("pattern", {"patterns": "anchored"}, one({"pattern": "^a"}), one({"pattern": "^a$"})),
    Case("pattern", {"patterns": "anchored"}, one({"pattern": "^a|b$"}), one({"pattern": "^(?:a|b)$"})),
    Case("pattern", {"patterns": "no-lookaround"}, one({"patternProperties": {"(?<!a)b": {}}}), one({"patternProperties": {"b": {}}})),
    Case(
        "bounds-type",
        {"bounded_types": frozenset(("integer",))},
        one({"type": "number", "minimum": 1}),
        one({"type": "integer", "minimum": 1}),
    ),
    Case(
        "bounds-type",
        {"bounded_types": frozenset(("integer",))},
        one({"type": ["integer", "number"], "multipleOf": 2}),
        one({"type": ["integer", "null"], "multipleOf": 2}),
    ),
    Case("bounds-type", {"bounded_types": frozenset(("number",))}, one({"exclusiveMaximum": 1}), one({"maxLength": 1})),
    Case("min-items", {"min_items_up_to": 1}, one({"minItems": 2}), one({"minItems": 1})),
    Case("array-items", {}, one({"items": [TEXT]}), one({"items": TEXT})),
    Case("array-items", {"needs_items": True}, one({"type": "array"}), one({"type": "array", "items": {}})),
    Case(
        "additional-properties",
        {"additional_properties": "boolean"},
        one({"additionalProperties": {}}),
        one({"additionalProperties": True}),
    ),
    Case(
        "additional-properties",
        {"additional_properties": "unread"},
        one({"type": "object", "additionalProperties": False}),
        one({"type": "object", "properties": {"additionalProperties": {}}}),
    ),
    Case("closed", {"additional_properties": "closed"}, root(), root(additionalProperties=False)),
    Case("closed", {"additional_properties": "closed"}, root(additionalProperties=True), root(properties={"a": TEXT}, additionalProperties=False)),
    Case("closed", {"additional_properties": "closed"}, one({"properties": {}}, additionalProperties=False), one({"items": {}}, additionalProperties=False)),
    Case("says-open", {"assumes_closed": True}, root(), root(additionalProperties=True)),
    Case("all-required", {"needs_all_required": True}, one(TEXT, required=[]), one(TEXT, required=["a"])),
    Case("all-required", {"needs_all_required": True}, root(), root(required=[])),
    Case("unknown-required", {"needs_known_required": True}, one(TEXT, required=["b"]), one(TEXT, required=["a"])),
    Case("empty-required", {"needs_non_empty_required": True}, root(required=[]), root()),
    Case(
        "keywords-of-type",
        {"needs_keywords_of_type": True},
        one({"type": "string", "items": {}}),
        one({"type": ["string", "array"], "items": {}}),
    ),
    Case("keywords-of-type", {"needs_keywords_of_type": True}, one({"type": "array", "required": ["a"]}), one({"required": ["a"]})),
    Case("property-name", {"property_name": "[a-z]+"}, root(properties={"$a": {}}), one({})),
    Case(
        "reserved-property-name",
        {"reserved_property_names": frozenset(("anyOf",))},
        root(properties={"anyOf": {}}),
        root(properties={"any_of": {}}),
    ),
    Case("large-integer", {"limits": Limits(max_integer=9)}, one({"maximum": 10}), one({"maximum": 9})),
    Case("large-integer", {"limits": Limits(max_integer=9)}, one({"enum": [{"a": [-10]}]}), one({"enum": [{"a": [-9]}]})),
    Case("large-integer", {"limits": Limits(max_integer=9)}, one({"default": 10}), one({"default": "10"})),
    Case("limit-depth", {"limits": Limits(max_depth=1)}, one({"properties": {}}), one({"type": "object"})),
    Case("limit-depth", {"limits": Limits(max_depth=2)}, one({"items": {"additionalProperties": TEXT}}), one({"additionalProperties": {"anyOf": [TEXT]}})),
    Case("limit-depth", {"limits": Limits(max_depth=1)}, one({"anyOf": [{"prefixItems": [TEXT]}]}), one({"anyOf": [{"anyOf": [TEXT]}]})),
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
    Case("limit-names", {"limits": Limits(max_name_and_value_characters=4)}, one({"const": "ab"}, **{"$defs": {"AB": {}}}), one({"const": "ab"}, **{"$defs": {"A": {}}})),
    Case("limit-branches", {"limits": Limits(max_branches=1)}, one({"anyOf": [{}, {}]}), one({"anyOf": [{}]})),
    Case("limit-optional", {"limits": Limits(max_optional_properties=0)}, one({}), one({}, required=["a"])),
    Case("limit-unions", {"limits": Limits(max_unions=0)}, one({"type": ["string", "null"]}), one(TEXT)),
    Case("limit-bytes", {"limits": Limits(max_bytes=40)}, one({"title": "long"}), root()),
    Case("keyword-shape", {}, one({"required": True}), one({"required": []})),
    Case("keyword-shape", {}, one({"required": ["a", "a"]}), one({"required": ["a", "A"]})),
    Case("keyword-shape", {}, one({"properties": None}), one({"properties": {}})),
    Case("keyword-shape", {}, one({"anyOf": TEXT}), one({"anyOf": [TEXT]})),
    Case("keyword-shape", {}, one({"prefixItems": []}), one({"prefixItems": [TEXT]})),
    Case("keyword-shape", {}, one({"type": []}), one({"type": ["string"]})),
    Case("keyword-shape", {}, one({"exclusiveMinimum": True}), one({"exclusiveMinimum": 1.5})),
    Case("keyword-shape", {}, one({"maxLength": 1.5}), one({"maxLength": 1.0})),
    Case("keyword-shape", {}, one({"minItems": -1}), one({"minItems": 0})),
    Case("keyword-shape", {}, one({"multipleOf": 0}), one({"multipleOf": 0.1})),
    Case("keyword-shape", {}, one({"description": ["t"]}), one({"default": ["t"]})),
    Case("keyword-shape", {}, one({"dependentRequired": {"a": "b"}}), one({"dependentRequired": {"a": ["b"]}})),
    Case("keyword-shape", OPENAPI, one({"nullable": "yes"}), one({"nullable": False})),
    Case("not-json", {}, one({"default": "\ud800"}), one({"default": "\U0001f600"})),
    Case("not-json", {}, one({"maximum": float("nan")}), one({"maximum": 1e308})),
    Case("not-json", {}, one({"default": {1: 2}}), one({"default": {"1": 2}})),
    Case("too-large", {}, one({"default": nested_lists(300)}), one({"default": nested_lists(200)})),
)  # fmt: skip
