"""The published reading from JSON text to JSON text, without a lowered tree in between.

Before:  b'{"const": "a", "title": "A"}'
After:   b'{"type":"string","enum":["a"]}'

The decoder keeps only what the compatible door keeps, and refuses what needs a closer look; a
walk then mends the nodes in place. `published.py` has the rules; this is its fast lane, equal to
it byte for byte, and None for each text that it leaves to it.

Left alone: nested definition tables, root tables that are not all reached, null under a kept
keyword, boolean schemas, deep or huge schemas, nested enum values, anything else of an odd shape,
and whatever `published.py` refuses. One refusal is missed: a number beyond a double, or of
thousands of digits, under a dropped keyword.
Law: as published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from leanschema.read.limits import MAX_NODES
from leanschema.references import Definition, definition_of, reachable
from leanschema.schema import TYPE_NAMES

_MAX_STEPS: Final = 100  # From node to node; each is at most two levels of MAX_DEPTH.
_LEAVES: Final = TYPE_NAMES - {"array", "object"}

# What tells the type of a node that names none, and that the decoder does not keep. Any keyword
# may be written with escapes.
_UNKEPT_HINTS: Final = (
    b'"format"', b'"prefixItems"', b'"minimum"', b'"maximum"', b'"exclusiveMinimum"',
    b'"exclusiveMaximum"', b'"multipleOf"', b"\\u",
)  # fmt: skip

_Atom: TypeAlias = str | int | float | bool | None
_Nothing: TypeAlias = Annotated[int, msgspec.Meta(gt=0, lt=1)]


_ABSENT: Any = None  # A field that is not there; the decoder refuses null.


class _Node(msgspec.Struct, gc=False, omit_defaults=True, rename={"ref": "$ref", "enum_": "enum"}):
    """A schema node: the kept keywords in the order of JsonSchema, none of which may be null."""

    ref: str = _ABSENT
    type: str | tuple[str, ...] = _ABSENT
    description: str = _ABSENT
    enum_: list[_Atom] = _ABSENT
    const: _Atom | UnsetType = UNSET
    items: _Node = _ABSENT
    properties: dict[str, _Node] = _ABSENT
    required: list[str] = _ABSENT
    additionalProperties: _Node | bool = _ABSENT
    anyOf: list[_Node] = _ABSENT
    # Whatever stands here stops the decoder.
    defs: _Nothing = msgspec.field(default=_ABSENT, name="$defs")
    definitions: _Nothing = _ABSENT


class _Root(_Node, gc=False, omit_defaults=True, rename={"ref": "$ref", "enum_": "enum"}):
    """The root, which may have definition tables."""

    defs: dict[str, _Node] = msgspec.field(default=_ABSENT, name="$defs")  # type: ignore[assignment]
    definitions: dict[str, _Node] = _ABSENT  # type: ignore[assignment]


_decode: Final = msgspec.json.Decoder(_Root).decode
_encode: Final = msgspec.json.Encoder(order="deterministic").encode  # Sorts tables, not fields.
_STRING: Final = _Node(type="string")
_structure: Final = attrgetter("items", "anyOf", "properties", "additionalProperties", "ref")
_NO_STRUCTURE: Final = (None,) * 5


class _LeftToTheTree(Exception):
    """Raised at a node that this lane does not read."""


def lower_text(text: bytes, max_bytes: int | None = None) -> bytes | None:
    """Lower a schema, from UTF-8 to compact JSON; None for what `published.py` must read.

    With `max_bytes`, the passes of the waterfall run while the result is larger than that.
    """
    if len(text) > MAX_NODES:
        return None
    try:
        if not text.isascii():
            text.decode()  # The decoder does not look at what it skips.
        root = _decode(text)
        _mend(root, text)
        if root.defs is not None or root.definitions is not None:
            _mend_tables(root, text)
    except (_LeftToTheTree, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if root.type == "null":
        return None
    lowered = _encode(root)
    return lowered if max_bytes is None or len(lowered) <= max_bytes else _fit(root, max_bytes)


def _mend(root: _Node, text: bytes) -> None:
    """Turn a node and all below it, level by level, into what the door makes of it."""
    level = [root]
    for _ in range(_MAX_STEPS):
        below: list[_Node] = []
        for node in level:
            kind = node.type
            if kind == "object":
                if node.properties is None:
                    node.properties = {}
            elif kind == "array":
                if node.items is None:
                    node.items = _STRING
            elif kind not in _LEAVES:
                _settle_type(node, text)
            if node.properties is not None:
                for child in node.properties.values():
                    # Most are leaves, and need nothing.
                    if (
                        child.type not in _LEAVES
                        or child.items is not None
                        or child.properties is not None
                        or child.anyOf is not None
                        or child.additionalProperties is not None
                        or child.const is not UNSET
                    ):
                        below.append(child)
            if node.items is not None:
                below.append(node.items)
            if node.anyOf is not None:
                below += node.anyOf
            if node.additionalProperties.__class__ is _Node:
                below.append(node.additionalProperties)
            if node.const is not UNSET:
                node.enum_ = [node.const]
                node.const = UNSET
        if not below:
            return
        level = below
    raise _LeftToTheTree


def _settle_type(node: _Node, text: bytes) -> None:
    """Settle a `type` that is not one known name: a list, an unknown name, or none at all."""
    kind = node.type
    if node.ref is not None or node.anyOf is not None:
        if kind is None:
            return
    elif kind.__class__ is not tuple and node.properties is not None:
        node.type = "object"
        return
    known = tuple(name for name in kind if name in TYPE_NAMES) if kind.__class__ is tuple else ()
    if not known:
        if node.ref is not None or node.anyOf is not None:
            if kind == ():
                return
            raise _LeftToTheTree
        known = _inferred(node, text)
    if not known:
        node.type = node.description = _ABSENT  # The others are absent, or would tell the type.
        return
    node.type = known if len(known) > 1 else known[0]
    if "object" in known and node.properties is None:
        node.properties = {}
    if "array" in known and node.items is None:
        node.items = _STRING


def _inferred(node: _Node, text: bytes) -> tuple[str, ...]:
    if (
        node.properties is not None
        or node.required is not None
        or node.additionalProperties is not None
    ):
        return ("object",)
    if node.items is not None:
        return ("array",)
    for hint in _UNKEPT_HINTS:
        if hint in text:
            raise _LeftToTheTree
    return () if node.enum_ is None and node.const is UNSET else ("string",)


# Root tables, as in `published.py`: only the reached definitions stay.


def _mend_tables(root: _Root, text: bytes) -> None:
    """Mend the definitions that a reference reaches, and drop the others."""
    tables = {"$defs": root.defs or {}, "definitions": root.definitions or {}}

    def references_in(definition: Definition) -> Iterable[str]:
        node = tables[definition.table].get(definition.name)
        return () if node is None else _references(node)

    reached = reachable(_references(root), references_in)
    kept = {
        word: {name: node for name, node in table.items() if Definition(word, name) in reached}
        for word, table in tables.items()
    }
    if any(kept.values()) and kept != tables and _hides_references(root, text):
        raise _LeftToTheTree
    is_empty = root.type is None and root.ref is None and root.anyOf is None
    root.defs = _ABSENT if is_empty else kept["$defs"] or _ABSENT
    root.definitions = _ABSENT if is_empty else kept["definitions"] or _ABSENT
    for node in _definitions(root):
        _mend(node, text)


def _hides_references(root: _Root, text: bytes) -> bool:
    """Tell whether there may be references under keywords that the decoder dropped."""
    seen = sum(1 for _ in _references(root, *_definitions(root)))
    return seen != text.count(b'"$ref"') or b"\\u" in text


def _definitions(root: _Root) -> Iterator[_Node]:
    for table in (root.defs, root.definitions):
        if table is not None:
            yield from table.values()


def _references(*nodes: _Node) -> Iterator[str]:
    return (node.ref for node in _nodes(*nodes) if node.ref is not None)


def _nodes(*nodes: _Node) -> Iterator[_Node]:
    """Yield the nodes and all below them, tables aside."""
    pending = [*nodes]
    while pending:
        node = pending.pop()
        yield node
        pending += _children(node)


def _children(node: _Node) -> list[_Node]:
    children = [*node.properties.values()] if node.properties is not None else []
    if node.items is not None:
        children.append(node.items)
    if node.anyOf is not None:
        children += node.anyOf
    if node.additionalProperties.__class__ is _Node:
        children.append(node.additionalProperties)
    return children


# The passes of `fit/waterfall.py`, in place.


def _fit(root: _Root, max_bytes: int) -> bytes:
    smaller = b""
    for change in (_drop_descriptions, _drop_definitions, _collapse_deep_nodes):
        change(root)
        smaller = _encode(root)
        if len(smaller) <= max_bytes:
            break
    return smaller


def _drop_descriptions(root: _Root) -> None:
    for node in _nodes(root, *_definitions(root)):
        node.description = _ABSENT


def _drop_definitions(root: _Root) -> None:
    root.defs = root.definitions = _ABSENT
    for node in _nodes(root):
        if node.ref is not None and definition_of(node.ref) is not None:
            _empty(node)


def _collapse_deep_nodes(root: _Root) -> None:
    for child in _children(root):
        for node in _children(child):
            # What is not structured has nothing below it that is.
            if _structure(node) != _NO_STRUCTURE:
                _empty(node)


def _empty(node: _Node) -> None:
    for field in node.__struct_fields__:
        setattr(node, field, UNSET if field == "const" else _ABSENT)
