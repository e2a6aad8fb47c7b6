"""Each keyword's own reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from leanschema.errors import shown
from leanschema.read.findings import NO_KEYWORD, NO_TYPE_NAME, SILENCE, Path
from leanschema.read.presence import bits_of
from leanschema.read.rare import TYPED_MAP, in_union, in_value
from leanschema.read.type_names import read_types
from leanschema.read.values import READERS

if TYPE_CHECKING:
    from leanschema.changes import Law
    from leanschema.read.any_dialect import Reader

Fields = dict[str, Any]
Read = Callable[["Reader", Fields, str, Any, Path, int], None]
_MISPLACED: Final = frozenset(("$schema", "$id", "$comment", "title", "description", "type"))
# Keywords that say nothing about arguments and that the reader resolves or passes over.
SILENT: Final = frozenset(
    ("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary")
    + ("$comment", "discriminator", "xml", "externalDocs", "contentSchema")
)


# Keywords that hold schemas.


def single(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read a keyword that holds one schema."""
    if value is None:
        reader.drop(path, keyword, value, "a schema", "exact")
    elif isinstance(value, (dict, bool)):
        field = FIELDS.get(keyword, keyword)
        fields[field] = reader.position(value, (path, keyword), depth + 1)
    else:
        reader.drop(path, keyword, value, "a schema")


def items(reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int) -> None:
    """Read the schema of a list's items; what else may stand there is for the second look."""
    if isinstance(value, dict):
        fields["items"] = reader.node(value, (path, keyword), depth + 1)


