"""Let a map say without patterns what its patterns say.

Before:  {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}
After:   {"additionalProperties": {"type": "string"}}

Left alone: `patternProperties` where the target reads it.
Law: widens.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.passes.tuples_to_items import union
from leanschema.schema import EMPTY, JsonSchema


def open_pattern_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Move the schemas of the patterns into `additionalProperties`, beside what stands there."""
    if "patternProperties" in setting.target.keywords:
        return node
    table = node.patternProperties or {}
    others: list[JsonSchema] = []
    if isinstance(node.additionalProperties, JsonSchema):
        others.append(node.additionalProperties)
    is_open = node.additionalProperties is None or node.additionalProperties is True
    values = EMPTY if is_open or not table else union([*table.values(), *others])
    words = "names match " + " or ".join(literal(pattern) for pattern in table)
    additional = True if values == EMPTY else values
    if is_open or not table:
        additional = node.additionalProperties  # type: ignore[assignment]
    return told(replace(node, patternProperties=None), words, additionalProperties=additional)


PASS = Pass(
    "open_pattern_properties",
    "widens",
    "patternProperties is not read",
    open_pattern_properties,
    fields=("patternProperties",),
    writes=("additionalProperties", "description", "anyOf"),
    needed=lambda target: "patternProperties" not in target.keywords,
)
