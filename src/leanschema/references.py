"""References: what a `$ref` names, and which definitions are reachable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from leanschema.pointer import fragment_tokens
from leanschema.schema import JsonSchema

DEFINITION_TABLES: Final = ("$defs", "definitions")


class Definition(NamedTuple):
    """An entry of a root table: which table, and its name."""

    table: str
    name: str


def definition_of(reference: str) -> Definition | None:
    """Name the root definition that a reference points at or into, None where it is no such.

    `#/$defs/User/properties/name` names `User`: RFC 6901, with the fragment percent-decoded first.
    """
    if not reference.startswith(("#/", "#%")):
        return None
    tokens = fragment_tokens(reference)
    if tokens is None or len(tokens) < 2 or tokens[0] not in DEFINITION_TABLES:  # noqa: PLR2004 - table, name
        return None
    return Definition(tokens[0], tokens[1])


def reachable(
    start: Iterable[str], references_in: Callable[[Definition], Iterable[str]]
) -> set[Definition]:
    """Collect the definitions that the references of `start` reach, directly or through others.

    `references_in` gives the references inside a definition, and none for one that is not there.
    """
    reached: set[Definition] = set()
    pending = list(start)
    while pending:
        definition = definition_of(pending.pop())
        if definition is not None and definition not in reached:
            reached.add(definition)
            pending.extend(references_in(definition))
    return reached


def prune(schema: JsonSchema) -> JsonSchema:
    """Drop the root definitions that no reference reaches; the same schema where all are."""
    if schema.defs is None:
        return schema
    defs = schema.defs
    reached = reachable(
        references_in(replace(schema, defs=None)),
        lambda definition: references_in(defs[definition.name]) if definition.name in defs else (),
    )
    names = {definition.name for definition in reached}
    if names >= defs.keys():
        return schema
    return replace(schema, defs={n: node for n, node in defs.items() if n in names} or None)


def references_in(schema: JsonSchema) -> Iterator[str]:
    """Yield the references of a tree."""
    pending = [schema]
    while pending:
        node = pending.pop()
        if node.ref is not None:
            yield node.ref
        pending.extend(child for _, child in node.children())
