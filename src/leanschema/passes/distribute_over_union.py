"""Move limits that may not stand beside a union into its branches.

Before:  {"type": "array", "anyOf": [{"items": {"type": "string"}}, {"maxItems": 3}]}
After:   {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "maxItems": 3}]}

Left alone: what the target reads beside `anyOf`, and words (see `words_into_union`).
Law: exact, up to what one node can say (see `merge_all_of`).
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from leanschema.conjunction import conjunction, meet
from leanschema.passes.rewrite import Pass, Setting, Tailored
from leanschema.passes.union_siblings import unread_limits
from leanschema.read.presence import bits_of
from leanschema.read.rare import ODD_UNION
from leanschema.schema import ABSENT, JsonSchema
from leanschema.targets.target import Target


def distribute_over_union(bits: int, target: Target) -> Tailored:
    """Give what joins each branch that the limits beside its union leave possible with them."""
    unread = unread_limits(target)

    def distribute(node: JsonSchema, setting: Setting) -> JsonSchema:
        if unread.are_absent(node) or not node.anyOf:
            return node
        moved = dict(unread.present(node))
        limits, branches = JsonSchema(**moved), node.anyOf
        met = [branch for branch in branches if meet(branch, limits)] or branches
        gone: dict[str, Any] = {field: ABSENT[field] for field in moved}
        return replace(node, **gone, anyOf=tuple(conjunction(branch, limits) for branch in met))

    return Tailored(distribute)


_OF_NO_TYPE: Final = bits_of(("deprecated", "readOnly", "writeOnly"))

PASS = Pass(
    "distribute_over_union",
    "widens",
    "may not stand beside anyOf",
    fields=("anyOf",),
    for_fields=distribute_over_union,
    reveals=True,
    needed=lambda target: target.any_of_siblings is not None,
    # A reader notes a union beside limits as odd. Where a list of types becomes one, only what
    # speaks of no type is left beside it.
    only_where=lambda target: ODD_UNION | _OF_NO_TYPE,
)
