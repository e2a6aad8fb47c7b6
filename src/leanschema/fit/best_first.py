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
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from leanschema.fit.definitions import graft, move_in, release
from leanschema.fit.edit import Edit
from leanschema.fit.edits import (
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
from leanschema.fit.structure import moved_in, written_in_place
from leanschema.targets.target import Target

__all__ = ["Applied", "Part", "Queue", "hold"]

# Rounding aside, a ratio that has risen by this much has risen.
_RISEN: Final = 1e-9
# Estimates are counted anew each time they have fallen by this share.
_COUNTED_ANEW: Final = 0.85
_LEAST_SHARE: Final = 0.1
_MOST_NEAR: Final = 40


class Applied(NamedTuple):
    """An edit that was made: its name, its place, what changed there, and its estimated saving."""

    name: str
    spot: Spot
    before: dict[str, Any]
    after: dict[str, Any]
    saved: int


# Where so few fields are left, the braces around them may change what one costs.
_NEARLY_EMPTY: Final = 2
# A definition of a cost up to this may be cheaper where it is used; so may one of few uses.
_SMALL: Final = 64
_FEW: Final = 3
# What it loses for what it saves, then what breaks ties.
_Entry = tuple[float, str, int, int, Edit, Part]


class Queue:
    """All edits of some schemas, the cheapest first."""

    def __init__(self, parts: Sequence[Part], target: Target, cost: Cost) -> None:
        self._target = target
        self._scale: Scale = scale_of(cost)
        self._opened = [
            _open_one_of(spot, part)
            for part in sorted(parts, key=lambda part: part.key)
            for spot in part.opened
        ]
        self._released: list[Spot] = []  # definitions that lost a reference
        self._heap: list[_Entry] = []
        self._pushed = 0
        for part in parts:
            number = 0  # ties are broken within a part, not by the order of the parts
            for spot in part.spots:
                for edit in edits_of(spot, target):
                    number += 1
                    entry = self._entry(edit, part, number)
                    if entry is not None:
                        self._heap.append(entry)
        heapq.heapify(self._heap)

    def _entry(self, edit: Edit, part: Part, number: int) -> _Entry | None:
        if edit.field:
            edit.weigh_one(self._scale)
        else:
            edit.weigh(self._scale)
        if edit.saving <= 0 and edit.name == "tell_enum":
            edit = dropped(edit.spot, "enum_")
            edit.weigh(self._scale)
        if edit.saving > 0 or edit.is_forced:
            self._pushed += 1
            ratio = part.weight * edit.loss / max(edit.saving, 1)
            return (ratio, part.key, number, self._pushed, edit, part)
        return None

    def _push(self, edit: Edit, part: Part, number: int) -> None:
        entry = self._entry(edit, part, number)
        if entry is not None:
            heapq.heappush(self._heap, entry)

    def run(self) -> Iterator[Applied]:
        """Make one edit after the other and yield it."""
        yield from self._opened
        heap = self._heap
        while heap:
            ratio, _, number, _, edit, part = heapq.heappop(heap)
            if part.top.cost <= part.floor or not edit.spot.is_reachable():
                continue
            if not renewed(edit, self._target):
                continue
            if not edit.field or len(edit.spot.pieces) <= _NEARLY_EMPTY:
                edit.weigh(self._scale)
            if edit.saving <= 0 and not edit.is_forced:
                if edit.name == "tell_enum":
                    self._push(edit, part, number)
                continue
            if edit.is_structural:
                now = part.weight * edit.loss / edit.saving
                if heap and now > heap[0][0] and now > ratio + _RISEN:
                    self._push(edit, part, number)
                    continue
            if edit.field:
                part.touch()
                self._released = []
                yield _make_simple(edit, self._scale)
            else:
                yield self._made(edit, part)
            if edit.name == "drop_type" and not part.has_definitions:
                continue
            for following in self._following(edit, part):
                self._push(following, part, number)

    def _made(self, edit: Edit, part: Part) -> Applied:
        spot, tree = edit.spot, edit.tree
        part.touch()
        self._released = []
        size = part.top.cost
        before = {field: spot.value(field) for field in edit.fields}
        gone = [c for c in spot.children if c.field in edit.fields and c.is_alive]
        if edit.moved is not None:
            move_in(edit.moved, edit, part.top)
            return Applied(edit.name, spot, before, edit.fields, size - part.top.cost)
        if tree is not None:
            mark_fragile(graft(tree, gone))
        for child in gone:
            child.is_alive = False
        spot.put(edit.fields)
        _price(spot, edit, self._scale)
        spot.add(-edit.saving, -edit.loss)
        if part.has_definitions:
            self._released = release(gone, spot if "ref" in edit.fields else None, part.top)
        return Applied(edit.name, spot, before, edit.fields, size - part.top.cost)

    def _following(self, edit: Edit, part: Part) -> Iterator[Edit]:
        """Give the edits that an edit has made possible."""
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
        elif _may_bare_the_type(edit) and may_lose_type(spot, self._target):
            yield dropped(spot, "type")
        if part.has_definitions and not part.odd:
            has_shrunk = edit.name != "write_in_place" and spot.users
            if has_shrunk and (spot.cost <= _SMALL or len(spot.users or ()) <= _FEW):
                yield from self._written_in_place(spot, part.top)
            for named in self._released:
                if named.users and len(named.users) <= _FEW:
                    yield from self._written_in_place(named, part.top)

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


def _may_bare_the_type(edit: Edit) -> bool:
    return edit.field in ("", "description", "enum_")


def _make_simple(edit: Edit, scale: Scale) -> Applied:
    spot = edit.spot
    field = edit.field
    value = edit.fields[field]
    before = {field: spot.value(field)}
    spot.put(edit.fields)
    if value is None or value is UNSET:
        del spot.pieces[field]
    else:
        spot.pieces[field] = scale.piece(field, value)
    spot.add(-edit.saving, -edit.loss)
    return Applied(edit.name, spot, before, edit.fields, edit.saving)


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


def _price(spot: Spot, edit: Edit, scale: Scale) -> None:
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
