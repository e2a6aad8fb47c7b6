"""The keywords that hold text, numbers, counts, flags and JSON values: what each may be.

Each reader gives the value to keep and None, or None and what was expected in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from types import NoneType
from typing import Any, Final

from leanschema.errors import InvalidToolSchema
from leanschema.read.limits import MAX_NODES
from leanschema.read.literals import is_writable, read_literal, read_literals

TEXTS: Final = ("title", "description", "format", "pattern", "contentEncoding", "contentMediaType")
NUMBERS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
COUNTS: Final = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
) + ("minProperties", "maxProperties")
FLAGS: Final = ("uniqueItems", "readOnly", "writeOnly", "deprecated")

# No list or text is longer; a larger count is dropped, or says nothing.
MAX_COUNT: Final = 2**63 - 1

Taken = tuple[Any, str | None]


def _text(value: Any, depth: int) -> Taken:
    return (value, None) if isinstance(value, str) else (None, "text")


def _number(value: Any, depth: int) -> Taken:
    if isinstance(value, bool):
        return None, "a number"
    if isinstance(value, float) and not isfinite(value):
        return None, "a finite number"
    if isinstance(value, float) or (isinstance(value, int) and is_writable(value)):
        return value, None
    return None, "a number"


def _exclusive(value: Any, depth: int) -> Taken:
    # Draft-04's boolean bounds are read with `minimum` and `maximum` beside them.
    return (None, None) if isinstance(value, bool) else _number(value, depth)


def _divisor(value: Any, depth: int) -> Taken:
    taken, expected = _number(value, depth)
    return (taken, None) if expected is None and taken > 0 else (None, "a number above 0")


def _count(value: Any, depth: int) -> Taken:
    if isinstance(value, float) and isfinite(value) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT:
        return value, None
    return None, "a whole number, 0 or more"


def _flag(value: Any, depth: int) -> Taken:
    return (value, None) if isinstance(value, bool) else (None, "true or false")


def _literal(value: Any, depth: int) -> Taken:
    try:
        return read_literal(value, depth + 1, [MAX_NODES]), None
    except (InvalidToolSchema, RecursionError):
        return None, "a JSON value"


def _literals(value: Any, depth: int) -> Taken:
    if not isinstance(value, list):
        expected = "a list of values"
        return None, _literal(value, depth)[1] or expected
    try:
        return read_literals(value, depth + 1), None
    except (InvalidToolSchema, RecursionError):
        return None, "a JSON value"


def _example(value: Any, depth: int) -> Taken:
    taken, expected = _literal(value, depth)
    return (taken,) if expected is None else None, expected


READERS: Final[dict[str, Callable[[Any, int], Taken]]] = {
    **dict.fromkeys(TEXTS, _text),
    **dict.fromkeys(NUMBERS, _number),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _exclusive),
    "multipleOf": _divisor,
    **dict.fromkeys(COUNTS, _count),
    **dict.fromkeys(FLAGS, _flag),
    **dict.fromkeys(("const", "default"), _literal),
    **dict.fromkeys(("enum", "examples"), _literals),
    "example": _example,
}

# The classes of values that a keyword takes as they stand.
QUICK: Final[dict[str, frozenset[type]]] = {
    **dict.fromkeys(("type", *TEXTS), frozenset((str,))),
    **dict.fromkeys(("additionalProperties", *FLAGS), frozenset((bool,))),
    **dict.fromkeys(("const", "default"), frozenset((str, bool, NoneType))),
}
