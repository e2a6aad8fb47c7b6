"""Definitions among the places: which reference names which, what that is worth, who lets go.

A definition weighs as much as all the places that refer to it; one that nothing refers to any more
is gone, and one that a single reference is left to may move there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leanschema.fit import loss
from leanschema.fit.edit import SeveralFields
from leanschema.fit.scale import Scale
from leanschema.fit.spots import TABLES, Spot, grow, share_of, total
from leanschema.pointer import fragment_tokens
from leanschema.references import DEFINITION_TABLES, definition_of
from leanschema.schema import JsonSchema

_MAX_REFERENCE_DEPTH: Final = 6
_MAX_VISITS: Final = 20_000
_FAINT: Final = 0.01


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
                if child.children or child.named is not None:
                    pending.append((child, step, depth))
                else:
                    child.weight += step
                    visits += 1
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


def has_cycle(spots: Sequence[Spot]) -> bool:
    """Tell whether a definition refers to itself, directly or through others."""
    uses: dict[int, list[int]] = {}
    for spot in spots:
        if spot.named is not None:
            uses.setdefault(id(_home(spot)), []).append(id(spot.named))
    done: set[int] = set()
    for start, named_there in uses.items():
        way, open_now = [(start, iter(named_there))], {start}
        while way:
            home, left = way[-1]
            named = next(left, None)
            if named is None:
                done.add(home)
                open_now.discard(home)
                way.pop()
            elif named in open_now:
                return True
            elif named not in done:
                open_now.add(named)
                way.append((named, iter(uses.get(named, ()))))
    return False


def _home(spot: Spot) -> Spot:
    """Give the definition that a place stands in, or the root."""
    while spot.parent is not None and (spot.field not in TABLES or spot.parent.parent is not None):
        spot = spot.parent
    return spot


def graft(tree: Spot, gone: Sequence[Spot]) -> list[Spot]:
    """Give the new places the definitions that the old ones referred to; gives the places."""
    named: dict[str, Spot] = {}
    pending = list(gone)
    for spot in pending:
        if spot.named is not None and spot.node.ref is not None:
            named.setdefault(spot.node.ref, spot)
        pending.extend(spot.children)
    fresh = list(tree.children)
    for spot in fresh:
        fresh.extend(spot.children)
        old = None if spot.node.ref is None else named.get(spot.node.ref)
        if old is not None and old.named is not None and old.named.users is not None:
            spot.named, spot.shown = old.named, old.shown
            old.named.users[id(spot)] = spot
    return fresh


def move_in(named: Spot, edit: SeveralFields, top: Spot) -> None:
    """Move what is left of a definition to the place of the reference to it."""
    user = edit.spot
    worth = named.worth - user.shown
    cost = named.cost
    named.is_alive = False
    top.add(-named.cost - named.wrap, 0.0)
    if not top.living(named.field):
        top.put({named.field: None})
        top.add(-top.pieces.pop(named.field), 0.0)
    user.put(edit.fields)
    cost -= edit.saving - named.wrap
    del user.pieces["ref"]
    user.pieces.update(named.pieces)
    for child in named.children:
        child.parent = user
    user.adopt(named.children)
    user.add(cost, worth)


def release(gone: Sequence[Spot], user: Spot | None, top: Spot) -> list[Spot]:
    """Let go of the definitions that nothing refers to any more; gives those that lost one."""
    pending = list(gone)
    left = [] if user is None else [user]
    released: dict[int, Spot] = {}
    while pending or left:
        if pending:
            spot = pending.pop()
            if spot.has("ref"):
                left.append(spot)
            pending.extend(child for child in spot.children if child.is_alive)
            continue
        spot = left.pop()
        named = spot.named
        if named is None or named.users is None:
            continue
        named.users.pop(id(spot), None)
        released[id(named)] = named
        if not named.users and named.is_alive:
            named.is_alive = False
            top.add(-named.cost - named.wrap, 0.0)
            if not top.living(named.field):
                top.put({named.field: None})
                top.add(-top.pieces.pop(named.field), 0.0)
            pending.append(named)
    return list(released.values())
