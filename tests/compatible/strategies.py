"""Tool input schemas aimed at the rules of the compatible door, and near misses.

Few names, so that references hit; one or two planted faults, so that most schemas are accepted;
padding measured by the naive rendering, so that sizes fall on both sides of the budget.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st

from tests.compatible.naive import TABLES, TYPES, escaped, naive_sizes

Schemas = st.SearchStrategy[Any]

NAMES = (
    "A",
    "B",
    "a/b",
    "a~b",
    "~1",
    "x%y",
    "é",
    "日本語",
    "😀",
    "",
    " ",
    "$ref",
    "$defs",
    "description",
)
UNKNOWN_TYPES = ("any", "String", "", "file")
ODD_REFERENCES = (
    "",
    "#",
    "#/",
    "#A",
    "##/$defs/A",
    "/$defs/A",
    "$defs/A",
    "#/$defs",
    "#/$defs/",
    "#/$DEFS/A",
    "#/$defs/Missing",
    "#/$defs/A?x=1",
    "#/$defs/A#",
    "#/$defs/%41",
    "#%2F$defs%2FA",
    "#%2f%24defs%2fA",
    "#/%24defs/B",
    "#/$defs/a%2Fb",
    "#/$defs/a%7E1b",
    "#/$defs/a%7e0b",
    "#/$defs/%FF",
    "#/$defs/%C3",
    "#/$defs/A%4",
    "#/$defs/%zzA",
    "#/%2524defs/A",
    "#/$defs/~",
    "#/$defs/A/~2",
    "#/$defs/A/x~",
    "#/properties/a",
    "#/properties/a/$defs/A",
    "https://example.com/s.json#/$defs/A",
)
SUFFIXES = ("", "", "", "/", "/properties/a", "/items", "/anyOf/0", "/properties/a~1b", "/%7E2")
TEXTS = ("", "a", "words and more words", 'q"\\ / \n', "日本語の説明", "\u2028\x7f")
LITERALS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    0.0,
    "a",
    "é",
    [],
    {},
    [1, [True]],
    {"description": "d"},
)
PRESENCES = (
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "title",
    "default",
)
HOLDERS = ("allOf", "oneOf", "not", "if", "contains", "patternProperties", "examples", "x-extra")
KEPT = (
    "$ref",
    "type",
    "description",
    "enum",
    "items",
    "properties",
    "required",
    "additionalProperties",
    "anyOf",
    "$defs",
    "definitions",
)
LEAF_KEYS = ("$ref", "type", "type", "description", "enum", "const", "required", *PRESENCES)
NEST_KEYS = (
    "items",
    "properties",
    "additionalProperties",
    "anyOf",
    "prefixItems",
    *TABLES,
    *HOLDERS,
)
JUNK: tuple[Any, ...] = (
    0,
    1.5,
    True,
    "text",
    [],
    {},
    [1],
    ["a"],
    {"a": 1},
    [None],
    [{"type": "string"}],
)

names = st.sampled_from(NAMES)
# A copy for each draw, since faults are planted in place.
junk = st.sampled_from(JUNK).map(copy.deepcopy)
literals = st.one_of(
    st.sampled_from(LITERALS).map(copy.deepcopy),
    st.sampled_from(ODD_REFERENCES).map(lambda text: {"$ref": text}),
)
type_names = st.sampled_from((*TYPES, *TYPES, *UNKNOWN_TYPES, None, 3))
repeated_types = st.lists(st.sampled_from(("string", "null")), min_size=2, max_size=3)
types = st.one_of(
    st.sampled_from(TYPES),
    st.sampled_from(UNKNOWN_TYPES),
    st.lists(type_names, max_size=3),
    repeated_types,
)


@st.composite
def spelled_references(draw: st.DrawFn) -> str:
    """A pointer to an entry of a root table, spelled in one of the ways that a URI allows."""
    name = escaped(draw(names))
    safe = draw(st.sampled_from(("$~/%é日本語😀 ", "$~", "")))
    table = quote(draw(st.sampled_from(TABLES)), safe=safe)
    return f"#/{table}/{quote(name, safe=safe)}{draw(st.sampled_from(SUFFIXES))}"


references = st.one_of(
    spelled_references(), spelled_references(), st.sampled_from(ODD_REFERENCES)
)  # fmt: skip


def value_of(key: str, depth: int) -> Schemas:
    """Values of the right shape for a keyword."""
    inner = nodes(depth - 1)
    tables = st.dictionaries(names, inner, max_size=3)
    lists = st.lists(inner, max_size=3)
    shapes: dict[str, Schemas] = {
        "$ref": references,
        "type": types,
        "description": st.sampled_from(TEXTS),
        "enum": st.lists(literals, max_size=3),
        "const": literals,
        "required": st.lists(names, max_size=2),
        "properties": tables,
        "patternProperties": tables,
        "$defs": st.one_of(tables, tables, junk),
        "definitions": st.one_of(tables, tables, junk),
        "items": inner,
        "not": inner,
        "additionalProperties": st.one_of(st.booleans(), inner),
        "anyOf": lists,
        "prefixItems": st.one_of(lists, junk),
        "allOf": lists,
        "oneOf": lists,
    }
    return shapes.get(key, literals if depth < 1 else st.one_of(literals, inner))


@st.composite
def nodes(draw: st.DrawFn, depth: int) -> Any:
    """A node of the right shape, up to four keywords wide."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.booleans())
    keys = LEAF_KEYS if depth < 1 else (*LEAF_KEYS, *NEST_KEYS, *NEST_KEYS)
    chosen = draw(st.lists(st.sampled_from(keys), unique=True, max_size=4))
    return {key: draw(value_of(key, depth)) for key in chosen}


