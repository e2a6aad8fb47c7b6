"""The nodes of a schema that may speak of one value: all of them at once, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from leanschema.json_values import type_of
from leanschema.references import definition_of
from leanschema.restore.likeness import Likeness
from leanschema.restore.names import members_of, names_in, shown_enum_member
from leanschema.schema import Branches, JsonSchema
from leanschema.targets.target import Target

# A union, or a set of nodes, larger than this is taken whole instead of looked into for each value.
_MAX_BRANCHES: Final = 64
_MAX_NODES: Final = 512


class Candidate(NamedTuple):
    """A node, and whether the value must meet it or may meet another one instead."""

    node: JsonSchema
    is_certain: bool


Group = tuple[Candidate, ...]
Choose = Callable[[Branches], Iterable[JsonSchema]]


class View:
    """What a group of nodes says of one value, and of what is inside it.

    Of names it is said by more nodes: those that only count what they fit.
    """

    def __init__(self, group: Group, renamed: Mapping[str, str]) -> None:
        self.size = len(group)
        self._group = group
        self._renamed = renamed
        self._properties: dict[str, Group] = {}
        self._items: dict[int, Group] = {}
        self.listed: dict[str, list[Candidate]] = {}
        self.required: set[str] = set()
        self._open: list[Candidate] = []
        for node, certain in group:
            for name, child in (node.properties or {}).items():
                self.listed.setdefault(name, []).append(Candidate(child, certain))
            if certain:
                self.required.update(node.required or ())
            if self._others(node):
                self._open.append(Candidate(node, certain))
        self._open = self._open[:_MAX_BRANCHES]
        self._prefix = max((len(node.prefixItems or ()) for node, _ in group), default=0)
        self._names: tuple[dict[str, str], dict[str, str]] | None = None
        self._members: dict[str, Any] | None = None

    def property(self, name: str) -> Group:
        """Give the nodes that may speak of a property."""
        if name not in self.listed and not self._open:
            return ()
        if name not in self._properties:
            found = list(self.listed.get(name, ()))
            for node, certain in self._open:
                if name not in (node.properties or {}):
                    others = self._others(node)
                    alone = len(others) == 1 and not node.patternProperties
                    found.extend(Candidate(one, certain and alone) for one in others)
            self._properties[name] = _distinct(found)
        return self._properties[name]

    def _others(self, node: JsonSchema) -> tuple[JsonSchema, ...]:
        """Give what a node says of properties that it does not list.

        No pattern is run on a name: whose it is, is told by likeness, and no pattern can hang.
        """
        rest = [node.additionalProperties]
        if self._renamed:
            rest.append(node.unevaluatedProperties)
        patterns = (node.patternProperties or {}).values()
        return (*patterns, *(one for one in rest if isinstance(one, JsonSchema)))

    def item(self, index: int) -> Group:
        """Give the nodes that may speak of an item."""
        index = min(index, self._prefix)
        if index not in self._items:
            found = []
            for node, certain in self._group:
                prefix = node.prefixItems or ()
                child = prefix[index] if index < len(prefix) else node.items
                if child is not None:
                    found.append(Candidate(child, certain))
                if self._renamed:
                    asked = (node.contains, node.unevaluatedItems)
                    found.extend(
                        Candidate(one, False) for one in asked if isinstance(one, JsonSchema)
                    )
            self._items[index] = _distinct(found)
        return self._items[index]

    def names(self, *, back: bool) -> dict[str, str]:
        """Map the names of which the nodes speak to the target's, or back."""
        if self._names is None:
            spoken = {name for node in self.nodes() for name in names_in(node)}
            there = {name: new for name, new in self._renamed.items() if name in spoken}
            self._names = there, {shown: name for name, shown in there.items()}
        return self._names[back]

    def member(self, text: str) -> tuple[Any] | None:
        """Find the enum member that is no text itself and is shown as this one."""
        if self._members is None:
            self._members = {}
            for members in map(members_of, self.nodes()):
                for member in members or ():
                    if type_of(member) not in ("string", "object", "array"):
                        self._members.setdefault(shown_enum_member(member), member)
        return (self._members[text],) if text in self._members else None

    def nodes(self) -> Iterable[JsonSchema]:
        """Yield the nodes of the group."""
        return (node for node, _ in self._group)


