"""Make the root what every provider needs: an object with properties, and no combiner.

Before:  {"anyOf": [{"properties": {"a": {…}}, "required": ["a"]}, {"properties": {"b": {…}}}]}
After:   {"type": "object", "properties": {"a": {…}, "b": {…}}}

A union of objects becomes one object: the properties of all, required only where every branch
requires, the constants of a property collected into one enum. Left alone: targets that read
combiners at the root.
Law: narrows, by objects in which one branch's property has a value that only another admits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.conjunction import conjunction
from leanschema.disjunction import disjunction
from leanschema.fields import Fields, fields_beside
from leanschema.passes.merge_all_of import content
from leanschema.passes.rewrite import Pass, Setting
from leanschema.read.presence import bits_of, fields_of
from leanschema.schema import ABSENT, Branches, JsonSchema
from leanschema.targets.target import Target

_UNIONS: Final = ("anyOf", "oneOf")
# What is left of combiners after this many rounds is dropped: each is wider without.
_GONE: Final = Fields(
    ("enum_", "not_", "if_", "then", "else_", "nullable", "ref", "anyOf", "oneOf", "allOf", "const")
)
# By these a branch may have properties that it does not list itself.
_NESTED: Final = Fields(("ref", "anyOf", "oneOf", "allOf"))
_MAX_NESTED: Final = 8


def merge_root(root: JsonSchema, setting: Setting) -> JsonSchema:
    """Resolve the root's reference and merge its combiners."""
    if setting.target.reads_root_combiners:
        return root if root.properties is not None or root.ref else replace(root, properties={})
    merged = _resolved(root, setting)
    for _ in range(_MAX_NESTED):
        if merged.anyOf is None and merged.oneOf is None and merged.allOf is None:
            break
        merged = _resolved(_without_unions(merged, setting), setting)
    gone: dict[str, Any] = {field: ABSENT[field] for field, _ in _GONE.present(merged)}
    if merged.type != "object":
        gone["type"] = "object"
    if merged.properties is None:
        gone["properties"] = {}
    return replace(merged, **gone) if gone else merged


def _without_unions(node: JsonSchema, setting: Setting) -> JsonSchema:
    for field in _UNIONS:
        branches = getattr(node, field)
        if branches is not None:
            objects = [_resolved(branch, setting) for branch in branches]
            joined = disjunction([one for one in objects if _may_be_object(one)] or objects)
            node = conjunction(replace(node, **{field: None}), joined)
    return node


def _resolved(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Follow the node's reference and merge its `allOf`."""
    defs = node.defs
    for _ in range(8):
        if node.ref is None and node.allOf is None:
            break
        node = content(node, setting)
        members, node = node.allOf or (), replace(node, allOf=None)
        for member in members:
            node = conjunction(node, content(member, setting))
    return node if node.defs is defs else replace(node, defs=defs)


def _may_be_object(node: JsonSchema) -> bool:
    return node.type is None or "object" in node.type


def drop_unread_root_keywords(root: JsonSchema, target: Target, seen: int) -> JsonSchema:
    """Drop the keywords that the target does not take on the root.

    `seen` has the bits of all fields that may occur (see presence.py).
    """
    allowed = target.root_keywords
    if allowed is None:
        return root
    bits = seen & _unread(allowed)
    unread = _some_fields(bits) if bits else _NO_FIELDS
    if unread.are_absent(root):
        return root
    gone: dict[str, Any] = {field: ABSENT[field] for field, _ in unread.present(root)}
    return replace(root, **gone)


@lru_cache(maxsize=256)
def _unread(allowed: frozenset[str]) -> int:
    return bits_of(fields_beside(allowed).names)


_NO_FIELDS: Final = Fields(())


@lru_cache(maxsize=4_096)
def _some_fields(bits: int) -> Fields:
    return Fields(fields_of(bits))


def _law_of_merging(before: JsonSchema, after: JsonSchema) -> Law:
    if any(branches and not _name_the_same(branches) for branches in (before.anyOf, before.oneOf)):
        return "narrows"
    if before.ref is not None or before.allOf is not None or before.const is not UNSET:
        return "widens"
    # Arguments are an object whatever the root says, and `{}` lists no property.
    return "exact" if _GONE.are_absent(before) else "widens"


def _name_the_same(branches: Branches) -> bool:
    """Tell branches of which no open one lacks a property that another has."""
    if any(not _NESTED.are_absent(branch) for branch in branches):
        return False
    names = set().union(*(branch.properties or () for branch in branches))
    return all(
        branch.additionalProperties is False or names <= (branch.properties or {}).keys()
        for branch in branches
    )


MERGE_ROOT = Pass(
    "merge_root", "narrows", "the root is an object without a combiner", merge_root,
    fields=_GONE.names,
    writes=("type", "properties", "required", "additionalProperties", "minProperties")
    + ("anyOf", "allOf", "enum_"),
    joins=True, judge=_law_of_merging,
)  # fmt: skip
DROP_UNREAD_ROOT_KEYWORDS = Pass("drop_unread_root_keywords", "widens", "not read on the root")
