"""How the keywords of one node are read: planned once for each set of keywords.

Few sets of keywords make up most nodes: what each keyword of such a set asks for is looked up
once, and kept as the set's plan.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from leanschema.read.keywords import FIELDS, KEYWORDS, SILENT, Read, unknown
from leanschema.read.presence import bits_of
from leanschema.read.rare import Kind, bits_of_kinds, in_joins
from leanschema.read.values import QUICK

# Keywords that are read, or read further, once the whole node is known.
_SECOND_LOOK: Final = frozenset(
    ("enum", "nullable", "exclusiveMinimum", "exclusiveMaximum", "additionalItems")
)
# The fields that reading a keyword may set, where that is not its own field alone.
_SETS: Final[dict[str, tuple[str, ...]]] = {
    "items": ("items", "prefixItems", "maxItems"),
    "additionalItems": ("items", "maxItems"),
    "nullable": ("type",),
    "enum": ("enum_", "items"),
    "exclusiveMinimum": ("exclusiveMinimum", "minimum"),
    "exclusiveMaximum": ("exclusiveMaximum", "maximum"),
    **dict.fromkeys(
        ("dependencies", "dependentRequired", "dependentSchemas"),
        ("dependentRequired", "dependentSchemas"),
    ),
    **dict.fromkeys((*SILENT, "$defs", "definitions"), ()),
}
_REFERENCE: Final = bits_of(("ref",))
_UNION: Final = bits_of(("anyOf",))
_MAYBE_RARE: Final = frozenset(("properties", "required", "enum"))
_STRING: Final = frozenset((str,))
_NO_CLASS: Final[frozenset[type]] = frozenset()


class NodePlan(NamedTuple):
    """How the keywords of a node are read, in their order."""

    # The keyword, its field, the classes of values that are taken as they stand, the reader.
    steps: tuple[tuple[str, str, frozenset[type], Read], ...]
    sets: int  # the bits of the fields that reading may set
    kinds: dict[Kind, int]  # those of each type, and of a list of types
    may_be_rare: bool  # see rare.py
    looks_twice: bool
    has_items: bool
    has_id: bool


def _plan_for(keywords: tuple[str, ...]) -> NodePlan:
    sets = in_joins(keywords)
    for keyword in keywords:
        if keyword in KEYWORDS:
            sets |= bits_of(_SETS.get(keyword, (FIELDS.get(keyword, keyword),)))
    if "nullable" in keywords and sets & _REFERENCE:
        sets |= _UNION
    return NodePlan(
        steps=tuple(
            (
                keyword,
                FIELDS.get(keyword, keyword),
                QUICK.get(keyword, _NO_CLASS),
                KEYWORDS.get(keyword, unknown),
            )
            for keyword in keywords
        ),
        sets=sets,
        kinds=bits_of_kinds(sets),
        may_be_rare=not _MAYBE_RARE.isdisjoint(keywords),
        looks_twice=not _SECOND_LOOK.isdisjoint(keywords),
        has_items="items" in keywords,
        has_id="$id" in keywords,
    )


# Plans by keywords, in their order. Sets of many keywords, which only tests have, are not kept.
PLANS: Final[dict[tuple[Any, ...], NodePlan]] = {}
_MAX_PLANS: Final = 4_096
_MAX_KEYWORDS: Final = 48


def plan_of(keywords: tuple[Any, ...]) -> NodePlan:
    """Give the plan of a node with these keywords, and keep it in `PLANS`."""
    if not _STRING.issuperset(map(type, keywords)):
        # Keys that JSON does not have: 1 and True would share a plan.
        return _plan_for(tuple(map(str, keywords)))
    plan = _plan_for(keywords)
    if len(keywords) <= _MAX_KEYWORDS:
        if len(PLANS) >= _MAX_PLANS:
            PLANS.clear()
        PLANS[keywords] = plan
    return plan
