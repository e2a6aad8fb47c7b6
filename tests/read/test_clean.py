"""The fast lane of the reader reads as the close look does, or leaves a schema to it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from leanschema.errors import InvalidToolSchema
from leanschema.json_values import numbers_in
from leanschema.passes.type_keywords import foreign_fields, types_of
from leanschema.passes.type_untyped_nodes import is_untyped
from leanschema.read.any_dialect import read_any_dialect, read_closely
from leanschema.read.clean import read_clean
from leanschema.read.keywords import KEYWORDS
from leanschema.read.presence import FIELD_BITS, LIST_OF_TYPES, TYPE_BITS
from leanschema.read.rare import (
    BARE_LIST,
    BARE_OBJECT,
    FOREIGN,
    LARGE_NUMBER,
    LONG,
    ODD_ENUM,
    ODD_NAME,
    ODD_UNION,
    TYPED_MAP,
    UNKNOWN_REQUIRED,
    UNTYPED,
)
from leanschema.schema import ABSENT, JsonSchema
from tests.lower.shapes import ROOTS

# A value that each keyword may hold, and what people write there.
RIGHT: dict[str, Any] = {
    "type": "object",
    "title": "A title",
    "description": "Words",
    "enum": [*"abcdefghijkl"],
    "const": 1.5,
    "default": None,
    "examples": ["a", 1, None],
    "format": "date",
    "pattern": "^a",
    "minLength": 1,
    "maxLength": 2**62,
    "minimum": -1.5,
    "exclusiveMinimum": 0,
    "maximum": 10**30,
    "exclusiveMaximum": 1e300,
    "multipleOf": 0.5,
    "contentEncoding": "base64",
    "contentMediaType": "text/plain",
    "items": {"type": "string"},
    "prefixItems": [{"type": "string"}, {"type": "integer", "minimum": 1}],
    "contains": {"type": "string"},
    "minContains": 0,
    "maxContains": 2,
    "minItems": 1,
    "maxItems": 3,
    "uniqueItems": True,
    "unevaluatedItems": False,
    "properties": {"type": {"type": "array", "items": {}}, "a": {"type": ["string", "null"]}},
    "required": ["a", "type"],
    "additionalProperties": {"type": "string"},
    "patternProperties": {"^x": {"description": "Any"}},
    "propertyNames": {"pattern": "^[a-z]"},
    "minProperties": 0,
    "maxProperties": 9,
    "unevaluatedProperties": True,
    "anyOf": [{"required": ["a"]}, {"required": []}],
    "oneOf": [{"type": "object"}],
    "allOf": [{"properties": {}}],
    "not": {"type": "null"},
    "if": {"properties": {"a": {"const": "x"}}},
    "then": {"minProperties": 1},
    "else": {},
    "readOnly": False,
    "writeOnly": True,
    "deprecated": True,
}
ODD: list[Any] = [
    None, True, False, 0, -1, 5.0, 2**70, 10**5_000, 1e308, math.nan, math.inf, "", "any", "dict",
    "\ud800", [], {}, [{}], [True], ["a", "a"], ["string"], ["string", "string"], ["integer", "null"],
    [1, True], [1.5, None], [[1]], [{"a": 1}], {"a": 1}, {"a": True}, {"a": {}}, {"a": None}, {1: {}},
    {"required": ["a"]}, {"a": {"required": True}}, {"$ref": "#"}, ("a", "b"), {"a"}, object(),
]  # fmt: skip
WORDS = [*RIGHT, "$schema", "$ref", "$id", "$defs", "nullable", "additionalItems", "x-own", "id"]


def nodes() -> st.SearchStrategy[Any]:
    """Draw nodes of any keywords, most with a right value, and others inside them."""
    right = st.sampled_from(list(RIGHT.items()))
    odd = st.tuples(st.sampled_from([*WORDS, *KEYWORDS]), st.sampled_from(ODD))
    flat = st.lists(st.one_of(right, right, right, right, odd), max_size=5).map(dict)
    table = st.dictionaries(st.sampled_from(["a", "type", "é"]), flat, max_size=3)
    return st.builds(lambda node, inner: {**node, "properties": inner}, flat, table)


def bits_in(root: JsonSchema) -> int:
    """Note what occurs in a tree, node by node."""
    bits, pending = 0, [root]
    while pending:
        node = pending.pop()
        kind = node.type
        bits |= LIST_OF_TYPES if isinstance(kind, tuple) else TYPE_BITS[kind]
        for field, bit in FIELD_BITS.items():
            bits |= 0 if getattr(node, field) is ABSENT[field] else bit
        pending.extend(child for _, child in node.children())
    return bits


def rare_in(root: JsonSchema) -> int:
    """Note what is rare in a tree, as rare.py says it in words."""
    bits, pending = 0, [root]
    while pending:
        node = pending.pop()
        values = [getattr(node, field) for field in FIELD_BITS]
        plain = [value for value in values if not isinstance(value, (JsonSchema, dict))]
        numbers = numbers_in([[v] for v in plain if v is not UNSET])
        bits |= LARGE_NUMBER if any(abs(number) > 2**30 for number in numbers) else 0
        names = list(node.properties or ())
        named = [*names, *(node.required or ())]
        is_simple = all(name.isidentifier() and name.isascii() and len(name) < 65 for name in named)
        is_simple = is_simple and not {"anyOf", "required", "additionalProperties"} & set(named)
        bits |= 0 if is_simple else ODD_NAME
        if node.enum_ is not None:
            texts = all(isinstance(value, str) and value for value in node.enum_)
            bits |= 0 if texts and node.type == "string" else ODD_ENUM
        if node.required is not None:
            known = node.required and set(node.required) <= set(names)
            bits |= 0 if known else UNKNOWN_REQUIRED
        for branches in (node.anyOf, node.oneOf):
            kinds = [one.type for one in branches or () if one.anyOf is None]
            is_plain = branches is None or (
                len(set(kinds)) == len(branches) > 1 and all(isinstance(k, str) for k in kinds)
            )
            bits |= 0 if is_plain else ODD_UNION
        lists = (node.enum_, node.anyOf, node.oneOf)
        bits |= LONG if any(len(one or ()) > 10 for one in lists) else 0
        bits |= types_in(node)
        pending.extend(child for _, child in node.children())
    return bits


def types_in(node: JsonSchema) -> int:
    """Note what is rare in what a node says of types."""
    bits = UNTYPED if is_untyped(node) else 0
    types = types_of(node)
    if types and foreign_fields(node, types):
        bits |= FOREIGN
    if "array" in types and node.items is None:
        bits |= BARE_LIST
    if "object" in types and not node.properties:
        bits |= BARE_OBJECT
    maps = (node.additionalProperties, node.unevaluatedProperties, node.unevaluatedItems)
    return bits | (TYPED_MAP if any(isinstance(one, JsonSchema) for one in maps) else 0)


def levels_in(node: JsonSchema, level: int = 1) -> int:
    """Count the nodes that stand in one another, down to one that holds others or names them."""
    inner = [levels_in(child, level + 1) for _, child in node.children()]
    return max([level if inner or node.required or node.properties else 1, *inner])


def names_in(root: JsonSchema) -> int:
    """Count the properties of a tree, with those that only `required` names."""
    count, pending = 0, [root]
    while pending:
        node = pending.pop()
        count += len({*(node.properties or ()), *(node.required or ())})
        pending.extend(child for _, child in node.children())
    return count


def agrees(document: Any) -> bool:
    """Tell whether the fast lane takes a document; it must read what the close look reads."""
    clean = read_clean(document)
    if clean is None:
        return False
    closely = read_closely(document)

    assert repr(closely.schema) == repr(clean.schema)
    assert replace(closely, seen=clean.seen) == clean
    for reading in (clean, closely):
        assert (bits_in(clean.schema) | rare_in(clean.schema)) & ~reading.seen == 0
        assert levels_in(clean.schema) <= reading.deepest
        assert names_in(clean.schema) <= reading.names
    return True


@settings(max_examples=600)
@given(st.one_of(nodes(), nodes().map(lambda node: {**node, "type": "object"}), ROOTS))
def test_both_looks_read_the_same(document: Any) -> None:
    event(f"clean: {agrees(document)}")


@pytest.mark.parametrize("keyword", RIGHT)
def test_each_keyword_is_clean_where_it_holds_what_it_should(keyword: str) -> None:
    inner = {keyword: RIGHT[keyword]}

    assert agrees({"type": "object", "properties": {"a": inner, "b": {"type": "string"}}})
    assert agrees({"type": "object", "$schema": "urn:x", "properties": {"a": inner}})
    assert agrees(inner if keyword == "type" else {"type": "object", **inner}) == (
        keyword != "enum"
    )


@pytest.mark.parametrize("keyword", [*WORDS, "nullable", "dependencies", "definitions"])
def test_whatever_a_keyword_holds_both_looks_agree(keyword: str) -> None:
    for odd in ODD:
        for kind in ("object", "string"):
            agrees({"type": "object", "properties": {"a": {"type": kind, keyword: odd}}})
        try:
            agrees({"type": "object", keyword: odd})
            agrees({keyword: odd})
        except InvalidToolSchema:
            pass


@pytest.mark.parametrize(
    "document",
    [
        {"type": "object", "properties": {"a": {"type": "string", "enum": ["a", "a"]}}},
        {"type": "object", "properties": {"a": {"type": "integer", "enum": ["a"]}}},
        {"type": "object", "required": ["a", "a"]},
        {"type": "object", "additionalProperties": {}},
        {"type": "object", "description": None},
        {"type": "object", "properties": {"a": {"type": ["string"]}}},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
        {"type": "object", "properties": {"a": {"default": []}}},
        {"type": "string"},
    ],
    ids=str,
)
def test_what_has_a_second_meaning_is_left_to_the_close_look(document: Any) -> None:
    assert not agrees(document)


def test_a_root_of_another_languages_type_is_a_fault_of_a_strict_reading() -> None:
    document = {"type": "dict", "properties": {"a": {"type": "string"}}}

    assert agrees(document)
    with pytest.raises(InvalidToolSchema, match="not a type name of JSON Schema"):
        read_any_dialect(document, strict=True)


def test_a_graph_that_doubles_at_each_step_is_left_alone_at_once() -> None:
    node: dict[str, Any] = {"type": "object"}
    for _ in range(64):
        node = {"type": "object", "properties": {"a": node, "b": node}}

    assert read_clean(node) is None
