"""What a model can read in a schema: property paths, words in descriptions, definitions.

A property path is a property at one place of the tree, definitions included; a property that two
branches have counts twice. Words are what white space parts. Definitions are those at the root.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

import msgspec

from leanschema.references import DEFINITION_TABLES
from leanschema.schema import SUBSCHEMAS, keyword_of

_TABLES: Final = frozenset(("patternProperties", "dependentSchemas", *DEFINITION_TABLES))
_KEYWORDS: Final = frozenset(keyword_of(field) for field in SUBSCHEMAS)
_OTHER_KEYWORDS: Final = _KEYWORDS - {"properties"}


class Content(NamedTuple):
    """How much there is to read."""

    paths: int
    words: int
    definitions: int


def count_content(raw: Any) -> Content:
    """Count what is in a raw schema of any shape."""
    paths = 0
    descriptions: list[str] = []
    waiting = [raw]
    for node in waiting:  # It grows while it is read: each node is looked at once.
        if node.__class__ is not dict:
            continue
        description = node.get("description")
        if description.__class__ is str:
            descriptions.append(description)
        if _KEYWORDS.isdisjoint(node):
            continue
        properties = node.get("properties")
        if properties.__class__ is dict:
            paths += len(properties)
            waiting += properties.values()
        if not _OTHER_KEYWORDS.isdisjoint(node):
            waiting += _others_in(node)
    return Content(paths, _words(descriptions), _definitions(raw))


def _others_in(node: dict[str, Any]) -> Iterator[Any]:
    for keyword in _OTHER_KEYWORDS.intersection(node):
        value = node[keyword]
        if value.__class__ is list:
            yield from value
        elif keyword not in _TABLES:
            yield value
        elif value.__class__ is dict:
            yield from value.values()


def _definitions(raw: Any) -> int:
    if raw.__class__ is not dict:
        return 0
    tables = [raw[word] for word in DEFINITION_TABLES if word in raw]
    return sum(len(table) for table in tables if table.__class__ is dict)


class _Words(dict[str, int]):
    """How many words a description has; most are asked for twice, before and after."""

    def __missing__(self, description: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        words = self[description] = len(description.split())
        return words


_REMEMBERED: Final = 4_096
_words_of: Final = _Words().__getitem__


def _words(descriptions: list[str]) -> int:
    return sum(map(_words_of, descriptions))


# A number that is none: a keyword of this type stops the decoder.
_Nothing: TypeAlias = Annotated[int, msgspec.Meta(gt=0, lt=1)]


class _Node(
    msgspec.Struct, gc=False, rename={"defs": "$defs", "not_": "not", "if_": "if", "else_": "else"}
):
    """A node of the shape that the codex target writes; a decoder skips what is not counted."""

    description: str | None = None
    properties: dict[str, _Node] | None = None
    items: _Node | None = None
    additionalProperties: _Node | bool | None = None
    anyOf: list[_Node] | None = None
    defs: dict[str, _Node] | None = None
    definitions: dict[str, _Node] | None = None
    # What only other targets keep is left to `count_content`.
    prefixItems: _Nothing = 0
    contains: _Nothing = 0
    unevaluatedItems: _Nothing = 0
    patternProperties: _Nothing = 0
    propertyNames: _Nothing = 0
    dependentSchemas: _Nothing = 0
    unevaluatedProperties: _Nothing = 0
    oneOf: _Nothing = 0
    allOf: _Nothing = 0
    not_: _Nothing = 0
    if_: _Nothing = 0
    then: _Nothing = 0
    else_: _Nothing = 0


_decode: Final = msgspec.json.Decoder(_Node).decode


def count_lowered(text: bytes) -> Content:
    """Count what is in a lowered schema, from its JSON."""
    try:
        root = _decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return count_content(msgspec.json.decode(text))
    paths = 0
    descriptions: list[str] = []
    waiting = [root]
    for node in waiting:
        if node.description is not None:
            descriptions.append(node.description)
        if node.properties is not None:
            paths += len(node.properties)
            waiting += node.properties.values()
        if node.items is not None:
            waiting.append(node.items)
        if node.anyOf is not None:
            waiting += node.anyOf
        if node.additionalProperties.__class__ is _Node:
            waiting.append(node.additionalProperties)
        if node.defs is not None:
            waiting += node.defs.values()
        if node.definitions is not None:
            waiting += node.definitions.values()
    definitions = len(root.defs or ()) + len(root.definitions or ())
    return Content(paths, _words(descriptions), definitions)
