"""Drop the keywords that the target does not read, and say the telling ones in words.

Before:  {"type": "integer", "default": 3, "not": {"const": 4}}
After:   {"type": "integer", "description": "Default: 3"}

Runs after the passes that write a keyword otherwise. Left alone: the target's own keywords.
Law: widens; exact for words, defaults and examples.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fields import Fields, fields_beside
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.read.presence import fields_of
from leanschema.schema import ABSENT, JsonSchema


def drop_unread_keywords(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Drop each of them; the description tells of a default, of bounds and of lists of names."""
    gone: dict[str, Any] = {}
    words: list[str] = []
    for field, value in _unread(setting.target.keywords, setting.seen).present(node):
        gone[field] = ABSENT[field]
        word = _WORDS[field](value) if field in _WORDS else ""
        if word:
            words.append(word)
    if not gone:
        return node
    return told(node, "; ".join(words), **gone) if words else replace(node, **gone)


@lru_cache(maxsize=1_024)
def _unread(keywords: frozenset[str], seen: int) -> Fields:
    """Give the fields that occur, and that a target of these keywords does not read."""
    return fields_beside(keywords, "defs", "definitions").among(fields_of(seen))


def _needs(table: dict[str, tuple[str, ...]]) -> str:
    return ", ".join(f"{name} needs {' and '.join(others)}" for name, others in table.items())


def _some(value: Any, noun: str) -> str:
    return f"{value} {noun}" if value == 1 else f"{value} {noun}s"


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "default": lambda value: "" if value is None else f"default: {literal(value)}",
    "minLength": lambda value: f"at least {_some(value, 'character')}",
    "maxLength": lambda value: f"at most {_some(value, 'character')}",
    "minItems": lambda value: f"at least {_some(value, 'item')}",
    "maxItems": lambda value: f"at most {_some(value, 'item')}",
    "minimum": lambda value: f"at least {value}",
    "maximum": lambda value: f"at most {value}",
    "multipleOf": lambda value: "" if value == 1 else f"a multiple of {value}",
    "uniqueItems": lambda value: "each item once" if value else "",
    "dependentRequired": _needs,
}


def pass_for(keywords: frozenset[str]) -> Pass:
    """Give the pass with the fields that concern a target of these keywords."""
    return Pass(
        "drop_unread_keywords",
        "widens",
        "not read",
        drop_unread_keywords,
        fields=fields_beside(keywords, "defs", "definitions").names,
        writes=("description",),
    )
