"""Let a map say without patterns what its patterns say.

Before:  {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}
After:   {"additionalProperties": {"type": "string"}}

Left alone: the patterns of a target that reads `patternProperties` and compiles them, where it
takes each name: a pattern says nothing of a new one.
Law: widens.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.passes.drop_unread_formats import reads_pattern
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.passes.tuples_to_items import union
from leanschema.read.rare import ODD_UNION, TYPED_MAP
from leanschema.restore import renames
from leanschema.schema import EMPTY, JsonSchema, Table


def open_pattern_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Move the schemas of the patterns into `additionalProperties`, beside what stands there."""
    table, kept = node.patternProperties or {}, _kept(node, setting)
    if table and len(kept) == len(table):
        return node
    left = replace(node, patternProperties=kept or None)
    gone = {pattern: child for pattern, child in table.items() if pattern not in kept}
    if not gone:
        return left
    words = "names match " + " or ".join(map(literal, gone))
    others = node.additionalProperties
    if others is None or others is True:
        return told(left, words)
    values = union([*gone.values(), *([others] if isinstance(others, JsonSchema) else ())])
    return told(left, words, additionalProperties=True if values == EMPTY else values)


def _kept(node: JsonSchema, setting: Setting) -> Table:
    """Give the patterns that the target reads, with their schemas."""
    target = setting.target
    if "patternProperties" not in target.keywords or setting.names:
        return {}
    table = node.patternProperties or {}
    return {pattern: child for pattern, child in table.items() if reads_pattern(pattern, target)}


PASS = Pass(
    "open_pattern_properties",
    "widens",
    "patternProperties, or this pattern, is not read",
    open_pattern_properties,
    fields=("patternProperties",),
    writes=("additionalProperties", "description", "anyOf"),
    brings=TYPED_MAP | ODD_UNION,
    needed=lambda target: (
        "patternProperties" not in target.keywords or target.patterns != "any" or renames(target)
    ),
)
