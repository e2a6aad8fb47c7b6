"""What a target asks of the values that a node speaks about: enums, texts, numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Final

from leanschema.conformity.node_types import types_of
from leanschema.conformity.shapes import is_number
from leanschema.json_values import admits, json_key
from leanschema.patterns import has_lookaround, is_anchored, is_simple
from leanschema.targets.target import ALL_TYPES, Target

_NUMERIC: Final = frozenset(("integer", "number"))
_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS: Final = (
    ("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains")
    + ("minProperties", "maxProperties")
)  # fmt: skip
_LITERALS: Final = ("enum", "const", "default", "examples")


def judge_enum(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    """Judge the members of an enum, and the type beside them."""
    if "enum" not in node:
        return
    values = node["enum"]
    if not isinstance(values, list) or not values:
        yield "enum-empty", values
        return
    if len({_key(value) for value in values}) != len(values):
        yield "enum-duplicate", values
    if not target.reads_empty_string_in_enum and "" in values:
        yield "enum-empty-string", ""
    for value in values:
        is_null = value is None and _admits_null(node)
        if not is_null and not admits(target.enum_types, value):
            yield "enum-type", value
            break
    if target.needs_typed_enum:
        yield from _typed_enum(node, values)


def _typed_enum(node: dict[str, Any], values: list[Any]) -> Iterator[tuple[str, Any]]:
    types = types_of(node)
    named = [name for name in types if name != "null"]
    if len(named) > 1 or not types:
        yield "enum-untyped", node.get("type")
        return
    for value in values:
        if not admits(types, value) and not (value is None and _admits_null(node)):
            yield "enum-untyped", value
            break


def _admits_null(node: dict[str, Any]) -> bool:
    return "null" in types_of(node) or node.get("nullable") is True


def _key(value: Any) -> Hashable:
    try:
        return json_key(value)
    except (TypeError, ValueError, OverflowError, RecursionError):
        # Too deep, or no JSON: told elsewhere, and here a member like no other.
        return ("unreadable", id(value))


def judge_texts(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    """Judge `format` by the type beside it, and patterns by the target's engine."""
    name = node.get("format")
    if isinstance(name, str) and target.formats is not None:
        types = types_of(node) or ("string",)
        if not any(name in target.formats.get(kind, ()) for kind in types):
            yield "format", name
    by_pattern = node.get("patternProperties")
    for pattern in (node.get("pattern"), *(by_pattern if isinstance(by_pattern, dict) else ())):
        if isinstance(pattern, str) and not _compiles(pattern, target):
            yield "pattern", pattern


def _compiles(pattern: str, target: Target) -> bool:
    if target.patterns == "no-lookaround":
        return not has_lookaround(pattern)
    if target.patterns == "simple":
        return is_simple(pattern)
    return target.patterns == "any" or is_anchored(pattern)


def judge_numbers(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    """Judge where bounds stand, and how large numbers are."""
    if not _may_have_bounds(node, target):
        for keyword in _BOUNDS:
            if keyword in node:
                yield "bounds-type", keyword
    most, fewest = target.min_items_up_to, node.get("minItems")
    if most is not None and fewest is not None and is_number(fewest) and fewest > most:
        yield "min-items", fewest
    largest = target.limits.max_integer
    if largest is not None:
        for number in _numbers_of(node):
            if abs(number) > largest:
                yield "large-integer", number


def _may_have_bounds(node: dict[str, Any], target: Target) -> bool:
    """Tell a node of bounded types; a node without a type is of every type."""
    types = set(types_of(node)) or ALL_TYPES
    return bool(types & target.bounded_types) and types & _NUMERIC <= target.bounded_types


def _numbers_of(node: dict[str, Any]) -> Iterator[Any]:
    """Yield the numbers that stand in a node itself, those inside of its literals too."""
    yield from (node[keyword] for keyword in _BOUNDS + _COUNTS if is_number(node.get(keyword)))
    pending = [node[keyword] for keyword in _LITERALS if keyword in node]
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if is_number(value):
            yield value
        elif isinstance(value, (list, dict)) and id(value) not in seen:
            seen.add(id(value))
            pending.extend(value.values() if isinstance(value, dict) else value)
