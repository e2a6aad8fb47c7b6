"""The fitter that loses least: the edit that costs the least worth for what it saves goes first.

Before:  84 kB of a page editor's schema
After:   at most the budget, every root property still there

The order of the edits does not depend on the budget: a fitted schema is the shortest run of that
order that holds it. So a larger budget never shows less, and the same input gives the same output.
Laws: the budget holds wherever the bare skeleton (root property names and `required`) holds it;
root names and `required` stay; widens.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from leanschema.fit.edits import Edit, edits_of, loss_of, next_step, saving_of
from leanschema.fit.spots import Cost, Spot, spots_of
from leanschema.references import prune
from leanschema.schema import SUBSCHEMAS, JsonSchema, keyword_of
from leanschema.targets.target import Target

__all__ = ["Applied", "best_first"]

# A place may be asked again this often because something below it changed.
_FREE: float = 1e-9


class Applied(NamedTuple):
    """An edit that was made: what it is called, where, and what it saved by estimate."""

    name: str
    spot: Spot
    saved: int


def best_first(
    schema: JsonSchema, target: Target, cost: Cost, budget: int
) -> tuple[JsonSchema, list[Applied]]:
    """Fit a schema into a budget; gives the fitted schema and the edits in their order.

    `cost` counts a text (bytes or tokens); the result is measured whole, not estimated.
    """
    size = cost(schema.to_json())
    applied: list[Applied] = []
    if size <= budget:
        return schema, applied
    top, spots = spots_of(schema, cost)
    running = _run(spots, target, cost)
    fitted = schema
    while size > budget:
        over = size - budget
        saved = 0
        for one in running:
            applied.append(one)
            saved += one.saved
            if saved >= over:
                break
        else:
            return prune(top.built()), applied
        fitted = prune(top.built())
        size = cost(fitted.to_json())
    return fitted, applied


def _run(spots: list[Spot], target: Target, cost: Cost) -> Iterator[Applied]:
    """Make one edit after the other, the cheapest first, and yield it."""
    heap: list[tuple[float, int, Edit]] = []
    count = 0

    def push(edit: Edit) -> None:
        nonlocal count
        saving = saving_of(edit, cost)
        if saving > 0:
            heapq.heappush(heap, (loss_of(edit) / saving, count, edit))
            count += 1

    for spot in spots:
        for edit in edits_of(spot, target):
            push(edit)
    while heap:
        ratio, _, edit = heapq.heappop(heap)
        if not edit.spot.is_reachable() or not any(edit.spot.has(f) for f in edit.fields):
            continue
        saving = saving_of(edit, cost)
        if saving <= 0:
            continue
        now = loss_of(edit) / saving
        if heap and now > heap[0][0] and now > ratio + _FREE:
            push(edit)
            continue
        lost = loss_of(edit)
        _make(edit, saving, lost)
        yield Applied(edit.name, edit.spot, saving)
        following = next_step(edit, target)
        if following is not None:
            push(following)


def _make(edit: Edit, saving: int, lost: float) -> None:
    spot = edit.spot
    below = frozenset(f for f in edit.fields if f in SUBSCHEMAS)
    before = spot.cost, spot.worth
    spot.kill(below)
    killed = before[0] - spot.cost, before[1] - spot.worth
    spot.fields.update(edit.fields)
    spot.add(-(saving - killed[0]), -(lost - killed[1]))
