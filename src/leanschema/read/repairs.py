"""The second look at a node: keywords whose meaning hangs on another keyword beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.json_values import admits, distinct
from leanschema.read.findings import Path
from leanschema.read.keywords import branches
from leanschema.read.presence import TYPE_BITS, bits_of
from leanschema.read.rare import ODD_UNION
from leanschema.schema import JsonSchema

if TYPE_CHECKING:
    from leanschema.read.any_dialect import Reader

_REFERENCE: Final = bits_of(("ref",))
_ENUM: Final = bits_of(("enum_",))
_STRING: Final = frozenset((str,))


def finish_node(
    reader: Reader, fields: dict[str, Any], raw: dict[str, Any], path: Path, depth: int
) -> None:
    """Read what needs the whole node, in the order in which one builds on the other."""
    if "items" not in fields and ("items" in raw or "additionalItems" in raw):
        read_items(reader, fields, raw, path, depth)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if isinstance(raw.get(exclusive), bool):
            read_boolean_bound(reader, fields, raw, path, bound, exclusive)
    if "nullable" in raw:
        read_nullable(reader, fields, raw, path)
    if fields.get("enum_") is not None:
        read_enum(reader, fields, path)


def read_items(
    reader: Reader, fields: dict[str, Any], raw: dict[str, Any], path: Path, depth: int
) -> None:
    """Read `items`: the list form (to draft 2019-09), or a boolean."""
    items = raw.get("items")
    if isinstance(items, list):
        reader.find(path, "items", items, UNSET, "exact", "written as prefixItems")
        if items:
            branches(reader, fields, "prefixItems", items, path, depth)
        rest = raw.get("additionalItems")
        if rest is not None:
            _read_rest(reader, fields, "additionalItems", rest, path, depth)
    elif items is not None:
        _read_rest(reader, fields, "items", items, path, depth)
    elif "items" in raw:
        reader.drop(path, "items", items, "a schema", "exact")


def _read_rest(
    reader: Reader, fields: dict[str, Any], keyword: str, rest: Any, path: Path, depth: int
) -> None:
    """Read the schema of the items after the prefix."""
    if rest is True:
        reader.find(path, keyword, rest, UNSET, "exact", "true admits any item")
    elif rest is False:
        length = len(fields.get("prefixItems", ()))
        reader.find(path, keyword, rest, UNSET, "exact", "written as maxItems")
        fields["maxItems"] = min(fields.get("maxItems", length), length)
    elif isinstance(rest, dict):
        place = (path, keyword)
        fields["items"] = reader.move(reader.node(rest, place, depth + 1), place)
    else:
        reader.drop(path, keyword, rest, "a schema")


def read_boolean_bound(
    reader: Reader,
    fields: dict[str, Any],
    raw: dict[str, Any],
    path: Path,
    bound: str,
    exclusive: str,
) -> None:
    """Read draft-04's `exclusiveMinimum: true` beside `minimum`."""
    fields.pop(exclusive, None)
    value = fields.get(bound)
    if raw[exclusive] and value is not None:
        fields[exclusive] = fields.pop(bound)
        reader.find(path, bound, value, UNSET, "exact", f"written as {exclusive}")
        reader.find(path, exclusive, True, value, "exact", "a number since draft-06")
    else:
        reader.find(path, exclusive, raw[exclusive], UNSET, "exact", "a number since draft-06")


def read_nullable(reader: Reader, fields: dict[str, Any], raw: dict[str, Any], path: Path) -> None:
    """Read OpenAPI 3.0's `nullable` as the types it means."""
    flag = raw["nullable"]
    if flag is not True:
        if flag is not False:
            reader.drop(path, "nullable", flag, "true or false", "exact")
        else:
            reader.find(path, "nullable", flag, UNSET, "exact", "null is not admitted anyway")
        return
    reader.find(path, "nullable", True, UNSET, "exact", "written as a type")
    types = fields.get("type")
    if types is not None:
        names = (types,) if isinstance(types, str) else types
        if "null" not in names:
            fields["type"] = (*names, "null")
        if fields.get("enum_") is not None and None not in fields["enum_"]:
            fields["enum_"] = (*fields["enum_"], None)
        return
    for word in ("anyOf", "oneOf"):
        if word in fields:
            fields[word] = (*fields[word], _null(reader, path))
            return
    if "ref" in fields:
        branch = reader.move(JsonSchema(ref=fields.pop("ref")), path)
        reader.seen |= _REFERENCE
        fields["anyOf"] = (branch, _null(reader, path))


def _null(reader: Reader, path: Path) -> JsonSchema:
    reader.seen |= TYPE_BITS["null"] | ODD_UNION
    return reader.move(JsonSchema(type="null"), path)


def read_enum(reader: Reader, fields: dict[str, Any], path: Path) -> None:
    """Read `enum`: each value once, none that the type beside it shuts out, never empty."""
    given, kind = fields["enum_"], fields.get("type")
    is_text = kind in (None, "string") and _STRING.issuperset(map(type, given))
    if is_text and given and len(set(given)) == len(given):
        return
    values = distinct(given)
    fitting = tuple(value for value in values if admits(kind, value))
    if fitting and len(fitting) == len(given):
        return
    if fitting:
        fields["enum_"] = fitting
        reader.find(
            path, "enum", given, fitting, "exact", "each value once, and of the node's type", True
        )
        return
    del fields["enum_"]
    items = fields.get("items")
    if values and kind == "array" and items is not None and items.enum_ is None:
        chosen = tuple(value for value in values if admits(items.type, value))
        if chosen:
            fields["items"] = replace(items, enum_=chosen)
            reader.seen |= _ENUM
            reader.find(
                path, "enum", given, UNSET, "widens", "read as the values of the items", True
            )
            return
    reason = (
        "no value of the list is of the node's type" if values else "an empty list admits nothing"
    )
    reader.find(path, "enum", given, UNSET, "widens", reason, True)
