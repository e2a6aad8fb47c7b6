"""What a target asks of the references of a whole schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leanschema.pointer import Token, fragment_tokens
from leanschema.targets.target import Target

Place = tuple[Token, ...]


def judge_references(
    schema: dict[str, Any], nodes: list[tuple[Place, dict[str, Any]]], target: Target
) -> Iterator[tuple[Place, str, Any]]:
    """Yield each reference that leads nowhere, has another form, or closes a cycle."""
    table = schema.get("$defs")
    names = set(table) if isinstance(table, dict) else set()
    edges: dict[str, set[str]] = {"": set(), **{name: set() for name in names}}
    for tokens, node in nodes:
        if "$ref" not in node:
            continue
        reference = node["$ref"]
        aim = _aim(reference)
        if aim is None:
            yield tokens, "reference-form", reference
        elif aim and aim not in names:
            yield tokens, "dangling-reference", reference
        elif not aim and not target.reads_root_reference:
            yield tokens, "reference-form", reference
        else:
            edges[_home(tokens, names)].add(aim)
    if not target.reads_recursion:
        for name in sorted(_on_cycles(edges)):
            yield ("$defs", name) if name else (), "recursion", name or "#"


def _aim(reference: Any) -> str | None:
    """Give the definition that a reference names, "" for the root, None for another form."""
    if reference == "#":
        return ""
    tokens = fragment_tokens(reference) if isinstance(reference, str) else None
    if tokens is not None and len(tokens) == 2 and tokens[0] == "$defs":  # noqa: PLR2004 - table, name
        return tokens[1]
    return None


def _home(tokens: Place, names: set[str]) -> str:
    is_inside = len(tokens) > 1 and tokens[0] == "$defs" and tokens[1] in names
    return str(tokens[1]) if is_inside else ""


def _on_cycles(edges: dict[str, set[str]]) -> set[str]:
    """Give the definitions that reach themselves: what is left when the others are peeled off."""
    left = {name: set(aims) for name, aims in edges.items()}
    while True:
        ends = {name for name, aims in left.items() if not aims & left.keys()}
        if not ends:
            break
        for name in ends:
            del left[name]
    # Those that only lead to a cycle are no part of it.
    while True:
        reached = {aim for aims in left.values() for aim in aims}
        starts = left.keys() - reached
        if not starts:
            return set(left)
        for name in starts:
            del left[name]
