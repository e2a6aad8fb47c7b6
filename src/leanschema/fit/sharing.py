"""What a schema can lose without losing anything: repetition.

Before:  {"properties": {"from": {… 90 bytes …}, "to": {… the same 90 bytes …}}}
After:   {"properties": {"from": {"$ref": "#/$defs/from"}, "to": {"$ref": "#/$defs/from"}}, "$defs": {"from": {…}}}

Equal subtrees become one definition, a definition that is used once is written in its place, and
of equal branches of one `anyOf` the first stays.
Left alone: subtrees that are too small for it to pay, definitions on a cycle, and all of it where
a reference points into the schema by its path or the target reads no references.
Law: exact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from leanschema.fit.definitions import named_by
from leanschema.inlining import inline
from leanschema.references import name_in, prune, reference_to, references_in
from leanschema.schema import EMPTY, SUBSCHEMAS, JsonSchema, Table

# What a definition costs beside its content, and what a reference costs, in bytes.
_ENTRY_BYTES: Final = 6
_REFERENCE_BYTES: Final = len('{"$ref":"#/$defs/"}')
_NAME_BYTES: Final = 8
_MIN_BYTES: Final = 48
# Definitions inside definitions that are written in place: nesting has limits elsewhere.
_MAX_DEEP: Final = 24

_subschemas_of: Final = attrgetter(*SUBSCHEMAS)
_NONE: Final = _subschemas_of(JsonSchema())
# Equal nodes say the same in these; most others differ here already.
_words_of: Final = attrgetter("type", "description", "title", "ref", "format", "required")


class Seen(NamedTuple):
    """What one walk over a schema found: the text of each node that may have a twin, and what occurs how often."""

    texts: dict[int, bytes]
    counts: Counter[bytes]
    references: Counter[str]
    may_repeat_branches: bool


def without_repetition(schema: JsonSchema, *, reads_references: bool) -> JsonSchema:
    """Give the schema with nothing said twice that can be said once."""
    seen = seen_in(schema)
    if any(reference_to(name) not in seen.references for name in schema.defs or ()):
        schema = prune(schema)
        seen = seen_in(schema)
    if any(ref != "#" and named_by(ref) is None for ref in seen.references):
        return schema
    if seen.may_repeat_branches:
        slim = _drop_repeated_branches(schema)
        if slim is not schema:
            schema, seen = slim, seen_in(slim)
    if not reads_references:
        return schema
    if schema.defs is not None:
        placed = _write_single_uses_in_place(schema, seen.references)
        if placed is not schema:
            schema, seen = placed, seen_in(placed)
    if not any(n > 1 and len(text) >= _MIN_BYTES for text, n in seen.counts.items()):
        return schema
    return _Sharing(schema, seen).result()


def written_out(schema: JsonSchema) -> JsonSchema:
    """Write each definition wherever it is used; the schema itself where one is recursive.

    For what is left when nothing else may go: references to small definitions, which cost bytes
    less and tokens more than what they stand for.
    """
    references = set(references_in(schema))
    if not references or not references <= {reference_to(name) for name in schema.defs or ()}:
        return schema
    inlined = inline(schema, keeps_acyclic=False, made=lambda after, before: None)
    return schema if inlined.cut else inlined.schema


def seen_in(schema: JsonSchema) -> Seen:
    """Count what occurs; the text of a node tells equal ones, and is written where words do not."""
    texts: dict[int, bytes] = {}
    counts: Counter[bytes] = Counter()
    references: list[str] = []
    may_repeat = False
    nodes = [schema]
    for node in nodes:
        below = _subschemas_of(node)
        if below != _NONE:
            if node.anyOf is not None:
                may_repeat |= len(set(map(_words_of, node.anyOf))) < len(node.anyOf)
            for value in filter(None, below):
                if value.__class__ is dict:
                    nodes.extend(value.values())
                elif value.__class__ is tuple:
                    nodes.extend(value)
                elif value is not True:
                    nodes.append(value)
        if node.ref is not None:
            references.append(node.ref)
    words = list(map(_words_of, nodes))
    times = Counter(words)
    for node, said in zip(nodes, words, strict=True):
        if times[said] > 1 and node.ref is None and node is not schema:
            text = texts.get(id(node))
            if text is None:
                text = texts[id(node)] = node.to_json()
            counts[text] += 1
    return Seen(texts, counts, Counter(references), may_repeat)


def mapped(node: JsonSchema, change: Callable[[JsonSchema, str], JsonSchema]) -> JsonSchema:
    """Replace each sub-schema by `change(sub-schema, its name)`, on a single frame of the stack."""
    below = _subschemas_of(node)
    if below == _NONE:
        return node
    changed: dict[str, Any] = {}
    for field, value in compress(zip(SUBSCHEMAS, below, strict=True), below):
        after: Any = value
        if value.__class__ is dict:
            for name, child in value.items():
                new = change(child, name)
                if new is not child:
                    after = {**value} if after is value else after
                    after[name] = new
        elif value.__class__ is tuple:
            branches = []
            for child in value:
                branches.append(change(child, "shared"))
            after = tuple(branches) if _differ(value, branches) else value
        elif value is not True:
            after = change(value, "shared")
        if after is not value:
            changed[field] = after
    return replace(node, **changed) if changed else node


def _differ(before: Iterable[JsonSchema], after: Iterable[JsonSchema]) -> bool:
    return any(map(is_not, before, after))


def _drop_repeated_branches(node: JsonSchema, _: str = "") -> JsonSchema:
    node = mapped(node, _drop_repeated_branches)
    if node.anyOf is None:
        return node
    first: dict[bytes, JsonSchema] = {}
    for branch in node.anyOf:
        first.setdefault(branch.to_json(), branch)
    unique = tuple(first.values())
    return node if len(unique) == len(node.anyOf) else replace(node, anyOf=unique)


class _Sharing:
    def __init__(self, schema: JsonSchema, seen: Seen) -> None:
        self._schema = schema
        self._texts = seen.texts
        self._counts = seen.counts
        self._names: dict[bytes, str] = {}
        self._defs: Table = dict(schema.defs or {})
        for name, node in self._defs.items():
            if id(node) in self._texts:
                self._names.setdefault(self._texts[id(node)], name)

    def result(self) -> JsonSchema:
        shared = mapped(replace(self._schema, defs=None), self._placed)
        for name, node in (self._schema.defs or {}).items():
            self._defs[name] = mapped(node, self._placed)
        return replace(shared, defs=self._defs or None)

    def _placed(self, node: JsonSchema, hint: str) -> JsonSchema:
        if node.ref is not None:
            return node
        text = self._texts.get(id(node))
        if text is None:
            return mapped(node, self._placed)
        name = self._names.get(text)
        if name is None:
            if not self._pays(text):
                return mapped(node, self._placed)
            name = self._names[text] = self._new_name(hint)
            self._defs[name] = node
            self._defs[name] = mapped(node, self._placed)
        elif len(text) < _MIN_BYTES:
            return mapped(node, self._placed)
        return JsonSchema(ref=reference_to(name))

    def _pays(self, text: bytes) -> bool:
        count = self._counts[text]
        if count < 2 or len(text) < _MIN_BYTES:  # noqa: PLR2004 - shared by two at least
            return False
        cost = count * (_REFERENCE_BYTES + _NAME_BYTES) + len(text) + _NAME_BYTES + _ENTRY_BYTES
        return cost < count * len(text)

    def _new_name(self, hint: str) -> str:
        wanted = re.sub(r"[^A-Za-z0-9_]", "_", hint)[:24] or "shared"
        name, number = wanted, 2
        while name in self._defs:
            name, number = f"{wanted}_{number}", number + 1
        return name


def _write_single_uses_in_place(schema: JsonSchema, references: Counter[str]) -> JsonSchema:
    """Replace the one reference to a definition by the definition."""
    defs = schema.defs or {}
    once = {name for name in defs if references[reference_to(name)] == 1}
    if not once:
        return schema
    depth = 0

    def placed(node: JsonSchema, _: str) -> JsonSchema:
        nonlocal depth
        name = name_in(node.ref or "")
        if name not in once or depth >= _MAX_DEEP or replace(node, ref=None) != EMPTY:
            return mapped(node, placed)
        done.add(name)
        depth += 1
        inner = placed(defs[name], "")
        depth -= 1
        return inner

    done: set[str] = set()
    root = mapped(replace(schema, defs=None), placed)
    # What the root reaches through definitions of several uses; then what was left for its depth.
    kept = {name: mapped(node, placed) for name, node in defs.items() if name not in once}
    for name in defs:
        if name in once and name not in done:
            kept[name] = mapped(defs[name], placed)
    return replace(
        root, defs={name: kept[name] for name in defs if name in kept and name not in done} or None
    )
