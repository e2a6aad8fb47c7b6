"""Places where to widen a schema would narrow the whole, and references that would dangle.

Under `not`, under `if`, in one branch of `oneOf`, and under a `contains` that is counted, a wider
schema shuts arguments out. Only words go there, or all of it at once. The same holds beside
`unevaluatedProperties` and `unevaluatedItems`, which look at what the schemas in their place say.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fit.spots import Spot
from leanschema.pointer import fragment_tokens
from leanschema.schema import ABSENT, JsonSchema, keyword_of

_pieces_of: Final = attrgetter("pieces")
_ALWAYS: Final = frozenset(("not_", "if_", "contains", "oneOf"))
_IN_PLACE: Final = frozenset(("anyOf", "oneOf", "allOf", "then", "else_", "dependentSchemas"))
_LOOKS_AROUND: Final = ("unevaluatedProperties", "unevaluatedItems")
_FIELDS: Final = {keyword_of(field): field for field in ABSENT}
_REASONS: Final = _ALWAYS.union(_LOOKS_AROUND)


def mark_fragile(spots: Sequence[Spot]) -> list[Spot]:
    """Mark the fragile places; gives those whose `oneOf` may be read as `anyOf` instead.

    Parents come before their children.
    """
    if _REASONS.isdisjoint(chain.from_iterable(map(_pieces_of, spots))):
        return []
    opened: dict[int, Spot] = {}
    pending: list[Spot] = []
    for spot in spots:
        parent = spot.parent
        if parent is not None and _is_fragile_below(parent, spot.field, id(parent) in opened):
            spot.is_fragile = True
        if spot.is_fragile or _looks_around(spot):
            pending.append(spot)
        elif "oneOf" in spot.pieces and "anyOf" not in spot.pieces:
            opened[id(spot)] = spot
    _mark_definitions(pending, spots)
    return [spot for spot in opened.values() if not spot.is_fragile]


def _is_fragile_below(parent: Spot, field: str, is_opened: bool) -> bool:
    if parent.is_fragile or (field in _ALWAYS and not (field == "oneOf" and is_opened)):
        return True
    return field in _IN_PLACE and _looks_around(parent)


def _looks_around(spot: Spot) -> bool:
    return any(field in spot.pieces for field in _LOOKS_AROUND)


def _mark_definitions(pending: list[Spot], spots: Sequence[Spot]) -> None:
    """Mark what fragile places refer to; a reference to the root marks all that is below it."""
    while pending:
        spot = pending.pop()
        below = spots[1:] if spot.node.ref == "#" else () if spot.named is None else (spot.named,)
        for top in below:
            inside = [top]
            for one in inside:
                if not one.is_fragile:
                    one.is_fragile = True
                    pending.append(one)
                    inside.extend(one.children)


def leading(schema: JsonSchema, references: Sequence[str]) -> set[str]:
    """Give the references by path that lead somewhere."""
    return {one for one in set(references) if _leads(schema, one)} if references else set()


def without_dangling(left: JsonSchema, led: set[str]) -> JsonSchema:
    """Drop the references by path that led somewhere and do so no longer."""
    dangling = led - leading(left, list(led))

    def settled(node: JsonSchema) -> JsonSchema:
        node = node.map_children(settled)
        return replace(node, ref=None) if node.ref in dangling else node

    return settled(left) if dangling else left


def _leads(schema: JsonSchema, reference: str) -> bool:
    tokens = fragment_tokens(reference)
    place: Any = schema
    for token in () if tokens is None else tokens:
        if isinstance(place, JsonSchema):
            field = _FIELDS.get(token)
            if field is None or getattr(place, field) is ABSENT[field]:
                return False
            place = getattr(place, field)
        elif isinstance(place, (tuple, list)) and token.isdigit() and int(token) < len(place):
            place = place[int(token)]
        elif isinstance(place, dict) and token in place:
            place = place[token]
        else:
            return False
    return tokens is not None
