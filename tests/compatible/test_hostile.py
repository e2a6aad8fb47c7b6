"""Hostile input ends in a result that encodes or in InvalidToolSchema, and soon."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import leanschema
from leanschema import InvalidToolSchema, JsonSchema
from tests.compatible.hostile import PARSERS, TEXT_PARSERS, assert_ends_well

TEXT = {"type": "string"}

# Large


@pytest.mark.parametrize("parse", PARSERS)
def test_a_description_of_ten_megabytes(parse: Callable[[Any], JsonSchema]) -> None:
    value = {"type": "object", "properties": {"a": {**TEXT, "description": "é" * 5_000_000}}}
    assert assert_ends_well(parse, value) is not None
    assert {"type": "object", "properties": {"a": TEXT}} == (
        leanschema.parse_tool_input_schema(value).to_dict()
    )


@pytest.mark.parametrize("parse", PARSERS)
def test_a_million_enum_values(parse: Callable[[Any], JsonSchema]) -> None:
    assert assert_ends_well(parse, {"enum": list(range(1_000_000))}) is not None


@pytest.mark.parametrize("parse", TEXT_PARSERS)
def test_a_million_enum_values_as_text(parse: Callable[[bytes], JsonSchema]) -> None:
    text = json.dumps({"enum": list(range(1_000_000))}).encode()
    assert assert_ends_well(parse, text) is not None


@pytest.mark.parametrize("parse", PARSERS)
def test_fifty_thousand_definitions_in_a_row(parse: Callable[[Any], JsonSchema]) -> None:
    table = {f"D{n}": {"$ref": f"#/$defs/D{n + 1}"} for n in range(50_000)}
    assert assert_ends_well(parse, {"$ref": "#/$defs/D0", "$defs": table}) is not None


# Python objects that no JSON text says


def cyclic(place: str) -> Any:
    ring: dict[str, Any] = {"type": "object"}
    ring["properties"] = {"a": ring}
    endless: list[Any] = []
    endless.append(endless)
    looped: dict[str, Any] = {"type": "string"}
    looped["not"] = looped
    return {
        "properties": ring,
        "items": {"type": "array", "items": ring},
        "root table": {"$ref": "#/$defs/A", "$defs": {"A": ring}},
        "enum": {"enum": endless},
        "const": {"const": endless},
        "type": {"type": endless},
        "required": {"type": "object", "required": endless},
        "dropped": looped,
        "dropped in a reached definition": {"$ref": "#/$defs/A", "$defs": {"A": looped}},
        "enum in a reached definition": {"$ref": "#/$defs/A", "$defs": {"A": {"enum": endless}}},
    }[place]


CYCLES = (
    "properties",
    "items",
    "root table",
    "enum",
    "const",
    "type",
    "required",
    "dropped",
    "dropped in a reached definition",
    "enum in a reached definition",
)


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("place", CYCLES)
def test_cycles(place: str, parse: Callable[[Any], JsonSchema]) -> None:
    assert_ends_well(parse, cyclic(place))


def doubling(place: str) -> Any:
    """100 levels, each holding the one below twice: 2 ** 100 nodes when written out."""
    schema: Any = {"type": "string"}
    for _ in range(100):
        schema = {"properties": {"a": schema, "b": schema}}
    literal: Any = "x"
    for _ in range(100):
        literal = [literal, literal]
    return {
        "properties": schema,
        "table": {"$ref": "#/$defs/A", "$defs": {"A": schema}},
        "unreached table": {"type": "object", "$defs": {"A": schema}},
        "enum": {"enum": literal},
        "const": {"const": literal},
        "dropped": {"type": "string", "not": schema},
        "dropped in a reached definition": {
            "$ref": "#/$defs/A",
            "$defs": {"A": {"type": "string", "not": schema}},
        },
    }[place]


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize(
    "place",
    [
        "properties",
        "table",
        "unreached table",
        "enum",
        "const",
        "dropped",
        "dropped in a reached definition",
    ],
)
def test_what_doubles_at_each_step(place: str, parse: Callable[[Any], JsonSchema]) -> None:
    assert_ends_well(parse, doubling(place))


ODD_LITERALS: tuple[Any, ...] = (
    float("nan"),
    float("inf"),
    -float("inf"),
    "\ud800",
    "a\udfffb",
    2**64,
    -(2**63) - 1,
    10**5000,
    {1, 2},
    object(),
    b"bytes",
    (1, 2),
    {1: "a"},
    {None: "a"},
    {"\ud800": 1},
    1j,
    range(3),
    Ellipsis,
)
PLACES: dict[str, Callable[[Any], Any]] = {
    "root": lambda odd: odd,
    "enum": lambda odd: {"enum": [odd]},
    "deep in enum": lambda odd: {"enum": [{"a": [odd]}]},
    "const": lambda odd: {"const": odd},
    "type": lambda odd: {"type": odd},
    "type list": lambda odd: {"type": [odd]},
    "type beside a reference": lambda odd: {"$ref": "#", "type": odd},
    "type list beside a reference": lambda odd: {"$ref": "#", "type": [odd]},
    "description": lambda odd: {"type": "string", "description": odd},
    "reference": lambda odd: {"$ref": odd},
    "required": lambda odd: {"type": "object", "required": [odd]},
    "required itself": lambda odd: {"type": "object", "required": odd},
    "properties": lambda odd: {"properties": odd},
    "property": lambda odd: {"properties": {"a": odd}},
    "items": lambda odd: {"items": odd},
    "anyOf": lambda odd: {"anyOf": odd},
    "branch": lambda odd: {"anyOf": [odd]},
    "prefixItems": lambda odd: {"prefixItems": odd},
    "additionalProperties": lambda odd: {"additionalProperties": odd},
    "table": lambda odd: {"type": "object", "$defs": odd},
    "dropped": lambda odd: {"type": "string", "default": odd},
    "reached definition": lambda odd: {"$ref": "#/$defs/A", "$defs": {"A": odd}},
    "dropped in a reached definition": lambda odd: {
        "$ref": "#/$defs/A",
        "$defs": {"A": {"type": "string", "default": odd}},
    },
}


@pytest.mark.parametrize("place", PLACES)
def test_values_that_json_does_not_have(place: str) -> None:
    for odd in ODD_LITERALS:
        for parse in PARSERS:
            assert_ends_well(parse, PLACES[place](odd))


ODD_NAMES: tuple[Any, ...] = ("\ud800", 1, None, True, 1.5, ("a",), b"a")


@pytest.mark.parametrize("key", ["root", "properties", "$defs", "definitions", "enum", "default"])
def test_keys_that_json_does_not_have(key: str) -> None:
    for name in ODD_NAMES:
        odd: Any = {name: TEXT, "a": TEXT}
        value = (
            odd if key == "root" else {"$ref": "#/$defs/a", key: [odd] if key == "enum" else odd}
        )
        for parse in PARSERS:
            assert_ends_well(parse, value)
            assert_ends_well(parse, {"type": "object", "properties": {"p": value}})


# Text

NOT_JSON = (
    b"",
    b" ",
    b"{",
    b"}",
    b"nul",
    b"NaN",
    b"{'a': 1}",
    b'{"type": "object"',
    b'{"type": "object"}}',
    b'{"type": "object",}',
    b'{"enum": [NaN]}',
    b'{"enum": [Infinity]}',
    b'{"enum": [01]}',
    b'{"description": "\xff"}',
    b'{"description": "\xed\xa0\x80"}',
    b'{"description": "a\nb"}',
    b"\xff\xfe{\x00}\x00",
)
ODD_JSON = (
    b'\xef\xbb\xbf{"type": "object"}',
    b'{"enum": [1e999]}',
    b'{"enum": [-1e999]}',
    b'{"enum": [' + b"9" * 5000 + b"]}",
    b'{"enum": [18446744073709551616, -9223372036854775809]}',
    b'{"enum": ["\\ud800"]}',
    b'{"type": "string", "description": "\\udfff"}',
    b'{"properties": {"\\ud800": {"type": "string"}}}',
    b'{"enum": ["\\u0000"]}',
    b'{"type": "object", "type": "null"}',
    b"null",
    b"1",
    b'"text"',
    b"[]",
    b"[[[]]]",
)


@pytest.mark.parametrize("text", NOT_JSON)
@pytest.mark.parametrize("parse", TEXT_PARSERS)
def test_what_is_no_json_is_refused(parse: Callable[[bytes], JsonSchema], text: bytes) -> None:
    with pytest.raises(InvalidToolSchema):
        parse(text)


@pytest.mark.parametrize("text", ODD_JSON)
@pytest.mark.parametrize("parse", TEXT_PARSERS)
def test_odd_json_ends_well(parse: Callable[[bytes], JsonSchema], text: bytes) -> None:
    assert_ends_well(parse, text)
