"""A schema's nodes as places that a fitter edits: what each costs, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple, replace

from leanschema.fit import loss
from leanschema.schema import EMPTY, SUBSCHEMAS, JsonSchema, keyword_of

Cost = Callable[[bytes], int]
_HEAD: Final = "#/$defs/"
_FIELDS: Final = JsonSchema.__struct_fields__
_HOLDERS: Final = frozenset(SUBSCHEMAS)
_MAX_REFERENCE_DEPTH: Final = 6


class Spot:
    """One node in one place, with what is left of it."""

    __slots__ = ("children", "cost", "field", "fields", "given", "is_alive", "named", "node", "parent",
                 "shown", "token", "weight", "worth")  # fmt: skip

    def __init__(
        self, node: JsonSchema, parent: Spot | None, field: str, token: str | int | None
    ) -> None:
        self.node = node
        self.parent = parent
        self.field = field
        self.token = token
        # What the node was given, and what an edit has put in its place.
        self.given = [
            (field, value)
            for field, value in zip(_FIELDS, astuple(node), strict=True)
            if value is not None and value is not UNSET
        ]
        self.fields: dict[str, Any] = {}
        self.children: list[Spot] = []
        self.is_alive = True
        self.named: Spot | None = None  # the definition that the node refers to
        self.shown = 0.0  # what that definition is worth here, with all that it refers to
        self.weight = 0.0
        self.cost = 0  # of this place and all below it
        self.worth = 0.0  # of this place and all below it

    def value(self, field: str) -> Any:
        """Give what a field holds now."""
        return self.fields[field] if field in self.fields else getattr(self.node, field)

    def has(self, field: str) -> bool:
        """Tell whether a field still holds something."""
        value = self.value(field)
        return value is not None and value is not UNSET

    def add(self, cost: int, worth: float) -> None:
        """Count a change of cost and worth here and in every place above."""
        spot: Spot | None = self
        while spot is not None:
            spot.cost += cost
            spot.worth += worth
            spot = spot.parent

    def kill(self, fields: frozenset[str]) -> list[Spot]:
        """Count out, and give, the places right below these fields: their node is going."""
        killed = [c for c in self.children if c.field in fields and c.is_alive]
        for child in killed:
            child.is_alive = False
            self.add(-child.cost, -child.worth)
        return killed

    def is_reachable(self) -> bool:
        """Tell whether no place above has gone."""
        spot: Spot | None = self
        while spot is not None:
            if not spot.is_alive:
                return False
            spot = spot.parent
        return True

    def built(self) -> JsonSchema:
        """Build what is left of the node."""
        changed = dict(self.fields)
        for child in self.children:
            if not child.is_alive:
                continue
            after = child.built()
            if after is child.node:
                continue
            if child.token is None:
                changed[child.field] = after
            elif isinstance(child.token, str):
                table = changed.get(child.field)
                if table is None:
                    table = changed[child.field] = dict(getattr(self.node, child.field))
                table[child.token] = after
            else:
                branches = changed.get(child.field)
                if not isinstance(branches, list):
                    branches = changed[child.field] = list(getattr(self.node, child.field))
                branches[child.token] = after
        if not changed:
            return self.node
        return replace(
            self.node, **{f: tuple(v) if isinstance(v, list) else v for f, v in changed.items()}
        )


def spots_of(root: JsonSchema, cost: Cost) -> tuple[Spot, list[Spot]]:
    """Give the root's spot and all spots, with their costs and worths counted."""
    top = Spot(root, None, "", None)
    spots = [top]
    for spot in spots:
        for field, token, child in _steps(spot):
            below = Spot(child, spot, field, token)
            spot.children.append(below)
            spots.append(below)
    _weigh(top)
    for spot in reversed(spots):
        spot.cost += own_cost(spot.node, cost)
        spot.worth += own_worth(spot)
        if spot.parent is not None:
            spot.parent.cost += spot.cost
            spot.parent.worth += spot.worth
    _show_definitions(spots)
    return top, spots


