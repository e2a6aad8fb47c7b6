"""Write the type that a keyword tells which the text lane (`wire.py`) does not keep.

Before:  {"format": "date"}
After:   {"type": "string", "format": "date"}

Left alone: a node that names a type, refers, is a union, or whose kept keywords tell the type.
Law: as published (`published.py` has the rules).
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

import msgspec

from leanschema.read.wire_nodes import ABSENT, as_bytes
from leanschema.schema import TYPE_NAMES

_NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")

# Any keyword may be written with escapes.
_WORDS: Final = (
    *(f'"{word}"'.encode() for word in ("format", "prefixItems", *_NUMBERS)),
    b"\\u",
)


class _Hinted(
    msgspec.Struct, gc=False, omit_defaults=True, rename={"ref": "$ref", "enum_": "enum"}
):
    ref: msgspec.Raw = ABSENT
    type: str | tuple[str, ...] = ABSENT
    description: msgspec.Raw = ABSENT
    enum_: msgspec.Raw = ABSENT
    const: msgspec.Raw = ABSENT
    items: _Hinted = ABSENT
    properties: dict[str, _Hinted] = ABSENT
    required: msgspec.Raw = ABSENT
    additionalProperties: _Hinted | bool = ABSENT
    anyOf: list[_Hinted] = ABSENT
    defs: dict[str, _Hinted] = msgspec.field(default=ABSENT, name="$defs")
    definitions: dict[str, _Hinted] = ABSENT
    format: msgspec.Raw = ABSENT
    prefixItems: msgspec.Raw = ABSENT
    minimum: msgspec.Raw = ABSENT
    maximum: msgspec.Raw = ABSENT
    exclusiveMinimum: msgspec.Raw = ABSENT
    exclusiveMaximum: msgspec.Raw = ABSENT
    multipleOf: msgspec.Raw = ABSENT


_decode: Final = msgspec.json.Decoder(_Hinted).decode
_encode: Final = msgspec.json.Encoder().encode
_told = attrgetter(
    "ref", "anyOf", "properties", "required", "additionalProperties", "items"
)  # What settles the type, or leaves it open, before any word above is asked.
_UNTOLD: Final = (ABSENT,) * 6
_numbers: Final = attrgetter(*_NUMBERS)


def may_have_hints(text: bytes | str) -> bool:
    """Tell whether a word that hints at a type stands anywhere in a text."""
    raw = as_bytes(text)
    return any(word in raw for word in _WORDS)


def with_hinted_types(text: bytes | str) -> bytes:
    """Write the hinted types into a schema's text. Raises what msgspec raises for odd shapes."""
    root = _decode(text)
    for node in _walk(root):
        kind = node.type
        if kind in TYPE_NAMES or _told(node) != _UNTOLD:
            continue
        if kind.__class__ is not tuple or TYPE_NAMES.isdisjoint(kind):
            node.type = _hinted_type(node)
    return _encode(root)


def _hinted_type(node: _Hinted) -> str:
    if node.prefixItems is not None:
        return "array"
    if node.enum_ is not None or node.const is not None or node.format is not None:
        return "string"
    return "number" if any(bound is not None for bound in _numbers(node)) else ABSENT


def _walk(root: _Hinted) -> Iterator[_Hinted]:
    pending: list[Any] = [root]
    while pending:
        node = pending.pop()
        yield node
        if node.properties is not None:
            pending += node.properties.values()
        if node.items is not None:
            pending.append(node.items)
        if node.anyOf is not None:
            pending += node.anyOf
        if node.additionalProperties.__class__ is _Hinted:
            pending.append(node.additionalProperties)
        if node.defs is not None:
            pending += node.defs.values()
        if node.definitions is not None:
            pending += node.definitions.values()
