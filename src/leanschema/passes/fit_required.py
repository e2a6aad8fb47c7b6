"""Let `required` name only properties that are there.

Before:  {"type": "object", "properties": {"key": {…}}, "required": ["key", "site"]}
After:   {"type": "object", "properties": {"key": {…}, "site": {}}, "required": ["key", "site"]}

Left alone: targets that do not mind.
Law: exact; a closed object that lacks a required property admits nothing, and is opened to it;
narrows by lists in lists where each node needs a type.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_untyped_nodes import law_of_anything, typed_anything
from leanschema.read.rare import UNKNOWN_REQUIRED
from leanschema.schema import EMPTY, JsonSchema


def fit_required(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Add the missing properties, of any value; drop an empty list where the target minds."""
    target, names = setting.target, node.required
    if names is None:
        return node
    if not names:
        return replace(node, required=None) if target.needs_non_empty_required else node
    if not target.needs_known_required:
        return node
    table = node.properties or {}
    missing = [name for name in names if name not in table]
    if not missing:
        return node
    blank = JsonSchema()
    anything = typed_anything(blank, target) if target.needs_type else blank
    return replace(node, properties={**table, **dict.fromkeys(missing, anything)})


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    """Judge: an empty list says nothing, and a closed object had no room for a name."""
    rest = before.additionalProperties, before.unevaluatedProperties
    if before.required and any(one is not None and one is not True for one in rest):
        return "widens"
    table = after.properties or {}
    added = table.keys() - (before.properties or {}).keys()
    is_whole = all(law_of_anything(EMPTY, table[name]) == "exact" for name in added)
    return "exact" if is_whole else "narrows"


PASS = Pass(
    "fit_required",
    "widens",
    "required names what properties has",
    fit_required,
    fields=("required",),
    writes=("properties", "anyOf", "type", "items", "nullable", "additionalProperties"),
    judge=_law,
    needed=lambda target: target.needs_known_required or target.needs_non_empty_required,
    only_where=lambda target: UNKNOWN_REQUIRED,
)
