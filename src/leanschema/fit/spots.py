"""A schema's nodes as places that a fitter edits: what each costs, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fields import Fields
from leanschema.fit import loss
from leanschema.fit.scale import Scale
from leanschema.schema import ABSENT, SUBSCHEMAS, JsonSchema, values_of

TABLES: Final = frozenset(("defs", "definitions"))
_HOLDERS: Final = frozenset(SUBSCHEMAS)
# The order in which edits of the same ratio are made: what many nodes have, then what few have.
_USUAL: Final = Fields(
    ("enum_", "items", "properties", "required", "additionalProperties", "anyOf", "ref")
)
_RARE: Final = Fields(f for f in ABSENT if f not in (*_USUAL.names, "type", "description"))
# Most nodes have nothing but a type and a description, which come before them.
_AFTER_WORDS: Final = tuple(ABSENT).index("description") + 1
_NO_MORE: Final = tuple(ABSENT.values())[_AFTER_WORDS:]
# There null is a value, and UNSET is none.
_MAY_BE_NULL: Final = frozenset(("const", "default"))


class Spot:
    """One node in one place, with what is left of it."""

    # What few spots have otherwise.
    is_alive = True
    is_tag = False  # its values tell the merged branches of a union apart
    is_fragile = False  # to widen it here would narrow the whole
    named: Spot | None = None  # the definition that the node refers to
    users: dict[int, Spot] | None = None  # of a definition: the places that refer to it
    shown = 0.0  # the share of the named definition's worth that is seen from here
    # What this place and all below it cost, and are worth; and by how much its depth counts.
    cost = 0
    worth = 0.0
    weight = 0.0
    # What an edit has put in place of the node's own, and the places right below: of most, none.
    fields: dict[str, Any] | None = None
    children: Sequence[Spot] = ()

    def __init__(
        self, node: JsonSchema, parent: Spot | None, field: str, token: str | int | None, wrap: int
    ) -> None:
        self.node = node
        self.parent = parent
        self.field = field
        self.token = token
        self.wrap = wrap  # what its name, or the comma after it, costs above
        self.pieces: dict[str, int] = {}  # what each field costs that is still there
        self._made: JsonSchema | None = node

    def value(self, field: str) -> Any:
        """Give what a field holds now."""
        fields = self.fields
        if fields is not None and field in fields:
            return fields[field]
        return getattr(self.node, field)

    def put(self, fields: Mapping[str, Any]) -> None:
        """Put values in place of the node's own."""
        if self.fields is None:
            self.fields = dict(fields)
        else:
            self.fields.update(fields)

    def adopt(self, children: Sequence[Spot]) -> None:
        """Take more places right below this one."""
        self.children = [*self.children, *children] if self.children else children

    def has(self, field: str) -> bool:
        """Tell whether a field still holds something."""
        return field in self.pieces

    def add(self, cost: int, worth: float) -> None:
        """Count a change of cost and worth here and in every place above."""
        spot: Spot | None = self
        while spot is not None:
            spot.cost += cost
            spot.worth += worth
            spot._made = None
            spot = spot.parent

    def living(self, field: str) -> list[Spot]:
        """Give the places right below a field that are still there."""
        return [c for c in self.children if c.field == field and c.is_alive]

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
        if self._made is not None:
            return self._made
        changed = dict(self.fields) if self.fields else {}
        for child in self.children:
            if child.is_alive:
                after = child._made or child.built()
                if after is not child.node:
                    self._put(changed, child, after)
            elif child.field in TABLES and child.field in self.pieces:
                self._put(changed, child, None)
        for field, value in changed.items():
            if value.__class__ is list:
                changed[field] = tuple(value)
        self._made = replace(self.node, **changed) if changed else self.node
        return self._made

    def _put(self, changed: dict[str, Any], child: Spot, after: JsonSchema | None) -> None:
        """Put what is left of a child where its node stood."""
        field, token = child.field, child.token
        if token is None:
            changed[field] = after
            return
        holder: Any = changed.get(field)
        if holder is None or (self.fields is not None and holder is self.fields.get(field)):
            holder = self.value(field)
            holder = changed[field] = dict(holder) if holder.__class__ is dict else list(holder)
        if after is None:
            holder.pop(token, None)
        else:
            holder[token] = after


def grow(top: Spot, scale: Scale) -> list[Spot]:
    """Give the spot and all below it, each with its own cost and its worth before weighing."""
    spots = [top]
    piece, of_types = scale.piece, scale.of_types
    for spot in spots:
        node, pieces, worth = spot.node, spot.pieces, 0.0
        values = values_of(node)
        reference, kind, nullable, title, words = values[:_AFTER_WORDS]
        if kind is not None:
            pieces["type"] = of_types.get(kind) or scale.type(kind)
            worth = loss.TYPE
        if words is not None:
            pieces["description"] = piece("description", words)
            worth += loss.text_of(words).worth
        others: Iterable[tuple[str, Any]] = ()
        if values[_AFTER_WORDS:] != _NO_MORE or title is not None or nullable is not None:
            others = (*_USUAL.among_values(values), *_RARE.among_values(values))
        elif reference is not None:
            others = (("ref", reference),)
        for field, value in others:
            if field in _HOLDERS and value is not True and value is not False:
                pieces[field] = _hold(spot, field, value, scale, spots)
            else:
                pieces[field] = piece(field, value)
                worth += loss.worth_of_field(field, value)
        if spot.field == "properties":
            worth += loss.NAME
        spot.worth = worth
        spot.cost = sum(pieces.values()) + (scale.braces if pieces else scale.empty)
    return spots


def is_held(field: str, value: Any) -> bool:
    """Tell whether a field that has this value is present."""
    return value is not UNSET and (value is not None or field in _MAY_BE_NULL)


def _hold(spot: Spot, field: str, value: Any, scale: Scale, spots: list[Spot]) -> int:
    """Make the places below a field, and weigh what stands around them."""
    one, table, branches = scale.holders[field]
    below = []
    if value.__class__ is dict:
        cost = table if value else table + scale.between
        for name, child in value.items():
            below.append(Spot(child, spot, field, name, scale.name(name)))
        if field == "properties":
            required = spot.node.required or ()
            deep = spot.weight * loss.LEVEL
            for child in below:
                child.weight = deep if child.token in required else deep * loss.OPTIONAL
    elif value.__class__ is tuple:
        cost = branches if value else branches + scale.between
        for index, child in enumerate(value):
            below.append(Spot(child, spot, field, index, scale.between))
    else:
        cost = one
        below.append(Spot(value, spot, field, None, 0))
    if field != "properties":
        for child in below:
            child.weight = spot.weight
    spot.adopt(below)
    spots.extend(below)
    return cost


def total(spots: Sequence[Spot]) -> None:
    """Weigh the worths and sum everything up from the bottom; the first spot is the top of all."""
    for spot in spots:
        spot.worth *= spot.weight
    for spot in reversed(spots[1:] if spots else ()):
        parent = spot.parent
        if parent is not None:
            parent.cost += spot.cost + spot.wrap
            parent.worth += spot.worth


def share_of(spot: Spot) -> float:
    """Give the share of a definition's weight that comes from one place that refers to it."""
    assert spot.named is not None
    return min(1.0, spot.weight / spot.named.weight)
