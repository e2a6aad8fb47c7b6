"""Write `const` as an enum of one.

Before:  {"const": "insert"}
After:   {"enum": ["insert"]}

Left alone: `const` where the target reads it; there it gets its type, if each node needs one.
Law: exact; widens where the type beside it shuts the value out.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.json_values import admits, json_key, type_of
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import JsonSchema


def fold_constants(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Replace `const` by `enum`; beside an enum that holds the value it is that value alone."""
    held = {json_key(value) for value in node.enum_ or ()}
    if "const" in setting.target.keywords and not held:
        if setting.target.needs_type and node.type is None:
            return replace(node, type=type_of(node.const))
        return node
    # A constant that its type shuts out admits nothing; as an enum it would be taken for a slip.
    kind = node.type if admits(node.type, node.const) else type_of(node.const)
    return replace(node, const=UNSET, enum_=(node.const,), type=kind)


PASS = Pass(
    "fold_constants",
    "exact",
    "const is not read",
    fold_constants,
    fields=("const",),
    writes=("enum_", "type"),
)
