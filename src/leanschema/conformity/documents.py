"""Can a value be written as JSON, and is it of a size that can be judged?

Asked before anything else, so that the other rules meet nothing but JSON: text as keys, and no
object that contains itself.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final, NamedTuple

from leanschema.read.limits import MAX_DEPTH, MAX_NODES

_ATOMS: Final = frozenset((int, bool, type(None)))


class Document(NamedTuple):
    """What a look at every value tells: the broken rules, and whether the schema can be walked."""

    faults: tuple[tuple[str, Any], ...]
    is_walkable: bool


def look_at(schema: Any) -> Document:
    """Look at every value of a schema, once in each place where it stands."""
    faults: dict[str, Any] = {}
    pending = [(schema, 0)]
    values = 0
    while pending:
        value, depth = pending.pop()
        values += 1
        if values + len(pending) > MAX_NODES:
            return Document((("too-large", schema),), is_walkable=False)
        kind = type(value)
        if kind in _ATOMS:
            continue
        if isinstance(value, dict):
            if not all(isinstance(name, str) for name in value):
                return _no_json(next(name for name in value if not isinstance(name, str)))
            pending.extend((name, depth) for name in value if not name.isascii())
            pending.extend((child, depth + 1) for child in value.values())
        elif isinstance(value, (list, tuple)):
            pending.extend((child, depth + 1) for child in value)
        elif not isinstance(value, (str, float, int)):
            return _no_json(value)
        elif not _is_writable(value):
            faults.setdefault("not-json", value)
        if depth > MAX_DEPTH:
            faults.setdefault("too-large", schema)
    return Document(tuple(faults.items()), is_walkable=True)


def _no_json(value: Any) -> Document:
    return Document((("not-json", value),), is_walkable=False)


def _is_writable(value: str | float) -> bool:
    """Tell text without half characters and numbers that are one: NaN is none."""
    if not isinstance(value, str):
        return isfinite(value)
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
