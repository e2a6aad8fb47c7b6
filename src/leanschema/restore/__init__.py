"""The way back: arguments as the model wrote them, to what the tool expects; and the way there.

    restore({"_filter": "15", "note": None}, schema, target)  →  {"$filter": 15}
    present({"$filter": 15}, schema, target)                  →  {"_filter": "15", "note": None}

`schema` is the tree as read from the tool's published schema, before any lowering. Three things
are undone: property names that the target does not take, enum members that it takes as text only,
and nulls that stand for absent properties where it needs all of them. All else stays as it is,
valid or not, and what did not change is shared with the input.

Two readings of the same arguments cannot be told apart: a null for an optional property that
admits null stays a null, and a text that the schema admits as text stays a text.
"""

from __future__ import annotations

from typing import Any

from leanschema.restore.candidates import Candidates
from leanschema.restore.names import (
    are_taken,
    shown_enum_member,
    shown_name,
    shown_names,
    takes_simple_names,
)
from leanschema.restore.rules import give_values_back, renamed, show_values
from leanschema.restore.walk import rebuild
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

__all__ = [
    "are_taken",
    "present",
    "restore",
    "shown_enum_member",
    "shown_name",
    "shown_names",
    "takes_simple_names",
]


def restore(arguments: Any, schema: JsonSchema, target: Target) -> Any:
    """Turn arguments written for the lowered schema into those for the tool's own."""
    if _renames(target):
        arguments = rebuild(arguments, Candidates(schema, target), renamed(back=True))
    if _rewrites_values(target):
        shown = Candidates(schema, target, are_shown=True)
        arguments = rebuild(arguments, shown, give_values_back)
    return arguments


def present(arguments: Any, schema: JsonSchema, target: Target) -> Any:
    """Turn arguments for the tool into what a model would write for the lowered schema."""
    own = Candidates(schema, target)
    if _rewrites_values(target):
        arguments = rebuild(arguments, own, show_values)
    if _renames(target):
        arguments = rebuild(arguments, own, renamed(back=False))
    return arguments


def _renames(target: Target) -> bool:
    return target.property_name is not None or bool(target.reserved_property_names)


def _rewrites_values(target: Target) -> bool:
    return target.stringifies_enums or target.needs_all_required
