"""Drop keywords that say nothing about the node's types.

Before:  {"type": "string", "properties": {"a": {"type": "string"}}, "required": ["a"]}
After:   {"type": "string"}

Left alone: nodes without a type, and targets that do not mind.
Law: exact: a keyword about objects says nothing about a string.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import foreign_fields, has_foreign_fields, types_of
from leanschema.read.rare import FOREIGN
from leanschema.read.typed_fields import TYPED_FIELDS
from leanschema.schema import JsonSchema


def drop_foreign_keywords(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Drop the keywords of other types."""
    types = types_of(node)
    if not types or not setting.target.needs_keywords_of_type:
        return node
    gone: dict[str, Any] = dict.fromkeys(foreign_fields(node, types))
    return replace(node, **gone) if gone else node


PASS = Pass(
    "drop_foreign_keywords",
    "exact",
    "says nothing about this type",
    drop_foreign_keywords,
    fields=TYPED_FIELDS,
    needed=lambda target: target.needs_keywords_of_type,
    concerns=lambda bits, _: has_foreign_fields(bits),
    only_where=lambda target: FOREIGN,
)
