"""Write exclusive bounds as inclusive ones, and drop bounds that the target does not read.

Before:  {"type": "integer", "exclusiveMinimum": 0}
After:   {"type": "integer", "minimum": 1}

Left alone: bounds that the target reads on this type.
Law: widens; exact for integers.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Any, Final

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import told
from leanschema.passes.type_keywords import types_of
from leanschema.read.presence import TYPE_BITS, bits_of
from leanschema.schema import JsonSchema
from leanschema.targets.target import ALL_TYPES, Target

BOUNDS: Final = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf")
_WORDS: Final = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
    "multipleOf": "a multiple of",
}
_EXCLUSIVE: Final = ("exclusiveMinimum", "exclusiveMaximum")
_NUMBERS: Final = frozenset(("integer", "number"))


def round_bounds(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rewrite the bounds that the target does not read as they stand."""
    target = setting.target
    if not target.keywords.issuperset(_EXCLUSIVE):
        node = _inclusive(node)
    if not _may_have_bounds(node, target):
        node = without_bounds(node, [f for f in BOUNDS if getattr(node, f) is not None])
    if target.min_items_up_to is not None and (node.minItems or 0) > target.min_items_up_to:
        node = told(node, f"at least {node.minItems} items", minItems=target.min_items_up_to)
    return node


def _may_have_bounds(node: JsonSchema, target: Target) -> bool:
    """Tell a node of bounded types; one without a type is of every type."""
    types = frozenset(types_of(node)) or ALL_TYPES
    bounded = target.bounded_types
    return not types.isdisjoint(bounded) and types & _NUMBERS <= bounded


def _inclusive(node: JsonSchema) -> JsonSchema:
    lowest, highest = node.exclusiveMinimum, node.exclusiveMaximum
    if lowest is None and highest is None:
        return node
    whole = node.type == "integer"
    words = []
    changed: dict[str, Any] = {"exclusiveMinimum": None, "exclusiveMaximum": None}
    if lowest is not None:
        bound = floor(lowest) + 1 if whole else lowest
        changed["minimum"] = bound if node.minimum is None else max(bound, node.minimum)
        words.append(f"above {lowest}")
    if highest is not None:
        bound = ceil(highest) - 1 if whole else highest
        changed["maximum"] = bound if node.maximum is None else min(bound, node.maximum)
        words.append(f"below {highest}")
    return replace(node, **changed) if whole else told(node, " and ".join(words), **changed)


def without_bounds(node: JsonSchema, fields: list[str]) -> JsonSchema:
    """Drop these fields, and tell of those that are bounds of a number."""
    if not fields:
        return node
    words = " and ".join(
        f"{_WORDS[field]} {getattr(node, field)}" for field in fields if field in _WORDS
    )
    gone: dict[str, Any] = dict.fromkeys(fields)
    return told(node, words, **gone) if words else replace(node, **gone)


def _may_concern(bits: int, target: Target) -> bool:
    if bits & _EXCLUSIVE_BITS and not target.keywords.issuperset(_EXCLUSIVE):
        return True
    if bits & _MIN_ITEMS and target.min_items_up_to is not None:
        return True
    if not bits & _BOUND_BITS or target.bounded_types == ALL_TYPES:
        return False
    return not any(bits & TYPE_BITS[name] for name in target.bounded_types)


_BOUND_BITS: Final = bits_of(BOUNDS)
_EXCLUSIVE_BITS: Final = bits_of(_EXCLUSIVE)
_MIN_ITEMS: Final = bits_of(("minItems",))

PASS = Pass(
    "round_bounds",
    "widens",
    "these bounds are not read here",
    round_bounds,
    fields=(*BOUNDS, "minItems"),
    writes=("minimum", "maximum", "description"),
    needed=lambda target: (
        not target.keywords.issuperset(_EXCLUSIVE)
        or target.bounded_types != ALL_TYPES
        or target.min_items_up_to is not None
    ),
    concerns=_may_concern,
)
