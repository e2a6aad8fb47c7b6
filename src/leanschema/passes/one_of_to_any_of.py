"""Write `oneOf` as `anyOf`.

Before:  {"oneOf": [{"type": "string"}, {"type": "integer"}]}
After:   {"anyOf": [{"type": "string"}, {"type": "integer"}]}

Left alone: `oneOf` where the target reads it.
Law: widens, by the values that more than one branch admits.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import JsonSchema


def one_of_to_any_of(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rename the union, or join it with the `anyOf` that stands beside it."""
    if "oneOf" in setting.target.keywords:
        return node
    bare = replace(node, oneOf=None)
    if bare.anyOf is None:
        return replace(bare, anyOf=node.oneOf)
    return conjunction(bare, JsonSchema(anyOf=node.oneOf))


PASS = Pass(
    "one_of_to_any_of",
    "widens",
    "oneOf is not read",
    one_of_to_any_of,
    fields=("oneOf",),
    writes=("anyOf",),
    needed=lambda target: "oneOf" not in target.keywords,
)
