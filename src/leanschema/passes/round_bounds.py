"""Write exclusive bounds as inclusive ones, and drop bounds and numbers that the target does not read.

Before:  {"type": "integer", "exclusiveMinimum": 0, "maximum": 9223372036854775807}
After:   {"type": "integer", "minimum": 1}

Left alone: bounds that the target reads on this type, within the numbers that it reads.
Law: widens; exact for integers.
"""

from __future__ import annotations

from math import ceil, floor
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.passes.fit_enums import has_large, told_instead
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.telling import literal, told
from leanschema.schema import JsonSchema

_BOUNDS: Final = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf")
_COUNTS: Final = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
) + ("minContains", "maxContains")
_WORDS: Final = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
    "multipleOf": "a multiple of",
}


def round_bounds(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rewrite the bounds that the target does not read as they stand."""
    target = setting.target
    if _numbers_of(node) == _NO_NUMBERS and not isinstance(node.default, _HOLDING_NUMBERS):
        # What most nodes with a default have.
        return node
    if not {"exclusiveMinimum", "exclusiveMaximum"} <= target.keywords:
        node = _inclusive(node)
    if (
        node.type not in target.bounded_types
        and target.bounded_types < _NUMBERS | target.bounded_types
    ):
        node = _without(node, [field for field in _BOUNDS if getattr(node, field) is not None])
    largest = target.limits.max_integer
    if largest is not None:
        node = _without_large_literals(node, largest)
        node = _without(
            node, [f for f in (*_BOUNDS, *_COUNTS) if abs(getattr(node, f) or 0) > largest]
        )
    if target.min_items_up_to is not None and (node.minItems or 0) > target.min_items_up_to:
        node = told(node, f"at least {node.minItems} items", minItems=target.min_items_up_to)
    return node


def _without_large_literals(node: JsonSchema, largest: int) -> JsonSchema:
    if node.const is not UNSET and has_large(node.const, largest):
        node = told_instead(replace(node, const=UNSET), (node.const,))
    if node.default is not UNSET and has_large(node.default, largest):
        node = told(node, f"default: {literal(node.default)}", default=UNSET)
    if node.examples is not None and has_large(node.examples, largest):
        node = replace(node, examples=None)
    return node


_NUMBERS: Final = frozenset(("integer", "number"))
_HOLDING_NUMBERS: Final = (int, float, list, dict)
_numbers_of: Final = attrgetter(*_BOUNDS, *_COUNTS, "const", "examples")
_NO_NUMBERS: Final = (*(None for _ in (*_BOUNDS, *_COUNTS)), UNSET, None)


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


def _without(node: JsonSchema, fields: list[str]) -> JsonSchema:
    if not fields:
        return node
    words = " and ".join(
        f"{_WORDS[field]} {getattr(node, field)}" for field in fields if field in _WORDS
    )
    gone: dict[str, Any] = dict.fromkeys(fields)
    return told(node, words, **gone) if words else replace(node, **gone)


PASS = Pass(
    "round_bounds",
    "widens",
    "these bounds are not read here",
    round_bounds,
    fields=(*_BOUNDS, *_COUNTS, "const", "default", "examples"),
    writes=("minimum", "maximum", "description", "type"),
    needed=lambda target: (
        not {"exclusiveMinimum", "exclusiveMaximum"} <= target.keywords
        or not target.bounded_types >= _NUMBERS
        or target.limits.max_integer is not None
        or target.min_items_up_to is not None
    ),
)
