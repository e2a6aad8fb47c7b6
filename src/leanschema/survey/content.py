"""What a model can read in a schema: property paths, words in descriptions, definitions.

A property path is a property at one place of the tree, definitions included; a property that two
branches have counts twice. Words are what white space parts. Definitions are those at the root.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from leanschema.references import DEFINITION_TABLES
from leanschema.schema import SUBSCHEMAS, keyword_of

_TABLES: Final = frozenset(("patternProperties", "dependentSchemas", *DEFINITION_TABLES))
_KEYWORDS: Final = frozenset(keyword_of(field) for field in SUBSCHEMAS)
_OTHER_KEYWORDS: Final = _KEYWORDS - {"properties"}

_decode: Final = msgspec.json.Decoder().decode


class Content(NamedTuple):
    """How much there is to read."""

    paths: int
    words: int
    definitions: int


class Loss(NamedTuple):
    """What there was to read, and what is left of it."""

    before: Content
    after: Content


def loss_between(published: bytes, lowered: bytes) -> Loss | None:
    """Give what a published schema lost, None where it lost nothing to read."""
    before, after = count_text(published), count_text(lowered)
    return None if before == after else Loss(before, after)


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
