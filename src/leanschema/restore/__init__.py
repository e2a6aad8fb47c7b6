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

from collections.abc import Mapping
from typing import Any

from leanschema.restore.candidates import Candidates
from leanschema.restore.names import (
    are_taken,
    names_in,
    new_names,
    renamed_in,
    renames,
    shown_enum_member,
    takes_simple_names,
)
from leanschema.restore.rules import give_values_back, renamed, show_values
from leanschema.restore.walk import rebuild
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target

__all__ = [
    "are_taken",
    "names_in",
    "new_names",
    "present",
    "renamed_in",
    "renames",
    "restore",
    "shown_enum_member",
    "takes_simple_names",
]


def restore(
    arguments: Any, schema: JsonSchema, target: Target, names: Mapping[str, str] | None = None
) -> Any:
    """Turn arguments written for the lowered schema into those for the tool's own.

    `names` are those of `renamed_in`, where they are at hand.
    """
    renaming = _renaming(schema, target, names)
    if renaming:
        arguments = rebuild(arguments, renaming, renamed(back=True))
    if _rewrites_values(target):
        shown = Candidates(schema, target, are_shown=True)
        arguments = rebuild(arguments, shown, give_values_back)
    return arguments


def present(
    arguments: Any, schema: JsonSchema, target: Target, names: Mapping[str, str] | None = None
) -> Any:
    """Turn arguments for the tool into what a model would write for the lowered schema."""
    if _rewrites_values(target):
        arguments = rebuild(arguments, Candidates(schema, target), show_values)
    renaming = _renaming(schema, target, names)
    if renaming:
        arguments = rebuild(arguments, renaming, renamed(back=False))
    return arguments


def _renaming(
    schema: JsonSchema, target: Target, names: Mapping[str, str] | None
) -> Candidates | None:
    if names is None:
        names = renamed_in(schema, target)
    return Candidates(schema, target, renamed=names) if names else None


def _rewrites_values(target: Target) -> bool:
    return target.stringifies_enums or target.needs_all_required
