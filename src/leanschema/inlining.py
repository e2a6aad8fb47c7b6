"""Replace references by what they name, within a bound on the bytes that this may add.

Before:  {"properties": {"a": {"$ref": "#/$defs/Edge"}}, "$defs": {"Edge": {"type": "object"}}}
After:   {"properties": {"a": {"type": "object"}}}

Recursion is unrolled once and then cut; where the whole would grow too far, deep references are
cut. A cut leaves the widest schema that is still true there: the definition's type and words.
What is inlined is shared, not copied, and its size is counted before anything is written: a chain
of definitions that doubles at each step costs time in its length, not in its unfolding.
Law: exact where nothing is cut; else widens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.references import cycles_of, references_in
from leanschema.schema import JsonSchema, Table

# How often a definition may stand inside itself.
UNROLLED: Final = 1
# Inlining may make a schema this many times as large, and this many bytes larger beside that.
MAX_GROWTH: Final = 4
MAX_ADDED_BYTES: Final = 8_000
_WORDS: Final = ("title", "description")
_HEAD: Final = "#/$defs/"
_DEPTHS: Final = (24, 12, 6, 3, 2, 1, 0)


class Inlined(NamedTuple):
    """The schema without the inlined references, and the references that were cut."""

    schema: JsonSchema
    cut: tuple[JsonSchema, ...]
    widened: tuple[JsonSchema, ...] = ()  # what stands in their place, or may be wider


def inline(
    root: JsonSchema,
    keeps_acyclic: bool,
    made: Callable[[JsonSchema, JsonSchema], None],
) -> Inlined:
    """Inline every reference, or only those on a cycle where `keeps_acyclic`.

    `made` is told which node was made from which.
    """
    bound = growth_bound(root)
    cycles = cycles_of(root)
    if keeps_acyclic and not any(cycles.values()):
        return Inlined(root, ())
    best: Inlined | None = None
    for unrolled, depth in ((UNROLLED, _DEPTHS[0]), *((0, depth) for depth in _DEPTHS)):
        try:
            best = _Inlining(root, cycles, keeps_acyclic, unrolled, depth, made).result()
            if expanded_size(best.schema) <= bound:
                break
        except RecursionError:
            # Deep definitions inside deep definitions: with fewer of them there is room.
            if depth == 0:
                raise
    assert best is not None
    return best


def named_root(root: JsonSchema, made: Callable[[JsonSchema, JsonSchema], None]) -> JsonSchema:
    """Make the root a definition too, and let what refers to `#` refer to that."""
    defs = root.defs or {}
    if "#" not in set(references_in(root)):
        return root
    name = "root"
    while name in defs:
        name += "_"
    reference = _HEAD + name

    def renamed(node: JsonSchema) -> JsonSchema:
        after = node.map_children(renamed)
        if after.ref == "#":
            after = replace(after, ref=reference)
        if after is not node:
            made(after, node)
        return after

    whole = renamed(root)
    bare = replace(whole, defs=None)
    made(bare, root)
    return replace(whole, defs={**(whole.defs or {}), name: bare})


def growth_bound(schema: JsonSchema) -> int:
    """Give how many bytes a schema may have once its references are followed."""
    return MAX_GROWTH * expanded_size(schema) + MAX_ADDED_BYTES


class _Inlining:
    def __init__(
        self,
        root: JsonSchema,
        cycles: dict[str, frozenset[str]],
        keeps_acyclic: bool,
        unrolled: int,
        depth: int,
        made: Callable[[JsonSchema, JsonSchema], None],
    ) -> None:
        self._root = root
        self._bare = replace(root, defs=None)
        self._defs: Table = root.defs or {}
        self._cycles = cycles
        self._keeps_acyclic = keeps_acyclic
        self._unrolled = unrolled
        self._depth = depth
        self._made = made
        self._done: dict[tuple[int, str, int, int], JsonSchema] = {}
        self._cut: list[JsonSchema] = []
        self._widened: dict[int, JsonSchema] = {}

    def result(self) -> Inlined:
        schema = self._node(self._bare, "", self._unrolled, self._depth)
        if self._keeps_acyclic:
            kept = {
                name: self._node(node, name, self._unrolled, self._depth)
                for name, node in self._defs.items()
                if not self._cycles[name]
            }
            schema = replace(schema, defs=kept or None)
        if schema is not self._root:
            self._made(schema, self._root)
        return Inlined(schema, tuple(self._cut), tuple(self._widened.values()))

    def _node(self, node: JsonSchema, home: str, rounds: int, depth: int) -> JsonSchema:
        """Inline below a node that stands in the definition `home`."""
        key = (id(node), home, rounds, depth)
        known = self._done.get(key)
        if known is None:
            after = node.map_children(lambda child: self._node(child, home, rounds, depth))
            if node.ref is not None:
                after = self._named(after, home, rounds, depth)
            known = self._done[key] = after
            if after is not node:
                self._made(after, node)
        return known

    def _named(self, node: JsonSchema, home: str, rounds: int, depth: int) -> JsonSchema:
        name = (node.ref or "").removeprefix(_HEAD) if node.ref != "#" else ""
        named = self._bare if name == "" else self._defs[name]
        again = name in self._cycles[home]
        if self._keeps_acyclic and not self._cycles[name]:
            return node
        siblings = replace(node, ref=None)
        if depth == 0 or (again and rounds == 0):
            self._cut.append(node)
            stub = JsonSchema(type=named.type, title=named.title, description=named.description)
            return self._wider(conjunction(siblings, stub))
        rounds = rounds - 1 if again else self._unrolled
        inlined = self._node(named, name, rounds, depth - 1)
        words = {
            field: getattr(node, field) for field in _WORDS if getattr(node, field) is not None
        }
        if siblings == JsonSchema(**words):
            # A copy, because what is changed of it later is told of the place of the reference.
            copy = replace(inlined, **words)
            return self._wider(copy) if id(inlined) in self._widened else copy
        # One node cannot always say what two did.
        return self._wider(conjunction(siblings, inlined))

    def _wider(self, node: JsonSchema) -> JsonSchema:
        self._widened[id(node)] = node
        return node


def expanded_size(root: JsonSchema) -> int:
    """Count, in time linear in the distinct nodes, the bytes of a tree whose nodes are shared, each written as often as it stands."""
    sizes: dict[int, int] = {}

    def size(node: JsonSchema) -> int:
        known = sizes.get(id(node))
        if known is None:
            total = 0

            def measured(child: JsonSchema) -> JsonSchema:
                nonlocal total
                total += size(child)
                return _NOTHING

            known = sizes[id(node)] = len(node.map_children(measured).to_json()) + total
        return known

    return size(root)


_NOTHING: Final = JsonSchema()
