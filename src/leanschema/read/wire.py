"""The published reading from JSON text to JSON text, without a lowered tree in between.

Before:  b'{"const": "a", "title": "A"}'
After:   b'{"type":"string","enum":["a"]}'

The decoder keeps only what the compatible door keeps, and refuses what needs a closer look; a
walk then mends the nodes in place. `published.py` has the rules; this is its fast lane, equal to
it byte for byte, and None for each text that it leaves to it.

Left alone: nested definition tables, references that a dropped keyword may hold, null under a
kept keyword, boolean schemas, deep or huge schemas, nested enum values, anything else of an odd
shape, and whatever `published.py` refuses. One refusal is missed: a number beyond a double, or of
thousands of digits, under a dropped keyword.
Law: as published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET, MsgspecError

from leanschema.read.limits import MAX_NODES
from leanschema.read.wire_fit import fit
from leanschema.read.wire_hints import may_have_hints, with_hinted_types
from leanschema.read.wire_nodes import (
    ABSENT,
    Node,
    Root,
    as_bytes,
    decode,
    definitions_of,
    encode,
    tables_of,
    walk,
)
from leanschema.references import Definition, reachable
from leanschema.schema import TYPE_NAMES

_MAX_STEPS: Final = 100  # From node to node; each is at most two levels of MAX_DEPTH.
_LEAVES: Final = TYPE_NAMES - {"array", "object"}
_STRING: Final = Node(type="string")


class _LeftToTheTree(Exception):
    """Raised at what this lane does not read."""


class _NeedsHints(Exception):
    """Raised at a node whose type a keyword may tell that the decoder did not keep."""


def lower_text(text: bytes | str, max_bytes: int = MAX_NODES) -> bytes | None:
    """Lower a schema's text to compact JSON in UTF-8; None for what `published.py` must read.

    With `max_bytes`, the passes of the waterfall run while the result is larger than that.
    """
    read = _read(text)
    if read is None:
        return None
    lowered = encode(read[0])
    if len(lowered) <= max_bytes:
        return lowered
    return None if len(lowered) > MAX_NODES else fit(read[0], max_bytes)[-1]


def lower_text_compared(text: bytes) -> tuple[bytes, bool] | None:
    """Lower a schema's text, and tell whether it still has all that can be read in it.

    That is its property names, descriptions and definitions: they are all there where no object of
    the text is missing and none was emptied. False where that is not certain.
    """
    read = _read(text)
    if read is None:
        return None
    root, seen = read
    lowered = encode(root)
    others = text.count(b"{") - seen
    # Other braces stand inside of texts, which may be kept as well.
    return lowered, not others or others == lowered.count(b"{") - _objects_in(root)


def _read(text: bytes | str) -> tuple[Root, int] | None:
    """Read and mend; gives the root, and how many objects of the text it still holds."""
    try:
        if not text.isascii():
            as_bytes(text).decode()  # The decoder does not look at what it skips.
        try:
            return _mended(text, text, [text])
        except _NeedsHints:
            return _mended(with_hinted_types(text), text, [])
    except (_LeftToTheTree, MsgspecError, UnicodeError, RecursionError):
        return None


def _mended(
    text: bytes | str, original: bytes | str, unasked: list[bytes | str]
) -> tuple[Root, int]:
    """Do what `_read` does; `original` is the text before its hints were written as types."""
    root = decode(text)
    seen = _mend(root, unasked, _MAX_STEPS)
    if root.type == "null":
        raise _LeftToTheTree
    if root.defs is not None or root.definitions is not None:
        _prune(root, as_bytes(original))
        seen += (root.defs is not None) + (root.definitions is not None)
        for node in definitions_of(root):
            seen += _mend(node, unasked, _MAX_STEPS)
    return root, seen


def _objects_in(root: Root) -> int:
    tables = (root.defs is not None) + (root.definitions is not None)
    return tables + sum(
        1 + (node.properties is not None) for node in walk(root, *definitions_of(root))
    )


def _mend(node: Node, unasked: list[bytes | str], steps: int) -> int:  # noqa: PLR0912 - a branch a keyword
    """Turn a node and all below it into what the door makes of it, in place.

    `unasked` holds the text until some node wants to know whether it has words that hint at a type.
    Gives how many objects of the text they are, without a node that lost its description.
    """
    if not steps:
        raise _LeftToTheTree
    seen = 1
    kind = node.type
    properties = node.properties
    # Most children are leaves and need nothing: seen here, where it costs no call.
    if properties is not None:
        seen += 1 + len(properties)
        for child in properties.values():
            if (
                child.type not in _LEAVES
                or child.items is not None
                or child.properties is not None
                or child.anyOf is not None
                or child.additionalProperties is not None
                or child.const is not UNSET
            ):
                seen += _mend(child, unasked, steps - 1) - 1
    if node.anyOf is not None:
        seen += len(node.anyOf)
        for child in node.anyOf:
            if (
                child.type not in _LEAVES
                or child.items is not None
                or child.properties is not None
                or child.anyOf is not None
                or child.additionalProperties is not None
                or child.const is not UNSET
            ):
                seen += _mend(child, unasked, steps - 1) - 1
    if node.items is not None:
        seen += _mend(node.items, unasked, steps - 1)
    if node.additionalProperties.__class__ is Node:
        seen += _mend(node.additionalProperties, unasked, steps - 1)  # type: ignore[arg-type]
    if kind == "object":
        if properties is None:
            node.properties = {}
    elif kind == "array":
        if node.items is None:
            node.items = _STRING
    elif kind not in _LEAVES and (kind is not None or node.anyOf is None):
        seen -= _settle_type(node, unasked)
    if node.const is not UNSET:
        node.enum_ = [node.const]
        node.const = UNSET
    return seen


def _settle_type(node: Node, unasked: list[bytes | str]) -> bool:
    """Settle a `type` that is not one known name: a list, an unknown name, or none at all.

    Tells whether the node lost its description, as nothing told what it describes.
    """
    kind = node.type
    known = tuple(name for name in kind if name in TYPE_NAMES) if kind.__class__ is tuple else ()
    if not known:
        if node.ref is not None or node.anyOf is not None:
            if kind is None or kind == ():
                return False
            raise _LeftToTheTree
        known = _told_types(node, unasked)
    if not known:
        is_told = node.description is not None
        node.type = node.description = ABSENT  # The others are absent, or would tell the type.
        return is_told
    node.type = known if len(known) > 1 else known[0]
    if "object" in known and node.properties is None:
        node.properties = {}
    if "array" in known and node.items is None:
        node.items = _STRING
    return False


def _told_types(node: Node, unasked: list[bytes | str]) -> tuple[str, ...]:
    """Tell the type by the other keywords, if any does."""
    if (
        node.properties is not None
        or node.required is not None
        or node.additionalProperties is not None
    ):
        return ("object",)
    if node.items is not None:
        return ("array",)
    if unasked and may_have_hints(unasked.pop()):
        raise _NeedsHints
    return () if node.enum_ is None and node.const is UNSET else ("string",)


# Root tables: only the reached definitions stay.


def _prune(root: Root, text: bytes) -> None:
    """Drop the definitions that no reference reaches."""
    tables = tables_of(root)

    def references_in(definition: Definition) -> Iterable[str]:
        node = tables[definition.table].get(definition.name)
        return () if node is None else _references(node)

    reached = reachable(_references(root), references_in)
    kept = {
        word: {name: node for name, node in table.items() if Definition(word, name) in reached}
        for word, table in tables.items()
    }
    held = sum(map(len, kept.values()))
    if 0 < held < len(definitions_of(root)) and _hides_references(root, text):
        raise _LeftToTheTree
    is_empty = root.type is None and root.ref is None and root.anyOf is None
    root.defs = ABSENT if is_empty else kept["$defs"] or ABSENT
    root.definitions = ABSENT if is_empty else kept["definitions"] or ABSENT


def _hides_references(root: Root, text: bytes) -> bool:
    """Tell whether a keyword that the decoder dropped may hold a reference."""
    seen = sum(1 for _ in _references(root, *definitions_of(root)))
    return seen != text.count(b'"$ref"') or b"\\u" in text


def _references(*nodes: Node) -> Iterator[str]:
    return (node.ref for node in walk(*nodes) if node.ref is not None)
