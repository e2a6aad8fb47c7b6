"""What occurs in a node or in a whole schema, as the bits of one number: its fields, its type.

Joining two of them is one operation, and so is the question whether a pass has anything to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from leanschema.schema import TYPE_NAMES, JsonSchema

FIELD_BITS: Final[dict[str, int]] = {
    field: 1 << number for number, field in enumerate(JsonSchema.__struct_fields__)
}
_TYPES: Final = (None, *sorted(TYPE_NAMES))
# The type of a node that names one, or none; `LIST_OF_TYPES` where it names several.
TYPE_BITS: Final[dict[str | None, int]] = {
    name: 1 << number for number, name in enumerate(_TYPES, start=len(FIELD_BITS))
}
LIST_OF_TYPES: Final = 1 << (len(FIELD_BITS) + len(_TYPES))
EVERY_TYPE: Final = sum(TYPE_BITS.values()) | LIST_OF_TYPES


def bits_of(fields: Iterable[str]) -> int:
    """Give the bits of fields of `JsonSchema`."""
    bits = 0
    for field in fields:
        bits |= FIELD_BITS[field]
    return bits


def fields_of(bits: int) -> tuple[str, ...]:
    """Name the fields of some bits, in canonical order."""
    return tuple(field for field, bit in FIELD_BITS.items() if bits & bit)


# What says a type in other words.
SAYING_A_TYPE: Final = bits_of(("ref", "anyOf", "oneOf", "allOf", "enum_", "const"))
SCALARS: Final = frozenset(("string", "integer", "number", "boolean", "null"))
# What a node may have without being looked at: a scalar type, and words.
LEAF: Final = bits_of(("type", "description")) | sum(TYPE_BITS[name] for name in SCALARS)
