"""Write `const` as an enum of one.

Before:  {"const": "insert"}
After:   {"enum": ["insert"]}

Left alone: `const` where the target reads it; there it gets its type, if each node needs one.
Law: exact; widens where the type beside it shuts the value out.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.json_values import admits, json_key, same_json, type_of
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


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    """Judge: what admitted nothing admits its constant now."""
    values = [before.const] if before.enum_ is None else before.enum_
    is_held = any(same_json(value, before.const) for value in values)
    return "exact" if is_held and admits(before.type, before.const) else "widens"


PASS = Pass(
    "fold_constants",
    "widens",
    "const is not read",
    fold_constants,
    fields=("const",),
    writes=("enum_", "type"),
    judge=_law,
)
