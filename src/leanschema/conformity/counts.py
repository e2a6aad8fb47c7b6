"""What is counted over a whole schema, against the target's limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from leanschema.targets.target import Limits


class Counts:
    """Counts nodes as they come."""

    def __init__(self) -> None:
        self._depth = 0
        self._properties = 0
        self._optional = 0
        self._unions = 0
        self._enum_values = 0
        self._longest_enum = 0
        self._enums: list[list[Any]] = []
        self._characters = 0

    def add(self, node: dict[str, Any], level: int) -> None:
        """Count one node that stands `level` objects and lists deep."""
        if "properties" in node or "items" in node:
            self._depth = max(self._depth, level)
        properties = node.get("properties")
        table = properties if isinstance(properties, dict) else {}
        required = node.get("required")
        listed = (
            {name for name in required if isinstance(name, str)}
            if isinstance(required, list)
            else set()
        )
        self._properties += len(table)
        self._optional += len(table.keys() - listed)
        self._unions += sum(
            isinstance(child, dict) and ("anyOf" in child or isinstance(child.get("type"), list))
            for child in table.values()
        )
        values = node.get("enum")
        if isinstance(values, list):
            self._enum_values += len(values)
            self._enums.append(values)
        said = values if isinstance(values, list) else [node.get("const")]
        definitions = node.get("$defs")
        self._characters += _length(
            [*table, *(definitions if isinstance(definitions, dict) else ())]
        )
        self._characters += _length(said)

    def over(self, schema: dict[str, Any], limits: Limits) -> Iterator[tuple[str, int]]:
        """Yield each limit that is passed, with the count."""
        counted = (
            ("limit-depth", self._depth, limits.max_depth),
            ("limit-properties", self._properties, limits.max_properties),
            ("limit-enum-values", self._enum_values, limits.max_enum_values),
            (
                "limit-one-enum",
                max(map(len, self._enums), default=0),
                limits.max_values_of_one_enum,
            ),
            ("limit-large-enum", self._large(limits), limits.max_large_enum_characters),
            ("limit-names", self._characters, limits.max_name_and_value_characters),
            ("limit-optional", self._optional, limits.max_optional_properties),
            ("limit-unions", self._unions, limits.max_unions),
        )
        for rule, count, most in counted:
            if most is not None and count > most:
                yield rule, count
        if limits.max_bytes is not None:
            size = _size(schema)
            if size > limits.max_bytes:
                yield "limit-bytes", size

    def _large(self, limits: Limits) -> int:
        large = (values for values in self._enums if len(values) > limits.large_enum_values)
        return max(map(_length, large), default=0)


def _length(values: list[Any]) -> int:
    return sum(len(value) for value in values if isinstance(value, str))


def _size(schema: Any) -> int:
    try:
        return len(msgspec.json.encode(schema))
    except (TypeError, ValueError, RecursionError):
        return 0
