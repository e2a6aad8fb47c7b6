"""How far fitting is from the best possible: every set of edits of small schemas, tried out.

The loss model's optimum is the set of edits that holds the budget and loses least. Edits of one
place that exclude each other (a collapse and what is below it, the steps of one description) are
tried in every combination that can be made.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from statistics import mean

from leanschema.fit.best_first import Part, Queue
from leanschema.fit.edit import Edit, OneField, SeveralFields
from leanschema.fit.edits import edits_of, renewed, shortened
from leanschema.fit.fitting import prepared
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS
from leanschema.targets.target import Target

_SHARES = (0.35, 0.5, 0.65, 0.8)
_MOST_NODES = 7
_MOST_SCHEMAS = 300
_MOST_STATES = 40_000


def compare_with_optimum(schemas: list[JsonSchema]) -> None:
    """Print the mean of what is lost beyond the least that could be, as a share of all worth."""
    target = TARGETS["openai"]
    lost: dict[float, list[tuple[float, float]]] = {share: [] for share in _SHARES}
    relative: dict[float, list[float]] = {share: [] for share in _SHARES}
    tried = 0
    for schema in spread(schemas):
        frontier = best_losses(schema, target)
        if frontier is None:
            continue
        tried += 1
        whole = prepared("", schema, target, len)[0].top.worth
        size = len(schema.to_json())
        for share in _SHARES:
            budget = round(size * share)
            found, best = greedy_loss(schema, target, budget), least(frontier, budget)
            if found is not None and best is not None:
                lost[share].append((found, best))
                relative[share].append((whole - best) and (found - best) / (whole - best))
    print(f"openai, bytes: {tried} schemas of the corpus, small enough to try every set of edits")
    for share in _SHARES:
        if lost[share]:
            print(
                f"  into {share:.0%} of its bytes: {len(lost[share])} schemas, worth kept below the"
                f" best possible: mean {mean(relative[share]):.2%}, most {max(relative[share]):.1%};"
                f" lost {sum(f for f, _ in lost[share]) / sum(b for _, b in lost[share]) - 1:.1%}"
                " more than the least in all"
            )
    every = [gap for share in _SHARES for gap in relative[share]]
    print(f"  mean gap {mean(every):.2%} (goal: under 5%)")


def spread(schemas: list[JsonSchema]) -> Iterator[JsonSchema]:
    """Pick small schemas evenly, each once."""
    small = {s.to_json(): s for s in schemas if 3 <= _nodes(s) <= _MOST_NODES and s.defs is None}
    found = list(small.values())
    step = max(1, len(found) // _MOST_SCHEMAS)
    yield from found[::step][:_MOST_SCHEMAS]


def _nodes(schema: JsonSchema) -> int:
    nodes = [schema]
    for node in nodes:
        nodes.extend(child for _, child in node.children())
    return len(nodes)


def greedy_loss(schema: JsonSchema, target: Target, budget: int) -> float | None:
    part, size = prepared("", schema, target, len)
    worth = part.top.worth
    if size <= budget:
        return 0.0
    for _ in Queue([part], target, len).run():
        if part.top.cost <= budget:
            return worth - part.top.worth
    return None


def best_losses(schema: JsonSchema, target: Target) -> dict[int, float] | None:
    """Give the least loss for each size that some set of edits reaches; None where too many."""
    part, size = prepared("", schema, target, len)
    options = [list(_ladders(part, target, index)) for index in range(len(part.spots))]
    count = 1
    for choices in options:
        count *= len(choices)
        if count > _MOST_STATES:
            return None
    frontier: dict[int, float] = {}
    for chosen in itertools.product(*options):
        saved = lost = 0.0
        dead: set[int] = set()
        for choice in chosen:
            if choice.index in dead:
                saved, lost = (saved, lost) if choice.is_empty else (-1.0, 0.0)
                if saved < 0:
                    break
                continue
            saved, lost = saved + choice.saved, lost + choice.lost
            dead |= choice.kills
        if saved >= 0:
            left = size - int(saved)
            frontier[left] = min(lost, frontier.get(left, lost))
    return frontier


def least(frontier: dict[int, float], budget: int) -> float | None:
    return min((lost for size, lost in frontier.items() if size <= budget), default=None)


class Choice:
    """What is done to one place: what it saves and loses, and which places are gone with it."""

    def __init__(
        self, index: int, saved: int, lost: float, kills: set[int], *, is_empty: bool
    ) -> None:
        self.index, self.saved, self.lost, self.kills = index, saved, lost, kills
        self.is_empty = is_empty


def _ladders(part: Part, target: Target, index: int) -> Iterator[Choice]:
    """Yield each combination of the edits of one place, on the schema as it came."""
    spot = part.spots[index]
    ladders: list[list[tuple[Edit, ...]]] = []
    for edit in edits_of(spot, target):
        if edit.name in ("merge_branches",):
            continue
        ladders.append([(), (edit,)])
        if isinstance(edit, OneField) and edit.name == "shorten_description":
            ladders[-1].extend(_further(edit))
    can_lose_type = spot.parent is not None and "type" in spot.pieces
    can_lose_type = can_lose_type and not target.needs_type
    for combination in itertools.product(*ladders):
        for drops_type in (False, True) if can_lose_type else (False,):
            choice = _choice(part, target, index, combination, drops_type=drops_type)
            if choice is not None:
                yield choice


def _further(edit: OneField) -> Iterator[tuple[Edit, ...]]:
    """Yield the further steps of a description, each instead of the one before."""
    spot, text = edit.spot, edit.value
    while text is not None:
        spot.put({"description": text})
        text = shortened(spot).fields["description"]
        spot.fields = None  # as it came
        yield (OneField("shorten_description", spot, "description", text, 0.0),)


def _choice(
    part: Part,
    target: Target,
    index: int,
    chosen: tuple[tuple[Edit, ...], ...],
    *,
    drops_type: bool,
) -> Choice | None:
    spot = part.spots[index]
    fields: dict[str, object] = {}
    for edits in chosen:
        for edit in edits:
            if fields.keys() & edit.fields.keys():
                return None
            if isinstance(edit, SeveralFields) and not renewed(edit, target):
                return None
            fields |= edit.fields
    if drops_type:
        building = [c.field for c in spot.children if c.field not in fields]
        if "type" in fields or building or (spot.has("ref") and "ref" not in fields):
            return None
        fields["type"] = None
    whole = SeveralFields("all of it", spot, fields)
    whole.weigh(part.scale)
    gone = [c for c in spot.children if c.field in fields]
    kills = set()
    for below in gone:
        kills.add(id(below))
        gone.extend(below.children)
    indices = {number for number, other in enumerate(part.spots) if id(other) in kills}
    return Choice(index, whole.saving, whole.loss, indices, is_empty=not fields)
