"""Share equal subtrees as one definition, and write a definition in place that is used once.

Before:  {"properties": {"from": {… 90 bytes …}, "to": {… the same 90 bytes …}}}
After:   {"properties": {"from": {"$ref": "#/$defs/from"}, "to": {"$ref": "#/$defs/from"}}, "$defs": {"from": {…}}}

Left alone: subtrees that are too small for it to pay, targets that read no references, and
definitions on a cycle.
Law: exact.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from msgspec.structs import replace

from leanschema.references import references_in
from leanschema.schema import EMPTY, JsonSchema, Table

_HEAD: Final = "#/$defs/"
# What a definition costs beside its content, and what a reference costs, in bytes.
_ENTRY_BYTES: Final = 6
_REFERENCE_BYTES: Final = len('{"$ref":"#/$defs/"}')
_MIN_BYTES: Final = 48


def share_equal_subtrees(schema: JsonSchema) -> JsonSchema:
    """Give the schema with every repeated subtree that pays for it in `$defs`."""
    texts: dict[int, bytes] = {}
    counts: Counter[bytes] = Counter()
    _measure(replace(schema, defs=None), texts, counts)
    for node in (schema.defs or {}).values():
        _measure(node, texts, counts)
    if not any(count > 1 and len(text) >= _MIN_BYTES for text, count in counts.items()):
        return schema
    return _Sharing(schema, texts, counts).result()


def _measure(node: JsonSchema, texts: dict[int, bytes], counts: Counter[bytes]) -> None:
    """Write each distinct subtree once; the text of a node tells equal ones."""
    for _, child in node.children():
        _measure(child, texts, counts)
    text = texts.get(id(node))
    if text is None:
        text = texts[id(node)] = node.to_json()
    counts[text] += 1


class _Sharing:
    def __init__(
        self, schema: JsonSchema, texts: dict[int, bytes], counts: Counter[bytes]
    ) -> None:
        self._schema = schema
        self._texts = texts
        self._counts = counts
        self._names: dict[bytes, str] = {}
        self._defs: Table = dict(schema.defs or {})
        for name, node in self._defs.items():
            self._names.setdefault(texts[id(node)], name)

    def result(self) -> JsonSchema:
        root = replace(self._schema, defs=None)
        shared = self._inside(root)
        for name in list(self._schema.defs or {}):
            self._defs[name] = self._inside(self._defs[name])
        return replace(shared, defs=self._defs or None)

    def _inside(self, node: JsonSchema) -> JsonSchema:
        named = {
            id(child): str(tokens[-1]) for tokens, child in node.children() if len(tokens) > 1
        }
        return node.map_children(lambda child: self._placed(child, named.get(id(child), "shared")))

    def _placed(self, node: JsonSchema, hint: str) -> JsonSchema:
        text = self._texts[id(node)]
        name = self._names.get(text)
        if name is None:
            if not self._pays(text):
                return self._inside(node)
            name = self._names[text] = self._new_name(hint)
            self._defs[name] = node
            self._defs[name] = self._inside(node)
        if node.ref is not None:
            return node
        return JsonSchema(ref=_HEAD + name)

    def _pays(self, text: bytes) -> bool:
        count = self._counts[text]
        if count < 2 or len(text) < _MIN_BYTES:  # noqa: PLR2004 - shared by two at least
            return False
        name = 8
        cost = count * (_REFERENCE_BYTES + name) + len(text) + name + _ENTRY_BYTES
        return cost < count * len(text)

    def _new_name(self, hint: str) -> str:
        wanted = re.sub(r"[^A-Za-z0-9_]", "_", hint)[:24] or "shared"
        name, number = wanted, 2
        while name in self._defs:
            name, number = f"{wanted}_{number}", number + 1
        return name


def write_single_uses_in_place(schema: JsonSchema) -> JsonSchema:
    """Replace the one reference to a definition by the definition."""
    defs = schema.defs or {}
    uses = Counter(references_in(schema))
    once = {
        name
        for name, node in defs.items()
        if uses[_HEAD + name] == 1 and _HEAD + name not in set(references_in(node))
    }
    if not once:
        return schema

    def placed(node: JsonSchema) -> JsonSchema:
        ref = node.ref
        if ref is not None and ref.startswith(_HEAD) and ref[len(_HEAD) :] in once:
            if replace(node, ref=None) == EMPTY:
                done.add(ref[len(_HEAD) :])
                return placed(defs[ref[len(_HEAD) :]])
        return node.map_children(placed)

    done: set[str] = set()
    root = replace(schema, defs=None).map_children(placed)
    kept = {name: node.map_children(placed) for name, node in defs.items() if name not in once}
    left = {name: defs[name].map_children(placed) for name in once if name not in done}
    return replace(root, defs={**kept, **left} or None)
