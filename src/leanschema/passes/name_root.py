"""Make the root a definition too, where a target reads no reference to the root.

Before:  {"type": "object", "properties": {"child": {"$ref": "#"}}}
After:   {"type": "object", "properties": {"child": {"$ref": "#/$defs/root"}},
          "$defs": {"root": {"type": "object", "properties": {"child": {"$ref": "#/$defs/root"}}}}}

Left alone: targets that read `#`, and schemas in which nothing refers to the root.
Law: exact.
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.passes.log import Log
from leanschema.passes.rewrite import Pass
from leanschema.references import reference_to, references_in
from leanschema.schema import JsonSchema

_ROOT = "#"

PASS = Pass("name_root", "exact", "a reference to the root is not read")


def name_root(root: JsonSchema, log: Log | None) -> JsonSchema:
    """Let what refers to the root refer to a definition of the same content."""
    if _ROOT not in set(references_in(root)):
        return root
    name = "root"
    while name in (root.defs or {}):
        name += "_"
    reference = reference_to(name)

    def renamed(node: JsonSchema) -> JsonSchema:
        after = node.map_children(renamed)
        if after is not node and log is not None:
            log.made(after, node)
        if after.ref != _ROOT:
            return after
        named = replace(after, ref=reference)
        if log is not None:
            log.changed(PASS, node, after, named)
        return named

    whole = renamed(root)
    bare = replace(whole, defs=None)
    named_root = replace(whole, defs={**(whole.defs or {}), name: bare})
    if log is not None:
        log.made(bare, root)
        log.made(named_root, root)
    return named_root
