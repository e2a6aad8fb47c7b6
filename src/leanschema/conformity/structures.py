"""What a target asks of lists and objects, and of the names of properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from leanschema.conformity.node_types import is_object, listed_names, table_of, types_of
from leanschema.targets.target import Target

_OF_TYPE: Final = {
    "object": ("properties", "required", "additionalProperties", "minProperties", "maxProperties"),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
}


def judge_structure(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    """Judge what a node says about the members of a list or an object."""
    items = node.get("items")
    needs_items = target.needs_items and "array" in types_of(node)
    if isinstance(items, list) or (needs_items and not isinstance(items, dict)):
        yield "array-items", items
    yield from _others(node, target)
    yield from _required(node, target)
    if target.needs_keywords_of_type:
        yield from _foreign(node)


def _others(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    rule, others = target.additional_properties, node.get("additionalProperties")
    says = "additionalProperties" in node
    if rule == "closed" and is_object(node) and others is not False:
        yield "closed", others
    # Where it is no keyword at all, that is said already.
    is_unread = rule == "unread" and "additionalProperties" in target.keywords
    if says and (is_unread or (rule == "boolean" and not isinstance(others, bool))):
        yield "additional-properties", others
    if target.assumes_closed and is_object(node) and not says:
        yield "says-open", None


def _required(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    required, listed = node.get("required"), listed_names(node)
    names = table_of(node, "properties")
    if target.needs_all_required and is_object(node):
        left_out = [name for name in names if name not in set(listed)]
        if left_out or required is None:
            yield "all-required", left_out[0] if left_out else required
    if target.needs_known_required:
        for name in listed:
            if name not in names:
                yield "unknown-required", name
    if target.needs_non_empty_required and isinstance(required, list) and not required:
        yield "empty-required", required


def _foreign(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    types = types_of(node)
    for kind, keywords in _OF_TYPE.items():
        if types and kind not in types:
            for keyword in keywords:
                if keyword in node:
                    yield "keywords-of-type", keyword


def judge_names(node: dict[str, Any], target: Target) -> Iterator[tuple[str, Any]]:
    """Judge the names of a node's properties."""
    pattern = target.property_name
    for name in table_of(node, "properties"):
        if pattern is not None and _matcher(pattern).fullmatch(name) is None:
            yield "property-name", name
        if name in target.reserved_property_names:
            yield "reserved-property-name", name


@lru_cache(maxsize=64)
def _matcher(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