class Candidates:
    """Finds the nodes of one schema that may speak of a value, and remembers them."""

    def __init__(
        self,
        schema: JsonSchema,
        target: Target,
        *,
        are_shown: bool = False,
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        self.target = target
        self.renamed = renamed or {}
        self.root: Group = (Candidate(schema, True),)
        self._are_shown = are_shown
        self._schema = schema
        self._wholes: dict[Any, tuple[View, bool]] = {}
        self._views: dict[Any, View] = {}

    def all_of(self, group: Group) -> View:
        """Look at a value through every node that it may meet."""
        return self._whole(group)[0]

    def like(self, group: Group, value: Any, *, only_first: bool = False) -> View:
        """Look at a value through the branches that it may have been written for."""
        whole, chooses = self._whole(group)
        if not chooses or (whole.size > _MAX_NODES and not only_first):
            return whole
        likeness = self.likeness(are_shown=self._are_shown)

        def choose(branches: Branches) -> Iterable[JsonSchema]:
            likely = (branch for branch in branches if likeness.fits(branch, value))
            if only_first:
                return [next(likely, branches[0])]
            return branches if len(branches) > _MAX_BRANCHES else list(likely) or branches

        fitting = self._expand(group, choose)
        key = _key(fitting)
        if key not in self._views:
            self._views[key] = View(fitting, self.renamed)
        return self._views[key]

    def likeness(self, *, are_shown: bool = False) -> Likeness:
        """Give a fresh look of bounded length."""
        return Likeness(self.target, self.resolve, are_shown)

    def resolve(self, reference: str) -> JsonSchema | None:
        """Give what a reference of a read schema leads to."""
        if reference == "#":
            return self._schema
        named = definition_of(reference)
        if named is None:
            return None
        table = self._schema.defs if named.table == "$defs" else self._schema.definitions
        return (table or {}).get(named.name)

    def _whole(self, group: Group) -> tuple[View, bool]:
        """Give the view through all nodes, and whether a value may choose among them."""
        key = _key(group)
        if key not in self._wholes:
            expanded = self._expand(group, lambda branches: branches)
            chooses = any(node.anyOf or node.oneOf for node, _ in expanded)
            self._wholes[key] = View(expanded, self.renamed), chooses
        return self._wholes[key]

    def _expand(self, group: Group, choose: Choose) -> Group:
        """Follow references, conjunctions and unions to every node that speaks of the same value."""
        found: dict[int, Candidate] = {}
        pending = list(reversed(group))
        while pending:
            candidate = pending.pop()
            known = found.get(id(candidate.node))
            if known is not None and known.is_certain >= candidate.is_certain:
                continue
            found[id(candidate.node)] = candidate
            pending.extend(reversed(list(self._beside(candidate, choose))))
        return tuple(found.values())

    def _beside(self, candidate: Candidate, choose: Choose) -> Iterable[Candidate]:
        node, certain = candidate
        named = None if node.ref is None else self.resolve(node.ref)
        for part in (*((named,) if named else ()), *(node.allOf or ())):
            yield Candidate(part, certain)
        for branches in (node.anyOf, node.oneOf):
            if branches:
                chosen = list(choose(branches))
                for branch in chosen:
                    yield Candidate(branch, certain and len(chosen) == 1)
        # Conditions speak of names; no value is written for what they ask.
        asked = (node.if_, node.not_) if self.renamed else ()
        for part in (node.then, node.else_, *(node.dependentSchemas or {}).values(), *asked):
            if part is not None:
                yield Candidate(part, False)


def _distinct(group: Iterable[Candidate]) -> Group:
    found: dict[int, Candidate] = {}
    for candidate in group:
        known = found.get(id(candidate.node))
        if known is None or candidate.is_certain:
            found[id(candidate.node)] = candidate
    return tuple(found.values())


def _key(group: Group) -> Any:
    return tuple([(id(node), certain) for node, certain in group])
