"""JSON values: their types, and when two of them are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final

import msgspec

_ATOMS: Final = frozenset((str, int, float, bool, type(None)))


def type_of(value: Any) -> str:
    """Name the JSON type of a value; a whole number is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "array"


def admits(types: str | Iterable[str] | None, value: Any) -> bool:
    """Tell whether a value is of one of the types; None admits all."""
    if types is None:
        return True
    kind = type_of(value)
    names = (types,) if isinstance(types, str) else tuple(types)
    return kind in names or (kind == "integer" and "number" in names)


def same_json(left: Any, right: Any) -> bool:
    """Compare two JSON values; a boolean is never a number, key order is no difference."""
    pending = [(left, right)]
    while pending:
        one, other = pending.pop()
        if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
            if len(one) != len(other):
                return False
            pending.extend(zip(one, other, strict=True))
        elif isinstance(one, dict) and isinstance(other, dict):
            if one.keys() != other.keys():
                return False
            pending.extend((value, other[key]) for key, value in one.items())
        elif isinstance(one, bool) is not isinstance(other, bool) or one != other:
            return False
    return True


def json_key(value: Any) -> Hashable:
    """Give a key that two JSON values share exactly where they are the same value."""
    kind = type(value)
    if kind in _ATOMS:
        return (kind is bool, value)
    return msgspec.json.encode(value, order="deterministic")


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    """Give each JSON value once, in the order in which they came; true is not 1."""
    kept: dict[Hashable, Any] = {}
    for value in values:
        kept.setdefault(json_key(value), value)
    return tuple(kept.values())


def numbers_in(value: Any) -> Iterator[int | float]:
    """Yield every number of a JSON value, those inside of it too."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            pending.extend(one.values())
        elif isinstance(one, (list, tuple)):
            pending.extend(one)
        elif isinstance(one, (int, float)) and not isinstance(one, bool):
            yield one
