"""The fitter that loses least: the edit that costs the least worth for what it saves goes first.

Before:  84 kB of a page editor's schema
After:   at most the budget, every root property still there

One queue serves one schema or many. The order of its edits does not depend on the budget: what is
fitted is the shortest run of that order that holds it. So a larger budget never shows less, and
the same input gives the same output, in whatever order the tools come.
Laws: the budget holds wherever the bare skeleton (root property names and `required`) holds it;
root names and `required` stay; widens.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from leanschema.fit.edits import Edit, edits_of, loss_of, next_step, saving_of
from leanschema.fit.spots import Cost, Spot, spots_of
from leanschema.references import prune
from leanschema.schema import SUBSCHEMAS, JsonSchema
from leanschema.targets.target import Target

# Rounding aside, a ratio that has risen by this much has risen.
_RISEN: Final = 1e-9


class Applied(NamedTuple):
    """An edit that was made: its name, its place, what changed there, and its estimated saving."""

    name: str
    spot: Spot
    before: dict[str, Any]
    after: dict[str, Any]
    killed: list[Spot]
    saved: int

    def undo(self) -> None:
        """Take the edit back; what is below lives again, counts stay as they were estimated."""
        self.spot.fields.update(self.before)
        for child in self.killed:
            child.is_alive = True

    def redo(self) -> None:
        """Make the edit again."""
        self.spot.fields.update(self.after)
        for child in self.killed:
            child.is_alive = False


class Part:
    """One schema of a set: its spots, its weight beside the others, and the least it keeps."""

    def __init__(
        self, key: str, schema: JsonSchema, cost: Cost, weight: float = 1.0, keeps: float = 0.0
    ) -> None:
        self.key = key
        self.schema = schema
        self.top, self.spots = spots_of(schema, cost)
        self.weight = weight
        self.floor = keeps * self.top.cost
        self.is_touched = False
        self.pushed = 0  # so that ties are broken within a part, not by the order of the parts

    def fitted(self) -> JsonSchema:
        """Give what is left of the schema."""
        return prune(self.top.built()) if self.is_touched else self.schema


class Queue:
    """All edits of some schemas, the cheapest first."""

    def __init__(self, parts: Sequence[Part], target: Target, cost: Cost) -> None:
        self._target = target
        self._cost = cost
        self._heap: list[tuple[float, str, int, int, Edit, Part]] = []
        self._pushed = 0
        for part in parts:
            for spot in part.spots:
                for edit in edits_of(spot, target):
                    self._push(edit, part)

    def _push(self, edit: Edit, part: Part) -> None:
        saving = saving_of(edit, self._cost)
        if saving > 0:
            ratio = part.weight * loss_of(edit) / saving
            heapq.heappush(self._heap, (ratio, part.key, part.pushed, self._pushed, edit, part))
            part.pushed += 1
            self._pushed += 1

    def run(self) -> Iterator[Applied]:
        """Make one edit after the other and yield it."""
        while self._heap:
            ratio, _, _, _, edit, part = heapq.heappop(self._heap)
            if not _may_be_made(edit, part):
                continue
            saving = saving_of(edit, self._cost)
            if saving <= 0:
                continue
            lost = loss_of(edit)
            now = part.weight * lost / saving
            if self._heap and now > self._heap[0][0] and now > ratio + _RISEN:
                self._push(edit, part)
                continue
            part.is_touched = True
            yield _make(edit, saving, lost)
            following = next_step(edit, self._target)
            if following is not None:
                self._push(following, part)


def _may_be_made(edit: Edit, part: Part) -> bool:
    spot = edit.spot
    if part.top.cost <= part.floor or not spot.is_reachable():
        return False
    return any(spot.has(field) for field in edit.fields)


def _make(edit: Edit, saving: int, lost: float) -> Applied:
    spot = edit.spot
    before = {field: spot.value(field) for field in edit.fields}
    cost, worth = spot.cost, spot.worth
    killed = spot.kill(frozenset(field for field in edit.fields if field in SUBSCHEMAS))
    spot.fields.update(edit.fields)
    spot.add(cost - saving - spot.cost, worth - lost - spot.worth)
    return Applied(edit.name, spot, before, edit.fields, killed, saving)


def hold(
    edits: Iterator[Applied],
    size: int,
    budget: int,
    applied: list[Applied],
    measured: Callable[[], int],
) -> None:
    """Make the fewest edits, in their order, with which the whole holds the budget."""
    while size > budget and take(edits, size - budget, applied):
        size = measured()
    if size > budget:
        return
    # The estimate may have gone too far: take back what was not needed.
    while applied:
        applied[-1].undo()
        if measured() > budget:
            applied[-1].redo()
            return
        applied.pop()


def take(edits: Iterator[Applied], over: int, applied: list[Applied]) -> bool:
    """Make edits until they have saved `over` by estimate; False where none was left to make."""
    saved = 0
    for one in edits:
        applied.append(one)
        saved += one.saved
        if saved >= over:
            break
    return saved > 0
