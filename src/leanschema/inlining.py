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
from leanschema.fields import Fields
from leanschema.references import cycles_among, name_in
from leanschema.schema import ABSENT, EMPTY, JsonSchema, Table

# How often a definition may stand inside itself.
UNROLLED: Final = 1
# Inlining may make a schema this many times as large, and this many bytes larger beside that.
MAX_GROWTH: Final = 4
MAX_ADDED_BYTES: Final = 8_000
_WORDS: Final = Fields(("title", "description"))
_LIMITING: Final = Fields(field for field in ABSENT if field not in _WORDS.names)


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
    places = _Places(root, keeps_acyclic)
    if keeps_acyclic and not any(places.cycles.values()):
        return Inlined(root, ())
    bound = may_grow_to(len(root.to_json()))
    for limit in _LIMITS:
        sizes = _Sizes(places, limit)
        if sizes.total() > bound:
            continue
        try:
            return _Inlining(places, sizes, made).result()
        except RecursionError:
            # Deep definitions inside deep definitions: with fewer of them there is room.
            continue
    return _Inlining(places, _Sizes(places, _LEAST), made).result()


def may_grow_to(size: int) -> int:
    """Give how many bytes a schema of this size may have once its references are written out."""
    return MAX_GROWTH * size + MAX_ADDED_BYTES


class _Limit(NamedTuple):
    """How often a definition may stand in itself, and how deep definitions may in one another."""

    rounds: int
    depth: int | None  # None: as deep as it takes


_LIMITS: Final = (_Limit(UNROLLED, 24), *(_Limit(0, depth) for depth in (24, 12, 6, 3, 2, 1)))
_LEAST: Final = _Limit(0, 0)  # each reference is cut


class _Places:
    """Where the references of a schema stand; "" names its root."""

    def __init__(self, root: JsonSchema, keeps_acyclic: bool) -> None:
        self.root = root
        self.bare = replace(root, defs=None)
        self.defs: Table = root.defs or {}
        self.keeps_acyclic = keeps_acyclic
        self.above: set[int] = set()  # the nodes with a reference, or with one below
        self.references: dict[str, list[str]] = {}
        for name in ("", *self.defs):
            self.references[name] = []
            self._find(self.named(name), self.references[name])
        self.cycles = cycles_among(self.references)
        self._own: dict[str, int] = {}

    def named(self, name: str) -> JsonSchema:
        """Give a definition."""
        return self.defs[name] if name else self.bare

    def own_size(self, name: str) -> int:
        """Measure a definition with its references, in bytes."""
        if name not in self._own:
            self._own[name] = len(self.named(name).to_json())
        return self._own[name]

    def written(self) -> list[str]:
        """Name the root, and the definitions that are left."""
        return ["", *(name for name in self.defs if self.stays(name))]

    def _find(self, node: JsonSchema, found: list[str]) -> bool:
        has = node.ref is not None
        if has:
            found.append(name_in(node.ref or ""))
        for child in node.subschemas():
            has |= self._find(child, found)
        if has:
            self.above.add(id(node))
        return has

    def stays(self, name: str) -> bool:
        """Tell a definition that is not inlined."""
        return self.keeps_acyclic and not self.cycles[name]


class _Sizes:
    """How large definitions are with their references written out within a limit.

    In bytes of compact JSON, or a few more; counted before anything is written.
    """

    def __init__(self, places: _Places, limit: _Limit) -> None:
        self._places = places
        self.limit = limit
        self._known: dict[tuple[str, _Limit], tuple[int, bool]] = {}

    def total(self) -> int:
        """Measure the whole schema."""
        return sum(self._size(name, self.limit)[0] for name in self._places.written())

    def inside(self, home: str, name: str, limit: _Limit) -> _Limit | None:
        """Give the limit inside of a definition that is written out in another; None: cut."""
        is_again = name in self._places.cycles[home]
        if limit.depth == 0 or (is_again and limit.rounds == 0):
            return None
        rounds = limit.rounds - 1 if is_again else self.limit.rounds
        return _Limit(rounds, None if limit.depth is None else limit.depth - 1)

    def settled(self, name: str, limit: _Limit) -> _Limit:
        """Give one limit for all that write a definition out alike: those deep enough for it."""
        if limit.depth is None or self._size(name, limit)[1]:
            return limit
        return limit._replace(depth=None)

    def _size(self, name: str, limit: _Limit) -> tuple[int, bool]:
        """Measure a definition, and tell whether the limit of depth cut it."""
        known = self._known.get((name, limit))
        if known is None:
            total, is_cut = self._places.own_size(name), False
            for other in self._places.references[name]:
                if self._places.stays(other):
                    continue
                inner = self.inside(name, other, limit)
                if inner is None:
                    is_cut |= limit.depth == 0
                else:
                    size, is_cut_below = self._size(other, inner)
                    total, is_cut = total + size, is_cut or is_cut_below
            known = self._known[name, limit] = total, is_cut
        return known


class _Inlining:
    def __init__(
        self, places: _Places, sizes: _Sizes, made: Callable[[JsonSchema, JsonSchema], None]
    ) -> None:
        self._places = places
        self._sizes = sizes
        self._made = made
        self._done: dict[tuple[int, str, _Limit], JsonSchema] = {}
        self._cut: list[JsonSchema] = []
        self._widened: dict[int, JsonSchema] = {}

    def result(self) -> Inlined:
        places, limit = self._places, self._sizes.limit
        written = {name: self._definition(name, limit) for name in places.written()}
        schema = written.pop("")
        if places.keeps_acyclic:
            schema = replace(schema, defs=written or None)
        if schema is not places.root:
            self._made(schema, places.root)
        return Inlined(schema, tuple(self._cut), tuple(self._widened.values()))

    def _definition(self, name: str, limit: _Limit) -> JsonSchema:
        return self._node(self._places.named(name), name, self._sizes.settled(name, limit))

    def _node(self, node: JsonSchema, home: str, limit: _Limit) -> JsonSchema:
        """Inline below a node that stands in the definition `home`."""
        if id(node) not in self._places.above:
            return node
        key = (id(node), home, limit)
        known = self._done.get(key)
        if known is None:
            after = node.map_children(lambda child: self._node(child, home, limit))
            if node.ref is not None:
                after = self._named(after, home, limit)
            known = self._done[key] = after
            if after is not node:
                self._made(after, node)
        return known

    def _named(self, node: JsonSchema, home: str, limit: _Limit) -> JsonSchema:
        name = name_in(node.ref or "")
        if self._places.stays(name):
            return node
        siblings = replace(node, ref=None)
        inner = self._sizes.inside(home, name, limit)
        if inner is None:
            self._cut.append(node)
            named = self._places.named(name)
            stub = JsonSchema(type=named.type, title=named.title, description=named.description)
            return self._wider(conjunction(siblings, stub))
        inlined = self._definition(name, inner)
        if _LIMITING.are_absent(siblings):
            # A copy, because what is changed of it later is told of the place of the reference.
            copy = replace(inlined, **dict(_WORDS.present(siblings)))
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
                total += size(child) - len(b"{}")
                return EMPTY

            known = sizes[id(node)] = len(node.map_children(measured).to_json()) + total
        return known

    return size(root)
