"""What a schema says of one place in the arguments: which nodes speak of it, which types it admits.

Doubt admits: a type that is not named here is refused for certain, one that is may still be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from leanschema.json_values import type_of
from leanschema.pointer import Token
from leanschema.references import definition_of
from leanschema.restore import names_in
from leanschema.restore.names import members_of
from leanschema.schema import Branches, JsonSchema
from leanschema.targets.target import ALL_TYPES

_MAX_NODES: Final = 512
_MAX_DEPTH: Final = 32

Nodes = tuple[JsonSchema, ...]


class Places:
    """Finds the nodes of a schema, as read, that speak of a value."""

    def __init__(self, schema: JsonSchema) -> None:
        self.root: Nodes = (schema,)
        self._schema = schema
        self._types: dict[int, frozenset[str]] = {}

    def at(self, tokens: Iterable[Token], arguments: Any) -> Nodes:
        """Give the nodes that speak of the value at a place of the arguments."""
        nodes = self.root
        for token in tokens:
            nodes = self.inside(self.flat(nodes, arguments), token)
            arguments = _member(arguments, token)
        return nodes

    def flat(self, nodes: Nodes, value: Any, *, of_all_branches: bool = False) -> Nodes:
        """Follow references, conjunctions and the union branches that the value may be meant for."""
        found: dict[int, JsonSchema] = {}
        pending = list(reversed(nodes))
        while pending and len(found) < _MAX_NODES:
            node = pending.pop()
            if id(node) in found:
                continue
            found[id(node)] = node
            named = self.resolve(node)
            beside = [*((named,) if named is not None else ()), *(node.allOf or ())]
            for branches in (node.anyOf, node.oneOf):
                if branches:
                    beside.extend(branches if of_all_branches else self._meant(branches, value))
            pending.extend(reversed(beside))
        return tuple(found.values())

    def inside(self, flat: Nodes, token: Token) -> Nodes:
        """Give the nodes that speak of a property or an item, of nodes that are flat already."""
        found: dict[int, JsonSchema] = {}
        for node in flat:
            for child in _inside(node, token):
                found[id(child)] = child
        return tuple(found.values())

    def types(self, nodes: Nodes) -> frozenset[str]:
        """Name the JSON types that a value may have where these nodes speak; all, where none does."""
        if not nodes:
            return ALL_TYPES
        return frozenset().union(*(self._types_of(node, _MAX_DEPTH) for node in nodes))

    def resolve(self, node: JsonSchema) -> JsonSchema | None:
        """Give what the node's reference leads to."""
        if node.ref is None:
            return None
        if node.ref == "#":
            return self._schema
        named = definition_of(node.ref)
        table = self._schema.defs if named is not None and named.table == "$defs" else None
        return (table or {}).get(named.name) if named is not None else None

    def names(self, nodes: Nodes) -> tuple[str, ...]:
        """Name every property of the object that these nodes speak of, in order."""
        flat = self.flat(nodes, None, of_all_branches=True)
        return tuple(dict.fromkeys(name for node in flat for name in node.properties or ()))

    def shown_tokens(
        self, tokens: tuple[Token, ...], arguments: Any, new_names: Mapping[str, str]
    ) -> tuple[Token, ...]:
        """Give a place as the model knows it, by the names that the target shows."""
        shown: list[Token] = []
        nodes = self.root
        for token in tokens:
            if isinstance(token, str):
                shown.append(self.shown_name(nodes, token, new_names))
            else:
                shown.append(token)
            nodes = self.inside(self.flat(nodes, arguments), token)
            arguments = _member(arguments, token)
        return tuple(shown)

    def shown_name(self, nodes: Nodes, name: str, new_names: Mapping[str, str]) -> str:
        """Give the name that is shown for a property, where these nodes speak of it."""
        if name not in new_names:
            return name
        flat = self.flat(nodes, None, of_all_branches=True)
        return new_names[name] if any(name in names_in(node) for node in flat) else name

    def _meant(self, branches: Branches, value: Any) -> Branches:
        meant = tuple([branch for branch in branches if self._may_be_meant(branch, value)])
        return meant or branches

    def _may_be_meant(self, branch: JsonSchema, value: Any) -> bool:
        """Compare the type, and the tags: properties of constant text."""
        if type_of(value) not in self._types_of(branch, _MAX_DEPTH):
            return False
        for _ in range(8):
            branch = self.resolve(branch) or branch
        if not isinstance(value, dict):
            return True
        for name, child in (branch.properties or {}).items():
            given, members = value.get(name), members_of(child)
            if not isinstance(given, str) or members is None:
                continue
            if all(isinstance(member, str) for member in members) and given not in members:
                return False
        return True

    def _types_of(self, node: JsonSchema, depth: int) -> frozenset[str]:
        known = self._types.get(id(node))
        if known is not None:
            return known
        if depth == 0:
            return ALL_TYPES
        types = _own_types(node)
        named = self.resolve(node)
        for part in (*((named,) if named is not None else ()), *(node.allOf or ())):
            types &= self._types_of(part, depth - 1)
        for branches in (node.anyOf, node.oneOf):
            if branches:
                types &= frozenset().union(*(self._types_of(one, depth - 1) for one in branches))
        if depth == _MAX_DEPTH:
            self._types[id(node)] = types
        return types


def _own_types(node: JsonSchema) -> frozenset[str]:
    kinds = node.type
    types = ALL_TYPES if kinds is None else frozenset((kinds,) if isinstance(kinds, str) else kinds)
    if "number" in types:
        types |= {"integer"}
    members = members_of(node)
    if members is not None:
        types &= {type_of(member) for member in members}
    return types


def _inside(node: JsonSchema, token: Token) -> Nodes:
    if isinstance(token, int):
        prefix = node.prefixItems or ()
        child = prefix[token] if token < len(prefix) else node.items
        return () if child is None else (child,)
    if token in (node.properties or {}):
        return ((node.properties or {})[token],)
    # No pattern is run on a name: all that may speak of it do.
    rest = node.additionalProperties
    patterns = tuple((node.patternProperties or {}).values())
    return (*patterns, *((rest,) if isinstance(rest, JsonSchema) else ()))


def _member(value: Any, token: Token) -> Any:
    if isinstance(value, dict):
        return value.get(token)
    if isinstance(value, list) and isinstance(token, int) and token < len(value):
        return value[token]
    return None
