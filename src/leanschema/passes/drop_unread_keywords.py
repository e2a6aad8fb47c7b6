"""Drop the keywords that the target does not read, and say the telling ones in words.

Before:  {"type": "integer", "default": 3, "not": {"const": 4}}
After:   {"type": "integer", "description": "Default: 3"}

Runs after the passes that write a keyword otherwise. Left alone: the target's own keywords.
Law: widens; exact for words, defaults and examples.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.schema import JsonSchema, keyword_of


@cache
def unread_fields(keywords: frozenset[str]) -> tuple[str, ...]:
    """Name the fields of a node that a target with these keywords does not read."""
    structural = ("defs", "definitions")
    return tuple(
        field
        for field in JsonSchema.__struct_fields__
        if keyword_of(field) not in keywords and field not in structural
    )


def drop_unread_keywords(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Drop each of them; the description tells of a default, of bounds and of lists of names."""
    unread = unread_fields(setting.target.keywords)
    present = [f for f in unread if getattr(node, f) is not None and getattr(node, f) is not UNSET]
    if not present:
        return node
    words = [_WORDS[field](getattr(node, field)) for field in present if field in _WORDS]
    gone: dict[str, Any] = {f: UNSET if f in ("const", "default") else None for f in present}
    spoken = "; ".join(word for word in words if word)
    return told(replace(node, **gone), spoken) if spoken else replace(node, **gone)


def _needs(table: dict[str, tuple[str, ...]]) -> str:
    return ", ".join(f"{name} needs {' and '.join(others)}" for name, others in table.items())


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    "default": lambda value: "" if value is None else f"default: {literal(value)}",
    "minLength": lambda value: f"at least {value} characters",
    "maxLength": lambda value: f"at most {value} characters",
    "minItems": lambda value: f"at least {value} items",
    "maxItems": lambda value: f"at most {value} items",
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
        fields=unread_fields(keywords),
        writes=("description",),
    )
