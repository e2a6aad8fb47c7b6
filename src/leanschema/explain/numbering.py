"""Numbers for JSON values: equal values, and no others, have the same number.

Each value is looked at once, so that a walk compares any two subtrees in one step.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec import UNSET

Key = tuple[str, Hashable]


class Numbering:
    """Numbers values as JSON does: true is not 1, 1 is 1.0, the order of keys is no difference."""

    def __init__(self) -> None:
        self._of_key: dict[Key, int] = {}
        self._of_container: dict[int, int] = {}
        self._kept: list[Any] = []  # an id is a value's own only while the value lives

    def of(self, value: Any) -> int:
        """Give the number of a value that is not nested too deeply."""
        if isinstance(value, (dict, list, tuple)):
            known = self._of_container.get(id(value))
            return self._number_from_below(value) if known is None else known
        return self._number(_scalar_key(value))

    def _number(self, key: Key) -> int:
        return self._of_key.setdefault(key, len(self._of_key))

    def _number_from_below(self, value: Any) -> int:
        pending, done = [value], self._of_container
        while pending:
            item = pending[-1]
            inside = item.values() if isinstance(item, dict) else item
            unknown = [
                child
                for child in inside
                if isinstance(child, (dict, list, tuple)) and id(child) not in done
            ]
            if unknown:
                pending.extend(unknown)
                continue
            pending.pop()
            if id(item) not in done:
                done[id(item)] = self._number(self._container_key(item))
                self._kept.append(item)
        return done[id(value)]

    def _container_key(self, value: Any) -> Key:
        if isinstance(value, dict):
            return "object", frozenset([(name, self.of(child)) for name, child in value.items()])
        return "array", tuple([self.of(child) for child in value])


def _scalar_key(value: Any) -> Key:
    if isinstance(value, str):
        return "string", value
    if value is None or value is UNSET or isinstance(value, bool):
        return "word", str(value)
    if isinstance(value, (int, float)):
        return ("number", value) if value == value else ("word", "NaN")  # noqa: PLR0124 - NaN differs from itself
    return "object of Python", id(value)
