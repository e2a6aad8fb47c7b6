"""What every fitted schema keeps to, written naively."""

from __future__ import annotations

from typing import Any

import jsonschema_rs

from leanschema import lower
from leanschema.compatible import parse_tool_input_schema_without_compaction
from leanschema.fit.best_first import Applied
from leanschema.fit.fitting import Budget, fit_into
from leanschema.fit.sizes import count_tokens
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS
from leanschema.targets.target import Target

OPEN_TARGETS = tuple(name for name, target in TARGETS.items() if target.falls_back_to is None)


def tokens(text: bytes) -> int:
    return count_tokens(text.decode())


def lowered(raw: Any, target: str) -> JsonSchema:
    if target == "codex":
        return parse_tool_input_schema_without_compaction(raw)
    return lower(raw, target).schema


def fitted(
    schema: JsonSchema, target: str, most: int, cost: Any = len
) -> tuple[JsonSchema, list[Applied]]:
    return fit_into(schema, TARGETS[target], Budget(max(1, most), cost))


def skeleton(schema: JsonSchema, target: Target) -> JsonSchema:
    """Root names, and `required`, and no more than the target makes every node have."""
    tables = {**(schema.defs or {}), **(schema.definitions or {})}
    names = {n: _smallest(node, target, tables) for n, node in (schema.properties or {}).items()}
    return JsonSchema(
        type=schema.type,
        properties=None if schema.properties is None else names,
        required=schema.required,
        additionalProperties=_says_open(schema, target),
    )


def _says_open(schema: JsonSchema, target: Target) -> bool | None:
    if not target.assumes_closed or schema.additionalProperties is None:
        return None
    return schema.additionalProperties is not False


def _smallest(
    node: JsonSchema, target: Target, tables: dict[str, JsonSchema], depth: int = 0
) -> JsonSchema:
    if not target.needs_type:
        return JsonSchema()
    if node.ref is not None and node.type is None:
        inner = tables.get(node.ref.rsplit("/", 1)[-1])
        return node if inner is None or depth > 9 else _smallest(inner, target, tables, depth + 1)
    union = node.anyOf or node.oneOf
    if node.type is None and union is not None:
        branches = tuple(_smallest(branch, target, tables, depth) for branch in union)
        return JsonSchema(anyOf=branches)
    items, places = None, None
    if target.needs_items and node.items is not None:
        items = _smallest(node.items, target, tables, depth)
        every = tuple(_smallest(place, target, tables, depth) for place in node.prefixItems or ())
        if not all(_types(place, tables) <= _types(items, tables) for place in every):
            places = every  # what follows them takes less than they do
    is_open = True if target.assumes_closed and "object" in (node.type or ()) else None
    return JsonSchema(
        type=node.type,
        nullable=node.nullable,
        items=items,
        prefixItems=places,
        additionalProperties=is_open,
    )


def _types(node: JsonSchema, tables: dict[str, JsonSchema], depth: int = 0) -> set[str]:
    if node.ref is not None and depth < 9:
        inner = tables.get(node.ref.rsplit("/", 1)[-1], JsonSchema())
        return _types(inner, tables, depth + 1)
    kinds = {node.type} if isinstance(node.type, str) else set(node.type or ())
    for branch in node.anyOf or ():
        kinds |= _types(branch, tables, depth)
    return kinds | {"integer"} if "number" in kinds else kinds


Steps = tuple[str, ...]


def paths(
    schema: JsonSchema, most_references: int = 3, within: set[Steps] | None = None
) -> set[Steps]:
    """Collect the property paths; with `within`, those of these, by however many references."""
    tables = {**(schema.defs or {}), **(schema.definitions or {})}
    seen: set[Steps] = set()
    done: set[tuple[int, Steps]] = set()

    def walk(node: JsonSchema, path: Steps, left: int) -> None:
        if within is not None and (id(node), path) in done:
            return
        done.add((id(node), path))
        name = (node.ref or "").rsplit("/", 1)[-1]
        if node.ref is not None and name in tables and left:
            walk(tables[name], path, left - 1)
        for (keyword, *rest), child in node.children():
            if keyword in ("$defs", "definitions"):
                continue
            inner = (*path, str(rest[0])) if keyword == "properties" else path
            if keyword == "properties":
                if within is not None and inner not in within:
                    continue
                seen.add(inner)
            walk(child, inner, left)

    walk(schema, (), most_references)
    return seen


def dangling(schema: JsonSchema) -> set[str]:
    known = {f"#/$defs/{n}" for n in schema.defs or {}} | {"#"}
    known |= {f"#/definitions/{n}" for n in schema.definitions or {}}
    found, pending = set(), [schema]
    while pending:
        node = pending.pop()
        if node.ref is not None and node.ref not in known:
            found.add(node.ref)
        pending.extend(child for _, child in node.children())
    return found


def accepts(schema: JsonSchema, value: Any) -> bool:
    return jsonschema_rs.is_valid(schema.to_dict(), value)
