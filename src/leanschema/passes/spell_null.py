"""Write "or null" as OpenAPI 3.0 does.

Before:  {"anyOf": [{"type": "string"}, {"type": "null"}]}
After:   {"type": "string", "nullable": true}

Left alone: targets that read JSON Schema's own spellings.
Law: exact.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import types_of
from leanschema.schema import JsonSchema


def spell_null(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Take null out of a list of types and out of a union, and say `nullable`."""
    if setting.target.vocabulary != "openapi":
        return node
    types = types_of(node)
    if "null" in types and len(types) > 1:
        others = tuple(name for name in types if name != "null")
        values = tuple(value for value in node.enum_ or () if value is not None)
        return replace(
            node,
            type=others if len(others) > 1 else others[0],
            nullable=True,
            enum_=values or None,
        )
    if node.anyOf is None:
        return node
    branches = tuple(branch for branch in node.anyOf if branch.type != "null")
    if len(branches) == len(node.anyOf) or not branches:
        return node
    bare = replace(node, anyOf=None)
    if len(branches) == 1:
        return replace(conjunction(bare, branches[0]), nullable=True)
    return replace(node, anyOf=(replace(branches[0], nullable=True), *branches[1:]))


PASS = Pass(
    "spell_null",
    "exact",
    "null is spelled `nullable`",
    spell_null,
    fields=("anyOf",),
    types=("list",),
    writes=("nullable", "type"),
    needed=lambda target: target.vocabulary == "openapi",
)
