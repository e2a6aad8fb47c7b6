"""What a pass is, and the one traversal that runs them.

A pass takes a node whose children are done and gives a node back; the very same node means that
nothing changed. The traversal records what a pass changed, with the node that the user gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from leanschema.changes import Law
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

Definitions = dict[str, JsonSchema]
_REFERENCE_HEAD: Final = len("#/$defs/")


class Setting(NamedTuple):
    """What a pass may know beside the node: the target's facts and the root's definitions."""

    target: Target
    definitions: Definitions
    # Where following references would unfold too far: they stay, and what stands beside them goes.
    is_cautious: bool = False

    def resolved(self, reference: str) -> JsonSchema | None:
        """Give the definition that a reference names; None for the root."""
        return self.definitions.get(reference[_REFERENCE_HEAD:])


class Pass(NamedTuple):
    """One rewrite.

    `fields` are the fields of which a node must have one for the pass to concern it; empty, it
    concerns every node. `writes` are the fields that it may set where they were not. A pass that
    `reveals` puts nodes into the tree that no pass has seen yet.
    """

    name: str
    law: Law
    reason: str
    apply: Callable[[JsonSchema, Setting], JsonSchema]
    fields: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    reveals: bool = False


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
                pending.extend(child for _, child in node.children())
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
        known = {id(child) for _, child in before.children()}
        for _, child in after.children():
            if id(child) not in known and id(child) not in self._parents:
                self.made(child, origin)

    def ancestor(self, node: JsonSchema, known: Any) -> JsonSchema | None:
        """Follow a node back to one whose identity is in `known`."""
        current: JsonSchema | None = node
        while current is not None and id(current) not in known:
            current = self._parents.get(id(current))
        return current


def run_passes(
    root: JsonSchema, passes: Iterable[Pass], keywords: set[str], setting: Setting, log: Log
) -> JsonSchema:
    """Run the passes over every node, children first; `keywords` are the fields that occur.

    Each distinct node is rewritten once, however often it stands in the tree.
    """
    active = [
        one for one in passes if not one.fields or not keywords.isdisjoint(one.fields)
    ]
    if not active:
        return root
    return _Traversal(active, setting, log, keywords).rewrite(root)


class _Traversal:
    def __init__(
        self, active: list[Pass], setting: Setting, log: Log, keywords: set[str]
    ) -> None:
        self._active = active
        self._setting = setting
        self._log = log
        self._keywords = keywords
        self._done: dict[int, JsonSchema] = {}
        self._kept: list[JsonSchema] = []
        fields = {field for one in active for field in one.fields}
        self._skippable = all(one.fields for one in active)
        self._values = attrgetter(*sorted(fields), "ref") if fields else attrgetter("ref", "type")
        self._nothing = tuple(
            UNSET if field in ("const", "default") else None for field in (*sorted(fields), "ref")
        )

    def rewrite(self, node: JsonSchema) -> JsonSchema:
        known = self._done.get(id(node))
        if known is not None:
            return known
        # Met again below itself, which only a revealed definition can be: the reference stays.
        self._done[id(node)] = JsonSchema(ref=node.ref) if node.ref is not None else node
        after = node.map_children(self.rewrite)
        if after is not node:
            self._log.made(after, node)
        if not self._skippable or self._values(after) != self._nothing:
            after = self._apply(node, after)
            self._done[id(after)] = after
        self._done[id(node)] = after
        self._kept.append(node)
        return after

    def _apply(self, node: JsonSchema, after: JsonSchema) -> JsonSchema:
        for one in self._active:
            if one.fields and not any(
                getattr(after, field) not in _ABSENT for field in one.fields
            ):
                continue
            changed = one.apply(after, self._setting)
            if changed is not after:
                self._log.changed(one, node, after, changed)
                self._keywords.update(one.writes)
                after = changed
                if one.reveals:
                    after = after.map_children(self.rewrite)
                    self._log.made(after, node)
        return after


class _Absent:
    """Tells absent values by identity: equality of schemas would walk them."""

    def __contains__(self, value: object) -> bool:
        return value is None or value is UNSET


_ABSENT: Final = _Absent()
