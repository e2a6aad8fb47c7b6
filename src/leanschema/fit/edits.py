"""The edits that a fitter can make to one place.

An edit widens: what it drops shuts arguments out, and nothing that it puts there does. What it
leaves is what the target reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET

from leanschema.fit import loss
from leanschema.fit.edit import Edit, OneField, SeveralFields
from leanschema.fit.spots import TABLES, Spot
from leanschema.fit.structure import (
    BUILDS,
    KEPT_AT_ROOT,
    collapse_of,
    loosened_tuple,
    moved_in,
    work_out_merge,
    written_in_place,
)
from leanschema.json_values import type_of
from leanschema.passes.telling import literal
from leanschema.targets.target import Target

# Fields that mean something only together: one edit drops them all.
_TOGETHER: Final = (
    ("if_", "then", "else_"),
    ("contains", "minContains", "maxContains"),
    ("prefixItems", "items"),
    ("patternProperties", "additionalProperties"),
)
_GROUPED: Final = frozenset(field for together in _TOGETHER for field in together)
# There null is a value, and UNSET is none.
_VALUES: Final = frozenset(("const", "default"))
_NEVER_DROPPED: Final = TABLES | {"nullable"}
# Fields that no law of JSON Schema looks at.
WORDS: Final = frozenset(
    ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")
)
# Parts of a group, and what is dropped with the structure that it counts.
_BOUND: Final = frozenset(("minContains", "maxContains"))
# What a strict target needs on every object.
_STRICT: Final = frozenset(("required", "additionalProperties", "type"))
_LONG_ENUM: Final = 8
_NAME_LENGTH: Final = 80
_TYPE_AND_WORDS: Final = 2


def edits_of(spot: Spot, target: Target) -> Iterable[Edit]:
    """Give the edits of a spot as it is, one for each thing that may go."""
    pieces = spot.pieces
    if len(pieces) <= _TYPE_AND_WORDS and "type" in pieces:
        # Most places have no more.
        if "description" in pieces:
            return (shortened(spot),)
        if len(pieces) == 1:
            return (dropped(spot, "type"),) if may_lose_type(spot, target) else ()
    return _edits_of(spot, target)


def _edits_of(spot: Spot, target: Target) -> Iterator[Edit]:
    is_root = spot.parent is None
    is_strict = target.additional_properties == "closed"
    is_structured = False
    for field in spot.pieces:
        if field == "description":
            yield shortened(spot)
        elif field == "type":
            continue
        elif field in BUILDS and not isinstance(spot.value(field), bool):
            is_structured = True
        elif _may_go(spot, field, target, is_root=is_root, is_strict=is_strict):
            if field == "enum_" and len(spot.value(field)) > _LONG_ENUM:
                yield _told_enum(spot)
            elif field in ("enum_", "const") and target.needs_type and not spot.has("type"):
                yield from _typed_instead(spot, field, target)
            else:
                yield dropped(spot, field)
    if spot.is_fragile or is_strict:
        return
    if is_structured:
        whole = collapse_of(spot, target, is_root=is_root)
        yield from filter(None, (whole, _merge_of(spot, target), loosened_tuple(spot, target)))
    elif not is_root and not spot.has("description") and may_lose_type(spot, target):
        # Where there is a description, that goes first.
        yield dropped(spot, "type")


def _may_go(spot: Spot, field: str, target: Target, *, is_root: bool, is_strict: bool) -> bool:
    if field in WORDS:
        return True
    if spot.is_fragile or field in _NEVER_DROPPED or (field in _BOUND and spot.has("contains")):
        return False
    if (is_strict and field in _STRICT) or (is_root and field in KEPT_AT_ROOT):
        return False
    if field == "required":
        return not spot.value(field)
    if field == "additionalProperties":
        return not (target.assumes_closed or spot.has("unevaluatedProperties"))
    return True


def may_lose_type(spot: Spot, target: Target) -> bool:
    """Tell whether the target reads the place without a type, and nothing there needs one."""
    if target.needs_type or "type" not in spot.pieces or spot.is_fragile or spot.parent is None:
        return False
    if target.additional_properties == "closed":
        return False
    if spot.has("ref"):
        return False
    if spot.children and any(c.is_alive and c.field not in TABLES for c in spot.children):
        return False
    return not (target.needs_typed_enum and spot.has("enum_"))


def dropped(spot: Spot, field: str) -> Edit:
    """Drop a keyword, and those that mean something only with it."""
    if field == "type":
        return OneField("drop_type", spot, field, None, loss.TYPE)
    name = "drop_" + field.rstrip("_")
    nothing = UNSET if field in _VALUES else None
    gone = _gone((field,)) if field in _GROUPED else {field: nothing}
    if len(gone) > 1 or spot.is_tag:
        return SeveralFields(name, spot, gone)
    held = spot.value(field)
    is_free = field == "title" and isinstance(spot.token, str) and loss.repeats(held, (spot.token,))
    return OneField(
        name, spot, field, nothing, 0.0 if is_free else loss.worth_of_field(field, held)
    )


def _names_of(spot: Spot) -> list[str]:
    """Give what names a place: its key, and its title where it has one."""
    names = [spot.token] if isinstance(spot.token, str) else []
    if "title" in spot.pieces:
        names.append(spot.value("title"))
    return names


def shortened(spot: Spot) -> Edit:
    """Give the next step of shortening a description."""
    text = spot.value("description")
    if len(text) <= _NAME_LENGTH and loss.repeats(text, _names_of(spot)):
        shorter, lost = None, 0.0
    else:
        measured = loss.text_of(text)
        shorter, lost = measured.shorter, measured.worth - measured.left
    edit = OneField("shorten_description", spot, "description", shorter, lost)
    edit.text = text
    return edit


def _typed_instead(spot: Spot, field: str, target: Target) -> Iterator[Edit]:
    """Leave the types of values that said what type they are of, where each node needs one."""
    value = spot.value(field)
    names = tuple(dict.fromkeys(map(type_of, value if field == "enum_" else (value,))))
    if len(names) == 1 or target.reads_type_lists:
        types = names[0] if len(names) == 1 else names
        yield SeveralFields("drop_" + field.rstrip("_"), spot, {**_gone((field,)), "type": types})


def _told_enum(spot: Spot) -> SeveralFields:
    """Say the head of a long enum in words, and how many there are."""
    values = spot.value("enum_")
    head = ", ".join(literal(value) for value in values[:_LONG_ENUM])
    words = f"one of {len(values)}: {head}{loss.CUT}"
    before = spot.value("description")
    description = f"{before} ({words})" if before else words
    edit = SeveralFields("tell_enum", spot, {"enum_": None, "description": description})
    edit.text = before
    return edit


def _merge_of(spot: Spot, target: Target) -> SeveralFields | None:
    """Give the merge of a union's branches into one object, where there is one."""
    if not spot.has("anyOf") or spot.parent is None or spot.has("properties"):
        return None
    edit = SeveralFields("merge_branches", spot, {})
    return edit if work_out_merge(edit, target) else None


def renewed(edit: SeveralFields, target: Target) -> bool:
    """Bring an edit up to date with its place; False where there is nothing left for it to do."""
    spot = edit.spot
    if edit.name == "merge_branches":
        return spot.has("anyOf") and work_out_merge(edit, target)
    fresh: SeveralFields | None = edit
    if edit.name == "tell_enum":
        fresh = _told_enum(spot) if spot.has("enum_") else None
    elif edit.name == "drop_prefixItems":
        fresh = loosened_tuple(spot, target)
    elif edit.name == "write_in_place":
        fresh = written_in_place(spot) if edit.moved is None else moved_in(spot)
    if fresh is None or not any(field in spot.pieces for field in fresh.fields):
        return False
    edit.fields = fresh.fields
    return True


def _gone(fields: Iterable[str]) -> dict[str, Any]:
    """Drop these fields and those that mean something only with them."""
    every = dict.fromkeys(fields)
    for together in _TOGETHER:
        if any(field in every for field in together[:-1]):
            every |= dict.fromkeys(together)
    return {field: UNSET if field in _VALUES else None for field in every}
