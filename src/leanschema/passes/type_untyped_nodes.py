"""Give a node without a type one that shuts nothing out, where the target needs one.

Before:  {"description": "Any setting value"}
After:   {"type": ["string", "number", "boolean", "object", "array", "null"], "description": …}

A node that speaks about the members of an object is an object, of a list an array.
Left alone: nodes with a type, a union or a reference.
Law: exact for a node that says nothing; narrows to the one type where it speaks about it.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import reads_type_list
from leanschema.read.presence import SAYING_A_TYPE
from leanschema.read.rare import UNTYPED
from leanschema.read.typed_fields import FIELDS_OF_TYPE
from leanschema.schema import EMPTY, JsonSchema
from leanschema.targets.target import Target

EVERY_TYPE: Final = ("string", "number", "boolean", "object", "array", "null")


def type_untyped_nodes(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Name the type that a node speaks about, or all of them."""
    target = setting.target
    if not target.needs_type or not is_untyped(node):
        return node
    for name in ("object", "array"):
        if any(getattr(node, field) is not None for field in FIELDS_OF_TYPE[name]):
            return replace(node, type=name)
    return typed_anything(node, target)


def is_untyped(node: JsonSchema) -> bool:
    """Tell a node whose type nothing says."""
    return (
        node.type is None
        and node.ref is None
        and node.anyOf is None
        and node.oneOf is None
        and node.allOf is None
        and node.enum_ is None
        and node.const is UNSET
    )


def typed_anything(node: JsonSchema, target: Target) -> JsonSchema:
    """Let a node admit every type by name."""
    if reads_type_list(node, target):
        return replace(node, type=EVERY_TYPE)
    branches = tuple(any_of_type(name, target) for name in EVERY_TYPE)
    if target.vocabulary == "openapi":
        branches = (replace(branches[0], nullable=True), *branches[1:-1])
    words = replace(JsonSchema(), title=node.title, description=node.description)
    return replace(words, default=node.default, examples=node.examples, anyOf=branches)


def any_of_type(name: str, target: Target) -> JsonSchema:
    """Give the schema of every value of one type."""
    if name == "array" and target.needs_items:
        return JsonSchema(type="array", items=any_item(target))
    if name == "object" and target.assumes_closed:
        return JsonSchema(type="object", additionalProperties=True)
    return JsonSchema(type=name)


def any_item(target: Target) -> JsonSchema:
    """Give the schema of the items of a list of anything."""
    if not target.needs_type:
        return JsonSchema()
    if target.reads_type_lists and target.type_list_siblings is None and not target.needs_items:
        return JsonSchema(type=EVERY_TYPE)
    # A list inside this list would need items of its own, without an end: four types are named.
    kinds = tuple(any_of_type(name, target) for name in ("string", "number", "boolean", "object"))
    if target.vocabulary == "openapi":
        return JsonSchema(anyOf=(replace(kinds[0], nullable=True), *kinds[1:]))
    return JsonSchema(anyOf=(*kinds, JsonSchema(type="null")))


def law_of_anything(before: JsonSchema, after: JsonSchema) -> Law:
    """Judge a node that became anything by name: exact, but for lists that are typed inside."""
    if after.type == EVERY_TYPE or after == EMPTY:
        return "exact"
    is_any = after.anyOf is not None and after.type is None
    return "exact" if is_any and all(is_whole_list(one) for one in after.anyOf or ()) else "narrows"


def is_whole_list(node: JsonSchema) -> bool:
    """Tell that the items of a list, where it has them, are of every type."""
    return node.items is None or node.items == JsonSchema() or node.items.type == EVERY_TYPE


PASS = Pass(
    "type_untyped_nodes",
    "narrows",
    "every node needs a type",
    type_untyped_nodes,
    types=(None,),
    writes=("type", "anyOf", "items", "nullable", "additionalProperties"),
    needed=lambda target: target.needs_type,
    judge=law_of_anything,
    concerns=lambda bits, _: not bits & SAYING_A_TYPE,
    only_where=lambda target: UNTYPED,
)
