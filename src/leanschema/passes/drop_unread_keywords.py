"""Drop the keywords that the target does not read, and say the telling ones in words.

Before:  {"type": "integer", "default": 3, "not": {"const": 4}}
After:   {"type": "integer", "description": "Default: 3"}

Runs after the passes that write a keyword otherwise. Left alone: the target's own keywords.
Law: widens; exact for words, defaults and examples.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fields import fields_beside
from leanschema.passes.rewrite import Pass, Setting, Tailored
from leanschema.passes.telling import literal, with_words
from leanschema.read.presence import fields_of
from leanschema.schema import ABSENT, JsonSchema
from leanschema.targets.target import Target


def drop_unread_keywords(bits: int, target: Target) -> Tailored:
    """Give what drops each of them from nodes in which these fields occur.

    The description tells of a default, of bounds and of lists of names.
    """
    unread = _unread(target.keywords)
    fields = [field for field in fields_of(bits) if field in unread]
    gone = {field: ABSENT[field] for field in fields}
    is_told = "description" not in gone
    telling = [(attrgetter(f), _WORDS[f]) for f in fields if is_told and f in _WORDS]
    if not telling:
        return Tailored(lambda node, setting: replace(node, **gone), gone)

    def drop(node: JsonSchema, setting: Setting) -> JsonSchema:
        words = ""
        for value, say in telling:
            word = say(value(node))
            if word:
                words = f"{words}; {word}" if words else word
        if not words:
            return replace(node, **gone)
        return replace(node, description=with_words(node.description, words), **gone)

    return Tailored(drop, gone)


@lru_cache(maxsize=256)
def _unread(keywords: frozenset[str]) -> tuple[str, ...]:
    """Name the fields that a target of these keywords does not read, in canonical order."""
    return fields_beside(keywords, "defs", "definitions").names


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
        fields=_unread(keywords),
        writes=("description",),
        for_fields=drop_unread_keywords,
    )
