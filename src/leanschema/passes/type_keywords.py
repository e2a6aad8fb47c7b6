"""The keywords of a node that speak about its types, and the part of it that speaks about one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fields import Fields
from leanschema.json_values import admits
from leanschema.read.presence import LIST_OF_TYPES, TYPE_BITS, bits_of
from leanschema.read.typed_fields import FIELDS_OF_TYPE, TYPED_FIELDS
from leanschema.schema import JsonSchema

_TYPED: Final = bits_of(TYPED_FIELDS)


def types_of(node: JsonSchema) -> tuple[str, ...]:
    """Give the types that a node names, as a tuple; empty where it names none."""
    if node.type is None:
        return ()
    return (node.type,) if isinstance(node.type, str) else node.type


def foreign_fields(node: JsonSchema, types: tuple[str, ...]) -> list[str]:
    """Name the fields of a node that speak about none of these types."""
    return [field for field, _ in _foreign_to(types).present(node)]


@lru_cache(maxsize=256)
def _foreign_to(types: tuple[str, ...]) -> Fields:
    own = {field for name in types for field in FIELDS_OF_TYPE[name]}
    return Fields(field for field in TYPED_FIELDS if field not in own)


def has_foreign_fields(bits: int) -> bool:
    """Tell by what occurs in a node whether it may have fields that speak about none of its types."""
    for name, fields in FIELDS_OF_TYPE.items():
        if bits & TYPE_BITS[name]:
            return bool(bits & _TYPED & ~bits_of(fields))
    return bool(bits & LIST_OF_TYPES)


def part_of_type(node: JsonSchema, name: str) -> JsonSchema:
    """Give what a node says about the values of one type, without its words."""
    gone: dict[str, Any] = dict.fromkeys(foreign_fields(node, (name,)))
    gone |= {"title": None, "description": None, "default": UNSET, "examples": None}
    if node.enum_ is not None:
        gone["enum_"] = tuple(value for value in node.enum_ if admits(name, value)) or None
    if name in ("null", "boolean") and gone.get("enum_") in ((None,), (False, True), (True, False)):
        gone["enum_"] = None
    return replace(node, type=name, **gone)
