"""One of the two schemas: where its references lead, and its nodes with their places."""

from __future__ import annotations

from typing import Any, NamedTuple

from leanschema.pointer import Token, pointer_of
from leanschema.read.locate import Locator

# A place as a chain to the root: each child costs the same, however deep it is.
Path = tuple["Path", Token] | None


class Found(NamedTuple):
    """What a reference leads to: its place, and what stands there."""

    place: tuple[Token, ...]
    schema: Any


class Document:
    """A whole schema, to look references up in."""

    def __init__(self, schema: Any) -> None:
        self._locator = Locator(schema)
        self._found: dict[str, Found | None] = {}

    def find(self, reference: str) -> Found | None:
        """Follow a reference; None where it leads nowhere in this document."""
        if reference not in self._found:
            try:
                place = self._locator.locate(reference, ())
            except ValueError:  # an address that is none
                place = None
            self._found[reference] = (
                None if place is None else Found(place, self._locator.at(place))
            )
        return self._found[reference]

    def resolved(self, schema: Any) -> Any:
        """Give what a bare reference leads to, and anything else as it is."""
        reference = reference_of(schema)
        found = None if reference is None else self.find(reference)
        return schema if found is None else found.schema


class Node:
    """A schema object and its place; `places` has the keywords that stand somewhere else."""

    __slots__ = ("path", "places", "schema")

    def __init__(
        self,
        schema: dict[str, Any],
        path: Path,
        places: dict[str, tuple[Path, Token]] | None = None,
    ) -> None:
        self.schema = schema
        self.path = path
        self.places = {} if places is None else places

    def place(self, keyword: str) -> tuple[Path, Token]:
        """Give the node that holds a keyword, and the keyword's spelling there."""
        return self.places.get(keyword, (self.path, keyword))

    def without(self, *keywords: str) -> Node:
        """Leave keywords out."""
        schema = {key: value for key, value in self.schema.items() if key not in keywords}
        return Node(schema, self.path, self.places)

    def joined(self, schema: dict[str, Any], path: Path) -> Node:
        """Add the keywords of another node that this one does not have."""
        places = {key: (path, key) for key in schema if key not in self.schema}
        return Node({**schema, **self.schema}, self.path, {**self.places, **places})


def reference_of(schema: Any) -> str | None:
    """Give a node's `$ref`, where it is text."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return reference if isinstance(reference, str) else None


def path_to(place: tuple[Token, ...]) -> Path:
    """Write a place as a chain."""
    path: Path = None
    for token in place:
        path = (path, token)
    return path


def pointer_to(path: Path) -> str:
    """Write a chain as a JSON Pointer."""
    tokens: list[Token] = []
    while path is not None:
        path, token = path
        tokens.append(token)
    return pointer_of(reversed(tokens))
