"""What a target asks of one node: each function is one kind of rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from leanschema.json_values import admits, json_key, type_of
from leanschema.patterns import has_lookaround, is_anchored, is_simple
from leanschema.schema import TYPE_NAMES
from leanschema.targets.target import Target

Found: TypeAlias = Iterator[tuple[str, Any]]

_ROOT_COMBINERS: Final = ("anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "$ref")
_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS: Final = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
)
_OF_OBJECT: Final = (
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
)
_OF_LIST: Final = ("items", "minItems", "maxItems", "uniqueItems", "prefixItems")


def judge_node(node: dict[str, Any], target: Target, *, is_root: bool) -> Found:
    """Yield each rule that a node breaks, with what was found."""
    yield from _keywords(node, target, is_root)
    if is_root:
        yield from _root(node, target)
    yield from _siblings(node, target)
    yield from _types(node, target)
    yield from _enum(node, target)
    yield from _texts(node, target)
    yield from _numbers(node, target)
    yield from _lists(node, target)
    yield from _objects(node, target)
    yield from _names(node, target)


def types_of(node: dict[str, Any]) -> tuple[str, ...]:
    """Give the type names of a node, in JSON Schema's letters."""
    kind = node.get("type")
    names = kind if isinstance(kind, list) else [kind]
    return tuple(name.lower() for name in names if isinstance(name, str))


def _keywords(node: dict[str, Any], target: Target, is_root: bool) -> Found:
    allowed = target.keywords
    if is_root and target.root_keywords is not None:
        allowed = target.root_keywords
    for keyword in node:
        if keyword not in allowed and not (
            keyword == "$defs" and "$defs" in target.keywords and is_root
        ):
            yield "keyword", keyword
        elif keyword == "$defs" and not is_root:
            yield "nested-definitions", keyword


def _root(node: dict[str, Any], target: Target) -> Found:
    if target.reads_root_combiners and "type" not in node and "$ref" in node:
        return
    if types_of(node) != ("object",) or isinstance(node.get("type"), list):
        yield "root-type", node.get("type")
    if not target.reads_root_combiners:
        for keyword in _ROOT_COMBINERS:
            if keyword in node:
                yield "root-combiner", keyword
        if not isinstance(node.get("properties"), dict):
            yield "root-properties", node.get("properties")


def _siblings(node: dict[str, Any], target: Target) -> Found:
    for keyword, allowed, rule in (
        ("$ref", target.ref_siblings, "reference-siblings"),
        ("anyOf", target.any_of_siblings, "any-of-siblings"),
    ):
        if keyword in node and allowed is not None:
            for other in node.keys() - allowed - {keyword, "$defs"}:
                yield rule, other
    if node.get("anyOf") == [] or node.get("oneOf") == []:
        yield "empty-union", []
    most = target.limits.max_branches
    for keyword in ("anyOf", "oneOf"):
        branches = node.get(keyword)
        if most is not None and isinstance(branches, list) and len(branches) > most:
            yield "limit-branches", branches


def _types(node: dict[str, Any], target: Target) -> Found:
    kind = node.get("type")
    if "type" in node:
        names = kind if isinstance(kind, list) else [kind]
        for name in names:
            known = (
                name.lower() if target.vocabulary == "openapi" and isinstance(name, str) else name
            )
            if not isinstance(known, str) or known not in TYPE_NAMES:
                yield "type-name", name
    elif target.needs_type and _is_untyped(node, target):
        yield "untyped", node
    if isinstance(kind, list):
        if not target.reads_type_lists:
            yield "type-list", kind
        elif target.type_list_siblings is not None:
            for other in node.keys() - target.type_list_siblings - {"type", "$defs"}:
                yield "type-list-siblings", other


def _is_untyped(node: dict[str, Any], target: Target) -> bool:
    if {"anyOf", "oneOf", "allOf", "$ref"} & node.keys():
        return False
    return "enum" not in node or target.needs_typed_enum


