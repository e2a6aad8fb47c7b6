"""Fit a whole tool set into one budget: one queue over all tools and their descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.changes import Change
from leanschema.fit.best_first import Applied, Part, Queue, hold
from leanschema.fit.fitting import Budget, changes_of, place_in_tree, prepared, smallest
from leanschema.fit.spots import Spot
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

# A tool's own description decides whether it is called at all: its words go after those inside.
_DESCRIPTION_WEIGHT: Final = 12.0


class Member(NamedTuple):
    """A tool of a set. `weight` makes what it loses dearer, `keeps` is the share that it keeps."""

    name: str
    description: str | None
    schema: JsonSchema
    weight: float = 1.0
    keeps: float = 0.0


class FittedMember(NamedTuple):
    """A tool as fitted, and what was done to it, in order."""

    name: str
    description: str | None
    schema: JsonSchema
    changes: tuple[Change, ...]


class FittedSet(NamedTuple):
    """The tools in the order in which they came, and what they cost together."""

    members: tuple[FittedMember, ...]
    size: int
    holds: bool


class _Pair(NamedTuple):
    member: Member
    schema: Part
    words: Part | None

    def text(self) -> bytes:
        description = None if self.words is None else self.words.fitted().description
        return tool_text(self.member.name, description, self.schema.fitted())


def tool_text(name: str, description: str | None, schema: JsonSchema) -> bytes:
    """Write a tool as a provider sees it: name, description, parameters."""
    tool: dict[str, Any] = {"name": name}
    if description is not None:
        tool["description"] = description
    return msgspec.json.encode({**tool, "parameters": schema})


def fit_set(members: Sequence[Member], target: Target, budget: Budget) -> FittedSet:
    """Fit the tools into the budget together.

    A set costs what its tools cost, each written as a provider sees it. The same tools in another
    order give the same result.
    """
    pairs = [_pair(member, target, budget) for member in members]
    costs: dict[bytes, int] = {}

    def measured() -> int:
        total = 0
        for pair in pairs:
            text = pair.text()
            cost = costs.get(text)
            if cost is None:
                cost = costs[text] = budget.cost(text)
            total += cost
        return total

    applied: list[Applied] = []
    size = measured()
    if size > budget.most:
        parts = [part for pair in pairs for part in (pair.schema, pair.words) if part is not None]
        hold(Queue(parts, target, budget.cost).run(), size, budget.most, applied, measured)
        size = measured()
    holds = size <= budget.most
    fitted = tuple(_fitted(pair, applied, target, None if holds else budget) for pair in pairs)
    if not holds:
        size = sum(budget.cost(tool_text(m.name, m.description, m.schema)) for m in fitted)
    return FittedSet(fitted, size, size <= budget.most)


def _pair(member: Member, target: Target, budget: Budget) -> _Pair:
    key = f"{member.name}\0{member.schema.to_json().decode()}"
    keeps = min(max(member.keeps, 0.0), 1.0)
    schema, _ = prepared(key, member.schema, target, budget.cost, member.weight, keeps)
    words = None
    if member.description is not None:
        text = JsonSchema(description=member.description)
        weight = member.weight * _DESCRIPTION_WEIGHT
        words = Part(f"{key}\0{member.description}", text, budget.cost, weight, keeps)
    return _Pair(member, schema, words)


def _fitted(
    pair: _Pair, applied: list[Applied], target: Target, over: Budget | None
) -> FittedMember:
    tops = {id(pair.schema.top)} | ({id(pair.words.top)} if pair.words is not None else set())
    own = [one for one in applied if id(_top(one.spot)) in tops]
    description = None if pair.words is None else pair.words.fitted().description
    changes = tuple(changes_of(own, place_in_tree))
    schema = pair.schema.fitted()
    if over is not None:
        schema = smallest(schema, over._replace(most=0), target)
    return FittedMember(pair.member.name, description, schema, changes)


def _top(spot: Spot) -> Spot:
    while spot.parent is not None:
        spot = spot.parent
    return spot
