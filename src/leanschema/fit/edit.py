"""One edit: fields of one place that are replaced, what that loses and what it saves."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import UNSET

from leanschema.fit import loss
from leanschema.fit.scale import Scale
from leanschema.fit.spots import Spot, grow, is_held, share_of, total
from leanschema.schema import SUBSCHEMAS

_HOLDERS: Final = frozenset(SUBSCHEMAS)


class _Edit:
    is_forced = False  # it is made though it may cost: others after it save more
    text: str | None = None  # the description that it was made from
    loss = 0.0
    saving = 0


class SeveralFields(_Edit):
    """Fields that go together, and what is below them."""

    is_structural = False  # what it loses and saves changes with the places below
    is_free = False  # it drops only what is said elsewhere
    tree: Spot | None = None  # what it puts in the place of a union
    tag: str | None = None  # the property there whose values tell the branches apart
    moved: Spot | None = None  # the definition that it moves to its only user

    def __init__(self, name: str, spot: Spot, fields: dict[str, Any]) -> None:
        self.name = name
        self.spot = spot
        self.fields = fields

    def weigh(self, scale: Scale) -> None:
        """Count what the edit loses and saves now."""
        spot, pieces = self.spot, self.spot.pieces
        if self.moved is not None:
            self.saving = pieces["ref"] + self.moved.wrap + scale.braces
            return
        lost, saved, left = 0.0, 0, len(pieces)
        tree = self.tree
        for field, value in self.fields.items():
            if field in pieces:
                saved += pieces[field]
                left -= 1
                held = spot.value(field)
                if field in _HOLDERS and held is not True and held is not False:
                    for child in spot.children:
                        if child.field == field and child.is_alive:
                            saved += child.cost + child.wrap
                            lost += child.worth
                else:
                    lost += _worth_of(spot, field, held)
            if tree is None and is_held(field, value):
                left += 1
                saved -= scale.piece(field, value)
                lost -= loss.worth_of_field(field, value) * spot.weight
        if tree is not None:
            if not tree.pieces:
                self._grow(tree, scale)
            left += len(tree.pieces)
            saved -= tree.cost - scale.braces
            lost -= tree.worth + _said_twice(spot, tree)
        if not left and pieces:
            saved += scale.braces - scale.empty
        self.loss = 0.0 if self.is_free else max(lost, 0.0)
        self.saving = saved

    def _grow(self, tree: Spot, scale: Scale) -> None:
        spots = grow(tree, scale)
        for spot in tree.children:
            if spot.token == self.tag:
                spot.is_tag = True
                spot.worth += _worth_of_tags(spot) - loss.ENUM
        total(spots)


class OneField(_Edit):
    """Drops or shortens one keyword without sub-schemas; loses `lost` times the weight of its place."""

    def __init__(self, name: str, spot: Spot, field: str, value: Any, lost: float) -> None:
        self.name = name
        self.spot = spot
        self.field = field
        self.value = value
        if lost > 0:
            self.loss = lost * spot.weight

    @property
    def fields(self) -> dict[str, Any]:
        """What the field is replaced by."""
        return {self.field: self.value}

    def weigh(self, scale: Scale) -> None:
        """Count what the edit saves now; what it loses does not change."""
        pieces = self.spot.pieces
        saving = pieces[self.field]
        value = self.value
        if value is not None and value is not UNSET:
            saving -= scale.piece(self.field, value)
        elif len(pieces) == 1:
            saving += scale.braces - scale.empty
        self.saving = saving


# Fields of one spot that are replaced; UNSET drops `const` and `default`, None the others.
Edit: TypeAlias = OneField | SeveralFields


def _worth_of_tags(spot: Spot) -> float:
    """Give the worth of the values that told branches apart: as much as they had there."""
    return loss.TAG * len(spot.node.enum_ or ())


def _said_twice(spot: Spot, tree: Spot) -> float:
    """Give the worth of the names that several branches of a union repeat: merging keeps one."""
    named = sum(len(branch.living("properties")) for branch in spot.living("anyOf"))
    return loss.NAME * spot.weight * loss.LEVEL * loss.OPTIONAL * max(0, named - len(tree.children))


def _worth_of(spot: Spot, field: str, held: Any) -> float:
    """Give what a field without sub-schemas is worth now."""
    if spot.is_tag and field == "enum_":
        return _worth_of_tags(spot) * spot.weight
    worth = loss.worth_of_field(field, held) * spot.weight
    if field == "ref" and spot.named is not None and spot.shown:
        # What it shows is worth no more than what is left of the definition.
        worth += min(spot.shown, share_of(spot) * spot.named.worth)
    return worth
