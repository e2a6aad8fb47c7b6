"""What a target asks of one node, whatever its type: each function is one kind of rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from leanschema.conformity.node_types import types_of
from leanschema.conformity.shapes import misshapen
from leanschema.conformity.structures import judge_names, judge_structure
from leanschema.conformity.values import judge_enum, judge_numbers, judge_texts
from leanschema.schema import TYPE_NAMES
from leanschema.targets.target import Target
from leanschema.targets.vocabulary import OTHER_DIALECTS

# Rule and what was found.
Found: TypeAlias = Iterator[tuple[str, Any]]

_ROOT_COMBINERS: Final = ("anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "$ref")


def judge_node(node: dict[str, Any], target: Target, *, is_root: bool) -> Found:
    """Yield each rule that a node breaks, with what was found."""
    yield from _keywords(node, target, is_root)
    if is_root:
        yield from _root(node, target)
    yield from _siblings(node, target)
    yield from _unions(node, target)
    yield from _types(node, target)
    yield from judge_enum(node, target)
    yield from judge_texts(node, target)
    yield from judge_numbers(node, target)
    yield from judge_structure(node, target)
    yield from judge_names(node, target)


def _keywords(node: dict[str, Any], target: Target, is_root: bool) -> Found:
    allowed = target.keywords
    if is_root and target.root_keywords is not None:
        # The table of definitions stands nowhere else.
        allowed = target.root_keywords | ({"$defs"} & target.keywords)
    for keyword in node:
        if keyword not in allowed:
            if not target.passes_over_unknown_keywords or keyword in OTHER_DIALECTS:
                yield "keyword", keyword
        elif keyword == "$defs" and not is_root:
            yield "nested-definitions", keyword
    for keyword, value in misshapen(node):
        if keyword in allowed:
            yield "keyword-shape", (keyword, value)


def _root(node: dict[str, Any], target: Target) -> Found:
    if target.reads_root_combiners and "type" not in node and "$ref" in node:
        return
    kind = node.get("type")
    is_exact = kind == "object" or target.vocabulary == "openapi"
    if not is_exact or not isinstance(kind, str) or types_of(node) != ("object",):
        yield "root-type", kind
    if not target.reads_root_combiners:
        for keyword in _ROOT_COMBINERS:
            if keyword in node:
                yield "root-combiner", keyword
        if not isinstance(node.get("properties"), dict):
            yield "root-properties", node.get("properties")


def _siblings(node: dict[str, Any], target: Target) -> Found:
    has_type_list = isinstance(node.get("type"), list) and target.reads_type_lists
    for keyword, stands, allowed, rule in (
        ("$ref", "$ref" in node, target.ref_siblings, "reference-siblings"),
        ("anyOf", "anyOf" in node, target.any_of_siblings, "any-of-siblings"),
        ("type", has_type_list, target.type_list_siblings, "type-list-siblings"),
    ):
        if stands and allowed is not None:
            for other in node:
                if other not in allowed and other not in (keyword, "$defs"):
                    yield rule, other


def _unions(node: dict[str, Any], target: Target) -> Found:
    most = target.limits.max_branches
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = node.get(keyword)
        if not isinstance(branches, list):
            continue
        if not branches:
            yield "empty-union", branches
        if most is not None and keyword != "allOf" and len(branches) > most:
            yield "limit-branches", len(branches)


def _types(node: dict[str, Any], target: Target) -> Found:
    kind = node.get("type")
    if "type" in node:
        for name in kind if isinstance(kind, list) else [kind]:
            if not _is_type_name(name, target):
                yield "type-name", name
    elif target.needs_type and _is_untyped(node, target):
        yield "untyped", node
    if isinstance(kind, list) and not target.reads_type_lists:
        yield "type-list", kind


def _is_type_name(name: Any, target: Target) -> bool:
    if not isinstance(name, str):
        return False
    # The SDKs of this vocabulary write the names in capitals.
    return (name.lower() if target.vocabulary == "openapi" else name) in TYPE_NAMES


def _is_untyped(node: dict[str, Any], target: Target) -> bool:
    # A conjunction says a type where its members do, which are nodes of their own.
    if not node.keys().isdisjoint(("anyOf", "oneOf", "allOf", "$ref")):
        return False
    return "enum" not in node or target.needs_typed_enum
