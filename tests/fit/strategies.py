"""Schemas aimed at the fitter: long words, long enums, tagged unions, repetition, definitions, and
what makes widening delicate; and values that stand on a schema's edges."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]

NAMES = ("a", "b", "to", "kind", "日本", "x y", "~/")
TAGS = ("move", "drop", "copy")
DEFINITIONS = ("A", "B", "C")
TEXTS = (
    "Short.",
    "a",
    "",
    "Where the thing goes. It may be anywhere, as long as there is room for it there.",
    "One sentence of many words that goes on and on until it could well be cut in two, or three.",
    "日本語の説明、とても長い。二つ目の文もある。三つ目の文もある。",
    'Quoted "words" and \\ slashes\nand lines.\n\n- a list\n- of points',
)
PATTERNS = ("^a", "b$", "^[a-z]+$")


def words(node: Schema) -> st.SearchStrategy[Schema]:
    """Add words to a node, or none."""
    return st.fixed_dictionaries(
        {},
        optional={
            "description": st.sampled_from(TEXTS),
            "title": st.sampled_from(("a", "To", "Something else")),
            "default": st.sampled_from((None, "a", 1)),
            "deprecated": st.booleans(),
        },
    ).map(lambda added: {**added, **node})


def leaves() -> st.SearchStrategy[Schema]:
    strings = st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": st.just(1),
            "maxLength": st.just(3),
            "pattern": st.sampled_from(PATTERNS),
        },
    )
    numbers = st.fixed_dictionaries(
        {"type": st.sampled_from(("integer", "number"))},
        optional={"minimum": st.just(0), "exclusiveMaximum": st.just(3), "multipleOf": st.just(2)},
    )
    enums = st.sampled_from((3, 9, 20)).map(
        lambda n: {"type": "string", "enum": [f"v{i}" for i in range(n)]}
    )
    plain = st.sampled_from(
        (
            {},
            {"type": "boolean"},
            {"type": ["string", "null"]},
            {"const": "v1"},
            {"enum": [1, "v1", None]},
        )
    )
    references = st.sampled_from(DEFINITIONS).map(lambda name: {"$ref": f"#/$defs/{name}"})
    return st.one_of(strings, numbers, enums, plain, references).flatmap(words)  # type: ignore[arg-type]


def objects(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    def closed(node: Schema) -> st.SearchStrategy[Schema]:
        names = sorted(node["properties"])
        extra = st.fixed_dictionaries(
            {},
            optional={
                "required": st.lists(st.sampled_from(names), unique=True) if names else st.just([]),
                "additionalProperties": st.one_of(st.booleans(), inner),
                "minProperties": st.just(1),
            },
        )
        return extra.map(lambda added: {**node, **added})

    tables = st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
    return tables.map(lambda table: {"type": "object", "properties": table}).flatmap(closed)


def tagged(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """A union of objects that a constant tells apart, some of them closed."""

    def branch(tag: str, table: dict[str, Schema], needed: list[str], rest: bool | None) -> Schema:
        node: Schema = {
            "type": "object",
            "properties": {"kind": {"type": "string", "const": tag}, **table},
            "required": ["kind", *(name for name in needed if name in table)],
        }
        return node if rest is None else {**node, "additionalProperties": rest}

    tables = st.dictionaries(st.sampled_from(("a", "b", "to")), inner, max_size=2)
    needed = st.lists(st.sampled_from(("a", "b", "to")), unique=True)
    branches = [
        st.builds(branch, st.just(tag), tables, needed, st.sampled_from((False, False, None)))
        for tag in TAGS
    ]
    return st.tuples(*branches).map(lambda found: {"anyOf": list(found)})


def nests(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    several = st.lists(inner, min_size=1, max_size=3)
    made = st.one_of(
        objects(inner),
        objects(inner),
        tagged(inner),
        inner.map(lambda node: {"type": "array", "items": node, "minItems": 1}),
        several.map(lambda nodes: {"anyOf": nodes}),
        several.map(lambda nodes: {"anyOf": [*nodes, nodes[0]]}),
        several.map(lambda nodes: {"oneOf": nodes}),
        inner.map(lambda node: {"not": node}),
        st.tuples(inner, inner).map(lambda pair: {"if": pair[0], "then": pair[1]}),
        inner.map(lambda node: {"contains": node, "maxContains": 1}),
        several.map(lambda nodes: {"prefixItems": nodes, "items": False}),
        several.map(lambda nodes: {"anyOf": nodes, "unevaluatedProperties": False}),
        inner.map(
            lambda node: {"type": "object", "properties": {"a": node, "b": node, "to": node}}
        ),
        inner.map(lambda node: {"patternProperties": {"^a": node}, "additionalProperties": False}),
    )
    return made.flatmap(words)


def schemas() -> st.SearchStrategy[Schema]:
    """Whole schemas: an object with definitions that may lead in circles."""
    nodes = st.recursive(leaves(), nests, max_leaves=10)
    tables = st.fixed_dictionaries(dict.fromkeys(DEFINITIONS, nodes))
    return st.tuples(objects(nodes), tables).map(lambda pair: {**pair[0], "$defs": pair[1]})


@st.composite
def values(draw: st.DrawFn, schema: Schema, node: Any = None, depth: int = 0) -> Any:  # noqa: PLR0911
    """Values that a schema should accept, or nearly."""
    node = schema if node is None else node
    if not isinstance(node, dict) or depth > 6 or draw(st.integers(0, 19)) == 19:
        return draw(st.sampled_from((None, "v1", 0, 2, True, {}, [], {"a": 1}, "aa")))
    if "$ref" in node:
        target = schema.get("$defs", {}).get(node["$ref"].removeprefix("#/$defs/"), {})
        return draw(values(schema, target, depth + 1))
    if "const" in node or "enum" in node:
        return draw(st.sampled_from([node["const"]] if "const" in node else node["enum"]))
    branches = node.get("anyOf") or node.get("oneOf") or node.get("allOf")
    if branches and "properties" not in node:
        return draw(values(schema, draw(st.sampled_from(branches)), depth + 1))
    kind = node.get(
        "type", "object" if "properties" in node or "patternProperties" in node else "any"
    )
    kind = draw(st.sampled_from(kind)) if isinstance(kind, list) else kind
    if kind == "object":
        return draw(_objects(schema, node, depth))
    if kind == "array" or "prefixItems" in node or "contains" in node:
        inner = [*node.get("prefixItems", ()), node.get("items", node.get("contains", {}))]
        count = draw(st.integers(0, 2))
        return [
            draw(values(schema, inner[min(i, len(inner) - 1)], depth + 1)) for i in range(count)
        ]
    return draw(st.sampled_from(_EDGES.get(kind, _ANY)))


@st.composite
def _objects(draw: st.DrawFn, schema: Schema, node: Schema, depth: int) -> Any:
    table = node.get("properties", {})
    chosen = set(draw(st.lists(st.sampled_from(sorted(table)), unique=True))) if table else set()
    chosen.update(node.get("required", ()))
    made = {name: draw(values(schema, table.get(name, {}), depth + 1)) for name in sorted(chosen)}
    if draw(st.booleans()):
        made["a"] = draw(values(schema, table.get("a", {}), depth + 1))
    return made


_EDGES: dict[str, tuple[Any, ...]] = {
    "string": ("", "a", "b", "ab", "aaaa", "v1"),
    "integer": (-1, 0, 1, 2, 3, 4),
    "number": (-1, 0, 0.5, 2, 2.9, 3),
    "boolean": (True, False),
    "null": (None,),
}
_ANY: tuple[Any, ...] = ("a", 1, None, {}, [], True, 2.5, "v1")
