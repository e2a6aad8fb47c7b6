"""How the keywords of one node are read: planned once for each set of keywords.

Few sets of keywords make up most nodes: what each keyword of such a set asks for is looked up
once, and kept as the set's plan.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from leanschema.read.keywords import FIELDS, KEYWORDS, Read, unknown
from leanschema.read.presence import bits_of
from leanschema.read.rare import Kind, bits_of_kinds, in_joins
from leanschema.read.values import QUICK
from leanschema.schema import SUBSCHEMAS, keyword_of

# Keywords that are read, or read further, once the whole node is known.
_SECOND_LOOK: Final = frozenset(
    ("enum", "nullable", "exclusiveMinimum", "exclusiveMaximum", "additionalItems")
)
_MAYBE_RARE: Final = frozenset(("properties", "required", "enum"))
_INNER: Final = frozenset(
    (
        "required",
        "additionalItems",
        "dependencies",
        "dependentRequired",
        *map(keyword_of, SUBSCHEMAS),
    )
)
_STRING: Final = frozenset((str,))
_NO_CLASS: Final[frozenset[type]] = frozenset()


class NodePlan(NamedTuple):
    """How the keywords of a node are read, in their order."""

    # The keyword, its field, the classes of values that are taken as they stand, the reader.
    steps: tuple[tuple[str, str, frozenset[type], Read], ...]
    joins: int  # what two nodes bring that these keywords may make one (see rare.py)
    may_be_rare: bool
    looks_twice: bool
    has_items: bool
    is_inner: bool  # it holds schemas, or names properties
    has_id: bool


class Occurring(NamedTuple):
    """What occurs in a node that has certain fields."""

    fields: int  # their bits
    kinds: dict[Kind, int]  # those of each type, and of a list of types


def _plan_for(keywords: tuple[str, ...]) -> NodePlan:
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
        joins=in_joins(keywords),
        may_be_rare=not _MAYBE_RARE.isdisjoint(keywords),
        looks_twice=not _SECOND_LOOK.isdisjoint(keywords),
        has_items="items" in keywords,
        is_inner=not _INNER.isdisjoint(keywords),
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


# By the fields that were read, in their order.
OCCURRING: Final[dict[tuple[str, ...], Occurring]] = {}


def occurring_in(fields: tuple[str, ...]) -> Occurring:
    """Give what occurs in a node with these fields, and keep it in `OCCURRING`."""
    bits = bits_of(fields)
    if len(OCCURRING) >= _MAX_PLANS:
        OCCURRING.clear()
    occurring = OCCURRING[fields] = Occurring(bits, bits_of_kinds(bits))
    return occurring
