"""The published reading: the compatible door's rules, from raw JSON to a lowered tree in one walk.

Before:  {"const": "a", "title": "A"}
After:   {"type": "string", "enum": ["a"]}

The rules are those of the coding agent whose tool-schema lowering this project reimplements,
checked against recorded vectors (tests/compatible/): eleven keywords are kept, a missing type is
inferred from what else is there, and a node without any hint becomes `{}`.

Left alone: the order of types and of enum values, references, numbers of any size.
Law: widens and narrows, as published; `lower` is the sound door.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.errors import InvalidToolSchema, shown, wrong_shape
from leanschema.read.limits import MAX_DEPTH, MAX_NODES, too_large
from leanschema.read.literals import not_a_key, read_literals
from leanschema.read.published_references import outer_references, raw_references
from leanschema.read.published_types import read_types
from leanschema.references import DEFINITION_TABLES, Definition, reachable
from leanschema.schema import EMPTY, JsonSchema, Table

_STRING: Final = JsonSchema(type="string")
_LEAVES: Final = {
    name: JsonSchema(type=name) for name in ("string", "integer", "number", "boolean", "null")
}
# What most nodes do not have, and what the common kinds do not have besides their own keywords.
_RARE: Final = frozenset(("$ref", "const", *DEFINITION_TABLES))
_SHAPE: Final = frozenset(("items", "properties", "required", "additionalProperties"))
_BEYOND_LEAF: Final = _RARE | _SHAPE | {"enum", "anyOf"}
_BEYOND_ENUM: Final = _RARE | _SHAPE | {"anyOf"}
_BEYOND_ARRAY: Final = _BEYOND_LEAF - {"items"}
_BEYOND_OBJECT: Final = _RARE | {"enum", "anyOf", "items"}
_BEYOND_UNION: Final = _RARE | _SHAPE | {"enum"}
_BEYOND_SHAPE: Final = _RARE | {"enum", "anyOf"}


def read_published(raw: Any) -> JsonSchema:
    """Lower a raw schema and prune its unreachable root definitions.

    Takes any JSON value and does not change it. Raises InvalidToolSchema with the pointer of the
    first offending node. A definition that no reference reaches is gone before its shape is
    looked at.
    """
    tables = {}
    if isinstance(raw, dict) and ("$defs" in raw or "definitions" in raw):
        tables = {word: raw[word] for word in DEFINITION_TABLES if isinstance(raw.get(word), dict)}
    budget = [MAX_NODES]
    schema = _read_position(_without(raw, tables) if tables else raw, 1, budget)
    if schema.type == "null":
        raise InvalidToolSchema("tool input schema must not be a singleton null type")
    return _with_reached(schema, tables, budget) if tables else schema


def _read_position(raw: Any, depth: int, budget: list[int]) -> JsonSchema:
    if isinstance(raw, dict):
        return _read_node(raw, depth, budget)
    if raw is True or raw is False:
        return _STRING
    raise InvalidToolSchema(f"a schema must be an object or a boolean, found {shown(raw)}")


def _read_node(  # noqa: PLR0911 - one a kind
    raw: dict[str, Any], depth: int, budget: list[int]
) -> JsonSchema:
    """Read a leaf here, where it costs least, and each other kind where its rules are."""
    get = raw.get
    kind = get("type")
    if kind.__class__ is not str:
        if kind is None and "anyOf" in raw and _BEYOND_UNION.isdisjoint(raw):
            return _read_union(raw, depth, budget)
        return _read_any(raw, depth, budget)
    leaf = _LEAVES.get(kind)
    if leaf is not None:
        description = get("description")
        if description is None:
            if _BEYOND_LEAF.isdisjoint(raw):
                return leaf
        elif description.__class__ is str and (len(raw) == 2 or _BEYOND_LEAF.isdisjoint(raw)):  # noqa: PLR2004 - these two
            return JsonSchema(None, kind, None, None, description)
        if _BEYOND_ENUM.isdisjoint(raw):
            return _read_enum_leaf(raw, kind, depth)
    elif kind == "array":
        if _BEYOND_ARRAY.isdisjoint(raw):
            return _read_array(raw, depth, budget)
    elif (kind == "object" or "properties" in raw) and _BEYOND_OBJECT.isdisjoint(raw):
        return _read_object(raw, depth, budget)
    return _read_any(raw, depth, budget)


def _read_enum_leaf(raw: dict[str, Any], kind: str, depth: int) -> JsonSchema:
    if depth > MAX_DEPTH:
        raise too_large(depth)
    description = _read_text("description", raw)
    return JsonSchema(None, kind, None, None, description, _read_enum(raw, depth))


def _read_object(raw: dict[str, Any], depth: int, budget: list[int]) -> JsonSchema:
    """Read an object of properties that has nothing rarer."""
    if depth > MAX_DEPTH or budget[0] < 0:
        raise too_large(depth)
    get = raw.get
    description = get("description")
    if description is not None and description.__class__ is not str:
        description = _read_text("description", raw)
    required = get("required")
    if required is not None:
        required = _read_required(required)
    properties = get("properties")
    if properties is not None:
        properties = _read_table("properties", properties, depth, budget)
    elif "properties" not in raw:
        properties = {}
    additional = get("additionalProperties")
    if additional is not None and additional is not True and additional is not False:
        additional = _read_single("additionalProperties", additional, depth, budget)
    # By position: half the time of keywords. None for each field that this door drops.
    return JsonSchema(
        None, "object", None, None, description, None, UNSET, UNSET, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, properties, required, additional,
    )  # fmt: skip


def _read_array(raw: dict[str, Any], depth: int, budget: list[int]) -> JsonSchema:
    """Read a list of items that has nothing rarer."""
    if depth > MAX_DEPTH or budget[0] < 0:
        raise too_large(depth)
    get = raw.get
    description = get("description")
    if description is not None and description.__class__ is not str:
        description = _read_text("description", raw)
    items = get("items")
    if items is not None:
        items = _read_single("items", items, depth, budget)
    elif "items" not in raw:
        items = _STRING
    return JsonSchema(
        None, "array", None, None, description, None, UNSET, UNSET, None, None, None, None, None, None, None, None, None, None, None, None, items,
    )  # fmt: skip


def _read_union(raw: dict[str, Any], depth: int, budget: list[int]) -> JsonSchema:
    """Read a union that has nothing rarer."""
    if depth > MAX_DEPTH or budget[0] < 0:
        raise too_large(depth)
    description = _read_text("description", raw)
    return JsonSchema(description=description, anyOf=_read_branches(raw, depth, budget))


def _read_any(raw: dict[str, Any], depth: int, budget: list[int]) -> JsonSchema:
    """Read a node of any kind."""
    if depth > MAX_DEPTH or budget[0] < 0:
        raise too_large(depth)
    get = raw.get
    types = read_types(raw, get("type"))
    if types is None and "$ref" not in raw and "anyOf" not in raw:
        return EMPTY
    description = _read_text("description", raw)
    required = get("required")
    if required is not None:
        required = _read_required(required)
    properties = get("properties")
    if properties is not None:
        properties = _read_table("properties", properties, depth, budget)
    elif "properties" not in raw and _is_among("object", types):
        properties = {}
    items = get("items")
    if items is not None:
        items = _read_single("items", items, depth, budget)
    elif "items" not in raw and _is_among("array", types):
        items = _STRING
    additional = get("additionalProperties")
    if additional is not None and additional is not True and additional is not False:
        additional = _read_single("additionalProperties", additional, depth, budget)
    reference = enum = branches = defs = definitions = None
    if not _BEYOND_SHAPE.isdisjoint(raw):
        reference = _read_text("$ref", raw)
        enum = _read_enum(raw, depth)
        branches = _read_branches(raw, depth, budget)
        defs = _read_definitions("$defs", raw, depth, budget)
        definitions = _read_definitions("definitions", raw, depth, budget)
    return JsonSchema(
        reference, types, None, None, description, enum, UNSET, UNSET, None, None, None, None, None, None, None, None, None, None, None, None, items, None, None, None, None, None, None, None, None, properties, required, additional, None, None, None, None, None, None, None, branches, None, None, None, None, None, None, None, None, None, defs, definitions,
    )  # fmt: skip


def _is_among(name: str, types: str | tuple[str, ...] | None) -> bool:
    return types == name or (types.__class__ is tuple and name in types)


def _read_text(keyword: str, raw: dict[str, Any]) -> str | None:
    text = raw.get(keyword)
    if text is None or isinstance(text, str):
        return text
    raise wrong_shape(keyword, "a string", text).under(keyword)


def _read_enum(raw: dict[str, Any], depth: int) -> tuple[Any, ...] | None:
    if "const" in raw:
        try:
            return read_literals([raw["const"]], depth)
        except InvalidToolSchema as fault:
            fault.pointer = fault.pointer.removeprefix("/0")
            raise fault.under("const") from None
    values = raw.get("enum")
    if values is None:
        return None
    if not isinstance(values, list):
        raise wrong_shape("enum", "a list of values", values).under("enum")
    try:
        return read_literals(values, depth + 1)
    except InvalidToolSchema as fault:
        raise fault.under("enum") from None


def _read_required(required: Any) -> tuple[str, ...]:
    if isinstance(required, list):
        try:
            "".join(required)  # The fastest proof that all of them are strings.
        except TypeError:
            index, name = _first_not_string(required)
            fault = wrong_shape("required", "a list of property names", name)
            raise fault.under("required", index) from None
        return tuple(required)
    raise wrong_shape("required", "a list of property names", required).under("required")


def _first_not_string(values: Iterable[Any]) -> tuple[int, Any]:
    return next((i, value) for i, value in enumerate(values) if not isinstance(value, str))


def _read_single(keyword: str, raw: Any, depth: int, budget: list[int]) -> JsonSchema:
    try:
        return _read_position(raw, depth + 1, budget)
    except InvalidToolSchema as fault:
        raise fault.under(keyword) from None


def _read_table(keyword: str, raw: Any, depth: int, budget: list[int]) -> Table:
    if not isinstance(raw, dict):
        raise wrong_shape(keyword, "an object of schemas", raw).under(keyword)
    budget[0] -= len(raw)
    depth += 2
    table: Table = {}
    name = ""
    try:
        names = sorted(raw)
        "".join(names)
        for name in names:
            child = raw[name]
            if child.__class__ is dict:
                table[name] = _read_node(child, depth, budget)
            else:
                table[name] = _read_position(child, depth, budget)
    except InvalidToolSchema as fault:
        raise fault.under(keyword, name) from None
    except TypeError:
        raise not_a_key(_first_not_string(raw)[1]).under(keyword) from None
    return table


def _read_definitions(
    keyword: str, raw: dict[str, Any], depth: int, budget: list[int]
) -> Table | None:
    table = raw.get(keyword)
    return _read_table(keyword, table, depth, budget) if isinstance(table, dict) else None


def _read_branches(
    raw: dict[str, Any], depth: int, budget: list[int]
) -> tuple[JsonSchema, ...] | None:
    listed = raw.get("anyOf")
    if listed is None:
        return None
    if not isinstance(listed, list):
        raise wrong_shape("anyOf", "a list of schemas", listed).under("anyOf")
    budget[0] -= len(listed)
    branches: list[JsonSchema] = []
    try:
        for branch in listed:
            branches.append(_read_position(branch, depth + 2, budget))
    except InvalidToolSchema as fault:
        raise fault.under("anyOf", len(branches)) from None
    return tuple(branches)


# Root definitions: only the reached ones are read.


def _without(raw: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    return {keyword: value for keyword, value in raw.items() if keyword not in tables}


def _with_reached(
    schema: JsonSchema, tables: dict[str, dict[str, Any]], budget: list[int]
) -> JsonSchema:
    if schema is EMPTY:
        return schema

    def references_in(definition: Definition) -> Iterable[str]:
        table = tables.get(definition.table, {})
        return raw_references(table[definition.name]) if definition.name in table else ()

    reached = reachable(outer_references(schema), references_in)
    kept = {
        word: _read_table(word, _entries(table, word, reached), 1, budget) or None
        for word, table in tables.items()
    }
    return replace(schema, defs=kept.get("$defs"), definitions=kept.get("definitions"))


def _entries(table: dict[str, Any], word: str, reached: set[Definition]) -> dict[str, Any]:
    return {name: node for name, node in table.items() if Definition(word, name) in reached}
