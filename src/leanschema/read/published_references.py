"""Which references a schema holds, for the published reading (`published.py`): it reads no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from leanschema.read.published_types import read_types
from leanschema.references import DEFINITION_TABLES
from leanschema.schema import JsonSchema


def outer_references(schema: JsonSchema) -> Iterable[str]:
    """Yield the references outside the definition tables of every level."""
    pending = [schema]
    while pending:
        node = pending.pop()
        if node.ref is not None:
            yield node.ref
        pending.extend(
            child for tokens, child in node.children() if tokens[0] not in DEFINITION_TABLES
        )


def raw_references(definition: Any) -> Iterable[str]:
    """Yield every reference anywhere inside a raw definition that the lowering leaves in place.

    It leaves those under keywords that it drops, and takes those of a node that becomes `{}`.
    """
    pending = [(definition, True)]
    seen: set[tuple[int, bool]] = set()
    while pending:
        value, is_schema = pending.pop()
        if not isinstance(value, (dict, list)) or (id(value), is_schema) in seen:
            continue
        seen.add((id(value), is_schema))
        if isinstance(value, list):
            pending.extend((item, False) for item in value)
        elif not is_schema:
            pending.extend((item, False) for item in value.values())
        elif _becomes_empty(value):
            continue
        else:
            pending.extend(_positions(value))
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            yield value["$ref"]


def _becomes_empty(raw: dict[str, Any]) -> bool:
    if "$ref" in raw or "anyOf" in raw:
        return False
    return read_types(raw, raw.get("type")) is None


def _positions(raw: dict[str, Any]) -> Iterable[tuple[Any, bool]]:
    """Yield what stands inside a schema node, and whether the lowering reads it as a schema."""
    for keyword, value in raw.items():
        if keyword in ("items", "additionalProperties"):
            yield value, True
        elif keyword in ("properties", *DEFINITION_TABLES) and isinstance(value, dict):
            yield from ((child, True) for child in value.values())
        elif keyword in ("anyOf", "prefixItems") and isinstance(value, list):
            yield from ((child, True) for child in value)
        elif not _is_replaced(keyword, raw):
            yield value, False


def _is_replaced(keyword: str, raw: dict[str, Any]) -> bool:
    return keyword in ("type", *DEFINITION_TABLES) or (keyword == "enum" and "const" in raw)
