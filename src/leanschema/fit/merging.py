"""Merge the branches of a tagged union into one object.

Before:  {"anyOf": [{"type": "object", "properties": {"op": {"enum": ["move"]}, "to": {…}}, "required": ["op", "to"]},
                    {"type": "object", "properties": {"op": {"enum": ["drop"]}}, "required": ["op"]}]}
After:   {"type": "object", "properties": {"op": {"enum": ["move", "drop"]}, "to": {…}}, "required": ["op"]}

A property that an open branch does not name may hold anything there, so it keeps its name and its
description only. Left alone: unions without a tag, and branches that say more than an object does.
Law: widens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.json_values import distinct
from leanschema.schema import EMPTY, JsonSchema
from leanschema.targets.target import Target

_OF_AN_OBJECT: Final = frozenset(
    ("type", "title", "description", "properties", "required", "additionalProperties")
)
_MOST_BRANCHES: Final = 8
_WORDS: Final[dict[str, Any]] = {"title": None, "description": None}
_CONSTANT: Final[dict[str, Any]] = {**_WORDS, "type": None, "enum_": None, "const": UNSET}


def merged_branches(branches: Sequence[JsonSchema], target: Target) -> JsonSchema | None:
    """Give one object that admits what each branch admits; None where they have no tag."""
    if len(branches) < 2 or not all(map(_is_plain_object, branches)):  # noqa: PLR2004 - a union
        return None
    tables = [branch.properties or {} for branch in branches]
    if tag_of(branches) is None:
        return None
    properties: dict[str, JsonSchema] = {}
    for name in dict.fromkeys(name for table in tables for name in table):
        nodes = [table[name] for table in tables if name in table]
        is_free = any(
            name not in table and not _is_closed(branch, target)
            for table, branch in zip(tables, branches, strict=True)
        )
        joined = _free(nodes) if is_free else _joined(nodes, target)
        if target.needs_type and joined.type is None and joined.anyOf is None:
            return None
        properties[name] = joined
    shared = set(branches[0].required or ()).intersection(*(b.required or () for b in branches))
    return JsonSchema(
        type="object",
        properties=properties,
        required=tuple(name for name in properties if name in shared) or None,
        additionalProperties=_rest(branches, target),
    )


def tag_of(branches: Sequence[JsonSchema]) -> str | None:
    """Name the property that each branch gives one value, as a tag does; None where none is."""
    tables = [branch.properties or {} for branch in branches]
    for name in tables[0]:
        if all(_is_constant(table.get(name)) for table in tables):
            return name
    return None


def _rest(branches: Sequence[JsonSchema], target: Target) -> bool | None:
    if all(_is_closed(branch, target) for branch in branches):
        return False
    return True if target.assumes_closed else None


def _is_closed(branch: JsonSchema, target: Target) -> bool:
    rest = branch.additionalProperties
    return rest is False or (rest is None and target.assumes_closed)


def _is_plain_object(branch: JsonSchema) -> bool:
    return (
        branch.type == "object"
        and bool(branch.properties)
        and (branch.additionalProperties is None or isinstance(branch.additionalProperties, bool))
        and replace(branch, **dict.fromkeys(_OF_AN_OBJECT)) == EMPTY
    )


def _is_constant(node: JsonSchema | None) -> bool:
    return node is not None and len(_constants(node)) == 1


def _constants(node: JsonSchema) -> tuple[Any, ...]:
    return (node.const,) if node.const is not UNSET else node.enum_ or ()


def _free(nodes: Sequence[JsonSchema]) -> JsonSchema:
    return JsonSchema(description=_description(nodes))


def _description(nodes: Sequence[JsonSchema]) -> str | None:
    return next((node.description for node in nodes if node.description is not None), None)


def _joined(nodes: Sequence[JsonSchema], target: Target) -> JsonSchema:
    """Join the schemas of one property: the same, or one enum of constants, or a union."""
    bare = list({node.to_json(): node for node in (replace(n, **_WORDS) for n in nodes)}.values())
    words = _description(nodes)
    if len(bare) == 1:
        return replace(bare[0], description=words)
    is_enum = all(_constants(n) and replace(n, **_CONSTANT) == EMPTY for n in bare)
    if is_enum and len({n.type for n in bare}) == 1:
        values = distinct(value for node in bare for value in _constants(node))
        return JsonSchema(type=bare[0].type, description=words, enum_=tuple(values))
    has_plain_union = target.any_of_siblings is None or "description" in target.any_of_siblings
    if len(bare) <= _MOST_BRANCHES and EMPTY not in bare and not any(n.anyOf for n in bare):
        return JsonSchema(anyOf=tuple(bare), description=words if has_plain_union else None)
    return JsonSchema(description=words)
