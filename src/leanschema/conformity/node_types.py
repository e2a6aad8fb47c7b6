"""What a raw node says about its type."""

from __future__ import annotations

from typing import Any


def types_of(node: dict[str, Any]) -> tuple[str, ...]:
    """Give the type names of a node, in JSON Schema's letters: `STRING` is meant as `string`."""
    kind = node.get("type")
    names = kind if isinstance(kind, list) else [kind]
    return tuple(name.lower() for name in names if isinstance(name, str))


def is_object(node: dict[str, Any]) -> bool:
    """Tell a node that is an object by its type or, without one, by having properties."""
    return "object" in types_of(node) or ("properties" in node and "type" not in node)


def listed_names(node: dict[str, Any]) -> list[str]:
    """Give the names in `required`, whatever else stands in it."""
    required = node.get("required")
    if not isinstance(required, list):
        return []
    return [name for name in required if isinstance(name, str)]


def table_of(node: dict[str, Any], keyword: str) -> dict[str, Any]:
    """Give the table under a keyword, or an empty one."""
    table = node.get(keyword)
    return table if isinstance(table, dict) else {}
