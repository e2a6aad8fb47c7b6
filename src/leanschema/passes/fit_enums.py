"""Write an enum with the members, and beside the type, that the target reads.

Before:  {"type": "integer", "enum": [15, 90], "description": "Minutes"}
After:   {"type": "string", "enum": ["15", "90"], "description": "Minutes"}     (restored: "15" is 15)

Left alone: enums whose members and type the target reads.
Law: exact after `Lowered.restore`; widens where an enum is dropped and told instead.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from leanschema.json_values import distinct, numbers_in, type_of
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.passes.type_keywords import types_of
from leanschema.read.rare import ODD_ENUM, ODD_UNION
from leanschema.restore import shown_enum_member
from leanschema.schema import JsonSchema
from leanschema.targets.target import ALL_TYPES, Target

_TEXT: Final = frozenset((str,))


def fit_enums(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Fit the members first, then the type beside them."""
    target, given = setting.target, node
    values = node.enum_ or ()
    if not values or _are_read(values, node, target):
        return node
    if "enum" not in target.keywords:
        return told_instead(node, values)
    if has_large(values, target.limits.max_integer):
        return told_instead(node, values)
    if any(_json_type(value) not in target.enum_types for value in values if value is not None):
        node = _with_readable_members(node, values, target)
    if node.enum_ is not None and not target.reads_empty_string_in_enum and "" in node.enum_:
        node = _without_empty_string(node, target)
    if node.enum_ is not None and (
        target.needs_typed_enum or (None in node.enum_ and "null" not in target.enum_types)
    ):
        node = _typed(node, target)
    return node if node is not given else given


def _are_read(values: tuple[Any, ...], node: JsonSchema, target: Target) -> bool:
    """Tell an enum of text, as most are, that the target reads as it stands."""
    return (
        node.type == "string"
        and _TEXT.issuperset(map(type, values))
        and "string" in target.enum_types
        and "enum" in target.keywords
        and (target.reads_empty_string_in_enum or "" not in values)
    )


def has_large(value: Any, largest: int | None) -> bool:
    """Tell whether a number in a value is larger than the target reads."""
    return largest is not None and any(abs(number) > largest for number in numbers_in(value))


def _json_type(value: Any) -> str:
    return type_of(value)


def _with_readable_members(node: JsonSchema, values: tuple[Any, ...], target: Target) -> JsonSchema:
    atoms = not any(isinstance(value, (dict, list)) for value in values)
    if not (target.stringifies_enums and atoms and "string" in target.enum_types):
        return told_instead(node, values)
    shown = distinct(shown_enum_member(value) for value in values if value is not None)
    types: Any = "string"
    if None in values and target.vocabulary != "openapi":
        types, shown = ("string", "null"), (*shown, None)
    nullable = (
        True if node.nullable or (None in values and target.vocabulary == "openapi") else None
    )
    return replace(
        node, type=types, enum_=shown, nullable=nullable, format=None,
        minimum=None, maximum=None, exclusiveMinimum=None, exclusiveMaximum=None, multipleOf=None,
    )  # fmt: skip


def told_instead(node: JsonSchema, values: tuple[Any, ...]) -> JsonSchema:
    """Say the values in the description, and leave their types."""
    words = "one of " + ", ".join(map(literal, values)) if len(values) > 1 else literal(values[0])
    words = words if len(values) > 1 else f"always {words}"
    types = tuple(dict.fromkeys(map(type_of, values)))
    kind = node.type or (types[0] if len(types) == 1 else types)
    return told(replace(node, enum_=None), words, type=kind)


def _without_empty_string(node: JsonSchema, target: Target) -> JsonSchema:
    """Say the empty text beside the others: as text of no length where that can be said."""
    others = tuple(value for value in node.enum_ or () if value != "" or value is None)
    empty = JsonSchema(type="string", maxLength=0 if "maxLength" in target.keywords else None)
    if not others:
        return told(replace(node, enum_=None, maxLength=empty.maxLength), "empty text")
    if empty.maxLength is None:
        return told(
            replace(node, enum_=None), "one of " + ", ".join(map(literal, node.enum_ or ()))
        )
    listed = replace(node, enum_=others, description=None, title=None)
    words = replace(node, type=None, enum_=None, nullable=None)
    return told(words, "may be empty", anyOf=(listed, empty))


def _typed(node: JsonSchema, target: Target) -> JsonSchema:
    """Give the enum one type beside null, or one branch for each type."""
    values = node.enum_ or ()
    broken = any(type_of(value) == "number" for value in values)
    kinds = tuple(dict.fromkeys(_wide(value, broken) for value in values))
    named = [kind for kind in kinds if kind != "null"]
    types = types_of(node)
    if set(types) == set(kinds) and len(named) <= 1:
        return node
    if len(named) <= 1:
        return replace(node, type=kinds[0] if len(kinds) == 1 else kinds)
    branches = tuple(
        JsonSchema(type=kind, enum_=tuple(v for v in values if _wide(v, broken) == kind))
        for kind in kinds
    )
    bare = tuple(replace(b, enum_=None) if b.type == "null" else b for b in branches)
    return replace(node, type=None, enum_=None, anyOf=bare)


def _wide(value: Any, broken: bool) -> str:
    """Name whole and broken numbers of one enum alike."""
    kind = type_of(value)
    return "number" if broken and kind == "integer" else kind


PASS = Pass(
    "fit_enums",
    "widens",
    "these members of an enum are not read here",
    fit_enums,
    fields=("enum_",),
    writes=("anyOf", "type", "description", "nullable", "maxLength"),
    brings=ODD_UNION,
    needed=lambda target: (
        "enum" not in target.keywords
        or not target.enum_types >= ALL_TYPES
        or not target.reads_empty_string_in_enum
        or target.needs_typed_enum
        or target.limits.max_integer is not None
    ),
    only_where=lambda target: (
        ODD_ENUM if "enum" in target.keywords and "string" in target.enum_types else 0
    ),
)
