"""References: what a `$ref` names, and which definitions are reachable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from leanschema.pointer import fragment_tokens
from leanschema.schema import JsonSchema

DEFINITION_TABLES: Final = ("$defs", "definitions")
_HEAD: Final = "#/$defs/"


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
        pending.extend(node.subschemas())


def cycles_of(root: JsonSchema) -> dict[str, frozenset[str]]:
    """Give for each definition ("" is the root) those that it is on a cycle with, itself too."""
    references = {name: _targets(node) for name, node in (root.defs or {}).items()}
    return cycles_among({**references, "": _targets(replace(root, defs=None))})


def cycles_among(references: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Give the cycles of definitions by the names that each refers to."""
    component: dict[str, frozenset[str]] = {}
    for members in _components(references):
        is_cycle = len(members) > 1 or members[0] in references.get(members[0], ())
        for name in members:
            component[name] = frozenset(members) if is_cycle else frozenset()
    return component


def _targets(node: JsonSchema) -> tuple[str, ...]:
    found: dict[str, None] = {}
    pending = [node]
    while pending:
        one = pending.pop()
        if one.ref is not None:
            found[name_in(one.ref)] = None
        pending.extend(one.subschemas())
    return tuple(found)


def _components(edges: Mapping[str, Sequence[str]]) -> Iterable[list[str]]:
    """Give the strongly connected components (Tarjan), without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for start, targets in edges.items():
        if start in index:
            continue
        work = [(start, iter(targets))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            name, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(edges.get(other, ()))))
                    break
                if other in on_stack:
                    low[name] = min(low[name], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    members: list[str] = []
                    while not members or members[-1] != name:
                        members.append(stack.pop())
                        on_stack.discard(members[-1])
                    yield members


class Definitions(dict[str, JsonSchema]):
    """The definitions of a root by name; the root itself is "" (what `#` names)."""

    def __init__(self, root: JsonSchema) -> None:
        super().__init__(root.defs or {})
        self[""] = replace(root, defs=None)
        self._root = root

    @cached_property
    def endless(self) -> frozenset[str]:
        """The names that, joined with what stands beside a reference to them, come up again.

        A reference on a cycle that has siblings, or is a member of `allOf`, would be joined with
        its definition inside of that very definition, without an end.
        """
        found: set[str] = set()
        for name, cycle in cycles_of(self._root).items():
            if cycle and name in self:
                found |= cycle & _joined_in(self[name])
        return frozenset(found)

    @cached_property
    def in_unions_of_themselves(self) -> frozenset[str]:
        """The names of definitions that are branches of their own unions, or of one another's.

        What is joined with each branch of such a union comes up again beside the reference there.
        """
        cycles = cycles_among({name: tuple(_branches_of(node)) for name, node in self.items()})
        return frozenset(name for name, cycle in cycles.items() if cycle)


def _branches_of(schema: JsonSchema) -> Iterator[str]:
    """Name the definitions whose content stands in a node's own place."""
    pending = [schema]
    while pending:
        node = pending.pop()
        if node.ref is not None:
            yield name_in(node.ref)
        for branches in (node.anyOf, node.oneOf, node.allOf):
            pending.extend(branches or ())


def _joined_in(schema: JsonSchema) -> set[str]:
    """Collect the definitions that references with siblings, and members of `allOf`, name."""
    found: set[str] = set()
    pending = [schema]
    while pending:
        node = pending.pop()
        pending.extend(node.subschemas())
        if node.ref is not None and node != JsonSchema(ref=node.ref):
            found.add(name_in(node.ref))
        found.update(name_in(one.ref) for one in node.allOf or () if one.ref is not None)
    return found


def name_in(reference: str) -> str:
    """Give the name of the definition that a reference as the reader writes it names."""
    return "" if reference == "#" else reference.removeprefix(_HEAD)


def reference_to(name: str) -> str:
    """Give the reference to a definition."""
    return _HEAD + name if name else "#"
