"""What holds for every accepted schema, as functions that say whether a result keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.compatible.naive import TABLES, definition_of, encoded

# Given the input, the result without compaction and the result with it.
Law = Callable[[Any, Any, Any], bool]


def schemas_in(node: Any, *, tables: bool = True) -> Iterator[dict[str, Any]]:
    """Yield the schemas of a result, at a root's tables too, but not at a nested one's."""
    if not isinstance(node, dict):
        return
    yield node
    below = [*node.get("properties", {}).values(), *node.get("anyOf", [])]
    below += [node.get("items"), node.get("additionalProperties")]
    if tables:
        below += [entry for table in TABLES for entry in node.get(table, {}).values()]
    for child in below:
        yield from schemas_in(child, tables=False)


def entries_of(root: Any) -> set[tuple[str, str]]:
    tables = {table: root.get(table) for table in TABLES} if isinstance(root, dict) else {}
    return {
        (table, name)
        for table, entries in tables.items()
        if isinstance(entries, dict)
        for name in entries
    }


def targets_of(result: Any) -> set[tuple[str, str]]:
    named = (definition_of(node["$ref"]) for node in schemas_in(result) if "$ref" in node)
    return {entry for entry in named if entry is not None}


def references_keep_their_entries(value: Any, plain: Any, compacted: Any) -> bool:
    there = entries_of(value)
    dropped = not entries_of(compacted)
    return targets_of(plain) & there <= entries_of(plain) and (
        dropped or targets_of(compacted) & there <= entries_of(compacted)
    )


def dropped_tables_leave_no_reference_to_them(value: Any, plain: Any, compacted: Any) -> bool:
    gone = entries_of(plain) - entries_of(compacted)
    return not targets_of(compacted) & gone


def compaction_never_grows(value: Any, plain: Any, compacted: Any) -> bool:
    return len(encoded(compacted)) <= len(encoded(plain))


def compaction_leaves_what_fits(value: Any, plain: Any, compacted: Any) -> bool:
    return len(encoded(plain)) > 4000 or bool(plain == compacted)


def root_names_survive(value: Any, plain: Any, compacted: Any) -> bool:
    if "$ref" in plain and "$ref" not in compacted:
        return True
    return plain.get("properties", {}).keys() == compacted.get("properties", {}).keys() and bool(
        plain.get("required") == compacted.get("required")
    )


def keys_are_sorted(value: Any, plain: Any, compacted: Any) -> bool:
    return all(
        list(node[key]) == sorted(node[key])
        for result in (plain, compacted)
        for node in nodes_of(result)
        for key in ("properties", *TABLES)
        if key in node
    )


def nodes_of(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every schema of a result, nested tables included."""
    if not isinstance(node, dict):
        return
    yield node
    for key in ("properties", *TABLES):
        for child in node.get(key, {}).values():
            yield from nodes_of(child)
    for child in (*node.get("anyOf", []), node.get("items"), node.get("additionalProperties")):
        yield from nodes_of(child)


LAWS: tuple[Law, ...] = (
    references_keep_their_entries,
    dropped_tables_leave_no_reference_to_them,
    compaction_never_grows,
    compaction_leaves_what_fits,
    root_names_survive,
    keys_are_sorted,
)
