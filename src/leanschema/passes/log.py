"""The log of a lowering: which pass changed which node, and which node came from which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from leanschema.passes.rewrite import Pass
from leanschema.schema import JsonSchema


class Rewrite(NamedTuple):
    """One entry of the log: a pass changed a node."""

    by: Pass
    origin: JsonSchema
    before: JsonSchema
    after: JsonSchema


class Log:
    """Who changed what, and which node came from which; it keeps the nodes that it names alive."""

    def __init__(self) -> None:
        self.rewrites: list[Rewrite] = []
        self._parents: dict[int, JsonSchema] = {}
        self._kept: list[JsonSchema] = []
        self._inlined: list[tuple[JsonSchema, tuple[JsonSchema, ...]]] = []

    def inlined(self, schema: JsonSchema, cut: tuple[JsonSchema, ...]) -> None:
        """Note that the references of a schema were inlined, and some of them cut."""
        self._inlined.append((schema, cut))

    def inlined_references(self) -> Iterator[tuple[JsonSchema, bool]]:
        """Yield each node whose reference was inlined, and whether it was cut."""
        for schema, cut in self._inlined:
            ids = {id(node) for node in cut}
            pending = [schema]
            while pending:
                node = pending.pop()
                pending.extend(node.subschemas())
                if node.ref is not None:
                    yield node, id(node) in ids

    def made(self, after: JsonSchema, before: JsonSchema) -> None:
        """Note that a node was made from another one."""
        self._parents[id(after)] = before
        self._kept.append(after)

    def changed(self, by: Pass, origin: JsonSchema, before: JsonSchema, after: JsonSchema) -> None:
        """Note that a pass changed a node; what it put inside came from there too."""
        self.rewrites.append(Rewrite(by, origin, before, after))
        self.made(after, origin)
        known = set(map(id, before.subschemas()))
        pending = [child for child in after.subschemas() if id(child) not in known]
        while pending:
            node = pending.pop()
            if id(node) not in self._parents:
                self.made(node, origin)
                pending.extend(node.subschemas())

    def take_back(self, length: int) -> None:
        """Forget the rewrites after the first `length`: what they made was not taken."""
        del self.rewrites[length:]

    def paired(self, made: JsonSchema, again: JsonSchema) -> None:
        """Note that a tree was made twice: its nodes came from where the other's came from."""
        pending, met = [(made, again)], set()
        while pending:
            one, other = pending.pop()
            if one is other or id(one) in met:
                continue
            met.add(id(one))
            self.made(one, other)
            pending.extend(zip(one.subschemas(), other.subschemas(), strict=True))

    def ancestor(self, node: JsonSchema, known: Any) -> JsonSchema | None:
        """Follow a node back to one whose identity is in `known`."""
        current: JsonSchema | None = node
        while current is not None and id(current) not in known:
            current = self._parents.get(id(current))
        return current
