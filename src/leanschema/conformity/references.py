"""What a target asks of the references of a whole schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from leanschema.conformity.node_types import table_of
from leanschema.pointer import Token, fragment_tokens
from leanschema.targets.target import Target

Place: TypeAlias = tuple[Token, ...]
# Which definitions (by their places; the root is one) each of them refers to.
Edges: TypeAlias = dict[Place, list[Place]]

_ROOT: Final[Place] = ()


def judge_references(
    schema: dict[str, Any], nodes: Iterable[tuple[Place, dict[str, Any]]], target: Target
) -> Iterator[tuple[Place, str, Any]]:
    """Yield each reference that leads nowhere, has another form, or closes a cycle."""
    edges: Edges = {_ROOT: []}
    edges.update((("$defs", name), []) for name in table_of(schema, "$defs"))
    for tokens, node in nodes:
        if "$ref" not in node:
            continue
        reference = node["$ref"]
        aim = _aim(reference)
        if aim is None or (aim == _ROOT and not target.reads_root_reference):
            yield tokens, "reference-form", reference
        elif aim not in edges:
            yield tokens, "dangling-reference", reference
        else:
            home = tokens[:2]
            edges[home if home in edges else _ROOT].append(aim)
    if not target.reads_recursion:
        for place in _on_cycles(edges):
            yield place, "recursion", place[1] if place else "#"


def _aim(reference: Any) -> Place | None:
    """Give the place that a reference names, or None for another form."""
    if reference == "#":
        return _ROOT
    if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
        return None
    tokens = fragment_tokens(reference)
    return tokens if tokens is not None and len(tokens) == 2 else None  # noqa: PLR2004 - table, name


def _on_cycles(edges: Edges) -> Iterator[Place]:
    """Yield the places that reach themselves: those in a strong component of several, or alone.

    Kosaraju's algorithm, so that a chain of any length takes time in its length.
    """
    back: Edges = {place: [] for place in edges}
    for place, aims in edges.items():
        for aim in aims:
            back[aim].append(place)
    component: dict[Place, Place] = {}
    for start in reversed(_finished(edges)):
        pending = [start]
        while pending:
            place = pending.pop()
            if place not in component:
                component[place] = start
                pending.extend(back[place])
    sizes = Counter(component.values())
    for place, aims in edges.items():
        if sizes[component[place]] > 1 or place in aims:
            yield place


def _finished(edges: Edges) -> list[Place]:
    """List the places in the order in which a walk in depth is done with them."""
    order: list[Place] = []
    seen: set[Place] = set()
    for start in edges:
        pending = [(start, False)]
        while pending:
            place, is_done = pending.pop()
            if is_done:
                order.append(place)
            elif place not in seen:
                seen.add(place)
                pending.append((place, True))
                pending.extend((aim, False) for aim in edges[place])
    return order
