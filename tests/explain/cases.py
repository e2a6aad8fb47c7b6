"""What differs, case by case: two schemas, and what `explain` says of them.

A change is written as (pointer, keyword, before, after, law); GONE stands for absent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import UNSET as GONE

Said = tuple[str, str, Any, Any, str]


class Case(NamedTuple):
    title: str
    before: Any
    after: Any
    said: tuple[Said, ...]
    why: str


TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
NULL = {"type": "null"}
USER = {"type": "object", "properties": {"name": {"type": "string", "description": "Who"}}}
BARE_USER = {"type": "object", "properties": {"name": {"type": "string"}}}

CASES = (
    Case(
        "a limit is dropped",
        {"type": "string", "maxLength": 9},
        {"type": "string"},
        (("", "maxLength", 9, GONE, "widens"),),
        "an assertion that is gone refuses nothing",
    ),
    Case(
        "a limit is added",
        {"properties": {"a/b": {}}},
        {"properties": {"a/b": {"minLength": 1}}},
        (("/properties/a~1b", "minLength", GONE, 1, "narrows"),),
        "the pointer is that of the node",
    ),
    Case(
        "a limit that says nothing is dropped",
        {"minLength": 0, "uniqueItems": False, "required": [], "additionalProperties": True},
        {},
        (
            ("", "minLength", 0, GONE, "exact"),
            ("", "uniqueItems", False, GONE, "exact"),
            ("", "required", [], GONE, "exact"),
            ("", "additionalProperties", True, GONE, "exact"),
        ),
        "they are the defaults of JSON Schema",
    ),
    Case(
        "annotations",
        {"title": "T", "description": "D", "default": None, "format": "uri", "x-order": 1},
        {"description": "d"},
        (
            ("", "title", "T", GONE, "exact"),
            ("", "description", "D", "d", "exact"),
            ("", "default", None, GONE, "exact"),
            ("", "format", "uri", GONE, "exact"),
            ("", "x-order", 1, GONE, "exact"),
        ),
        "they refuse no value; null is not absent",
    ),
    Case(
        "bounds",
        {"maximum": 9, "minimum": 1, "exclusiveMinimum": 0, "maxLength": 5, "multipleOf": 4},
        {"maximum": 8, "minimum": 0, "exclusiveMinimum": -1, "maxLength": 6, "multipleOf": 2},
        (
            ("", "maximum", 9, 8, "narrows"),
            ("", "minimum", 1, 0, "widens"),
            ("", "exclusiveMinimum", 0, -1, "widens"),
            ("", "maxLength", 5, 6, "widens"),
            ("", "multipleOf", 4, 2, "widens"),
        ),
        "both lower bounds are judged together",
    ),
    Case(
        "a bound of draft-04",
        {"minimum": 5, "exclusiveMinimum": True},
        {"exclusiveMinimum": 5},
        (("", "minimum", 5, GONE, "exact"), ("", "exclusiveMinimum", True, 5, "exact")),
        "the same bound in two spellings",
    ),
    Case(
        "enums and constants",
        {"properties": {"a": {"const": 1}, "b": {"enum": [1, 2]}, "c": {"enum": [1, 2]}}},
        {
            "properties": {
                "a": {"enum": [1]},
                "b": {"enum": [2, True, 1]},
                "c": {"enum": ["1", "2"]},
            }
        },
        (
            ("/properties/a", "const", 1, GONE, "exact"),
            ("/properties/a", "enum", GONE, [1], "exact"),
            ("/properties/b", "enum", [1, 2], [2, True, 1], "widens"),
            ("/properties/c", "enum", [1, 2], ["1", "2"], "narrows"),
        ),
        "a superset widens; other values refuse those that were",
    ),
    Case(
        "types",
        {"properties": {"a": TEXT, "b": WHOLE, "c": {"type": "string", "nullable": True}}},
        {
            "properties": {
                "a": {"type": ["string", "null"]},
                "b": {"type": "number"},
                "c": {"type": ["string", "null"]},
            }
        },
        (
            ("/properties/a", "type", "string", ["string", "null"], "widens"),
            ("/properties/b", "type", "integer", "number", "widens"),
            ("/properties/c", "type", "string", ["string", "null"], "exact"),
            ("/properties/c", "nullable", True, GONE, "exact"),
        ),
        "a number may be an integer; nullable is a type",
    ),
    Case(
        "a type that the values say",
        {"enum": ["a", "b"]},
        {"type": "string", "enum": ["a", "b"]},
        (("", "type", GONE, "string", "exact"),),
        "every member is text",
    ),
    Case(
        "required",
        {"required": ["a", "b"]},
        {"required": ["b"]},
        (("", "required", ["a", "b"], ["b"], "widens"),),
        "fewer names, more values",
    ),
    Case(
        "properties in another order",
        {"properties": {"a": TEXT, "b": WHOLE}},
        {"properties": {"b": WHOLE, "a": TEXT}},
        (),
        "the order of keys is no difference",
    ),
    Case(
        "a property is dropped from an open object, and from a closed one",
        {
            "allOf": [
                {"properties": {"a": TEXT}},
                {"properties": {"b": TEXT}, "additionalProperties": False},
            ]
        },
        {"allOf": [{"properties": {}}, {"properties": {}, "additionalProperties": False}]},
        (
            ("/allOf/0/properties/a", "", TEXT, GONE, "widens"),
            ("/allOf/1/properties/b", "", TEXT, GONE, "narrows"),
        ),
        "the closed one refuses it now",
    ),
    Case(
        "a property is added",
        {"properties": {"a": TEXT}},
        {"properties": {"a": TEXT, "b": WHOLE}},
        (("", "properties", GONE, {"b": WHOLE}, "narrows"),),
        "the nearest node of the schema before, and the new ones alone",
    ),
    Case(
        "a boolean schema",
        {"properties": {"a": True, "b": False, "c": True}},
        {"properties": {"a": {}, "b": {"not": {}}, "c": TEXT}},
        (
            ("/properties/a", "", True, {}, "exact"),
            ("/properties/b", "", False, {"not": {}}, "exact"),
            ("/properties/c", "", True, TEXT, "narrows"),
        ),
        "true is {}, false is its opposite",
    ),
    Case(
        "the table of definitions has another name",
        {"properties": {"a": {"$ref": "#/definitions/U"}}, "definitions": {"U": USER}},
        {"properties": {"a": {"$ref": "#/$defs/U"}}, "$defs": {"U": BARE_USER}},
        (
            ("", "definitions", {"U": USER}, GONE, "exact"),
            ("", "$defs", GONE, {"U": BARE_USER}, "exact"),
            ("/properties/a", "$ref", "#/definitions/U", "#/$defs/U", "exact"),
            ("/definitions/U/properties/name", "description", "Who", GONE, "exact"),
        ),
        "the definition is compared with its counterpart, once",
    ),
    Case(
        "a definition is inlined twice",
        {
            "properties": {
                "a": {"$ref": "#/$defs/U"},
                "b": {"$ref": "#/$defs/U", "description": "B"},
            },
            "$defs": {"U": USER},
        },
        {"properties": {"a": BARE_USER, "b": {**BARE_USER, "description": "B"}}},
        (
            ("", "$defs", {"U": USER}, GONE, "exact"),
            ("/properties/a", "$ref", "#/$defs/U", GONE, "exact"),
            ("/$defs/U/properties/name", "description", "Who", GONE, "exact"),
            ("/properties/b", "$ref", "#/$defs/U", GONE, "exact"),
        ),
        "what the copies lost is said once, where it was written",
    ),
    Case(
        "a reference is cut",
        {"properties": {"a": {"$ref": "#/$defs/U"}}, "$defs": {"U": USER}},
        {"properties": {"a": {}}},
        (
            ("", "$defs", {"U": USER}, GONE, "exact"),
            ("/properties/a", "$ref", "#/$defs/U", GONE, "widens"),
        ),
        "nothing of the definition is left",
    ),
    Case(
        "a definition that is nothing but itself",
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}},
        {"type": "string", "$defs": {"A": {"$ref": "#/$defs/A"}}},
        (
            ("", "$ref", "#/$defs/A", GONE, "exact"),
            ("/$defs/A", "$ref", "#/$defs/A", GONE, "narrows"),
        ),
        "nobody knows what it accepts",
    ),
    Case(
        "an inline schema becomes a definition",
        {"properties": {"a": USER}},
        {"properties": {"a": {"$ref": "#/$defs/U"}}, "$defs": {"U": BARE_USER}},
        (
            ("", "$defs", GONE, {"U": BARE_USER}, "exact"),
            ("/properties/a", "$ref", GONE, "#/$defs/U", "exact"),
            ("/properties/a/properties/name", "description", "Who", GONE, "exact"),
        ),
        "the way of inlining, backwards",
    ),
    Case(
        "a union that excludes becomes one that does not",
        {"oneOf": [TEXT, {"type": "integer", "title": "N"}]},
        {"anyOf": [TEXT, WHOLE]},
        (
            ("", "oneOf", [TEXT, {"type": "integer", "title": "N"}], GONE, "widens"),
            ("", "anyOf", GONE, [TEXT, WHOLE], "exact"),
            ("/oneOf/1", "title", "N", GONE, "exact"),
        ),
        "the branches are compared as if nothing were",
    ),
    Case(
        "branches in another order, one of them gone",
        {"anyOf": [TEXT, WHOLE, USER]},
        {"anyOf": [USER, TEXT]},
        (
            ("", "anyOf", [TEXT, WHOLE, USER], [USER, TEXT], "exact"),
            ("/anyOf/1", "", WHOLE, GONE, "narrows"),
        ),
        "matched by what they are, not by where they stand",
    ),
    Case(
        "tagged branches",
        {
            "anyOf": [
                {"properties": {"k": {"const": t}, "v": {"type": "string", "title": t}}}
                for t in "ab"
            ]
        },
        {"anyOf": [{"properties": {"k": {"const": t}, "v": TEXT}} for t in "ba"]},
        (
            (
                "",
                "anyOf",
                [
                    {"properties": {"k": {"const": t}, "v": {"type": "string", "title": t}}}
                    for t in "ab"
                ],
                [{"properties": {"k": {"const": t}, "v": TEXT}} for t in "ba"],
                "exact",
            ),
            ("/anyOf/0/properties/v", "title", "a", GONE, "exact"),
            ("/anyOf/1/properties/v", "title", "b", GONE, "exact"),
        ),
        "the tag tells which is which",
    ),
    Case(
        "a nullable union is written in place",
        {"anyOf": [{"type": "string", "maxLength": 3}, NULL], "title": "T"},
        {"type": ["string", "null"], "title": "T"},
        (
            ("", "anyOf", [{"type": "string", "maxLength": 3}, NULL], GONE, "exact"),
            ("/anyOf/0", "maxLength", 3, GONE, "widens"),
        ),
        "null in another spelling",
    ),
    Case(
        "a tuple of draft-07",
        {"items": [TEXT], "additionalItems": WHOLE},
        {"prefixItems": [TEXT], "items": {"type": "number"}},
        (
            ("", "items", [TEXT], {"type": "number"}, "exact"),
            ("", "prefixItems", GONE, [TEXT], "exact"),
            ("", "additionalItems", WHOLE, GONE, "exact"),
            ("/additionalItems", "type", "integer", "number", "widens"),
        ),
        "the words have changed places",
    ),
    Case(
        "no schemas at all",
        "string",
        ["string"],
        (("", "", "string", ["string"], "narrows"),),
        "nothing certain can be said, so nobody may rely on it",
    ),
)
