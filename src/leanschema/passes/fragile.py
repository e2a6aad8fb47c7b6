"""Take out what a widened schema would make narrower.

Before:  {"not": {"pattern": "^(?!a)"}}          a pattern that the target's engine refuses
After:   {}                                      and not {"not": {}}, which admits nothing

Under `not`, under `if`, in a branch of `oneOf` and under a `contains` that is counted, a wider
schema shuts arguments out. Where a pass widened one there, the negation or the condition goes,
`oneOf` is read as `anyOf`, and the upper count of `contains` is dropped.
Left alone: what no pass widened.
Law: widens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec.structs import replace

from leanschema.passes.log import Log
from leanschema.passes.rewrite import Pass
from leanschema.read.presence import bits_of
from leanschema.read.rare import ODD_UNION
from leanschema.references import definition_of
from leanschema.schema import JsonSchema

FRAGILE: Final = bits_of(("not_", "if_", "oneOf", "maxContains"))

PASS: Final = Pass(
    "open_fragile",
    "widens",
    "wider inside a negation would be narrower",
    writes=("anyOf",),
    brings=ODD_UNION,
)


def open_fragile(root: JsonSchema, widened: Collection[int], log: Log | None) -> JsonSchema:
    """Open every fragile place that has a widened node (by its `id`) in it, or refers to one."""
    return _Opening(root, widened, log).result() if widened else root


class _Opening:
    def __init__(self, root: JsonSchema, widened: Collection[int], log: Log | None) -> None:
        self._root = root
        self._marked = set(widened)
        self._log = log
        self._done: dict[int, JsonSchema] = {}
        self._kept: list[JsonSchema] = []

    def result(self) -> JsonSchema:
        self._mark()
        return self._opened(self._root)

    def _mark(self) -> None:
        """Mark what has a marked node below it, or refers to one, until nothing new is marked."""
        order: list[JsonSchema] = []
        seen: set[int] = set()
        pending = [self._root]
        while pending:
            node = pending.pop()
            if id(node) not in seen:
                seen.add(id(node))
                order.append(node)
                pending.extend(node.subschemas())
        before = -1
        while before != len(self._marked):
            before = len(self._marked)
            for node in reversed(order):
                if id(node) not in self._marked and self._has_marked(node):
                    self._marked.add(id(node))

    def _has_marked(self, node: JsonSchema) -> bool:
        if any(id(child) in self._marked for child in _inner(node)):
            return True
        if node.ref is None:
            return False
        if node.ref == "#":
            return id(self._root) in self._marked
        named = definition_of(node.ref)
        definition = None if named is None else (self._root.defs or {}).get(named.name)
        return definition is not None and id(definition) in self._marked

    def _opened(self, node: JsonSchema) -> JsonSchema:
        known = self._done.get(id(node))
        if known is not None:
            return known
        after = node.map_children(self._opened)
        gone = self._fragile_fields(node)
        if after is not node and self._log is not None:
            self._log.made(after, node)
        if gone:
            opened = replace(after, **gone)
            if self._log is not None:
                self._log.changed(PASS, node, after, opened)
            after = opened
        self._done[id(node)] = after
        self._kept.append(node)
        return after

    def _fragile_fields(self, node: JsonSchema) -> dict[str, Any]:
        """Give the fields of a node that must go, or be another."""
        marked, gone = self._marked, dict[str, Any]()
        if node.not_ is not None and id(node.not_) in marked:
            gone["not_"] = None
        if node.if_ is not None and id(node.if_) in marked:
            gone |= {"if_": None, "then": None, "else_": None}
        if (
            node.contains is not None
            and node.maxContains is not None
            and id(node.contains) in marked
        ):
            gone["maxContains"] = None
        if node.oneOf is not None and any(id(branch) in marked for branch in node.oneOf):
            gone["oneOf"] = None
            if node.anyOf is None:
                gone["anyOf"] = tuple(self._opened(branch) for branch in node.oneOf)
        return gone


def _inner(node: JsonSchema) -> Iterator[JsonSchema]:
    """Yield what is inside a node; its definitions are inside of those that refer to them."""
    return (child for step, child in node.children() if step[0] != "$defs")