def _enum(node: dict[str, Any], target: Target) -> Found:
    values = node.get("enum")
    if "enum" not in node:
        return
    if not isinstance(values, list) or not values:
        yield "enum-empty", values
        return
    if len({json_key(value) for value in values}) != len(values):
        yield "enum-duplicate", values
    if not target.reads_empty_string_in_enum and "" in values:
        yield "enum-empty-string", ""
    for value in values:
        kind = type_of(value)
        if kind not in target.enum_types and not (value is None and "null" in types_of(node)):
            yield "enum-type", value
            break
    if target.needs_typed_enum:
        yield from _typed_enum(node, values)


def _typed_enum(node: dict[str, Any], values: list[Any]) -> Found:
    types = types_of(node)
    named = [name for name in types if name != "null"]
    nullable = node.get("nullable") is True
    if len(named) > 1 or not types:
        yield "enum-untyped", node.get("type")
    elif not all(admits(types, value) or (value is None and nullable) for value in values):
        yield "enum-untyped", values


def _texts(node: dict[str, Any], target: Target) -> Found:
    name = node.get("format")
    if isinstance(name, str) and target.formats is not None:
        types = types_of(node) or ("string",)
        if not any(name in target.formats.get(kind, ()) for kind in types):
            yield "format", name
    pattern = node.get("pattern")
    if isinstance(pattern, str) and not _compiles(pattern, target.patterns):
        yield "pattern", pattern


def _compiles(pattern: str, engine: str) -> bool:
    if engine == "no-lookaround":
        return not has_lookaround(pattern)
    if engine == "simple":
        return is_simple(pattern)
    return engine == "any" or is_anchored(pattern)


def _numbers(node: dict[str, Any], target: Target) -> Found:
    largest = target.limits.max_integer
    for keyword in (*_BOUNDS, *_COUNTS):
        value = node.get(keyword)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        if largest is not None and abs(value) > largest:
            yield "large-integer", value
    for keyword in _BOUNDS:
        types = set(types_of(node))
        if keyword in node and types and not types & target.bounded_types:
            yield "bounds-type", keyword
    most = target.min_items_up_to
    fewest = node.get("minItems")
    if most is not None and isinstance(fewest, (int, float)) and fewest > most:
        yield "min-items", fewest


def _lists(node: dict[str, Any], target: Target) -> Found:
    items = node.get("items")
    needs_items = target.needs_items and "array" in types_of(node)
    if isinstance(items, list) or (needs_items and not isinstance(items, dict)):
        yield "array-items", items


def _objects(node: dict[str, Any], target: Target) -> Found:
    rule, additional = target.additional_properties, node.get("additionalProperties")
    is_object = "object" in types_of(node)
    if rule == "closed":
        if is_object and additional is not False:
            yield "closed", additional
    elif rule == "boolean" and not isinstance(node.get("additionalProperties", True), bool):
        yield "additional-properties", additional
    if target.assumes_closed and is_object and "additionalProperties" not in node:
        yield "says-open", None
    properties = node.get("properties")
    names = properties if isinstance(properties, dict) else {}
    required = node.get("required")
    listed = [n for n in required if isinstance(n, str)] if isinstance(required, list) else []
    has_all = required is not None and set(listed) == set(names)
    if target.needs_all_required and is_object and not has_all:
        yield "all-required", required
    if target.needs_known_required:
        for name in listed:
            if name not in names:
                yield "unknown-required", name
    if target.needs_non_empty_required and required == []:
        yield "empty-required", required
    if target.needs_keywords_of_type:
        yield from _foreign(node)


def _foreign(node: dict[str, Any]) -> Found:
    types = types_of(node)
    for kind, keywords in (("object", _OF_OBJECT), ("array", _OF_LIST)):
        for keyword in keywords if types and kind not in types else ():
            if keyword in node:
                yield "keywords-of-type", keyword


def _names(node: dict[str, Any], target: Target) -> Found:
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    for name in properties:
        if target.property_name is not None and not (
            isinstance(name, str) and _matcher(target.property_name).fullmatch(name)
        ):
            yield "property-name", name
        if name in target.reserved_property_names:
            yield "reserved-property-name", name


@lru_cache(maxsize=64)
def _matcher(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
