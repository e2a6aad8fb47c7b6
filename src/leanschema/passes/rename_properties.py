"""Give properties names that the target takes; `Lowered.restore` gives the tool its own back.

Before:  {"properties": {"$filter": {…}}, "required": ["$filter"]}
After:   {"properties": {"_filter": {…}}, "required": ["_filter"]}

Left alone: names that the target takes.
Law: exact after `Lowered.restore`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.read.rare import ODD_NAME
from leanschema.restore import are_taken, shown_names, takes_simple_names
from leanschema.schema import JsonSchema


def rename_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rename in `properties` and wherever else the node names them."""
    table = node.properties or {}
    if are_taken(table, setting.target):
        return node
    names = shown_names(tuple(table), setting.target)
    changed: dict[str, Any] = {"properties": {names[name]: child for name, child in table.items()}}
    if node.required is not None:
        changed["required"] = tuple(names.get(name, name) for name in node.required)
    if node.dependentRequired is not None:
        changed["dependentRequired"] = {
            names.get(name, name): tuple(names.get(other, other) for other in others)
            for name, others in node.dependentRequired.items()
        }
    if node.dependentSchemas is not None:
        changed["dependentSchemas"] = {
            names.get(name, name): child for name, child in node.dependentSchemas.items()
        }
    return replace(node, **changed)


PASS = Pass(
    "rename_properties",
    "exact",
    "this property name is not taken",
    rename_properties,
    fields=("properties",),
    needed=lambda target: bool(target.property_name or target.reserved_property_names),
    only_where=lambda target: ODD_NAME if takes_simple_names(target) else 0,
)
