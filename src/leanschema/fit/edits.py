"""The edits that a fitter can make to one place, each with what it loses and what it saves.

An edit widens: what it drops shuts arguments out, and nothing that it puts there does. What it
leaves is what the target reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET

from leanschema.fit import loss
from leanschema.fit.merging import merged_branches
from leanschema.fit.scale import Scale
from leanschema.fit.spots import TABLES, Spot, grow, is_held, share_of, total
from leanschema.passes.telling import literal
from leanschema.schema import SUBSCHEMAS
from leanschema.targets.target import Target

# Fields that mean something only together: one edit drops them all.
_TOGETHER: Final = (
    ("if_", "then", "else_"),
    ("contains", "minContains", "maxContains"),
    ("prefixItems", "items"),
    ("patternProperties", "additionalProperties"),
)
_STRUCTURE: Final = frozenset(
    ("items", "prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems")
    + ("properties", "required", "additionalProperties", "patternProperties", "propertyNames")
    + ("dependentRequired", "dependentSchemas", "unevaluatedProperties", "minItems", "maxItems")
    + ("uniqueItems", "minProperties", "maxProperties")
    + ("anyOf", "oneOf", "allOf", "not_", "if_", "then", "else_", "ref")
)
_HOLDERS: Final = frozenset(SUBSCHEMAS)
_BUILDS: Final = (_HOLDERS - TABLES) | {"ref"}
_KEPT_AT_ROOT: Final = frozenset(("type", "properties", "required", "defs", "definitions"))
_NEVER_DROPPED: Final = TABLES | {"nullable"}
# Fields that no law of JSON Schema looks at.
WORDS: Final = frozenset(
    ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")
)
# Parts of a group, and what is dropped with the structure that it counts.
_BOUND: Final = frozenset(("minContains", "maxContains"))
# What a merge of branches puts in the place of their union.
MERGED: Final = ("type", "properties", "required", "additionalProperties")
# What a strict target needs on every object.
_STRICT: Final = frozenset(("required", "additionalProperties", "type"))
# What may stand beside a reference that is written in place.
_BESIDE_REFERENCE: Final = frozenset(("ref", "description", "title", "deprecated"))
LONG_ENUM: Final = 8
_NAME_LENGTH: Final = 80
_MAX_DEPTH: Final = 16


class Edit:
    """Fields of one spot that are replaced; UNSET drops `const` and `default`, None the others."""

    __slots__ = (
        "fields",
        "is_free",
        "is_structural",
        "loss",
        "name",
        "saving",
        "spot",
        "text",
        "tree",
    )

    def __init__(self, name: str, spot: Spot, fields: dict[str, Any]) -> None:
        self.name = name
        self.spot = spot
        self.fields = fields
        self.is_structural = False  # what it loses and saves changes with the places below
        self.is_free = False  # it drops only what is said elsewhere
        self.text: str | None = None  # the description that it was made from
        self.tree: Spot | None = None  # what it puts in the place of a union
        self.loss = 0.0
        self.saving = 0

    def weigh(self, scale: Scale) -> None:
        """Count what the edit loses and saves now."""
        spot, pieces = self.spot, self.spot.pieces
        lost, saved, left = 0.0, 0, len(pieces)
        tree = self.tree
        for field, value in self.fields.items():
            if field in pieces:
                saved += pieces[field] + _cost_below(spot, field)
                left -= 1
                lost += _worth_of(spot, field)
            if tree is None and is_held(field, value):
                left += 1
                saved -= scale.piece(field, value)
                lost -= loss.worth_of_field(field, value) * spot.weight
        if tree is not None:
            if not tree.pieces:
                total(grow(tree, scale))
            left += len(tree.pieces)
            saved -= tree.cost - scale.braces
            lost -= tree.worth + _said_twice(spot, tree)
        if not left and pieces:
            saved += scale.braces - scale.empty
        self.loss = 0.0 if self.is_free else max(lost, 0.0)
        self.saving = saved


def _cost_below(spot: Spot, field: str) -> int:
    if field not in _HOLDERS:
        return 0
    return sum(c.cost + c.wrap for c in spot.children if c.field == field and c.is_alive)


def _said_twice(spot: Spot, tree: Spot) -> float:
    """Give the worth of the names that several branches of a union repeat: merging keeps one."""
    named = sum(len(branch.living("properties")) for branch in spot.living("anyOf"))
    return loss.NAME * spot.weight * loss.LEVEL * loss.OPTIONAL * max(0, named - len(tree.children))


def _worth_of(spot: Spot, field: str) -> float:
    """Give what a field is worth now, with what is below it."""
    held = spot.value(field)
    if field in _HOLDERS and held is not True and held is not False:
        return sum(c.worth for c in spot.children if c.field == field and c.is_alive)
    worth = loss.worth_of_field(field, held) * spot.weight
    if field == "ref" and spot.named is not None and spot.shown:
        # What it shows is worth no more than what is left of the definition.
        worth += min(spot.shown, share_of(spot) * spot.named.worth)
    return worth


def edits_of(spot: Spot, target: Target) -> Iterator[Edit]:
    """Yield the edits of a spot as it is, one for each thing that may go."""
    is_root = spot.parent is None
    is_strict = target.additional_properties == "closed"
    is_structured = False
    for field in spot.pieces:
        if field == "description":
            yield shortened(spot)
        elif field == "type":
            continue
        elif field in _BUILDS and not isinstance(spot.value(field), bool):
            is_structured = True
        elif _may_go(spot, field, target, is_root=is_root, is_strict=is_strict):
            if field == "enum_" and len(spot.value(field)) > LONG_ENUM:
                yield _told_enum(spot)
            else:
                yield _dropped(spot, field)
    if spot.is_fragile or is_strict:
        return
    if is_structured:
        yield from _structural(spot, target, is_root=is_root)
    elif not is_root and may_lose_type(spot, target):
        yield Edit("drop_type", spot, {"type": None})


def _may_go(spot: Spot, field: str, target: Target, *, is_root: bool, is_strict: bool) -> bool:
    if field in WORDS:
        return True
    if spot.is_fragile or field in _NEVER_DROPPED or (is_strict and field in _STRICT):
        return False
    if is_root and field in _KEPT_AT_ROOT:
        return False
    if field == "required":
        return not spot.value(field) and not target.needs_all_required
    if field == "additionalProperties":
        if target.assumes_closed and spot.value(field) is not False:
            return False
        return not spot.has("unevaluatedProperties")
    return field not in _BOUND


def may_lose_type(spot: Spot, target: Target) -> bool:
    if target.needs_type or not spot.has("type"):
        return False
    return not (target.needs_typed_enum and spot.has("enum_"))


def _dropped(spot: Spot, field: str) -> Edit:
    edit = Edit("drop_" + field.rstrip("_"), spot, _gone((field,)))
    edit.is_free = field == "title" and loss.repeats(spot.value(field), _names_of(spot))
    return edit


def _names_of(spot: Spot) -> list[str]:
    return [spot.token] if isinstance(spot.token, str) else []


def shortened(spot: Spot) -> Edit:
    """Give the next step of shortening a description."""
    text = spot.value("description")
    names = _names_of(spot)
    if spot.has("title"):
        names.append(spot.value("title"))
    shorter = None
    is_free = bool(names) and len(text) <= _NAME_LENGTH and loss.repeats(text, names)
    if not is_free:
        shorter = loss.shorter_text(text)
    edit = Edit("shorten_description", spot, {"description": shorter})
    edit.text = text
    edit.is_free = is_free
    return edit


def _told_enum(spot: Spot) -> Edit:
    """Say the head of a long enum in words, and how many there are."""
    values = spot.value("enum_")
    head = ", ".join(literal(value) for value in values[:LONG_ENUM])
    words = f"one of {len(values)}: {head}{loss.CUT}"
    before = spot.value("description")
    description = f"{before} ({words})" if before else words
    edit = Edit("tell_enum", spot, {"enum_": None, "description": description})
    edit.text = before
    return edit


def _structural(spot: Spot, target: Target, *, is_root: bool) -> Iterator[Edit]:
    """Yield the collapse of a subtree to its type, and the merge of a union's branches."""
    collapse = _collapse(spot, target, is_root=is_root)
    if collapse is not None:
        yield collapse
    if spot.has("anyOf") and not is_root and not spot.has("properties"):
        edit = Edit("merge_branches", spot, {})
        if refresh(edit, target):
            yield edit


