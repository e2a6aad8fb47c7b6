"""A schema's nodes as places that a fitter edits: what each costs, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fit import loss
from leanschema.fit.scale import Scale
from leanschema.pointer import fragment_tokens
from leanschema.references import DEFINITION_TABLES, definition_of
from leanschema.schema import SUBSCHEMAS, JsonSchema

TABLES: Final = frozenset(("defs", "definitions"))
_FIELDS: Final = JsonSchema.__struct_fields__
_HOLDERS: Final = frozenset(SUBSCHEMAS)
_MAX_REFERENCE_DEPTH: Final = 6
_MAX_VISITS: Final = 20_000
_FAINT: Final = 0.01
# What most nodes have, so that the other forty fields are looked at in one comparison.
_COMMON: Final = (
    "type", "description", "enum_", "items", "properties", "required", "additionalProperties",
    "anyOf", "ref",
)  # fmt: skip
_RARE: Final = tuple(field for field in _FIELDS if field not in _COMMON)
# There null is a value, and UNSET is none.
_MAY_BE_NULL: Final = frozenset(("const", "default"))
_common_of: Final = attrgetter(*_COMMON)
_rare_of: Final = attrgetter(*_RARE)
_NO_RARE: Final = _rare_of(JsonSchema())


class Spot:
    """One node in one place, with what is left of it."""

    __slots__ = (
        "_made",
        "children",
        "cost",
        "field",
        "fields",
        "is_alive",
        "is_fragile",
        "named",
        "node",
        "parent",
        "pieces",
        "shown",
        "token",
        "users",
        "weight",
        "worth",
        "wrap",
    )  # fmt: skip

    def __init__(
        self, node: JsonSchema, parent: Spot | None, field: str, token: str | int | None, wrap: int
    ) -> None:
        self.node = node
        self.parent = parent
        self.field = field
        self.token = token
        self.wrap = wrap  # what its name, or the comma after it, costs above
        self.fields: dict[str, Any] = {}  # what an edit has put in place of the node's own
        self.pieces: dict[str, int] = {}  # what each field costs that is still there
        self.children: list[Spot] = []
        self.is_alive = True
        self.is_fragile = False  # to widen it here would narrow the whole
        self.named: Spot | None = None  # the definition that the node refers to
        self.users: dict[int, Spot] | None = None  # of a definition: the places that refer to it
        self.shown = 0.0  # the share of the named definition's worth that is seen from here
        self.weight = 0.0
        self.cost = 0  # of this place and all below it
        self.worth = 0.0  # of this place and all below it
        self._made: JsonSchema | None = node

    def value(self, field: str) -> Any:
        """Give what a field holds now."""
        return self.fields[field] if field in self.fields else getattr(self.node, field)

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
        changed = dict(self.fields)
        for child in self.children:
            if not child.is_alive and (child.field not in TABLES or not self.has(child.field)):
                continue
            after = child.built()
            if after is child.node and child.is_alive:
                continue
            self._put(changed, child, after if child.is_alive else None)
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
        holder = changed.get(field)
        if holder is None or holder is self.fields.get(field):
            holder = self.value(field)
            holder = changed[field] = dict(holder) if holder.__class__ is dict else list(holder)
        if after is None:
            holder.pop(token, None)
        else:
            holder[token] = after


def spots_of(root: JsonSchema, scale: Scale) -> tuple[Spot, list[Spot], list[str]]:
    """Give the root's spot, all spots, and the references that name no definition of the root."""
    top = Spot(root, None, "", None, 0)
    top.weight = 1.0
    spots = grow(top, scale)
    referring = [spot for spot in spots if spot.node.ref is not None]
    odd: list[str] = []
    if referring:
        odd = _name_definitions(top, referring)
        for spot in spots:
            spot.weight = 0.0
        _weigh(top)
    total(spots)
    if referring:
        _show_definitions(referring)
    return top, spots, odd