def _show_definitions(spots: list[Spot]) -> None:
    """Count what each reference shows: its share of the definition, and of what that refers to."""
    users = [spot for spot in spots if spot.named is not None and spot.named.weight > 0]
    homes = {id(spot): _home(spot) for spot in users}
    reach = {id(spot.named): spot.named.worth for spot in users if spot.named is not None}
    own = dict(reach)
    for _ in range(_MAX_REFERENCE_DEPTH):
        further = dict(own)
        for spot in users:
            home = homes[id(spot)]
            if id(home) in further:
                further[id(home)] += _share(spot) * reach[id(spot.named)]
        reach = further
    for spot in users:
        spot.shown = _share(spot) * reach[id(spot.named)]
    for spot in users:
        spot.add(0, spot.shown)


def _share(spot: Spot) -> float:
    assert spot.named is not None
    return min(1.0, spot.weight / spot.named.weight)


def _home(spot: Spot) -> Spot:
    """Give the definition that a place stands in, or the root."""
    while spot.parent is not None and spot.field != "defs":
        spot = spot.parent
    return spot


def _steps(spot: Spot) -> Iterator[tuple[str, str | int | None, JsonSchema]]:
    for field, value in spot.given:
        if field not in _HOLDERS or value is True or value is False:
            continue
        if value.__class__ is dict:
            yield from ((field, name, child) for name, child in value.items())
        elif value.__class__ is tuple:
            yield from ((field, index, child) for index, child in enumerate(value))
        else:
            yield field, None, value


def own_cost(node: JsonSchema, cost: Cost) -> int:
    """Count what a node costs by itself: its text without what is inside its sub-schemas."""
    count = 0

    def emptied(child: JsonSchema) -> JsonSchema:
        nonlocal count
        count += 1
        return EMPTY

    bare = node.map_children(emptied)
    return cost(bare.to_json()) - count * cost(b"{}")


def field_cost(spot: Spot, field: str, cost: Cost) -> int:
    """Count what a field without sub-schemas costs, with its comma."""
    return cost(text_of(field, spot.value(field)))


def text_of(field: str, value: Any) -> bytes:
    """Write a keyword and its value as they stand in the text, with the comma after them."""
    return b'"%b":%b,' % (keyword_of(field).encode(), msgspec.json.encode(value))


def own_worth(spot: Spot) -> float:
    """Give what a place is worth by itself: its name, and each keyword that it has."""
    worth = loss.NAME if spot.field == "properties" else 0.0
    for field, value in spot.given:
        if field not in _HOLDERS or isinstance(value, bool):
            worth += loss.worth_of_field(field, value)
    return worth * spot.weight


def _weigh(top: Spot) -> None:
    """Weigh each place: by its depth, and a definition by all the places that refer to it."""
    tables = {s.token: s for s in top.children if s.field == "defs"}
    arrived: dict[str | int | None, float] = dict.fromkeys(tables, 0.0)
    pending: list[tuple[Spot, float, int]] = [(top, 1.0, 0)]
    visits = 0
    while pending:
        spot, weight, depth = pending.pop()
        visits += 1
        spot.weight += weight
        for child in spot.children:
            if child.field != "defs":
                step = loss.weight_of_child(weight, spot.node, child.field, child.token or "")
                pending.append((child, step, depth))
        reference = spot.node.ref
        if reference is not None and reference.startswith(_HEAD) and depth < _MAX_REFERENCE_DEPTH:
            target = tables.get(reference[len(_HEAD) :])
            spot.named = target
            if target is not None and visits < _MAX_VISITS and weight > _FAINT:
                arrived[target.token] += weight
                pending.append((target, weight, depth + 1))
    for spot in tables.values():
        if not arrived[spot.token]:
            spot.weight = _FAINT


_MAX_VISITS: Final = 20_000
_FAINT: Final = 0.01