def _collapse(spot: Spot, target: Target, *, is_root: bool) -> Edit | None:
    fields = [f for f in spot.pieces if f in _STRUCTURE or f in TABLES]
    if is_root:
        fields = [field for field in fields if field not in _KEPT_AT_ROOT]
    if not fields:
        return None
    gone = _gone(fields)
    kinds = types_of(spot)
    if target.needs_items and "items" in gone and (kinds is None or "array" in kinds):
        if target.needs_type:
            del gone["items"]
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
        gone["additionalProperties"] = True
    edit = Edit("collapse", spot, gone)
    edit.is_structural = True
    return edit


def _named_types(spot: Spot, kinds: set[str] | None, target: Target) -> dict[str, Any] | None:
    """Give the type that stands for a union or a reference; None where the target has none."""
    if not kinds or (target.needs_items and "array" in kinds):
        return None
    named: dict[str, Any] = {}
    if len(kinds) == 1:
        named["type"] = next(iter(kinds))
    elif target.reads_type_lists and (
        target.type_list_siblings is None
        or spot.pieces.keys() <= target.type_list_siblings | _BUILDS
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


def refresh(edit: Edit, target: Target) -> bool:
    """Work a merge out anew from what is left of the branches; False where there is none."""
    spot = edit.spot
    merged = merged_branches([c.built() for c in spot.living("anyOf")], target)
    if merged is None or (spot.has("type") and spot.value("type") != "object"):
        return False
    tree = Spot(merged, None, "", None, 0)
    tree.weight = spot.weight
    edit.tree = tree
    edit.fields = {"anyOf": None, **{f: getattr(merged, f) for f in MERGED}}
    edit.is_structural = True
    return True


def written_in_place(user: Spot) -> Edit | None:
    """Write a definition that costs less than a reference in the place of one."""
    named = user.named
    if named is None or not user.has("ref") or not user.pieces.keys() <= _BESIDE_REFERENCE:
        return None
    fields: dict[str, Any] = {"ref": None}
    for field in named.pieces:
        if field in _BUILDS and not isinstance(named.value(field), bool):
            return None
        if not user.has(field):
            fields[field] = named.value(field)
    edit = Edit("write_in_place", user, fields)
    edit.is_free = True
    return edit


def _gone(fields: Iterable[str]) -> dict[str, Any]:
    """Drop these fields and those that mean something only with them."""
    every = dict.fromkeys(fields)
    for together in _TOGETHER:
        if any(field in every for field in together[:-1]):
            every |= dict.fromkeys(together)
    return {field: UNSET if field in ("const", "default") else None for field in every}
