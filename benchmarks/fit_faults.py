"""Arguments with one fault: made from arguments that a schema accepts, by breaking one constraint."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import jsonschema_rs

_DEPTH = 6
_TEXTS = (
    "abc", "a", "1", "12", "A1", "abc-def", "a_b", "#a1b2c3", "2024-01-31", "2024-01-31T10:00:00Z",
    "10:00:00Z", "a@example.com", "https://example.com/a", "123e4567-e89b-12d3-a456-426614174000",
    "127.0.0.1", "::1", "example.com", "P1D", "en", "en-US", "USD", "+15551234567", "/a/b", "1.0.0",
    "0x" + "0" * 40, "12:30", "*", "ABC-123", "+1", "1d", "00:00", "", "0" * 24, "a" * 64,
)  # fmt: skip
_WRONG: tuple[Any, ...] = (None, True, 7, -3.5, "\u2603\u2603", [], ["\u2603"], {}, {"\u2603": 1})


class Maker:
    """Makes arguments that a schema should accept."""

    def __init__(self, schema: dict[str, Any], rng: random.Random, optional: float) -> None:
        self.schema = schema
        self.rng = rng
        self.optional = optional  # the share of optional properties that are given

    def value(self, node: Any, depth: int = 0) -> Any:
        if not isinstance(node, dict):
            return "abc"
        if "$ref" in node:
            return self.value(self._named(node["$ref"]), depth + 1) if depth < 2 * _DEPTH else None
        if "const" in node:
            return node["const"]
        if node.get("enum"):
            return self.rng.choice(node["enum"])
        branches = node.get("anyOf") or node.get("oneOf")
        if branches and "properties" not in node:
            return self.value(self.rng.choice(branches), depth + 1)
        kind = node.get("type")
        if isinstance(kind, list):
            kind = self.rng.choice(kind)
        make = getattr(self, f"_{kind}", None)
        return make(node, depth) if make else self._any(node, depth)

    def _named(self, reference: str) -> Any:
        node: Any = self.schema
        for token in reference.removeprefix("#").split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")  # noqa: PLW2901
            node = node.get(token, {}) if isinstance(node, dict) else {}
        return node

    def _any(self, node: dict[str, Any], depth: int) -> Any:
        return self._object(node, depth) if "properties" in node else "abc"

    def _object(self, node: dict[str, Any], depth: int) -> Any:
        required = node.get("required") or []
        made = {}
        for name, child in (node.get("properties") or {}).items():
            if name in required or (depth < _DEPTH and self.rng.random() < self.optional):
                made[name] = self.value(child, depth + 1)
        for name in required:
            made.setdefault(name, "abc")
        extra = node.get("additionalProperties")
        if isinstance(extra, dict) and not made and depth < _DEPTH:
            made["key"] = self.value(extra, depth + 1)
        return made

    def _array(self, node: dict[str, Any], depth: int) -> Any:
        least = node.get("minItems") or 0
        count = max(least, 1 if depth < _DEPTH and node.get("maxItems") != 0 else 0)
        return [self.value(node.get("items", {}), depth + 1) for _ in range(min(count, 20))]

    def _string(self, node: dict[str, Any], depth: int) -> str:
        checks = {key: node[key] for key in ("pattern", "minLength", "maxLength") if key in node}
        if not checks:
            return self.rng.choice(_TEXTS[:4])
        judge = validator(checks)
        texts = (*_TEXTS, "a" * (node.get("minLength") or 1))
        fitting = [text for text in texts if judge is not None and judge.is_valid(text)]
        return self.rng.choice(fitting) if fitting else "abc"

    def _integer(self, node: dict[str, Any], depth: int) -> Any:
        low = node.get("minimum", node.get("exclusiveMinimum", -1) + 1)
        high = node.get("maximum", node.get("exclusiveMaximum", low + 5) - 1)
        step = node.get("multipleOf", 1)
        value = self.rng.choice((low, min(high, low + 4), high))
        return int(value // step * step) if step else int(value)

    _number = _integer

    def _boolean(self, node: dict[str, Any], depth: int) -> bool:
        return self.rng.random() < 0.5

    def _null(self, node: dict[str, Any], depth: int) -> None:
        return None


def validator(schema: Any) -> Any:
    """Compile a schema; None where the judge cannot."""
    try:
        return jsonschema_rs.validator_for(schema)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None


def accepted(schema: dict[str, Any], judge: Any, rng: random.Random, most: int = 6) -> list[Any]:
    """Make a few arguments that the schema accepts: full ones, bare ones, and some between."""
    made = []
    for optional in (1.0, 0.0, 0.5, 0.5, 0.2, 0.8, 1.0, 1.0, 0.3, 0.1):
        value = Maker(schema, rng, optional).value(schema)
        if judge.is_valid(value):
            made.append(value)
        if len(made) == most:
            break
    return made


def broken(value: Any, rng: random.Random) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield places of a value, each with the value as it is with that place changed."""
    places = list(_places(value, ()))
    rng.shuffle(places)
    for path in places:
        changes = list(_changes(_at(value, path), rng))
        rng.shuffle(changes)
        for change in changes:
            yield path, _with(value, path, change)


def _changes(here: Any, rng: random.Random) -> Iterator[Any]:
    yield rng.choice([wrong for wrong in _WRONG if type(wrong) is not type(here)])
    if isinstance(here, dict):
        for name in here:
            yield {other: here[other] for other in here if other != name}
        yield {**here, "\u2603": 1}
    elif isinstance(here, list):
        yield from ([], here * 40)
    elif isinstance(here, str):
        yield from ("\u2603\u2603", "", here * 3_000)
    elif isinstance(here, int | float) and not isinstance(here, bool):
        yield from (here + 10**9, here - 10**9, here + 0.123)


def _places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for key, member in items:
        yield from _places(member, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[Any, ...], here: Any) -> Any:
    if not path:
        return here
    copied = copy.deepcopy(value)
    _at(copied, path[:-1])[path[-1]] = here
    return copied


def faults(schema: dict[str, Any], seed: int, most: int = 40) -> list[Any]:
    """Give arguments with one fault that the schema refuses, made from what it accepts.

    Each place of the arguments is broken once (items of a list are one place), so that what is
    deep counts as much as what is not.
    """
    judge, rng = validator(schema), random.Random(seed)
    if judge is None:
        return []
    refused: dict[tuple[Any, ...], Any] = {}
    for value in accepted(schema, judge, rng):
        for path, wrong in broken(value, rng):
            place = tuple("[]" if isinstance(key, int) else key for key in path)
            if place not in refused and not judge.is_valid(wrong):
                refused[place] = wrong
    chosen = list(refused.values())
    rng.shuffle(chosen)
    return chosen[:most]
