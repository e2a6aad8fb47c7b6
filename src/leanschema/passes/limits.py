"""Keep a schema within the target's counted limits.

Before:  {"type": "object", "properties": {"a": {… eight levels more …}}}
After:   {"type": "object", "properties": {"a": {"type": "object", "description": "Deeper levels left out"}}}

Below the last level a node keeps its type and its words; an enum of too many values is told; a
union of too many branches is its types. Left alone: what is within the limits.
Law: widens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.passes.fragile import open_fragile
from leanschema.passes.log import Log
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import told
from leanschema.passes.type_keywords import types_of
from leanschema.passes.type_untyped_nodes import any_of_type, typed_anything
from leanschema.read.rare import LONG, LONGEST_USUAL, ODD_UNION
from leanschema.schema import EMPTY, JsonSchema, Table
from leanschema.targets.target import Limits, Target


def fit_limits(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Shorten an enum or a union of one node that is over its limit."""
    limits = setting.target.limits
    if node.enum_ is not None and _is_long(node.enum_, limits):
        node = told(replace(node, enum_=None), f"one of {len(node.enum_)} values")
    if limits.max_branches is not None and len(node.anyOf or ()) > limits.max_branches:
        return _of_types(node, setting.target)
    return node


def _counts_one_node(limits: Limits) -> bool:
    most = (limits.max_values_of_one_enum, limits.max_large_enum_characters, limits.max_branches)
    return any(limit is not None for limit in most)


def _takes_usual_length(limits: Limits) -> bool:
    longest = (limits.max_values_of_one_enum, limits.large_enum_values, limits.max_branches)
    return all(limit is None or limit >= LONGEST_USUAL for limit in longest)


def _is_long(values: tuple[object, ...], limits: Limits) -> bool:
    most = limits.max_values_of_one_enum
    if most is not None and len(values) > most:
        return True
    most = limits.max_large_enum_characters
    if most is None or len(values) <= limits.large_enum_values:
        return False
    return sum(len(value) for value in values if isinstance(value, str)) > most


def _of_types(node: JsonSchema, target: Target) -> JsonSchema:
    branches = node.anyOf or ()
    bare = told(replace(node, anyOf=None), f"one of {len(branches)} forms")
    names = dict.fromkeys(name for branch in branches for name in types_of(branch))
    if not names or any(not types_of(branch) for branch in branches):
        return typed_anything(bare, target)
    kinds = tuple(any_of_type(name, target) for name in names)
    if len(kinds) == 1:
        return replace(kinds[0], title=bare.title, description=bare.description)
    return replace(bare, anyOf=kinds)


def cut_levels(
    root: JsonSchema, target: Target, log: Log | None, *, is_fragile: bool = True
) -> JsonSchema:
    """Cut what lies deeper than the limit, and deeper still while there are too many names.

    `is_fragile` tells that a negation or its like may occur (see fragile.py).
    """
    deepest, most = target.limits.max_depth, target.limits.max_properties
    names = _names_by_level(root)
    levels, count = len(names), sum(names)
    if deepest is not None and levels > deepest:
        levels = deepest
        root = _opened_cut(root, levels, target, log, is_fragile)
        count = sum(_names_by_level(root))
    while most is not None and levels > 1 and count > most:
        levels -= 1
        # The names above the last level stay: where they are too many, no cut there is tried.
        if levels == 1 or sum(names[: levels - 1]) <= most:
            root = _opened_cut(root, levels, target, log, is_fragile)
            count = sum(_names_by_level(root))
    return root


def _opened_cut(
    root: JsonSchema, deepest: int, target: Target, log: Log | None, is_fragile: bool
) -> JsonSchema:
    cut = _Cut(deepest, target, log)
    after = cut.node(root, 1)
    return open_fragile(after, {id(stub) for stub in cut.stubs}, log) if is_fragile else after


class _Cut:
    """Cuts the levels of a tree that are deeper than the deepest; `stubs` is what is left."""

    def __init__(self, deepest: int, target: Target, log: Log | None) -> None:
        self.stubs: list[JsonSchema] = []
        self._deepest = deepest
        self._target = target
        self._log = log

    def node(self, node: JsonSchema, level: int) -> JsonSchema:
        is_level = _is_structured(node)
        if level > self._deepest and is_level:
            return self._stub(node)
        inner = level + 1 if is_level else level
        after = node.map_children(lambda child: self.node(child, inner))
        if after is not node and self._log is not None:
            self._log.made(after, node)
        if is_level and level == self._deepest and any(map(_has_levels, after.subschemas())):
            # A list below needs items, and so a level that there is not.
            return self._stub(after)
        return after

    def _stub(self, node: JsonSchema) -> JsonSchema:
        """Keep a node's type and words, and of a list that it has items."""
        types = types_of(node)
        only = any_of_type(types[0], self._target) if len(types) == 1 else None
        stub = only or typed_anything(EMPTY, self._target)
        words = replace(
            stub, title=node.title, description=node.description, nullable=node.nullable
        )
        cut = told(words, "deeper levels left out")
        self.stubs.append(cut)
        if self._log is not None:
            self._log.changed(CUT_LEVELS, node, node, cut)
        return cut


def _is_structured(node: JsonSchema) -> bool:
    """Tell a node that holds others as members: an object, a map or a list."""
    return (
        node.properties is not None
        or node.items is not None
        or node.additionalProperties.__class__ is JsonSchema
        or node.prefixItems is not None
        or node.patternProperties is not None
    )


