"""Call what property names must be a text, where the target needs a type and none was given.

Before:  {"propertyNames": {"type": ["string", "number", …], "maxLength": 8}}
After:   {"propertyNames": {"type": "string", "maxLength": 8}}

Runs after `type_untyped_nodes`, which does not know where a node stands.
Left alone: any other type.
Law: exact, as every property name is a string (JSON Schema 2020-12, 9.3.2.4 propertyNames).
"""

from __future__ import annotations

from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_untyped_nodes import EVERY_TYPE
from leanschema.read.rare import UNTYPED
from leanschema.schema import JsonSchema


def type_property_names(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Name the one type that a property name can have."""
    names = node.propertyNames
    if names is None or names.type != EVERY_TYPE:
        return node
    return replace(node, propertyNames=replace(names, type="string"))


PASS = Pass(
    "type_property_names",
    "exact",
    "a property name is a text",
    type_property_names,
    fields=("propertyNames",),
    writes=("type",),
    needed=lambda target: target.needs_type and "propertyNames" in target.keywords,
    only_where=lambda target: UNTYPED,
)