@st.composite
def roots(draw: st.DrawFn) -> dict[str, Any]:
    """A tool's root: mostly an object with properties and a table or two beside them."""
    drawn = draw(nodes(0))
    root = {"properties": draw(value_of("properties", 2))} | (
        {} if drawn in (True, False) else drawn
    )
    for table in TABLES:
        if draw(st.booleans()):
            root[table] = draw(value_of(table, 2))
    if draw(st.integers(0, 9)):
        root["type"] = "object"
    return root


@st.composite
def faulty(draw: st.DrawFn) -> Any:
    """A root with one or two kept keywords turned to null or to another shape."""
    root = draw(roots())
    for _ in range(draw(st.integers(1, 2))):
        node = draw(st.sampled_from(list(objects_in(root))))
        node[draw(st.sampled_from(KEPT))] = draw(st.one_of(st.none(), st.none(), junk))
    return root


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from objects_in(child)


@st.composite
def chains(draw: st.DrawFn) -> dict[str, Any]:
    """Definitions that reach one another through kept and dropped keywords, cycles included."""
    table = draw(st.sampled_from(TABLES))
    held = draw(st.lists(names, unique=True, min_size=2, max_size=4))
    targets = st.sampled_from(held).map(lambda name: f"#/{table}/{escaped(name)}")
    ending = draw(st.sampled_from(("", "", "/items", "/~2", "/x~")))
    definitions = st.one_of(links(targets), links(targets), links(references), nodes(1))
    return {
        "type": "object",
        "properties": {"p": {"$ref": draw(targets) + ending}, "q": draw(links(references))},
        table: {name: draw(definitions) for name in held},
    }


@st.composite
def links(draw: st.DrawFn, targets: st.SearchStrategy[str]) -> Any:
    """A node that refers to a definition, from one keyword or another, kept or dropped."""
    target: dict[str, Any] = {"$ref": draw(targets)}
    key = draw(st.sampled_from((None, None, *NEST_KEYS, "enum", "const", "default")))
    if key is None:
        return draw(st.sampled_from((target, target, {**target, "type": draw(types)})))
    if key in ("properties", "patternProperties", *TABLES):
        return {"type": "string", key: {draw(names): target}}
    listed = key in ("anyOf", "allOf", "oneOf", "prefixItems", "enum")
    kind = draw(st.sampled_from((*TYPES, "unknown")))
    return {"type": kind, key: [target] if listed else target}


# What fills a schema up to the budget: a description that the first pass drops, a definition
# that the second drops, a nested literal that the third drops, a literal that none drops.
def padding(place: str, text: str) -> dict[str, Any]:
    remote = {"$ref": "https://example.com/s.json"}
    pads: dict[str, dict[str, Any]] = {
        "described": {"type": "string", "description": text},
        "defined": {"$ref": "#/$defs/Pad"},
        "nested": {"type": "object", "properties": {"n": {"items": {"enum": [text]}}, "r": remote}},
        "flat": {"enum": [text]},
    }
    return pads[place]


@st.composite
def large(draw: st.DrawFn) -> dict[str, Any]:
    """A root filled up so that its size, or its size after some pass, is about the budget."""
    root: dict[str, Any] = draw(st.one_of(roots(), chains()))
    places = draw(st.permutations(("described", "defined", "nested")))[: draw(st.integers(1, 3))]
    if draw(st.integers(0, 9)) == 0:
        places.insert(0, "flat")
    for place in places:
        fill(root, place, 0)
    over = draw(st.sampled_from((-40, -1, 0, 1, 40, 900, 900, 900)))
    fill(root, places[0], max(0, 4000 + over - (naive_sizes(root)[0] or 0)))
    for place in places[1:]:
        fill(root, place, draw(st.sampled_from((0, 300, 4100))))
    return root


def fill(root: dict[str, Any], place: str, length: int) -> None:
    root["type"] = "object"
    if not isinstance(root.get("properties"), dict):
        root["properties"] = {}
    root["properties"][f"pad {place}"] = padding(place, "x" * length)
    if place == "defined":
        if not isinstance(root.get("$defs"), dict):
            root["$defs"] = {}
        root["$defs"]["Pad"] = {"enum": ["x" * length]}


anything = st.one_of(junk, literals, st.lists(nodes(0), max_size=2))
small = st.one_of(roots(), roots(), chains(), chains(), faulty(), nodes(2), nodes(3))
schemas: Schemas = st.one_of(small, small, small, large(), large(), large(), large(), anything)
