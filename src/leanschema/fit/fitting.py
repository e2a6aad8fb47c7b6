"""Fit one schema into a budget: what costs nothing first, then the cheapest loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from leanschema.changes import Change, Law
from leanschema.fit.best_first import Applied, Part, Queue, hold
from leanschema.fit.scale import Cost
from leanschema.fit.sharing import without_repetition, written_out
from leanschema.fit.sizes import TokenCounter, count_tokens
from leanschema.fit.spots import Spot
from leanschema.passes.limits import levels_of
from leanschema.pointer import Token, pointer_of
from leanschema.schema import ABSENT, JsonSchema, as_json, keyword_of
from leanschema.targets.target import Target

_EXACT = frozenset(("description", "title", "default", "examples", "deprecated"))


class Budget(NamedTuple):
    """How much a text may cost, and how that is counted."""

    most: int
    cost: Cost


class Fitted(NamedTuple):
    """A fitted schema, and the edits that made it, in their order."""

    schema: JsonSchema
    changes: tuple[Change, ...]


def budget_of(
    max_bytes: int | None, max_tokens: int | None, tokenizer: TokenCounter | None
) -> Budget | None:
    """Read the options of a budget; None where there is none.

    Raises ValueError for two budgets at once and for one below 1.
    """
    if max_bytes is not None and max_tokens is not None:
        raise ValueError("a budget is max_bytes or max_tokens, not both")
    most = max_tokens if max_bytes is None else max_bytes
    if most is None:
        return None
    if most < 1:
        raise ValueError(f"a budget is 1 or more, found {most}")
    if max_bytes is not None:
        return Budget(most, len)
    if tokenizer is None:
        return Budget(most, _count)
    return Budget(most, lambda text: tokenizer(text.decode()))


def _count(text: bytes) -> int:
    return count_tokens(text.decode())


def fitted_into(schema: JsonSchema, target: Target, budget: Budget | None) -> Fitted:
    """Fit a schema; without a budget it stays as it is."""
    if budget is None:
        return Fitted(schema, ())
    fitted, applied = fit_into(schema, target, budget)
    return Fitted(fitted, tuple(changes_of(applied, place_in_tree)))


def fit_into(
    schema: JsonSchema, target: Target, budget: Budget
) -> tuple[JsonSchema, list[Applied]]:
    """Fit a schema; gives the edits as they were made."""
    size = budget.cost(schema.to_json())
    if size <= budget.most:
        return schema, []
    part, size = prepared("", schema, target, budget.cost, size=size)
    applied: list[Applied] = []
    if size > budget.most:

        def measured() -> int:
            return budget.cost(part.fitted().to_json())

        edits = Queue([part], target, budget.cost).run()
        hold(edits, size, budget.most, applied, measured, is_exact=part.is_exact)
    return smallest(part.fitted(), budget, target), applied


def smallest(fitted: JsonSchema, budget: Budget, target: Target) -> JsonSchema:
    """Write what is left without definitions, where it is over the budget and that is less."""
    if fitted.defs is None:
        return fitted
    size = budget.cost(fitted.to_json())
    if size <= budget.most:
        return fitted
    bare = written_out(fitted)
    deepest = target.limits.max_depth
    if deepest is not None and levels_of(bare) > deepest:
        return fitted
    return bare if budget.cost(bare.to_json()) < size else fitted


def prepared(
    key: str,
    schema: JsonSchema,
    target: Target,
    cost: Cost,
    weight: float = 1.0,
    keeps: float = 0.0,
    *,
    size: int | None = None,
) -> tuple[Part, int]:
    """Do what costs nothing, as far as it saves, and give the part with what it costs now.

    `size` is what the schema costs as it came, where that is known.
    """
    if size is None:
        size = cost(schema.to_json())
    slim = without_repetition(schema, reads_references="$ref" in target.keywords)
    if slim is not schema:
        slim_size = cost(slim.to_json())
        if slim_size < size:
            schema, size = slim, slim_size
    return Part(key, schema, cost, weight, keeps), size


def changes_of(applied: Sequence[Applied], place: Callable[[Spot], str]) -> Iterator[Change]:
    """Say each edit as changes, in the order in which they were made."""
    for one in applied:
        pointer = place(one.spot)
        for number, (field, after) in enumerate(one.after.items()):
            before = one.before[field]
            if before is ABSENT[field]:
                continue
            law: Law = "exact" if field in _EXACT else "widens"
            yield Change(
                pointer=pointer,
                keyword=keyword_of(field),
                before=as_json(field, before),
                after=as_json(field, after),
                law=law,
                by=one.name,
                reason="to fit the budget",
                saved=one.saved if number == 0 else 0,
            )


def place_in_tree(spot: Spot) -> str:
    """Give the JSON Pointer of a spot in the tree that was fitted."""
    tokens: list[Token] = []
    current: Spot | None = spot
    while current is not None and current.parent is not None:
        if current.token is not None:
            tokens.append(current.token)
        tokens.append(keyword_of(current.field))
        current = current.parent
    return pointer_of(reversed(tokens))
