"""Merge the members of `allOf` into their node.

Before:  {"allOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}}]}
After:   {"properties": {"a": {}, "b": {}}, "required": ["a"]}

A member that is a reference is merged with what it names. Left alone: `allOf` where the target
reads it, but for a single member, which stands in its node's place.
Law: widens, where two members say what one node cannot (two patterns, two unions).
"""

from __future__ import annotations

from itertools import combinations, starmap
from typing import Final

from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.conjunction import conjunction, is_exact
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import JsonSchema

_MAX_CHAIN: Final = 32


def merge_all_of(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Merge every member; the node's own annotations win."""
    members = node.allOf or ()
    merged = replace(node, allOf=None)
    if len(members) == 1 and (members[0].ref is None or merged.ref is None):
        return conjunction(merged, members[0])
    if "allOf" in setting.target.keywords:
        return node
    for member in (*([JsonSchema(ref=merged.ref)] if merged.ref else []), *members):
        merged = conjunction(replace(merged, ref=None), content(member, setting))
    return merged


def content(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Follow a node's reference, if it has one, and join what it names with its siblings."""
    for _ in range(_MAX_CHAIN):
        if node.ref is None:
            return node
        if setting.is_endless(node.ref):
            break
        named = setting.resolved(node.ref)
        siblings = replace(node, ref=None)
        if named is None:
            return siblings
        named = replace(named, defs=None) if named.defs else named
        node = named if siblings == JsonSchema() else conjunction(siblings, named)
        if node.allOf is not None:
            node = merge_all_of(node, setting)
    return replace(node, ref=None)


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    """Judge: what a member refers to is not at hand, unless it stands in its node's place."""
    members = before.allOf or ()
    parts = (replace(before, allOf=None), *members)
    is_plain = len(members) == 1 or all(part.ref is None for part in parts)
    pairs = combinations(parts, 2)
    return "exact" if is_plain and all(starmap(is_exact, pairs)) else "widens"


PASS = Pass(
    "merge_all_of",
    "widens",
    "allOf is not read, or may hold a single schema",
    merge_all_of,
    fields=("allOf",),
    writes=("type", "allOf"),
    joins=True,
    reveals=True,
    judge=_law,
)
