"""What a model can read in a schema: how many property paths, and how many words in descriptions.

A property path is a property at one place of the tree, definitions included; a property that two
branches have counts twice. Words are what white space parts.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from leanschema.schema import SUBSCHEMAS, JsonSchema, keyword_of

_TABLES: Final = frozenset(
    ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
)
_KEYWORDS: Final = frozenset(keyword_of(field) for field in SUBSCHEMAS)

_OTHERS: Final = tuple(field for field in SUBSCHEMAS if field != "properties")
_others_of: Final = attrgetter(*_OTHERS)
_NO_OTHERS: Final = (None,) * len(_OTHERS)


def count_published(raw: Any) -> tuple[int, int]:
    """Count the property paths and description words of a raw schema of any shape."""
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
        for keyword in _KEYWORDS & node.keys():
            value = node[keyword]
            if value.__class__ is list:
                waiting += value
            elif keyword not in _TABLES:
                waiting.append(value)
            elif value.__class__ is dict:
                waiting += value.values()
                if keyword == "properties":
                    paths += len(value)
    return paths, _words(descriptions)


def count_lowered(schema: JsonSchema) -> tuple[int, int]:
    """Count the property paths and description words of a schema."""
    paths = 0
    descriptions: list[str] = []
    waiting = [schema]
    for node in waiting:
        if node.description is not None:
            descriptions.append(node.description)
        properties = node.properties
        if properties is not None:
            paths += len(properties)
            waiting += properties.values()
        others = _others_of(node)
        if others == _NO_OTHERS:
            continue
        for value in others:
            if value.__class__ is JsonSchema:
                waiting.append(value)
            elif value.__class__ is tuple:
                waiting += value
            elif value.__class__ is dict:
                waiting += value.values()
    return paths, _words(descriptions)


def _words(descriptions: list[str]) -> int:
    return len(" ".join(descriptions).split())
