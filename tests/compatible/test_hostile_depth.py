"""Input nested 100,000 deep ends in a result that encodes or in InvalidToolSchema, and soon."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import leanschema
from leanschema import JsonSchema
from tests.compatible.hostile import PARSERS, TEXT_PARSERS, assert_ends_well

LEVELS = 100_000

# What goes before each level and after it.

DEEP: dict[str, tuple[str, str]] = {
    "properties": ('{"type":"object","properties":{"a":', "}}"),
    "items": ('{"items":', "}"),
    "a list of items": ('{"items":[', "]}"),
    "prefixItems": ('{"prefixItems":[', "]}"),
    "anyOf": ('{"anyOf":[', "]}"),
    "additionalProperties": ('{"additionalProperties":', "}"),
    "$defs": ('{"$ref":"#/$defs/a","$defs":{"a":', "}}"),
    "definitions": ('{"$ref":"#/definitions/a","definitions":{"a":', "}}"),
    "enum": ('{"enum":[', "]}"),
    "const": ('{"const":', "}"),
    "a dropped keyword": ('{"type":"string","not":', "}"),
}
LITERALS: dict[str, tuple[str, str]] = {
    "enum": ('{"enum":[', "]}"),
    "const": ('{"const":', "}"),
    "type": ('{"type":', "}"),
    "required": ('{"required":', "}"),
    "description": ('{"type":"string","description":', "}"),
    "dropped": ('{"type":"string","default":', "}"),
    "dropped in a definition": ('{"$ref":"#/$defs/A","$defs":{"A":{"type":"string","not":', "}}}"),
}


def deep_object(before: str, after: str, innermost: Any = None) -> Any:
    """Build what the text `before * LEVELS + {} + after * LEVELS` says, without recursion."""
    value: Any = {} if innermost is None else innermost
    for _ in range(LEVELS):
        level = json.loads(f'{before}"HOLE"{after}')
        put(level, value)
        value = level
    return value


def put(level: Any, value: Any) -> None:
    """Put a value in the place of the only hole."""
    while True:
        places = level.items() if isinstance(level, dict) else enumerate(level)
        for key, child in list(places):
            if child == "HOLE":
                level[key] = value
                return
            if isinstance(child, dict | list):
                level = child
                break


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("place", DEEP)
def test_deep_schemas_as_objects(place: str, parse: Callable[[Any], JsonSchema]) -> None:
    assert_ends_well(parse, deep_object(*DEEP[place]))


@pytest.mark.parametrize("parse", TEXT_PARSERS)
@pytest.mark.parametrize("place", DEEP)
def test_deep_schemas_as_text(place: str, parse: Callable[[bytes], JsonSchema]) -> None:
    before, after = DEEP[place]
    assert_ends_well(parse, f"{before * LEVELS}{{}}{after * LEVELS}".encode())


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("place", LITERALS)
@pytest.mark.parametrize("level", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_deep_literals_as_objects(
    level: tuple[str, str], place: str, parse: Callable[[Any], JsonSchema]
) -> None:
    before, after = LITERALS[place]
    root = json.loads(f'{before}"HOLE"{after}')
    put(root, deep_object(*level))
    assert_ends_well(parse, root)


@pytest.mark.parametrize("parse", TEXT_PARSERS)
@pytest.mark.parametrize("place", LITERALS)
@pytest.mark.parametrize("level", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_deep_literals_as_text(
    level: tuple[str, str], place: str, parse: Callable[[bytes], JsonSchema]
) -> None:
    (before, after), (opened, closed) = LITERALS[place], level
    assert_ends_well(parse, f"{before}{opened * LEVELS}1{closed * LEVELS}{after}".encode())


def test_a_schema_of_ordinary_depth_is_accepted() -> None:
    schema: Any = {"type": "string"}
    for _ in range(60):
        schema = {"type": "array", "items": schema}
    assert schema == leanschema.parse_tool_input_schema(schema).to_dict()
