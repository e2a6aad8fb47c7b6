"""The table of `leanschema lower --summary`: one line a tool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from leanschema.cli.terminal import print_table, table
from leanschema.fit.sizes import count_tokens
from leanschema.references import DEFINITION_TABLES, references_in
from leanschema.schema import JsonSchema

if TYPE_CHECKING:
    from leanschema.cli.lower import Result

_COLUMNS = ("tool", "bytes", "lowered", "definitions", "references", "tokens", "lowered", "passes")


def print_summary(results: Sequence[Result]) -> None:
    """Print each tool's size, definitions and references, before and after."""
    made = table(*_COLUMNS)
    for result in results:
        made.add_row(*_row(result))
    print_table(made)


def _row(result: Result) -> tuple[str, ...]:
    raw = result.tool.schema
    before = msgspec.json.encode(raw)
    after = result.schema.to_json()
    references = sum(1 for _ in references_in(result.schema))
    return (
        result.tool.name,
        str(len(before)),
        str(len(after)),
        f"{_raw_definitions(raw)} -> {_definitions(result.schema)}",
        f"{_raw_references(raw)} -> {references}",
        str(count_tokens(before)),
        str(count_tokens(after)),
        ", ".join(result.passes) or "none",
    )


def _raw_definitions(raw: Any) -> int:
    tables = [raw.get(word) for word in DEFINITION_TABLES] if isinstance(raw, dict) else []
    return sum(len(entries) for entries in tables if isinstance(entries, dict))


def _definitions(schema: JsonSchema) -> int:
    return len(schema.defs or ()) + len(schema.definitions or ())


def _raw_references(raw: Any) -> int:
    count = 0
    pending = [raw]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            count += isinstance(value.get("$ref"), str)
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return count
