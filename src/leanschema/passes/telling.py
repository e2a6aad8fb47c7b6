"""Say in the description what the target's keywords cannot."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from leanschema.schema import JsonSchema

_MAX_WORDS: Final = 120


def told(node: JsonSchema, words: str, **fields: Any) -> JsonSchema:
    """Give the node with these fields replaced and a few words added to its description.

    Words that the description holds already are not said again.
    """
    return replace(node, description=with_words(node.description, words), **fields)


def with_words(description: str | None, words: str) -> str | None:
    """Give a description with a few words added that it does not hold already."""
    if len(words) > _MAX_WORDS or words in (description or ""):
        return description
    return f"{description} ({words})" if description else words[0].upper() + words[1:]


def literal(value: Any) -> str:
    """Write a JSON value for a person, cut where it is long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else text[:39] + "…"  # noqa: PLR2004 - a few words
