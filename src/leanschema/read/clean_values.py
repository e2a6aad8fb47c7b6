"""What each keyword may hold in the reader's fast lane, as far as the decoder does not see to it.

A check gives the rare traits of a value (see rare.py), or None where the close look must read it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from types import NoneType
from typing import Any, Final

from leanschema.read.literals import is_writable
from leanschema.read.rare import (
    LARGE_NUMBER,
    LARGEST_USUAL,
    TYPED_MAP,
    in_enum,
    in_required,
    in_union,
    in_value,
)
from leanschema.read.values import COUNTS, FLAGS, MAX_COUNT, NUMBERS, TEXTS
from leanschema.schema import TYPE_NAMES

Check = Callable[[Any, dict[Any, Any]], int | None]


def _count(value: Any, raw: dict[Any, Any]) -> int | None:
    return in_value(value) if value.__class__ is int and 0 <= value <= MAX_COUNT else None


def _number(value: Any, raw: dict[Any, Any]) -> int | None:
    return _atom(value, raw) if value.__class__ in _NUMERIC else None


def _divisor(value: Any, raw: dict[Any, Any]) -> int | None:
    traits = _number(value, raw)
    return traits if traits is not None and value > 0 else None


def _atom(value: Any, raw: dict[Any, Any]) -> int | None:
    kind = value.__class__
    if kind in _NUMERIC:
        if -LARGEST_USUAL <= value <= LARGEST_USUAL:
            return 0
        is_plain = isfinite(value) if kind is float else is_writable(value)
        return LARGE_NUMBER if is_plain else None
    return 0 if kind in _ATOMS else None


def _atoms(value: Any, raw: dict[Any, Any]) -> int | None:
    if value.__class__ is not list:
        return None
    traits = 0
    for one in value:
        found = _atom(one, raw)
        if found is None:
            return None
        traits |= found
    return traits


def _are_names(value: Any) -> bool:
    """Tell a list of texts, each once."""
    if value.__class__ is not list or not _TEXT.issuperset(map(type, value)):
        return False
    return len(value) < 2 or len(set(value)) == len(value)  # noqa: PLR2004 - a pair


def _types(value: Any, raw: dict[Any, Any]) -> int | None:
    return 0 if _are_names(value) and len(value) > 1 and TYPE_NAMES.issuperset(value) else None


def _enum(value: Any, raw: dict[Any, Any]) -> int | None:
    if value and raw.get("type", "string") == "string" and _are_names(value):
        return in_enum(value, raw.get("type"))
    return None


def _required(value: Any, raw: dict[Any, Any]) -> int | None:
    if value.__class__ is not list or not _TEXT.issuperset(map(type, value)):
        return None
    names = set(value)
    return in_required(names, raw.get("properties")) if len(names) == len(value) else None


def _branches(value: Any, raw: dict[Any, Any]) -> int | None:
    return 0 if value.__class__ is list and value else None


def _union(value: Any, raw: dict[Any, Any]) -> int | None:
    if value.__class__ is not list or not value or not _TABLE.issuperset(map(type, value)):
        return None
    return in_union([None if "anyOf" in one else one.get("type") for one in value])


def _schema(value: Any, raw: dict[Any, Any]) -> int | None:
    """Look at a schema where a boolean may stand: `{}` is true there."""
    return TYPED_MAP if value.__class__ is dict and value else None


def _nothing_else(value: Any, raw: dict[Any, Any]) -> int | None:
    return None


TABLES: Final = ("properties", "patternProperties")
LISTS: Final = ("prefixItems", "anyOf", "oneOf", "allOf")
OR_FLAG: Final = ("additionalProperties", "unevaluatedProperties", "unevaluatedItems")
NODES: Final = ("items", "contains", "propertyNames", "not", "if", "then", "else")
SINGLE: Final = frozenset((*NODES, *OR_FLAG))
# The class that is taken as it stands, and what is asked about a value of any other.
CHECKS: Final[dict[str, tuple[type | None, Check]]] = {
    # The decoder knows the names.
    "type": (str, _types),
    "enum": (None, _enum),
    "required": (None, _required),
    "examples": (None, _atoms),
    "multipleOf": (None, _divisor),
    **dict.fromkeys(("const", "default"), (str, _atom)),
    **dict.fromkeys(TEXTS, (str, _nothing_else)),
    **dict.fromkeys(FLAGS, (bool, _nothing_else)),
    **dict.fromkeys(COUNTS, (None, _count)),
    **dict.fromkeys(NUMBERS, (None, _number)),
    **dict.fromkeys((*TABLES, *NODES), (dict, _nothing_else)),
    **dict.fromkeys(LISTS, (None, _branches)),
    **dict.fromkeys(("anyOf", "oneOf"), (None, _union)),
    **dict.fromkeys(OR_FLAG, (bool, _schema)),
}
_NUMERIC: Final = frozenset((int, float))
_ATOMS: Final = frozenset((str, int, float, bool, NoneType))
_TEXT: Final = frozenset((str,))
_TABLE: Final = frozenset((dict,))