def grow(top: Spot, scale: Scale) -> list[Spot]:
    """Give the spot and all below it, each with its own cost and its worth before weighing."""
    spots = [top]
    for spot in spots:
        node, pieces, worth = spot.node, spot.pieces, 0.0
        for field, value in fields_of(node):
            if field in _HOLDERS and value is not True and value is not False:
                pieces[field] = _hold(spot, field, value, scale, spots)
            else:
                pieces[field] = scale.piece(field, value)
                worth += loss.worth_of_field(field, value)
        if spot.field == "properties":
            worth += loss.NAME
        spot.worth = worth
        spot.cost = sum(pieces.values()) + (scale.braces if pieces else scale.empty)
    return spots


def fields_of(node: JsonSchema) -> Iterator[tuple[str, Any]]:
    """Yield the fields that a node has; the rare ones last."""
    for field, value in zip(_COMMON, _common_of(node), strict=True):
        if value is not None:
            yield field, value
    rare = _rare_of(node)
    if rare != _NO_RARE:
        for field, value in zip(_RARE, rare, strict=True):
            if is_held(field, value):
                yield field, value


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
    spot.children.extend(below)
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


def named_by(reference: str) -> tuple[str, str] | None:
    """Give the root table's field and the name that a reference names whole, or None."""
    definition = definition_of(reference)
    if definition is None:
        return None
    if reference.count("/") > 2 or "%" in reference:  # noqa: PLR2004 - table, name
        tokens = fragment_tokens(reference)
        if tokens is None or len(tokens) != 2:  # noqa: PLR2004 - table, name
            return None
    return ("defs" if definition.table == DEFINITION_TABLES[0] else "definitions"), definition.name


def _name_definitions(top: Spot, referring: Sequence[Spot]) -> list[str]:
    """Tell each place which definition it refers to; give the references that name none."""
    tables = {(spot.field, spot.token): spot for spot in top.children if spot.field in TABLES}
    odd = []
    for spot in referring:
        reference = spot.node.ref or ""
        named = None if reference == "#" else named_by(reference)
        target = None if named is None else tables.get(named)
        if target is not None:
            spot.named = target
            if target.users is None:
                target.users = {}
            target.users[id(spot)] = spot
        elif reference != "#":
            odd.append(reference)
    return odd


def _weigh(top: Spot) -> None:
    """Weigh each place: by its depth, and a definition by all the places that refer to it."""
    arrived: set[int] = set()
    pending: list[tuple[Spot, float, int]] = [(top, 1.0, 0)]
    visits = 0
    while pending:
        spot, weight, depth = pending.pop()
        visits += 1
        spot.weight += weight
        for child in spot.children:
            if child.field not in TABLES:
                step = loss.weight_of_child(weight, spot.node, child.field, child.token or "")
                pending.append((child, step, depth))
        named = spot.named
        if named is None or depth >= _MAX_REFERENCE_DEPTH:
            continue
        if visits < _MAX_VISITS and weight > _FAINT:
            arrived.add(id(named))
            pending.append((named, weight, depth + 1))
    for spot in top.children:
        if spot.field in TABLES and id(spot) not in arrived:
            _weigh_faint(spot)


def _weigh_faint(definition: Spot) -> None:
    pending = [definition]
    for spot in pending:
        spot.weight = _FAINT
        pending.extend(spot.children)


def _show_definitions(referring: Sequence[Spot]) -> None:
    """Count what each reference shows: its share of the definition, and of what that refers to."""
    users = [spot for spot in referring if spot.named is not None and spot.named.weight > 0]
    homes = [_home(spot) for spot in users]
    own = {id(spot.named): spot.named.worth for spot in users if spot.named is not None}
    reach = own
    for _ in range(_MAX_REFERENCE_DEPTH):
        further = dict(own)
        for spot, home in zip(users, homes, strict=True):
            if id(home) in further:
                further[id(home)] += share_of(spot) * reach[id(spot.named)]
        reach = further
    for spot in users:
        spot.shown = share_of(spot) * reach[id(spot.named)]
    for spot in users:
        spot.add(0, spot.shown)


def share_of(spot: Spot) -> float:
    """Give the share of a definition's weight that comes from one place that refers to it."""
    assert spot.named is not None
    return min(1.0, spot.weight / spot.named.weight)


def _home(spot: Spot) -> Spot:
    """Give the definition that a place stands in, or the root."""
    while spot.parent is not None and (spot.field not in TABLES or spot.parent.parent is not None):
        spot = spot.parent
    return spot
