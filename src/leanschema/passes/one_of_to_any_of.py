"""Write `oneOf` as `anyOf`.

Before:  {"oneOf": [{"type": "string"}, {"type": "integer"}]}
After:   {"anyOf": [{"type": "string"}, {"type": "integer"}]}

Left alone: `oneOf` where the target reads it.
Law: widens, by the values that more than one branch admits; exact where there can be none.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.conjunction import conjunction
from leanschema.passes.rewrite import Pass, Setting
from leanschema.read.rare import ODD_UNION
from leanschema.schema import JsonSchema


def one_of_to_any_of(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rename the union, or join it with the `anyOf` that stands beside it."""
    if "oneOf" in setting.target.keywords:
        return node
    bare = replace(node, oneOf=None)
    if bare.anyOf is None:
        return replace(bare, anyOf=node.oneOf)
    return conjunction(bare, JsonSchema(anyOf=node.oneOf))


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    """Judge: exact where no value is of two branches, which types, constants or a tag tell."""
    branches = before.oneOf or ()
    if before.anyOf is not None:
        return "widens"
    if _are_apart([_kinds(branch) for branch in branches]):
        return "exact"
    tags = [
        {name: _kinds(node) for name, node in (branch.properties or {}).items()
         if name in (branch.required or ()) and branch.type == "object"}
        for branch in branches
    ]  # fmt: skip
    shared = set(tags[0]).intersection(*tags[1:]) if tags else set()
    is_told = any(_are_apart([one[name] for one in tags]) for name in shared)
    return "exact" if is_told else "widens"


def _kinds(node: JsonSchema) -> frozenset[object] | None:
    """Give what a value of this node is: one of its texts, or of its types; None for others."""
    values = node.enum_ if node.const is UNSET else (node.const,)
    if values is not None:
        return frozenset(values) if all(type(value) is str for value in values) else None
    types = (node.type,) if isinstance(node.type, str) else node.type or ()
    # A text may be another branch's constant, and each integer is a number.
    is_clear = types and "string" not in types and "number" not in types
    return frozenset(("type", name) for name in types) if is_clear else None


def _are_apart(kinds: Sequence[frozenset[object] | None]) -> bool:
    seen: set[object] = set()
    for own in kinds:
        if own is None or not seen.isdisjoint(own):
            return False
        seen |= own
    return True


PASS = Pass(
    "one_of_to_any_of",
    "widens",
    "oneOf is not read",
    one_of_to_any_of,
    fields=("oneOf",),
    writes=("anyOf",),
    brings=ODD_UNION,
    needed=lambda target: "oneOf" not in target.keywords,
    judge=_law,
)
