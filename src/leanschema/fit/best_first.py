"""The fitter that loses least: the edit that costs the least worth for what it saves goes first.

Before:  84 kB of a page editor's schema
After:   at most the budget, every root property still there

One queue serves one schema or many. The order of its edits does not depend on the budget: what is
fitted is a run of that order, and a larger budget takes no longer one. So a larger budget never
shows less, and the same input gives the same output, in whatever order the tools come.
Laws: the budget holds wherever the bare skeleton (root property names and `required`) holds it;
root names and `required` stay; widens.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import UNSET

from leanschema.fit.definitions import graft, move_in, release
from leanschema.fit.edit import Edit, OneField, SeveralFields
from leanschema.fit.edits import (
    WORDS,
    dropped,
    edits_of,
    may_lose_type,
    renewed,
    shortened,
)
from leanschema.fit.fragile import mark_fragile
from leanschema.fit.part import Part
from leanschema.fit.scale import Cost, Scale, scale_of
from leanschema.fit.spots import Spot, is_held
from leanschema.fit.structure import loosened_tuple, may_loosen, moved_in, written_in_place
from leanschema.targets.target import Target

__all__ = ["Applied", "Part", "Queue", "hold"]

# Rounding aside, a ratio that has risen by this much has risen.
_RISEN: Final = 1e-9
# Estimates are counted anew each time they have fallen by this share.
_COUNTED_ANEW: Final = 0.85
_LEAST_SHARE: Final = 0.1
_MOST_NEAR: Final = 40


class Applied(msgspec.Struct, frozen=True, eq=False):
    """An edit that was made: its name, its place, what changed there, and its estimated saving."""

    name: str
    spot: Spot
    before: dict[str, Any]
    after: dict[str, Any]
    saved: int


# Where so few fields are left, the braces around them may change what one costs.
_NEARLY_EMPTY: Final = 2
# What goes before the type of a place does.
_BEFORE_TYPE: Final = frozenset(("description", "enum_"))
# A definition of a cost up to this may be cheaper where it is used; so may one of few uses.
_SMALL: Final = 64
_FEW: Final = 3
# Tuples of more places are not read again after each edit of what follows them.
_MOST_READ_AGAIN: Final = 100
# What it loses for what it saves, then what breaks ties.
_Entry = tuple[float, str, int, int, Edit, Part]


class Queue:
    """All edits of some schemas, the cheapest first."""

    def __init__(self, parts: Sequence[Part], target: Target, cost: Cost) -> None:
        self._target = target
        self._may_loosen = may_loosen(target)
        self._scale: Scale = scale_of(cost)
        self._opened = [
            _open_one_of(spot, part)
            for part in sorted(parts, key=lambda part: part.key)
            for spot in part.opened
        ]
        self._heap: list[_Entry] = []
        self._pushed = 0
        self._add = partial(heapq.heappush, self._heap)
        add = self._heap.append
        for part in parts:
            number = 0  # ties are broken within a part, not by the order of the parts
            for spot in part.spots:
                for edit in edits_of(spot, target):
                    number += 1
                    self._weighed(edit, part, number, add)
        heapq.heapify(self._heap)

    def _weighed(
        self, edit: Edit, part: Part, number: int, add: Callable[[_Entry], object]
    ) -> None:
        """Weigh an edit and add it to the queue, where it saves anything."""
        edit.weigh(self._scale)
        saving = edit.saving
        if saving <= 0:
            if edit.name == "tell_enum":
                self._weighed(dropped(edit.spot, "enum_"), part, number, add)
                return
            if not edit.is_forced:
                return
            saving = 1
        self._pushed += 1
        add((part.weight * edit.loss / saving, part.key, number, self._pushed, edit, part))

    def _push(self, edit: Edit, part: Part, number: int) -> None:
        """Add an edit that the one of that number has made possible, or that one again."""
        self._weighed(edit, part, number, self._add)

    def run(self) -> Iterator[Applied]:
        """Make one edit after the other and yield it."""
        yield from self._opened
        heap = self._heap
        while heap:
            ratio, _, number, _, edit, part = heapq.heappop(heap)
            if part.top.cost <= part.floor or not edit.spot.is_reachable():
                continue
            if isinstance(edit, OneField):
                applied = self._made_in_one_field(edit, part, number)
            else:
                applied = self._made(edit, part, number, ratio)
            if applied is not None:
                yield applied

    def _made_in_one_field(self, edit: OneField, part: Part, number: int) -> Applied | None:
        """Make an edit, and add those that it makes possible; None where it is of no use now."""
        spot, field, value = edit.spot, edit.field, edit.value
        pieces = spot.pieces
        if field not in pieces or (edit.text is not None and spot.value(field) != edit.text):
            return None
        if len(pieces) <= _NEARLY_EMPTY:
            edit.weigh(self._scale)
            if edit.saving <= 0:
                return None
        part.touch()
        before, after = {field: spot.value(field)}, edit.fields
        spot.put(after)
        if value is None or value is UNSET:
            del pieces[field]
            is_bare = field in _BEFORE_TYPE and "description" not in pieces
            if is_bare and may_lose_type(spot, self._target):
                self._push(dropped(spot, "type"), part, number)
        else:
            pieces[field] -= edit.saving
            self._push(shortened(spot), part, number)
        spot.add(-edit.saving, -edit.loss)
        if self._may_loosen and field not in WORDS:
            for following in self._loosened_above(spot):
                self._push(following, part, number)
        if spot.users and not part.odd:
            for following in self._of_definition(spot, part.top):
                self._push(following, part, number)
        return Applied(edit.name, spot, before, after, edit.saving)

    def _made(self, edit: SeveralFields, part: Part, number: int, ratio: float) -> Applied | None:
        """Make an edit, and add those that it makes possible; None where it is of no use now."""
        if not renewed(edit, self._target):
            return None
        edit.weigh(self._scale)
        if edit.saving <= 0 and not edit.is_forced:
            if edit.name == "tell_enum":
                self._push(edit, part, number)
            return None
        if edit.is_structural:
            now, heap = part.weight * edit.loss / edit.saving, self._heap
            if heap and now > heap[0][0] and now > ratio + _RISEN:
                self._push(edit, part, number)
                return None
        part.touch()
        spot, top = edit.spot, part.top
        size = top.cost
        before = {field: spot.value(field) for field in edit.fields}
        released = self._replaced(edit, part)
        applied = Applied(edit.name, spot, before, edit.fields, size - top.cost)
        for following in self._following(edit):
            self._push(following, part, number)
        if part.odd:
            return applied
        if edit.name != "write_in_place":
            for following in self._of_definition(spot, top):
                self._push(following, part, number)
        for named in released:
            if named.users and len(named.users) <= _FEW:
                for following in self._written_in_place(named, top):
                    self._push(following, part, number)
        return applied

    def _replaced(self, edit: SeveralFields, part: Part) -> list[Spot]:
        """Put in what the edit puts in; gives the definitions that lost a reference."""
        spot, tree = edit.spot, edit.tree
        if edit.moved is not None:
            move_in(edit.moved, edit, part.top)
            return []
        gone = [c for c in spot.children if c.field in edit.fields and c.is_alive]
        if tree is not None:
            mark_fragile(graft(tree, gone))
        for child in gone:
            child.is_alive = False
        spot.put(edit.fields)
        _price(spot, edit, self._scale)
        spot.add(-edit.saving, -edit.loss)
        if not part.has_definitions:
            return []
        return release(gone, spot if "ref" in edit.fields else None, part.top)

    def _following(self, edit: SeveralFields) -> Iterator[Edit]:
        """Give the edits of the place, and below it, that an edit has made possible."""
        spot = edit.spot
        if edit.name == "write_in_place":
            yield from edits_of(spot, self._target)
        elif edit.tree is not None:
            for below in edit.tree.children:
                yield from self._edits_below(below)
            yield from edits_of(spot, self._target)
        elif spot.has("description"):
            if "description" in edit.fields:
                yield shortened(spot)
        elif may_lose_type(spot, self._target):
            yield dropped(spot, "type")
        if self._may_loosen:
            yield from self._loosened_above(spot)

    def _loosened_above(self, spot: Spot) -> Iterator[Edit]:
        """Give the edit of the tuple whose `items` take more now."""
        while spot.field == "anyOf" and spot.parent is not None:
            spot = spot.parent
        if spot.field != "items" or spot.parent is None:
            return
        if len(spot.children) + len(spot.parent.children) > _MOST_READ_AGAIN:
            return
        loosened = loosened_tuple(spot.parent, self._target)
        if loosened is not None:
            yield loosened

    def _of_definition(self, spot: Spot, top: Spot) -> Iterator[Edit]:
        """Give the edits that write a definition, small now, in the places that refer to it."""
        if spot.users and (spot.cost <= _SMALL or len(spot.users) <= _FEW):
            yield from self._written_in_place(spot, top)

    def _edits_below(self, top: Spot) -> Iterator[Edit]:
        pending = [top]
        for spot in pending:
            yield from edits_of(spot, self._target)
            pending.extend(spot.children)

    def _written_in_place(self, named: Spot, top: Spot) -> Iterator[Edit]:
        """Write a definition where it is used, once it costs more than that."""
        users = [user for user in (named.users or {}).values() if user.is_reachable()]
        if len(users) == 1:
            alone = moved_in(users[0])
            if alone is not None:
                yield alone
            return
        edits = [edit for edit in map(written_in_place, users) if edit is not None]
        for edit in edits:
            edit.weigh(self._scale)
        together = sum(edit.saving for edit in edits) + named.cost + named.wrap
        if len(top.living(named.field)) == 1:
            together += top.pieces[named.field]
        for edit in edits:
            # One by one they may cost; the last one lets the definition go.
            edit.is_forced = len(edits) == len(users) and together > 0
            yield edit


def _open_one_of(spot: Spot, part: Part) -> Applied:
    """Read `oneOf` as `anyOf`, which is wider, so that its branches may be widened."""
    part.touch()
    branches = spot.value("oneOf")
    fields = {"oneOf": None, "anyOf": branches}
    spot.put(fields)
    spot.pieces["anyOf"] = spot.pieces.pop("oneOf")
    for child in spot.children:
        if child.field == "oneOf":
            child.field = "anyOf"
    spot.add(0, 0.0)
    return Applied("one_of_to_any_of", spot, {"oneOf": branches, "anyOf": None}, fields, 0)


def _price(spot: Spot, edit: SeveralFields, scale: Scale) -> None:
    """Note what each field of a place costs now, and what stands below it."""
    for field, value in edit.fields.items():
        spot.pieces.pop(field, None)
        if edit.tree is None and is_held(field, value):
            spot.pieces[field] = scale.piece(field, value)
    if edit.tree is not None:
        spot.pieces.update(edit.tree.pieces)
        for child in edit.tree.children:
            child.parent = spot
        spot.adopt(edit.tree.children)


def hold(
    edits: Iterator[Applied],
    size: int,
    budget: int,
    applied: list[Applied],
    measured: Callable[[], int],
    *,
    is_exact: bool = False,
) -> None:
    """Make edits in their order until the whole, as it is counted, holds the budget.

    With `is_exact` the estimates need no counting anew.

    The estimate is counted anew at places that do not depend on the budget, and so does a larger
    budget never need more edits. From where it comes near the budget each step is counted.
    """
    near = budget + min(budget // 100, _MOST_NEAR)
    estimate = counted = size
    share = 0.0 if is_exact else _COUNTED_ANEW
    for one in edits:
        applied.append(one)
        estimate -= one.saved
        if estimate <= counted * share:
            counted = measured()
            # Where the estimate was right it is trusted for longer.
            is_exact = counted == estimate
            share = max(share * share, _LEAST_SHARE) if is_exact else _COUNTED_ANEW
            estimate = counted
        if estimate <= (budget if is_exact else near) and measured() <= budget:
            return
