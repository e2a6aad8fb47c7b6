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

from leanschema.fit.edits import (
    Edit,
    edits_of,
    may_lose_type,
    refresh,
    shortened,
    written_in_place,
)
from leanschema.fit.fragile import mark_fragile, without_dangling
from leanschema.fit.scale import Cost, Scale, scale_of
from leanschema.fit.spots import Spot, is_held, spots_of
from leanschema.references import prune
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

# Rounding aside, a ratio that has risen by this much has risen.
_RISEN: Final = 1e-9
# Estimates are counted anew each time they have fallen by this share.
_COUNTED_ANEW: Final = 0.85
_MOST_NEAR: Final = 40


class Applied(NamedTuple):
    """An edit that was made: its name, its place, what changed there, and its estimated saving."""

    name: str
    spot: Spot
    before: dict[str, Any]
    after: dict[str, Any]
    saved: int


class Part:
    """One schema of a set: its spots, its weight beside the others, and the least it keeps."""

    def __init__(
        self, key: str, schema: JsonSchema, cost: Cost, weight: float = 1.0, keeps: float = 0.0
    ) -> None:
        self.key = key
        self.schema = schema
        self.scale = scale_of(cost)
        self.top, self.spots, self.odd = spots_of(schema, self.scale)
        self.opened = mark_fragile(self.spots)
        self.weight = weight
        self.floor = keeps * self.top.cost
        self.is_touched = False
        self._fitted: JsonSchema | None = schema

    def touch(self) -> None:
        """Note that something has changed."""
        self.is_touched = True
        self._fitted = None

    def fitted(self) -> JsonSchema:
        """Give what is left of the schema."""
        if self._fitted is None:
            left = prune(self.top.built())
            self._fitted = without_dangling(left, self.schema, self.odd) if self.odd else left
        return self._fitted


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
        self._heap: list[tuple[float, str, int, int, Edit, Part]] = []
        self._pushed = 0
        for part in parts:
            number = 0  # ties are broken within a part, not by the order of the parts
            for spot in part.spots:
                for edit in edits_of(spot, target):
                    number += 1
                    self._add(edit, part, number)
        heapq.heapify(self._heap)

    def _add(self, edit: Edit, part: Part, number: int) -> None:
        edit.weigh(self._scale)
        if edit.saving > 0:
            self._pushed += 1
            ratio = part.weight * edit.loss / edit.saving
            self._heap.append((ratio, part.key, number, self._pushed, edit, part))

    def _push(self, edit: Edit, part: Part, number: int) -> None:
        edit.weigh(self._scale)
        if edit.saving > 0:
            self._pushed += 1
            ratio = part.weight * edit.loss / edit.saving
            heapq.heappush(self._heap, (ratio, part.key, number, self._pushed, edit, part))

    def run(self) -> Iterator[Applied]:
        """Make one edit after the other and yield it."""
        yield from self._opened
        heap = self._heap
        while heap:
            ratio, _, number, _, edit, part = heapq.heappop(heap)
            if not self._is_current(edit, part):
                continue
            edit.weigh(self._scale)
            if edit.saving <= 0:
                continue
            if edit.is_structural:
                now = part.weight * edit.loss / edit.saving
                if heap and now > heap[0][0] and now > ratio + _RISEN:
                    self._push(edit, part, number)
                    continue
            yield self._made(edit, part)
            for following in self._following(edit, part):
                self._push(following, part, number)

    def _is_current(self, edit: Edit, part: Part) -> bool:
        """Tell whether an edit can still be made, and bring it up to date."""
        spot = edit.spot
        if part.top.cost <= part.floor or not spot.is_reachable():
            return False
        if edit.name == "merge_branches":
            return bool(spot.living("anyOf")) and not part.odd and refresh(edit, self._target)
        if "description" in edit.fields and spot.value("description") != edit.text:
            return False
        return any(field in spot.pieces for field in edit.fields)

    def _made(self, edit: Edit, part: Part) -> Applied:
        spot, tree = edit.spot, edit.tree
        part.touch()
        size = part.top.cost
        before = {field: spot.value(field) for field in edit.fields}
        gone = [c for c in spot.children if c.field in edit.fields and c.is_alive]
        if tree is not None:
            _graft(tree, gone)
        for child in gone:
            child.is_alive = False
        spot.fields.update(edit.fields)
        _price(spot, edit, self._scale)
        spot.add(-edit.saving, -edit.loss)
        if part.top.node.defs is not None or part.top.node.definitions is not None:
            _release(gone, spot if "ref" in edit.fields else None, part.top)
        return Applied(edit.name, spot, before, edit.fields, size - part.top.cost)

    def _following(self, edit: Edit, part: Part) -> Iterator[Edit]:
        """Give the edits that an edit has made possible."""
        spot = edit.spot
        if edit.tree is not None:
            for below in edit.tree.children:
                yield from self._edits_below(below)
            yield from edits_of(spot, self._target)
        elif edit.name in ("collapse", "write_in_place", "drop_enum"):
            if may_lose_type(spot, self._target) and not spot.is_fragile:
                yield Edit("drop_type", spot, {"type": None})
        if edit.name in ("shorten_description", "tell_enum") and spot.has("description"):
            yield shortened(spot)
        if part.top.node.defs is not None and not part.odd:
            yield from self._written_in_place(spot)

    def _edits_below(self, top: Spot) -> Iterator[Edit]:
        pending = [top]
        for spot in pending:
            yield from edits_of(spot, self._target)
            pending.extend(spot.children)

    def _written_in_place(self, spot: Spot) -> Iterator[Edit]:
        """Once a definition has shrunk to less than a reference, it may stand where it is used."""
        if spot.users is None or spot.parent is None or spot.is_fragile:
            return
        for user in spot.users.values():
            if user.is_alive and user.has("ref"):
                edit = written_in_place(user)
                if edit is not None:
                    yield edit


def _open_one_of(spot: Spot, part: Part) -> Applied:
    """Read `oneOf` as `anyOf`, which is wider, so that its branches may be widened."""
    part.touch()
    branches = spot.value("oneOf")
    fields = {"oneOf": None, "anyOf": branches}
    spot.fields.update(fields)
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
        spot.children.extend(edit.tree.children)


def _graft(tree: Spot, gone: Sequence[Spot]) -> None:
    """Give the new places the definitions that the old ones referred to."""
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
    mark_fragile(fresh)


def _release(gone: Sequence[Spot], user: Spot | None, top: Spot) -> None:
    """Let go of the definitions that nothing refers to any more."""
    pending = list(gone)
    left = [] if user is None else [user]
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
        if not named.users and named.is_alive:
            named.is_alive = False
            top.add(-named.cost - named.wrap, 0.0)
            if not top.living(named.field):
                top.fields[named.field] = None
                top.add(-top.pieces.pop(named.field), 0.0)
            pending.append(named)


def hold(
    edits: Iterator[Applied],
    size: int,
    budget: int,
    applied: list[Applied],
    measured: Callable[[], int],
) -> None:
    """Make edits in their order until the whole, as it is counted, holds the budget.

    The estimate is counted anew at places that do not depend on the budget, and so does a larger
    budget never need more edits. From where it comes near the budget each step is counted.
    """
    near = budget + min(budget // 100, _MOST_NEAR)
    estimate = counted = size
    share = _COUNTED_ANEW
    for one in edits:
        applied.append(one)
        estimate -= one.saved
        if estimate <= counted * share:
            counted = measured()
            # Where the estimate was right it is trusted for longer.
            share = max(share * share, 0.01) if counted == estimate else _COUNTED_ANEW
            estimate = counted
        if estimate <= near and measured() <= budget:
            return
