"""The keywords that hold text, numbers, counts, flags and JSON values: what each may be."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from leanschema.errors import InvalidToolSchema
from leanschema.read.limits import MAX_NODES
from leanschema.read.literals import is_writable, read_literal

TEXTS: Final = ("title", "description", "format", "pattern", "contentEncoding", "contentMediaType")
NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
COUNTS: Final = (
    ("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains")
    + ("minProperties", "maxProperties")
)
FLAGS: Final = ("uniqueItems", "readOnly", "writeOnly", "deprecated")
LITERALS: Final = ("enum", "const", "default", "examples", "example")

# No list or text is longer; a larger count is dropped, or says nothing.
_MAX_COUNT: Final = 2**63 - 1

_TEXTS: Final = frozenset(TEXTS)
_NUMBERS: Final = frozenset(NUMBERS)
_COUNTS: Final = frozenset(COUNTS)
_FLAGS: Final = frozenset(FLAGS)


def read_plain(keyword: str, value: Any, depth: int) -> tuple[Any, str | None]:
    """Give the value to keep and None, or None and what was expected in its place."""
    if keyword in _TEXTS:
        return (value, None) if isinstance(value, str) else (None, "text")
    if keyword in _NUMBERS:
        return _number(keyword, value)
    if keyword in _COUNTS:
        return _count(value)
    if keyword in _FLAGS:
        return (value, None) if isinstance(value, bool) else (None, "true or false")
    return _literal(keyword, value, depth)


def _number(keyword: str, value: Any) -> tuple[Any, str | None]:
    if isinstance(value, bool):
        # Draft-04's boolean bounds are read with `minimum` and `maximum` beside them.
        return None, None if keyword.startswith("exclusive") else "a number"
    if isinstance(value, float) and not isfinite(value):
        return None, "a finite number"
    if isinstance(value, float) or (isinstance(value, int) and is_writable(value)):
        if keyword != "multipleOf" or value > 0:
            return value, None
    return None, "a number above 0" if keyword == "multipleOf" else "a number"


def _count(value: Any) -> tuple[Any, str | None]:
    if isinstance(value, float) and isfinite(value) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_COUNT:
        return value, None
    return None, "a whole number, 0 or more"


def _literal(keyword: str, value: Any, depth: int) -> tuple[Any, str | None]:
    try:
        taken = read_literal(value, depth + 1, [MAX_NODES])
    except (InvalidToolSchema, RecursionError):
        return None, "a JSON value"
    if keyword == "example":
        return (taken,), None
    if keyword not in ("enum", "examples"):
        return taken, None
    if isinstance(taken, list):
        return tuple(taken), None
    return None, "a list of values"
