"""The type names that people write, and what JSON Schema calls them."""

from __future__ import annotations

from typing import Any, Final

from leanschema.schema import TYPE_NAMES

# Names of other languages and of other letters, as found in published tools. None: any value.
_ALIASES: Final[dict[str, str | None]] = {
    **dict.fromkeys(
        ("str", "text", "varchar", "char", "date", "datetime", "uuid", "uri"), "string"
    ),
    **dict.fromkeys(("int", "int32", "int64", "long", "short", "uint", "bigint"), "integer"),
    **dict.fromkeys(("float", "double", "decimal", "real", "float32", "float64"), "number"),
    **dict.fromkeys(("bool", "flag"), "boolean"),
    **dict.fromkeys(("dict", "map", "hash", "record", "struct", "mapping"), "object"),
    **dict.fromkeys(("list", "tuple", "set", "sequence"), "array"),
    **dict.fromkeys(("none", "nil", "nonetype", "undefined"), "null"),
    **dict.fromkeys(("any", "mixed", "unknown", "json", "*"), None),
}


def known_type(name: Any) -> tuple[bool, str | None]:
    """Tell whether a type name is understood, and JSON Schema's name for it (None: any type)."""
    if not isinstance(name, str):
        return False, None
    if name in TYPE_NAMES:
        return True, name
    lower = name.strip().lower()
    if lower in TYPE_NAMES:
        return True, lower
    if lower in _ALIASES:
        return True, _ALIASES[lower]
    return False, None


def read_types(value: Any) -> tuple[str | tuple[str, ...] | None, bool]:
    """Read the value of `type`; gives the type or types (None: any), and whether all was plain."""
    if isinstance(value, str) and value in TYPE_NAMES:
        return value, True
    names = value if isinstance(value, list) else [value]
    known = [known_type(name) for name in names]
    if not known or any(name is None for _, name in known):
        return None, False
    types = tuple(dict.fromkeys(name for _, name in known if name is not None))
    plain = isinstance(value, list) and types == tuple(value)
    return (types[0] if len(types) == 1 else types), plain
