"""Edits of structure: a subtree to its type, a union to one object, a definition to its use."""

from __future__ import annotations

from typing import Any, Final

from leanschema.fit.edit import SeveralFields
from leanschema.fit.merging import merged_branches, tag_of
from leanschema.fit.spots import TABLES, Spot
from leanschema.schema import SUBSCHEMAS
from leanschema.targets.target import Target

STRUCTURE: Final = frozenset(
    ("items", "prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems")
    + ("properties", "required", "additionalProperties", "patternProperties", "propertyNames")
    + ("dependentRequired", "dependentSchemas", "unevaluatedProperties", "minItems", "maxItems")
    + ("uniqueItems", "minProperties", "maxProperties")
    + ("anyOf", "oneOf", "allOf", "not_", "if_", "then", "else_", "ref")
)
# Fields that hold schemas, or name one.
BUILDS: Final = (frozenset(SUBSCHEMAS) - TABLES) | {"ref"}
KEPT_AT_ROOT: Final = frozenset(("type", "properties", "required", "defs", "definitions"))
# What may stand beside a reference that is written in place.
_BESIDE_REFERENCE: Final = frozenset(("ref", "description", "title", "deprecated"))
# What a merge of branches puts in the place of their union.
_MERGED: Final = ("type", "properties", "required", "additionalProperties")
# What may stand beside a type, or a union of types, that takes whatever is of its types.
_BESIDE_TYPE: Final = frozenset(("title", "description", "deprecated", "additionalProperties"))
_MAX_DEPTH: Final = 16


def collapse_of(spot: Spot, target: Target, *, is_root: bool) -> SeveralFields | None:
    """Give the collapse of a place to its type; None where nothing is left to collapse."""
    fields = [f for f in spot.pieces if f in STRUCTURE or f in TABLES]
    if is_root:
        fields = [field for field in fields if field not in KEPT_AT_ROOT]
    if not fields:
        return None
    gone: dict[str, Any] = dict.fromkeys(fields)
    kinds = (
        types_of(spot) if target.needs_type or target.needs_items or target.assumes_closed else None
    )
    if target.needs_items and "items" in gone and (kinds is None or "array" in kinds):
        if target.needs_type:
            # Those of a tuple are for what its places leave over: they stay together.
            for field in ("items", "prefixItems"):
                gone.pop(field, None)
            if not any(field in gone for field in spot.pieces):
                return None
        else:
            gone["type"] = None
    elif target.needs_type and not spot.has("type") and not is_root:
        named = _named_types(spot, kinds, target)
        if named is None:
            return None
        gone |= named
    if target.assumes_closed and (kinds is None or "object" in kinds):
        if not is_root or "patternProperties" in gone or not _is_boolean_or_absent(spot):
            gone["additionalProperties"] = True
        elif gone.pop("additionalProperties", None) is None and not gone:
            return None
    edit = SeveralFields("collapse", spot, gone)
    edit.is_structural = True
    return edit


def _is_boolean_or_absent(spot: Spot) -> bool:
    return not spot.living("additionalProperties")


def _named_types(spot: Spot, kinds: set[str] | None, target: Target) -> dict[str, Any] | None:
    """Give the type that stands for a union or a reference; None where the target has none."""
    if not kinds or (target.needs_items and "array" in kinds):
        return None
    if len(kinds) > 1 and target.assumes_closed and target.type_list_siblings is not None:
        return None  # an object would have to say beside the list that it is open
    named: dict[str, Any] = {}
    if len(kinds) == 1:
        named["type"] = next(iter(kinds))
    elif target.reads_type_lists and (
        target.type_list_siblings is None
        or spot.pieces.keys() <= target.type_list_siblings | BUILDS
    ):
        named["type"] = tuple(sorted(kinds))
    else:
        return None
    if target.vocabulary == "openapi":
        named["nullable"] = True
    return named


