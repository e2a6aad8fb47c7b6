"""What is counted over a whole schema, against the target's limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from leanschema.conformity.node_types import listed_names, table_of
from leanschema.targets.target import Limits

# What holds the members of an object or of a list. `{"type": "object"}` holds none: no level.
_HOLDERS: Final = ("properties", "items", "prefixItems", "patternProperties")


class Counts:
    """Counts nodes as they come."""

    def __init__(self) -> None:
        self._depth = 0
        self._properties = 0
        self._optional = 0
        self._unions = 0
        self._enums: list[list[Any]] = []
        self._characters = 0

    @staticmethod
    def is_level(node: dict[str, Any]) -> bool:
        """Tell a node that holds others as members: an object, a map or a list."""
        if isinstance(node.get("additionalProperties"), dict):
            return True
        return not node.keys().isdisjoint(_HOLDERS)

    def add(self, node: dict[str, Any], level: int) -> None:
        """Count one node that stands inside `level - 1` objects and lists."""
        if self.is_level(node):
            self._depth = max(self._depth, level)
        table = table_of(node, "properties")
        self._properties += len(table)
        self._optional += len(table.keys() - set(listed_names(node)))
        self._unions += sum(_is_union(child) for child in table.values())
        said = [node["const"]] if "const" in node else []
        values = node.get("enum")
        if isinstance(values, list):
            self._enums.append(values)
            said += values
        for texts in (table, table_of(node, "$defs"), said):
            self._characters += _length(texts)

    def over(self, schema: dict[str, Any], limits: Limits) -> Iterator[tuple[str, int]]:
        """Yield each limit that is passed, with the count."""
        sizes = list(map(len, self._enums))
        counted = (
            ("limit-depth", self._depth, limits.max_depth),
            ("limit-properties", self._properties, limits.max_properties),
            ("limit-enum-values", sum(sizes), limits.max_enum_values),
            ("limit-one-enum", max(sizes, default=0), limits.max_values_of_one_enum),
            ("limit-large-enum", self._large(limits), limits.max_large_enum_characters),
            ("limit-names", self._characters, limits.max_name_and_value_characters),
            ("limit-optional", self._optional, limits.max_optional_properties),
            ("limit-unions", self._unions, limits.max_unions),
            ("limit-bytes", 0 if limits.max_bytes is None else _size(schema), limits.max_bytes),
        )
        for rule, count, most in counted:
            if most is not None and count > most:
                yield rule, count

    def _large(self, limits: Limits) -> int:
        large = (values for values in self._enums if len(values) > limits.large_enum_values)
        return max(map(_length, large), default=0)


def _is_union(node: Any) -> bool:
    return isinstance(node, dict) and ("anyOf" in node or isinstance(node.get("type"), list))


def _length(values: Iterable[Any]) -> int:
    return sum(len(value) for value in values if isinstance(value, str))


def _size(schema: dict[str, Any]) -> int:
    """Give the bytes of the compact JSON; 0 where there is none, which is a fault of its own."""
    try:
        return len(msgspec.json.encode(schema))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return 0
