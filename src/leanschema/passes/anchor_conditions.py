"""Keep the root's conditions where the root may have none: below a property.

Before:  {"required": ["kind"], "allOf": [{"if": {…}, "then": {"required": ["ids"]}}]}
After:   {"required": ["kind"], "dependentSchemas": {"kind": {"if": {…}, "then": {"required": ["ids"]}}}}

A condition on the presence of one property is `dependentRequired` or `dependentSchemas` by
another name; any other one is hung on a property that is always there. Left alone: one where
there is no such property, and targets that read combiners at the root, or no `dependentSchemas`.
Law: exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import EMPTY, JsonSchema


def anchor_conditions(root: JsonSchema, setting: Setting) -> JsonSchema:
    """Move `if`, `not` and the members of `allOf` that hold one below the root."""
    keywords = setting.target.keywords
    if setting.target.reads_root_combiners or "dependentSchemas" not in keywords:
        return root
    anchor = root.required[0] if root.required else None
    conditions = list(_conditions(root))
    kept: list[JsonSchema] = []
    left: list[JsonSchema] = []
    bare = replace(root, if_=None, then=None, else_=None, not_=None, allOf=None)
    for condition in conditions:
        presence = _presence(condition)
        if presence is not None:
            bare = _depending(bare, presence, condition.then or EMPTY)
        elif anchor is not None and _is_condition(condition) and _is_read(condition, keywords):
            kept.append(condition)
        else:
            left.append(condition)
    if len(left) == len(conditions):
        return root
    if anchor is not None and kept:
        hung = kept[0] if len(kept) == 1 else JsonSchema(allOf=tuple(kept))
        bare = _depending(bare, anchor, hung)
    return replace(bare, allOf=tuple(left) or None)


def _conditions(root: JsonSchema) -> Iterator[JsonSchema]:
    """Yield the members of `allOf`, and as such members what stands beside it."""
    if root.if_ is not None:
        yield JsonSchema(if_=root.if_, then=root.then, else_=root.else_)
    if root.not_ is not None:
        yield JsonSchema(not_=root.not_)
    yield from root.allOf or ()


def _is_condition(node: JsonSchema) -> bool:
    return node != EMPTY and replace(node, if_=None, then=None, else_=None, not_=None) == EMPTY


def _is_read(condition: JsonSchema, keywords: frozenset[str]) -> bool:
    return all(keyword in keywords for keyword, _ in condition.keywords())


def _presence(condition: JsonSchema) -> str | None:
    """Give the property on whose presence alone a condition hangs."""
    test = condition.if_
    if test is None or test.required is None or len(test.required) != 1:
        return None
    if condition.else_ is not None or condition.not_ is not None:
        return None
    return test.required[0] if replace(test, required=None, type=None) == EMPTY else None


def _depending(root: JsonSchema, name: str, schema: JsonSchema) -> JsonSchema:
    only_required: dict[str, Any] = {"required": None, "type": None}
    if schema.required and replace(schema, **only_required) == EMPTY and schema.const is UNSET:
        table = root.dependentRequired or {}
        names = tuple(dict.fromkeys((*table.get(name, ()), *schema.required)))
        return replace(root, dependentRequired={**table, name: names})
    schemas = root.dependentSchemas or {}
    joined = conjunction(schemas[name], schema) if name in schemas else schema
    return replace(root, dependentSchemas={**schemas, name: joined})


PASS = Pass(
    "anchor_conditions",
    "exact",
    "the root takes no condition",
    anchor_conditions,
    writes=("dependentRequired", "dependentSchemas", "allOf"),
)
