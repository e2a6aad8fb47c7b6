"""What a model can read in a schema: property paths, words in descriptions, definitions.

A property path is a property at one place of the tree, definitions included; a property that two
branches have counts twice. Words are what white space parts. Definitions are those at the root.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from leanschema.read.wire_nodes import Node, Root
from leanschema.references import DEFINITION_TABLES
from leanschema.schema import SUBSCHEMAS, keyword_of

_TABLES: Final = frozenset(("patternProperties", "dependentSchemas", *DEFINITION_TABLES))
_KEYWORDS: Final = frozenset(keyword_of(field) for field in SUBSCHEMAS)
_OTHER_KEYWORDS: Final = _KEYWORDS - {"properties"}
_DESCRIPTION: Final = b'"description":"'

_decode: Final = msgspec.json.Decoder().decode


class Content(NamedTuple):
    """How much there is to read."""

    paths: int
    words: int
    definitions: int


class Seen:
    """What the text lane's decoder saw of a schema, counted before anything is changed.

    It skips what the published lowering drops. Where as many objects were seen as the text has
    braces, nothing was skipped that could hold a schema.
    """

    def __init__(self) -> None:
        self._content: Content | None = None
        self._braces = 0
        self._in_words = 0
        self._descriptions = 0

    def __call__(self, root: Root) -> None:
        """Count what is in a root and all below it."""
        paths = tables = 0
        descriptions: list[str] = []
        waiting: list[Node] = [root]
        for node in waiting:  # It grows while it is read: each node is looked at once.
            if node.description is not None:
                descriptions.append(node.description)
            if node.properties is not None:
                tables += 1
                paths += len(node.properties)
                waiting += node.properties.values()
            if node.items is not None:
                waiting.append(node.items)
            if node.anyOf is not None:
                waiting += node.anyOf
            if node.additionalProperties.__class__ is Node:
                waiting.append(node.additionalProperties)
            if node is root and (root.defs is not None or root.definitions is not None):
                for table in (root.defs, root.definitions):
                    if table is not None:
                        tables += 1
                        waiting += table.values()
        definitions = len(root.defs or ()) + len(root.definitions or ())
        self._braces = len(waiting) + tables
        self._descriptions = len(descriptions)
        words = " ".join(descriptions)
        self._in_words = words.count("{") if "{" in words else 0
        self._content = Content(paths, len(words.split()), definitions)

    def both(self, published: bytes, lowered: bytes) -> tuple[Content, Content]:
        """Give what is in a schema and in what the published lowering made of it.

        That lowering adds nothing: where everything was seen, and as many descriptions are left as
        there were, everything is left.
        """
        before = self._content
        if before is None or published.count(b"{") != self._braces + self._in_words:
            return count_text(published), count_text(lowered)
        is_whole = not before.definitions and lowered.count(_DESCRIPTION) == self._descriptions
        return before, before if is_whole or published == lowered else count_text(lowered)


def count_text(text: bytes) -> Content:
    """Count what is in a schema's JSON."""
    return count_content(_decode(text))


def count_content(raw: Any) -> Content:
    """Count what is in a raw schema of any shape."""
    paths = 0
    descriptions: list[str] = []
    waiting = [raw]
    for node in waiting:
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
        for keyword in _OTHER_KEYWORDS.intersection(node):
            value = node[keyword]
            if value.__class__ is list:
                waiting += value
            elif keyword not in _TABLES:
                waiting.append(value)
            elif value.__class__ is dict:
                waiting += value.values()
    return Content(paths, _words(descriptions), _definitions(raw))


def _definitions(raw: Any) -> int:
    if raw.__class__ is not dict:
        return 0
    tables = [raw[word] for word in DEFINITION_TABLES if word in raw]
    return sum(len(table) for table in tables if table.__class__ is dict)


def _words(descriptions: list[str]) -> int:
    return len(" ".join(descriptions).split())
