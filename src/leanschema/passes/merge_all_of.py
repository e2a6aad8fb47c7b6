"""Merge the members of `allOf` into their node.

Before:  {"allOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}}]}
After:   {"properties": {"a": {}, "b": {}}, "required": ["a"]}

A member that is a reference is merged with what it names. Left alone: `allOf` where the target
reads it, but for a single member, which stands in its node's place.
Law: widens, where two members say what one node cannot (two patterns, two unions).
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.conjunction import conjunction
from leanschema.passes.rewrite import Pass, Setting
from leanschema.schema import JsonSchema

_MAX_CHAIN = 32


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
    for _ in range(0 if setting.is_cautious else _MAX_CHAIN):
        if node.ref is None:
            return node
        named = setting.resolved(node.ref)
        siblings = replace(node, ref=None)
        if named is None:
            return siblings
        named = replace(named, defs=None) if named.defs else named
        node = named if siblings == JsonSchema() else conjunction(siblings, named)
        if node.allOf is not None:
            node = merge_all_of(node, setting)
    return replace(node, ref=None)


PASS = Pass(
    "merge_all_of",
    "widens",
    "allOf is not read, or may hold a single schema",
    merge_all_of,
    fields=("allOf",),
    writes=("type", "allOf"),
    reveals=True,
)
