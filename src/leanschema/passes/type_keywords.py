"""The keywords of a node that speak about its types, and the part of it that speaks about one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fields import Fields, fields_beside
from leanschema.json_values import admits
from leanschema.read.presence import LIST_OF_TYPES, TYPE_BITS, bits_of
from leanschema.read.typed_fields import FIELDS_OF_TYPE, TYPED_FIELDS
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

_TYPED: Final = bits_of(TYPED_FIELDS)
_TYPED_FIELDS: Final = Fields(TYPED_FIELDS)


def types_of(node: JsonSchema) -> tuple[str, ...]:
    """Give the types that a node names, as a tuple; empty where it names none."""
    if node.type is None:
        return ()
    return (node.type,) if isinstance(node.type, str) else node.type


def reads_type_list(node: JsonSchema, target: Target) -> bool:
    """Tell whether the target reads a list of types on a node, beside all that it says."""
    beside = target.type_list_siblings
    if not target.reads_type_lists or beside is None:
        return target.reads_type_lists
    return _unread_beside_types(beside).are_absent(node)


@lru_cache(maxsize=256)
def _unread_beside_types(beside: frozenset[str]) -> Fields:
    return fields_beside(beside, "type")


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


def parts_by_type(node: JsonSchema, types: Iterable[str]) -> tuple[JsonSchema, ...]:
    """Give what a node says about the values of each of these types, without its words."""
    typed = dict(_TYPED_FIELDS.present(node))
    bare = replace(
        node, **dict.fromkeys(typed), title=None, description=None, default=UNSET, examples=None
    )
    return tuple(
        replace(
            bare,
            type=name,
            enum_=_members_of(node, name),
            **{field: typed[field] for field in FIELDS_OF_TYPE[name] if field in typed},
        )
        for name in types
    )


def _members_of(node: JsonSchema, name: str) -> tuple[Any, ...] | None:
    """Give the members of an enum that are of a type; None where they are all there are."""
    if node.enum_ is None:
        return None
    members = tuple(value for value in node.enum_ if admits(name, value))
    is_all = name in ("null", "boolean") and members in ((None,), (False, True), (True, False))
    return None if is_all else members or None
