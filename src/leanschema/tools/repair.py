"""Repair the model's arguments where only one thing can have been meant.

    object, list, number, true or false due, text given that is its JSON   →  the value
    null due and text not admitted, "null" given                           →  null
    list due, a lone value given                                           →  a list of it
    only text (or null) due, an integer given                              →  its decimal text

A value of a type that the schema admits stays as it is, and nothing is invented. Each repair is
kept only where the schema has less to say against the result.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leanschema.json_values import type_of
from leanschema.pointer import Token, pointer_of
from leanschema.tools.places import Nodes, Places
from leanschema.tools.validate import Judge

_MAX_DEPTH: Final = 64
_MOST_REPAIRS: Final = 64
_MOST_DIGITS: Final = 400

Tokens = tuple[Token, ...]


class Repair(NamedTuple):
    """What was repaired: the place in the tool's arguments, what stood there, what stands now."""

    pointer: str
    rule: str
    before: Any
    after: Any


class _Spot(NamedTuple):
    tokens: Tokens
    after: Any
    repairs: tuple[Repair, ...]


def repaired(arguments: Any, judge: Judge, places: Places) -> tuple[Any, tuple[Repair, ...]]:
    """Repair arguments that the tool refuses; valid ones are given back as they are."""
    errors = _error_places(judge, arguments)
    if not errors:
        return arguments, ()
    kept: list[Repair] = []
    for number, spot in enumerate(_spots(arguments, places.root, (), places)):
        if number >= _MOST_REPAIRS or not errors:
            break
        after = _replaced(arguments, spot.tokens, spot.after)
        left = _error_places(judge, after)
        if _is_better(spot.tokens, errors, left):
            arguments, errors = after, left
            kept.extend(spot.repairs)
    return arguments, tuple(kept)


def _error_places(judge: Judge, arguments: Any) -> list[Tokens]:
    return [error.tokens for error in judge.broken(arguments)]


def _is_better(place: Tokens, before: list[Tokens], after: list[Tokens]) -> bool:
    """Compare what is said of the place and of what holds it; inside, more may come to light."""

    def above(errors: list[Tokens]) -> int:
        return sum(place[: len(tokens)] == tokens for tokens in errors)

    def beside(errors: list[Tokens]) -> int:
        return sum(tokens[: len(place)] != place[: len(tokens)] for tokens in errors)

    return above(after) < above(before) and beside(after) <= beside(before)


def _spots(value: Any, nodes: Nodes, tokens: Tokens, places: Places) -> Iterator[_Spot]:
    """Yield the outermost places whose type is not admitted and can be repaired."""
    if len(tokens) > _MAX_DEPTH:
        return
    mended = _mended(value, nodes, tokens, places)
    if mended is not None:
        yield mended
        return
    for token, child, of_child in _children(value, nodes, places):
        yield from _spots(child, of_child, (*tokens, token), places)


def _children(value: Any, nodes: Nodes, places: Places) -> Iterator[tuple[Token, Any, Nodes]]:
    if not isinstance(value, (dict, list)):
        return
    flat = places.flat(nodes, value)
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for token, child in list(members):
        yield token, child, places.inside(flat, token)


def _mended(value: Any, nodes: Nodes, tokens: Tokens, places: Places) -> _Spot | None:
    """Repair one value, and what is inside the result."""
    due = places.types(nodes)
    if type_of(value) in due:
        return None
    found = _converted(value, due)
    if found is None and value is not None and "array" in due and due <= {"array", "null"}:
        found = "a lone value where a list is due", [value]
    if found is None:
        return None
    rule, after = found
    repairs = [Repair(pointer_of(tokens), rule, value, after)]
    inner = [
        spot
        for token, child, of_child in _children(after, nodes, places)
        for spot in _spots(child, of_child, (*tokens, token), places)
    ]
    for spot in inner[:_MOST_REPAIRS]:
        after = _replaced(after, spot.tokens[len(tokens) :], spot.after)
        repairs.extend(spot.repairs)
    return _Spot(tokens, after, tuple(repairs))


def _converted(value: Any, due: frozenset[str]) -> tuple[str, Any] | None:
    if isinstance(value, str):
        after, is_json = _parsed(value)
        # Where a list is admitted too, a number may as well be its only item.
        may_be_item = "array" in due and isinstance(after, (int, float))
        if is_json and type_of(after) in due and not may_be_item:
            return f"text where {'null' if after is None else type_of(after)} is due", after
        return None
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if is_whole and "string" in due and due <= {"string", "null"}:
        try:
            return "an integer where text is due", str(value)
        except ValueError:  # more digits than Python writes
            return None
    return None


def _parsed(text: str) -> tuple[Any, bool]:
    """Read text that is JSON, and whether it is; a number must be one that a float can hold."""
    try:
        value = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None, False
    if isinstance(value, float) and not math.isfinite(value):
        return None, False
    return value, not (isinstance(value, (int, float)) and len(text) > _MOST_DIGITS)


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _replaced(value: Any, tokens: Tokens, new: Any) -> Any:
    if not tokens:
        return new
    copy = value.copy()
    copy[tokens[0]] = _replaced(value[tokens[0]], tokens[1:], new)
    return copy