def types_of(spot: Spot, depth: int = 0) -> set[str] | None:
    """Collect the types that a place admits, through unions and references; None where any."""
    kind = spot.value("type")
    if kind is not None:
        return {kind} if isinstance(kind, str) else set(kind)
    if depth > _MAX_DEPTH:
        return None
    branches = spot.living("anyOf")
    if spot.named is not None and spot.has("ref"):
        branches = [spot.named]
    kinds: set[str] = set()
    for branch in branches:
        below = types_of(branch, depth + 1)
        if below is None:
            return None
        kinds |= below
    return kinds or None


def may_loosen(target: Target) -> bool:
    """Tell whether the target has tuples, and wants `items` where the type says array."""
    return target.needs_items and target.needs_type and "prefixItems" in target.keywords


def loosened_tuple(spot: Spot, target: Target) -> SeveralFields | None:
    """Drop the places of a tuple where `items` has to stay and takes all that they take.

    Where `items` may go as well, the collapse drops both.
    """
    if not may_loosen(target):
        return None
    items = spot.living("items")
    if spot.is_fragile or not items or not spot.has("prefixItems"):
        return None
    admitted = _free_types(items[0], target)
    for place in spot.living("prefixItems"):
        kinds = types_of(place)
        if kinds is None or not kinds <= admitted:
            return None
    edit = SeveralFields("drop_prefixItems", spot, {"prefixItems": None})
    edit.is_structural = True
    return edit


def _free_types(spot: Spot, target: Target, depth: int = 0) -> set[str]:
    """Collect the types of which a place takes every value."""
    said = spot.pieces.keys() - _BESIDE_TYPE
    kinds: set[str] = set()
    if depth > _MAX_DEPTH:
        return kinds
    if said == {"type"}:
        kind = spot.value("type")
        kinds = {kind} if isinstance(kind, str) else set(kind)
        is_open = spot.value("additionalProperties")
        if is_open is not True and (target.assumes_closed or is_open is not None):
            kinds.discard("object")
    elif said == {"anyOf"}:
        for branch in spot.living("anyOf"):
            kinds |= _free_types(branch, target, depth + 1)
    elif said == {"ref"} and spot.named is not None:
        kinds = _free_types(spot.named, target, depth + 1)
    return kinds | {"integer"} if "number" in kinds else kinds


def work_out_merge(edit: SeveralFields, target: Target) -> bool:
    """Work a merge out from what is left of the branches; False where there is none."""
    spot = edit.spot
    if spot.has("type") and spot.value("type") != "object":
        return False
    branches = [branch.built() for branch in spot.living("anyOf")]
    merged = merged_branches(branches, target)
    if merged is None:
        return False
    edit.tag = tag_of(branches)
    edit.tree = Spot(merged, None, "", None, 0)
    edit.tree.weight = spot.weight
    edit.fields = {"anyOf": None, **{f: getattr(merged, f) for f in _MERGED}}
    edit.is_structural = True
    return True


def written_in_place(user: Spot) -> SeveralFields | None:
    """Write a definition that costs less than a reference in the place of one."""
    named = user.named
    if named is None or not user.has("ref") or not user.pieces.keys() <= _BESIDE_REFERENCE:
        return None
    fields: dict[str, Any] = {"ref": None}
    for field in named.pieces:
        if field in BUILDS and not isinstance(named.value(field), bool):
            return None
        if not user.has(field):
            fields[field] = named.value(field)
    edit = SeveralFields("write_in_place", user, fields)
    edit.is_free = True
    return edit


def moved_in(user: Spot) -> SeveralFields | None:
    """Write a definition in the place of the only reference to it that is left."""
    named = user.named
    if named is None or not user.has("ref") or user.is_fragile or not named.is_alive:
        return None
    if not named.pieces or not user.is_reachable():
        return None
    if not user.pieces.keys().isdisjoint(named.pieces):
        return None
    above: Spot | None = user
    while above is not None:
        if above is named:
            return None
        above = above.parent
    edit = SeveralFields(
        "write_in_place", user, {"ref": None, **{f: named.value(f) for f in named.pieces}}
    )
    edit.moved = named
    return edit
