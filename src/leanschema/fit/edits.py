"""The edits that a fitter can make to one place, each with what it loses and what it saves.

An edit widens: what it drops shuts arguments out, and nothing that it puts there does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from leanschema.fit import loss
from leanschema.fit.spots import Cost, Spot, field_cost, text_of
from leanschema.passes.telling import literal
from leanschema.schema import SUBSCHEMAS, JsonSchema, keyword_of
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
_KEPT_AT_ROOT: Final = frozenset(("type", "properties", "required", "defs"))
_NEVER_DROPPED: Final = frozenset(("defs", "definitions", "nullable"))
# What a strict target needs on every object.
_STRICT: Final = frozenset(("required", "additionalProperties", "type"))
_LONG_ENUM: Final = 8


class Edit:
    """Fields of one spot that are replaced; UNSET drops `const` and `default`, None the others."""

    __slots__ = ("fields", "name", "spot", "stage")

    def __init__(self, name: str, spot: Spot, fields: dict[str, Any], stage: int = 0) -> None:
        self.name = name
        self.spot = spot
        self.fields = fields
        self.stage = stage  # how far its ladder has come: a stale edit is of an earlier stage


def edits_of(spot: Spot, target: Target) -> Iterator[Edit]:
    """Yield the edits of a spot as it was given, one for each thing that may go."""
    node, is_root = spot.node, spot.parent is None
    structured = any(child.field != "defs" for child in spot.children) or node.ref is not None
    is_strict = target.additional_properties == "closed"
    for field, value in spot.given:
        if field in _NEVER_DROPPED or (is_strict and field in _STRICT):
            continue
        if is_root and field in _KEPT_AT_ROOT:
            continue
        if field == "description":
            yield from _shorter(spot)
        elif field == "enum_" and len(node.enum_ or ()) > _LONG_ENUM:
            yield Edit("tell_enum", spot, _told_enum(node))
        elif field == "type":
            if not structured and not target.needs_type and not _types_enum(spot, target):
                yield Edit("drop_type", spot, {"type": None})
        elif field not in _STRUCTURE or isinstance(value, bool):
            if field == "additionalProperties" and target.assumes_closed:
                continue
            yield Edit("drop_" + field.rstrip("_"), spot, _gone((field,)))
    if structured and not is_root and not is_strict:
        yield from _collapses(spot, target)


def _shorter(spot: Spot) -> Iterator[Edit]:
    """Yield the first step of shortening a description; the next one follows from it."""
    steps = [*loss.shorter_texts(spot.value("description")), None]
    yield Edit("shorten_description", spot, {"description": steps[0]})


def next_step(edit: Edit, target: Target) -> Edit | None:
    """Give the edit that goes on where this one stopped."""
    if edit.name == "collapse" and edit.spot.has("type") and not target.needs_type:
        return Edit("drop_type", edit.spot, {"type": None})
    if edit.name == "tell_enum" and edit.spot.has("description"):
        return Edit("drop_description", edit.spot, {"description": None})
    text = edit.fields.get("description")
    if edit.name != "shorten_description" or text is None:
        return None
    steps = loss.shorter_texts(text.removesuffix(loss.CUT))
    shorter = steps[0] if steps and len(steps[0]) < len(text) else None
    return Edit("shorten_description", edit.spot, {"description": shorter})


def _told_enum(node: JsonSchema) -> dict[str, Any]:
    """Say the head of a long enum in words, and how many there are."""
    values = node.enum_ or ()
    head = ", ".join(literal(value) for value in values[:_LONG_ENUM])
    words = f"one of {len(values)}: {head}{loss.CUT}"
    description = f"{node.description} ({words})" if node.description else words
    return {"enum_": None, "description": description}


def _collapses(spot: Spot, target: Target) -> Iterator[Edit]:
    """Yield the collapse of a subtree to its type."""
    node = spot.node
    fields = [field for field, _ in spot.given if field in _STRUCTURE]
    if target.needs_items and (node.items is not None):
        fields = [field for field in fields if field != "items"]
    if not fields:
        return
    if target.needs_type and (node.type is None):
        kinds = {branch.type for branch in node.anyOf or ()}
        if len(kinds) != 1 or not isinstance(kind := kinds.pop(), str):
            return
        yield Edit("collapse", spot, {**_gone(tuple(fields)), "type": kind})
        return
    gone = _gone(tuple(fields))
    if "object" in (node.type or ()) and target.assumes_closed:
        gone["additionalProperties"] = True
    yield Edit("collapse", spot, gone)


def _types_enum(spot: Spot, target: Target) -> bool:
    return target.needs_typed_enum and spot.has("enum_")


def _gone(fields: tuple[str, ...]) -> dict[str, Any]:
    """Drop these fields and those that mean something only with them."""
    every = dict.fromkeys(fields)
    for together in _TOGETHER:
        if any(field in every for field in together[:-1]):
            every |= dict.fromkeys(together)
    return {field: UNSET if field in ("const", "default") else None for field in every}


def saving_of(edit: Edit, cost: Cost) -> int:
    """Count what an edit saves now, of the place and of what is below the fields that go."""
    spot = edit.spot
    saved = 0
    for field, value in edit.fields.items():
        if not spot.has(field):
            continue
        holds_schemas = field in SUBSCHEMAS and not isinstance(spot.value(field), bool)
        saved += _structure_cost(spot, field, cost) if holds_schemas else field_cost(spot, field, cost)
        if value is not None and value is not UNSET:
            saved -= cost(text_of(field, value))
    return saved


def _structure_cost(spot: Spot, field: str, cost: Cost) -> int:
    children = [c for c in spot.children if c.field == field and c.is_alive]
    keys = sum(cost(b"%b:," % msgspec.json.encode(c.token)) for c in children if c.token.__class__ is str)
    commas = sum(1 for c in children if isinstance(c.token, int))
    return sum(c.cost for c in children) + keys + commas + cost(b'"%b":{},' % keyword_of(field).encode())


def loss_of(edit: Edit) -> float:
    """Sum up what an edit loses now."""
    spot = edit.spot
    lost = 0.0
    for field, value in edit.fields.items():
        if not spot.has(field):
            continue
        held = spot.value(field)
        if field in SUBSCHEMAS and not isinstance(held, bool):
            lost += sum(c.worth for c in spot.children if c.field == field and c.is_alive)
            continue
        worth = loss.worth_of_field(field, held)
        if field == "ref":
            lost += spot.shown
        if value is not None and value is not UNSET:
            worth -= loss.worth_of_field(field, value)
        lost += worth * spot.weight
    return lost