def levels_of(root: JsonSchema) -> int:
    """Count the levels of objects and lists that stand in one another."""
    return len(_names_by_level(root))


def _names_by_level(root: JsonSchema) -> list[int]:
    """Count the property names on each level of objects and lists that stand in one another."""
    names: list[int] = []
    pending = [(root, 0)]
    while pending:
        node, level = pending.pop()
        if _is_structured(node):
            if level == len(names):
                names.append(0)
            names[level] += len(node.properties or ())
            level += 1
        for child in node.subschemas():
            if child.is_inner:
                pending.append((child, level))
    return names


def _has_levels(node: JsonSchema) -> bool:
    return node.is_inner and bool(_names_by_level(node))


def over_limits(root: JsonSchema, target: Target, *, deepest: int | None = None) -> str | None:
    """Say which limit a strict target's schema is over, in its numbers, or give None.

    `deepest` is more levels than there are, or as many, where that is known.
    """
    limited = _limited(target.limits)
    size = len(root.to_json()) if limited else 0
    # Few schemas are so large that anything has to be counted.
    limited = [one for one in limited if one.may_be_over(size, deepest)]
    if not limited:
        return None
    nodes = _nodes_of(root)
    for what, most, _, count in limited:
        found = count(nodes)
        if found > most:
            return f"{found} {what}, the limit is {most}"
    return None


class _Limit(NamedTuple):
    """What is counted, how much of it there may be, and the bytes that one takes at least."""

    what: str
    most: int
    least_bytes: int
    count: Callable[[_Nodes], int]

    def may_be_over(self, size_bytes: int, deepest: int | None) -> bool:
        """Tell by a schema's size, and its depth where that is known, whether to count."""
        if self.what == "levels" and deepest is not None:
            return deepest > self.most
        return size_bytes > self.most * self.least_bytes


@lru_cache(maxsize=256)
def _limited(limits: Limits) -> list[_Limit]:
    counted: tuple[tuple[str, int | None, int, Callable[[_Nodes], int]], ...] = (
        ("properties", limits.max_properties, _OF_PROPERTY, _count_properties),
        ("levels", limits.max_depth, len('{"items":}'), lambda nodes: nodes.levels),
        ("enum values", limits.max_enum_values, len("1,"), _count_enum_values),
        (
            "characters of names and values",
            limits.max_name_and_value_characters,
            1,
            _count_characters,
        ),
        ("optional properties", limits.max_optional_properties, _OF_PROPERTY, _count_optional),
        ("properties with a union", limits.max_unions, _OF_PROPERTY, _count_unions),
        ("bytes", limits.max_bytes, 1, lambda nodes: len(nodes.all[0].to_json())),
    )
    return [_Limit(what, most, least, by) for what, most, least, by in counted if most is not None]


_OF_PROPERTY: Final = len('"":{},')


class _Nodes(NamedTuple):
    """The nodes of a tree, and how many levels of objects and lists they make."""

    all: list[JsonSchema]  # the root, and then all below it
    levels: int

    def tables(self) -> Iterator[tuple[Table, tuple[str, ...]]]:
        """Yield the properties of each node that has some, with those that it requires."""
        return ((one.properties, one.required or ()) for one in self.all if one.properties)


def _nodes_of(root: JsonSchema) -> _Nodes:
    nodes, levels, deepest = [root], [0], 0
    for node, level in zip(nodes, levels, strict=True):
        inner = node.subschemas()
        if inner or _is_structured(node):
            below = level + _is_structured(node)
            deepest = max(deepest, below)
            nodes += inner
            levels += [below] * len(inner)
    return _Nodes(nodes, deepest)


def _count_properties(nodes: _Nodes) -> int:
    return sum(len(table) for table, _ in nodes.tables())


def _count_enum_values(nodes: _Nodes) -> int:
    return sum(len(node.enum_) for node in nodes.all if node.enum_ is not None)


def _count_characters(nodes: _Nodes) -> int:
    characters = sum(sum(map(len, table)) for table, _ in nodes.tables())
    for node in nodes.all:
        if node.enum_ is not None or node.const is not UNSET:
            values = node.enum_ or (() if node.const is UNSET else (node.const,))
            characters += sum(len(value) for value in values if isinstance(value, str))
    return characters


def _count_optional(nodes: _Nodes) -> int:
    return sum(len(table.keys() - set(required)) for table, required in nodes.tables())


def _count_unions(nodes: _Nodes) -> int:
    children = (child for table, _ in nodes.tables() for child in table.values())
    return sum(one.anyOf is not None or one.type.__class__ is tuple for one in children)


FIT_LIMITS = Pass(
    "fit_limits", "widens", "over the target's limit", fit_limits, fields=("enum_", "anyOf"),
    writes=("anyOf", "description", "type", "items", "nullable", "additionalProperties"),
    brings=ODD_UNION,
    needed=lambda target: _counts_one_node(target.limits),
    only_where=lambda target: LONG if _takes_usual_length(target.limits) else 0,
)  # fmt: skip
CUT_LEVELS = Pass(
    "cut_levels", "widens", "deeper than the target reads",
    writes=FIT_LIMITS.writes,
    brings=ODD_UNION,
)  # fmt: skip
