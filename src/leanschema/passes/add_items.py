"""Give a list that names no items the items that it admits.

Before:  {"type": "array"}
After:   {"type": "array", "items": {}}

Left alone: lists with items, and targets that do not need them.
Law: exact where the target reads `{}`; narrows by lists in lists where each node needs a type;
widens where `unevaluatedItems` spoke of the items.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import types_of
from leanschema.passes.type_untyped_nodes import any_item, is_whole_list
from leanschema.read.presence import FIELD_BITS
from leanschema.read.rare import BARE_LIST
from leanschema.schema import JsonSchema


def add_items(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Add the items of a list of anything."""
    if not setting.target.needs_items or node.items is not None or "array" not in types_of(node):
        return node
    return replace(node, items=any_item(setting.target))


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    if before.unevaluatedItems is not None and before.unevaluatedItems is not True:
        return "widens"  # it speaks of no item any more
    return "exact" if is_whole_list(after) else "narrows"


PASS = Pass(
    "add_items",
    "narrows",
    "a list needs items",
    add_items,
    types=("array", "list"),
    writes=("items", "anyOf", "type", "nullable", "additionalProperties"),
    needed=lambda target: target.needs_items,
    judge=_law,
    only_where=lambda target: BARE_LIST,
    concerns=lambda bits, _: not bits & FIELD_BITS["items"],
)
