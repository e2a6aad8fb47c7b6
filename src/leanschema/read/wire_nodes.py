"""The nodes of the text lane (`wire.py`): few fields, changed in place, read and written in C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

ABSENT: Any = None  # A field that is not there. The decoder refuses null for all but `const`.

# The seven names, each one object that the decoder shares, and those beside them that people
# publish and that mean nothing. A text with any other is left to the tree.
_TypeName: TypeAlias = Literal[
    "string", "integer", "number", "boolean", "null", "object", "array",
    "any", "Any", "Array", "bool", "Boolean", "date", "dict", "double", "file", "float", "int",
    "Integer", "list", "Number", "Object", "str", "String", "tuple",
]  # fmt: skip
_Atom: TypeAlias = str | int | float | bool | None
_Nothing: TypeAlias = Annotated[int, msgspec.Meta(gt=0, lt=1)]


class Node(msgspec.Struct, gc=False, omit_defaults=True, rename={"ref": "$ref", "enum_": "enum"}):
    """A schema node: the kept keywords, in the order of JsonSchema, and `const`."""

    ref: str = ABSENT
    type: _TypeName | tuple[str, ...] = ABSENT
    description: str = ABSENT
    enum_: list[_Atom] = ABSENT
    const: _Atom | UnsetType = UNSET
    items: Node = ABSENT
    properties: dict[str, Node] = ABSENT
    required: list[str] = ABSENT
    additionalProperties: Node | bool = ABSENT
    anyOf: list[Node] = ABSENT
    # Whatever stands here stops the decoder.
    defs: _Nothing = msgspec.field(default=ABSENT, name="$defs")
    definitions: _Nothing = ABSENT


class Root(Node, gc=False, omit_defaults=True, rename={"ref": "$ref", "enum_": "enum"}):
    """The root of a schema, which may have definition tables."""

    defs: dict[str, Node] = msgspec.field(default=ABSENT, name="$defs")  # type: ignore[assignment]
    definitions: dict[str, Node] = ABSENT  # type: ignore[assignment]


_decode_node: Final = msgspec.json.Decoder(Node).decode
_decode_root: Final = msgspec.json.Decoder(Root).decode
# Sorts the keys of tables and leaves the fields in their order.
encode: Final = msgspec.json.Encoder(order="deterministic").encode


def decode(text: bytes | str) -> Root:
    """Read a schema. Raises MsgspecError for what these nodes do not hold.

    Few schemas have definition tables. The root of one that has none is like any other node, and
    Python is quicker where all are of one class.
    """
    try:
        return _decode_node(text)  # type: ignore[return-value]
    except msgspec.ValidationError:
        return _decode_root(text)


def as_bytes(text: bytes | str) -> bytes:
    """Give a text in UTF-8. Raises UnicodeEncodeError for a lone surrogate."""
    return text.encode() if isinstance(text, str) else text


def tables_of(root: Root) -> dict[str, dict[str, Node]]:
    """Give both definition tables, empty where there is none."""
    return {"$defs": root.defs or {}, "definitions": root.definitions or {}}


def definitions_of(root: Root) -> list[Node]:
    """Give the definitions of both tables."""
    return [node for table in tables_of(root).values() for node in table.values()]


def children(node: Node) -> list[Node]:
    """Give the nodes right below one, tables aside."""
    below = [] if node.properties is None else [*node.properties.values()]
    if node.items is not None:
        below.append(node.items)
    if node.anyOf is not None:
        below += node.anyOf
    if node.additionalProperties.__class__ is Node:
        below.append(node.additionalProperties)  # type: ignore[arg-type]
    return below


def walk(*nodes: Node) -> Iterator[Node]:
    """Yield the nodes and all below them, tables aside; what is below is read after the yield."""
    pending = [*nodes]
    while pending:
        node = pending.pop()
        yield node
        if (
            node.properties is not None
            or node.items is not None
            or node.anyOf is not None
            or node.additionalProperties is not None
        ):
            pending += children(node)
