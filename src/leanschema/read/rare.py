"""What few schemas have, and what many passes are about: noted once, while a schema is read.

Where a reader saw none of it there is none, and a pass that is about nothing else has nothing to
do in the whole schema. Bits of a schema, as in presence.py, but of none of its nodes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias

from leanschema.json_values import numbers_in
from leanschema.read.presence import (
    EVERY_TYPE,
    FIELD_BITS,
    LIST_OF_TYPES,
    SAYING_A_TYPE,
    TYPE_BITS,
    bits_of,
)
from leanschema.read.typed_fields import FIELDS_OF_TYPE, TYPED_FIELDS

ODD_NAME: Final = LIST_OF_TYPES << 1  # a name in `properties` or `required` that is not simple
ODD_ENUM: Final = LIST_OF_TYPES << 2  # an enum that is not `type: string` and texts, none empty
LARGE_NUMBER: Final = LIST_OF_TYPES << 3  # one beyond `LARGEST_USUAL`, either sign
UNKNOWN_REQUIRED: Final = LIST_OF_TYPES << 4  # an empty `required`, or one that lacks a property
ODD_UNION: Final = LIST_OF_TYPES << 5  # one that is not of two or more, each of a type of its own
UNTYPED: Final = LIST_OF_TYPES << 6  # a node whose type nothing says
FOREIGN: Final = LIST_OF_TYPES << 7  # a keyword that may say nothing about its node's types
BARE_LIST: Final = LIST_OF_TYPES << 8  # a list without items
TYPED_MAP: Final = LIST_OF_TYPES << 9  # `additionalProperties` or its like with a schema
LONG: Final = LIST_OF_TYPES << 10  # an enum or a union of more than `LONGEST_USUAL`
BARE_OBJECT: Final = LIST_OF_TYPES << 11  # an object without properties, or with an empty table
# What one node of two may have that neither has: all but a name.
OF_JOINS: Final = (
    ODD_ENUM | LARGE_NUMBER | UNKNOWN_REQUIRED | ODD_UNION
    | UNTYPED | FOREIGN | BARE_LIST | BARE_OBJECT | TYPED_MAP | LONG
)  # fmt: skip

SIMPLE_NAME: Final = "[A-Za-z_][A-Za-z0-9_]{0,63}"
_is_simple: Final = re.compile(SIMPLE_NAME).fullmatch
_RESERVED: Final = frozenset(("anyOf", "oneOf", "allOf", "required", "additionalProperties"))
# Far below what any target refuses: an exclusive bound that becomes inclusive moves by one.
LARGEST_USUAL: Final = 2**30
# Few enums and unions are longer, and no known target refuses these.
LONGEST_USUAL: Final = 10

_JOINS: Final = frozenset(
    ("$ref", "$recursiveRef", "$dynamicRef", "allOf", "not", "if", "then", "else")
    + ("dependencies", "dependentRequired", "dependentSchemas")
)
_UNIONS: Final = frozenset(("anyOf", "oneOf"))
# What may stand beside one union, and is no limit.
_WORDS: Final = frozenset(("title", "description", "default", "examples", *_UNIONS))
_TEXT: Final = frozenset((str,))
_NUMERIC: Final = frozenset((int, float))
_HOLDERS: Final = frozenset((dict, list, tuple))


def is_simple_name(name: str) -> bool:
    """Tell a name of letters, digits and underscores that no provider is known to stumble on."""
    return _is_simple(name) is not None and name not in _RESERVED


def in_joins(keywords: Collection[str]) -> int:
    """Give what joining brings, each type too, for keywords by which two nodes may become one."""
    unions = _UNIONS.intersection(keywords)
    is_joined = bool(unions) and (len(unions) > 1 or not _WORDS.issuperset(keywords))
    return OF_JOINS | EVERY_TYPE if is_joined or not _JOINS.isdisjoint(keywords) else 0


# What a node names as its type: one, a list of them, or none.
Kind: TypeAlias = str | tuple[()] | None
LIST: Final = ()


def bits_of_kinds(bits: int) -> dict[Kind, int]:
    """Give for each type what occurs in a node that has these fields, and for a `LIST` of types."""
    kinds: dict[Kind, int] = {kind: bit | in_types(bits, kind) for kind, bit in TYPE_BITS.items()}
    kinds[LIST] = LIST_OF_TYPES | in_lists_of_types(bits)
    return kinds


def in_types(bits: int, kind: str | None) -> int:
    """Tell of a node with these fields and this type, or None."""
    if kind is None:
        return 0 if bits & SAYING_A_TYPE else UNTYPED
    traits = FOREIGN if bits & _FOREIGN_TO[kind] else 0
    if kind == "array":
        return traits if bits & _ITEMS else traits | BARE_LIST
    return traits | BARE_OBJECT if kind == "object" and not bits & _PROPERTIES else traits


def in_lists_of_types(bits: int) -> int:
    """Tell of a node with these fields and a list of types."""
    bare = (0 if bits & _ITEMS else BARE_LIST) | (0 if bits & _PROPERTIES else BARE_OBJECT)
    return FOREIGN | bare if bits & _TYPED else bare


_PROPERTIES: Final = FIELD_BITS["properties"]
_ITEMS: Final = FIELD_BITS["items"]
_TYPED: Final = bits_of(TYPED_FIELDS)
_FOREIGN_TO: Final = {kind: _TYPED & ~bits_of(fields) for kind, fields in FIELDS_OF_TYPE.items()}


def in_names(names: Collection[Any]) -> int:
    """Tell of names of properties."""
    if SIMPLE_NAMES.issuperset(names):
        return 0
    for name in names:
        if name.__class__ is not str or not is_simple_name(name):
            return ODD_NAME
    if len(SIMPLE_NAMES) + len(names) <= _MOST_NAMES:
        SIMPLE_NAMES.update(names)
    return 0


# Names that were found to be simple: most of an API's names come again.
SIMPLE_NAMES: Final[set[str]] = set()
_MOST_NAMES: Final = 10_000


def in_required(names: set[str], table: Any) -> int:
    """Tell of the names of `required` beside `properties` or None."""
    is_known = names and table.__class__ is dict and table.keys() >= names
    return 0 if is_known else UNKNOWN_REQUIRED | in_names(names)


def in_enum(values: Collection[Any], kind: Any) -> int:
    """Tell of an enum beside a `type` or None."""
    is_plain = kind == "string" and values and _TEXT.issuperset(map(type, values))
    long = LONG if len(values) > LONGEST_USUAL else 0
    return long if is_plain and "" not in values else long | ODD_ENUM


def in_union(kinds: Sequence[Any]) -> int:
    """Tell of a union by the `type` of each branch; None for one that is a union itself."""
    is_plain = len(kinds) > 1 and _TEXT.issuperset(map(type, kinds))
    if is_plain and len(set(kinds)) == len(kinds):
        return 0
    return ODD_UNION | LONG if len(kinds) > LONGEST_USUAL else ODD_UNION


def in_value(value: Any) -> int:
    """Tell of a JSON value, or of the numbers in it."""
    kind = value.__class__
    if kind in _NUMERIC:
        return 0 if -LARGEST_USUAL <= value <= LARGEST_USUAL else LARGE_NUMBER
    if kind in _HOLDERS and not all(
        -LARGEST_USUAL <= number <= LARGEST_USUAL for number in numbers_in(value)
    ):
        return LARGE_NUMBER
    return 0
