"""What a pass is, and the one traversal that runs them.

A pass takes a node whose children are done and gives a node back; the very same node means that
nothing changed. The traversal records what a pass changed, with the node that the user gave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
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


def _always(target: Target) -> bool:
    return True


class Pass(NamedTuple):
    """One rewrite.

    It concerns a node that has one of `fields`, or whose type is one of `types` ("list" is a list
    of types, None no type at all), for the targets that it is `needed` for. `writes` are the
    fields that it may set where they were not. A pass that `reveals` puts nodes into the tree
    that no pass has seen yet.
    """

    name: str
    law: Law
    reason: str
    apply: Callable[[JsonSchema, Setting], JsonSchema]
    fields: tuple[str, ...] = ()
    types: tuple[str | None, ...] = ()
    writes: tuple[str, ...] = ()
    reveals: bool = False
    needed: Callable[[Target], bool] = _always


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
    root: JsonSchema, passes: tuple[Pass, ...], keywords: set[str], setting: Setting, log: Log
) -> JsonSchema:
    """Run the passes over every node, children first; `keywords` are the fields that occur.

    Each distinct node is rewritten once, however often it stands in the tree.
    """
    plan = plan_of(passes, keywords, setting.target)
    return _Traversal(plan, setting, log, keywords).rewrite(root) if plan.passes else root


class Plan:
    """Which passes concern which nodes, as bits: pass number i is bit i."""

    def __init__(self, passes: tuple[Pass, ...], keywords: Set[str], target: Target) -> None:
        self.passes = [
            one
            for one in passes
            if (one.types or not keywords.isdisjoint(one.fields)) and one.needed(target)
        ]
        by_field: dict[str, int] = {}
        by_type: dict[str | None, int] = {}
        for number, one in enumerate(self.passes):
            for field in one.fields:
                by_field[field] = by_field.get(field, 0) | 1 << number
            for name in one.types:
                by_type[name] = by_type.get(name, 0) | 1 << number
        self._bits = tuple(by_field.values())
        self._by_type = by_type
        self._values = attrgetter(*by_field, "ref") if by_field else attrgetter("ref", "ref")
        self._nothing = (
            tuple(UNSET if f in ("const", "default") else None for f in by_field) + (None,)
            if by_field
            else (None, None)
        )

    def concerned(self, node: JsonSchema) -> int:
        """Give the bits of the passes that concern a node."""
        kind = node.type
        if kind.__class__ is tuple:
            bits = self._by_type.get("list", 0)
        else:
            bits = self._by_type.get(kind, 0)  # type: ignore[arg-type]
        values = self._values(node)
        if values == self._nothing:
            return bits
        for value, of_field in zip(values, self._bits, strict=False):
            if value is not None and value is not UNSET:
                bits |= of_field
        return bits


# Plans by what they are made from; schemas of one server share a handful of them.
_PLANS: dict[tuple[int, int, frozenset[str]], tuple[Plan, object, object]] = {}
_MAX_PLANS: Final = 1_000


def plan_of(passes: tuple[Pass, ...], keywords: set[str], target: Target) -> Plan:
    """Give the plan of these passes for schemas of these keywords."""
    key = (id(passes), id(target), frozenset(keywords))
    known = _PLANS.get(key)
    if known is None:
        if len(_PLANS) >= _MAX_PLANS:
            _PLANS.clear()
        # The passes and the target are kept with the plan, so that their identities stay theirs.
        known = _PLANS[key] = (Plan(passes, key[2], target), passes, target)
    return known[0]


class _Traversal:
    def __init__(self, plan: Plan, setting: Setting, log: Log, keywords: set[str]) -> None:
        self._plan = plan
        self._setting = setting
        self._log = log
        self._keywords = keywords
        self._done: dict[int, JsonSchema] = {}
        self._kept: list[JsonSchema] = []

    def rewrite(self, node: JsonSchema) -> JsonSchema:
        known = self._done.get(id(node))
        if known is not None:
            return known
        # Met again below itself, which only a revealed definition can be: the reference stays.
        self._done[id(node)] = JsonSchema(ref=node.ref) if node.ref is not None else node
        after = node.map_children(self.rewrite)
        if after is not node:
            self._log.made(after, node)
        bits = self._plan.concerned(after)
        if bits:
            after = self._apply(node, after, bits)
            self._done[id(after)] = after
        self._done[id(node)] = after
        self._kept.append(node)
        return after

    def _apply(self, node: JsonSchema, after: JsonSchema, bits: int) -> JsonSchema:
        plan = self._plan
        number = 0
        while bits >> number:
            if bits >> number & 1:
                one = plan.passes[number]
                changed = one.apply(after, self._setting)
                if changed is not after:
                    self._log.changed(one, node, after, changed)
                    self._keywords.update(one.writes)
                    after = changed
                    if one.reveals:
                        after = after.map_children(self.rewrite)
                        self._log.made(after, node)
                    bits = plan.concerned(after)
            number += 1
        return after