def boolean_or_single(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read `additionalProperties` and its like: a boolean stays one, `{}` is true."""
    if value is True or value is False:
        fields[keyword] = value
    elif value == {} and isinstance(value, dict):
        fields[keyword] = True
        reader.find(path, keyword, value, True, "exact", "any value")
    else:
        reader.seen |= TYPED_MAP
        single(reader, fields, keyword, value, path, depth)


def branches(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read a list of schemas; an empty union admits nothing and is dropped."""
    if not isinstance(value, list) or not value:
        reader.drop(path, keyword, value, "a list of schemas")
        return
    reader.budget -= len(value)
    read = [reader.position(v, (path, keyword, i), depth + 2) for i, v in enumerate(value)]
    fields[keyword] = tuple(read)
    if keyword in _UNIONS:
        reader.seen |= in_union([None if one.anyOf is not None else one.type for one in read])


def table(reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int) -> None:
    """Read an object of schemas."""
    if not isinstance(value, dict):
        reader.drop(path, keyword, value, "an object of schemas")
        return
    reader.budget -= len(value)
    depth += 2
    fields[keyword] = {
        name: reader.position(child, (path, keyword, name), depth)
        for name, child in value.items()
        if isinstance(name, str) or _refuse_key(reader, path, keyword, name)
    }


def _refuse_key(reader: Reader, path: Path, keyword: str, name: Any) -> bool:
    reader.drop(path, keyword, shown(name), "keys that are strings")
    return False


def properties(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read `properties`, and what people put there that belongs beside it."""
    if not isinstance(value, dict):
        reader.drop(path, keyword, value, "an object of schemas")
        return
    reader.budget -= len(value)
    depth += 2
    node, read, needed = reader.node, {}, []
    for name, child in value.items():
        if child.__class__ is dict and name.__class__ is str:
            read[name] = node(child, (path, keyword, name), depth)
            if child.get("required") is True:
                needed.append(name)
        elif _is_stray(name, child):
            reader.find(
                (path, keyword), name, child, UNSET, "exact", "a keyword, not a property", True
            )
            needed.extend(child if name == "required" else ())
        elif isinstance(name, str) or _refuse_key(reader, path, keyword, name):
            read[name] = reader.position(child, (path, keyword, name), depth)
    fields[keyword] = read
    if needed:
        reader.seen |= _REQUIRED
        fields["required"] = tuple(dict.fromkeys((*fields.get("required", ()), *needed)))


def _is_stray(name: Any, value: Any) -> bool:
    """Tell a keyword that slipped in among the properties."""
    if name == "required":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return name in _MISPLACED and isinstance(value, str)


def dependencies(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read `dependencies` (to draft-07), `dependentRequired` and `dependentSchemas`."""
    if not isinstance(value, dict):
        reader.drop(path, keyword, value, "an object")
        return
    names = {n: tuple(v) for n, v in value.items() if _are_strings(v) and isinstance(n, str)}
    schemas = {n: v for n, v in value.items() if isinstance(v, (dict, bool))}
    if names and keyword != "dependentSchemas":
        fields["dependentRequired"] = fields.get("dependentRequired", {}) | names
    if schemas and keyword != "dependentRequired":
        held = fields.get("dependentSchemas", {})
        table(reader, fields, "dependentSchemas", schemas, path, depth)
        fields["dependentSchemas"] = held | fields["dependentSchemas"]
    odd = {n: v for n, v in value.items() if n not in names and n not in schemas}
    if odd:
        reader.drop(path, keyword, odd, "lists of property names")
    if keyword == "dependencies":
        reason = "written as dependentRequired and dependentSchemas"
        reader.find(path, keyword, value, UNSET, "exact", reason)


def _are_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


# Keywords that hold values.


def types(reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int) -> None:
    """Read `type`."""
    names, plain = read_types(value)
    if names is None:
        fields.pop("type", None)
    else:
        fields["type"] = names
    if plain and value.__class__ is list and names.__class__ is str:
        reader.find(path, keyword, value, names, "exact", "a list of one type is that type")
    if not plain:
        law: Law = "exact" if names is not None else "widens"
        reader.find(path, keyword, value, names or UNSET, law, NO_TYPE_NAME, True)


def required(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read `required`; true or false inside a property is read by its parent."""
    if not isinstance(value, list):
        reader.drop(path, keyword, value, "a list of property names")
        return
    reader.budget -= len(value)
    names = tuple(value)
    if not _STRING.issuperset(map(type, names)) or len(set(names)) != len(names):
        names = tuple(dict.fromkeys(name for name in value if isinstance(name, str)))
        if len(names) != len(value):
            reason = "expected property names, each once"
            reader.find(path, keyword, value, names, "exact", reason, True)
    held = fields.get("required")
    fields["required"] = names if held is None else tuple(dict.fromkeys((*held, *names)))


def reference(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Read a reference; one that leads nowhere, or to another document, admits any value."""
    resolved = reader.resolve(value) if isinstance(value, str) else None
    if resolved is None:
        reader.find(
            path, keyword, value, UNSET, "widens", "leads to nothing in this document", True
        )
        return
    fields["ref"] = resolved
    if resolved != value:
        reader.find(path, keyword, value, resolved, "exact", "written as a reference into $defs")


def plain(reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int) -> None:
    """Read a keyword whose value is text, a number, a flag or any JSON value."""
    taken, expected = READERS[keyword](value, depth)
    if expected is None:
        fields[FIELDS.get(keyword, keyword)] = taken
        reader.seen |= in_value(taken)
    else:
        reader.drop(path, keyword, value, expected)


# Keywords that are not read here.


def silent(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Note a keyword that says nothing about arguments."""
    reader.find(path, keyword, value, UNSET, "exact", SILENCE)


def definitions(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Note definitions that stand in a nested place; a reference reads what it leads to."""
    if path is not None:
        reader.find(path, keyword, value, UNSET, "exact", "definitions stand at the root")


def later(reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int) -> None:
    """Leave a keyword to the second look."""


def unknown(
    reader: Reader, fields: Fields, keyword: str, value: Any, path: Path, depth: int
) -> None:
    """Note a keyword that JSON Schema does not have."""
    reader.find(path, keyword, value, UNSET, "exact", NO_KEYWORD)


KEYWORDS: Final[dict[str, Read]] = {
    "type": types,
    "properties": properties,
    "required": required,
    "items": items,
    "patternProperties": table,
    **dict.fromkeys(("$ref", "$recursiveRef", "$dynamicRef"), reference),
    **dict.fromkeys(("contains", "propertyNames", "not", "if", "then", "else"), single),
    **dict.fromkeys(
        ("additionalProperties", "unevaluatedProperties", "unevaluatedItems"), boolean_or_single
    ),
    **dict.fromkeys(("prefixItems", "anyOf", "oneOf", "allOf"), branches),
    **dict.fromkeys(("dependencies", "dependentRequired", "dependentSchemas"), dependencies),
    **dict.fromkeys(READERS, plain),
    **dict.fromkeys(SILENT, silent),
    **dict.fromkeys(("$defs", "definitions"), definitions),
    **dict.fromkeys(("additionalItems", "nullable"), later),
}

# The field of a keyword, where it has another name.
FIELDS: Final = {
    "enum": "enum_", "not": "not_", "if": "if_", "else": "else_", "example": "examples",
    **dict.fromkeys(("$ref", "$recursiveRef", "$dynamicRef"), "ref"),
}  # fmt: skip
_UNIONS: Final = frozenset(("anyOf", "oneOf"))
_REQUIRED: Final = bits_of(("required",))
_STRING: Final = frozenset((str,))
