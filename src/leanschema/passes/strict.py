"""What strict targets ask of a schema, and why some schemas cannot give it.

Before:  {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}
After:   {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": ["integer", "null"]}},
          "required": ["a", "b"], "additionalProperties": false}

Left alone: targets that ask for neither.
Law: narrows, by the properties that an open object admits; null stands for "left out", and
`Lowered.restore` leaves it out again.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.split_types import without_type_list
from leanschema.passes.type_keywords import reads_type_list, types_of
from leanschema.passes.type_untyped_nodes import is_untyped
from leanschema.pointer import Token, pointer_of
from leanschema.read.presence import SCALARS, bits_of
from leanschema.read.rare import BARE_LIST, BARE_OBJECT, UNTYPED
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target


def close_objects(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Admit no other properties."""
    if setting.target.additional_properties != "closed" or "object" not in types_of(node):
        return node
    if node.additionalProperties is False and node.properties is not None:
        return node
    return replace(node, additionalProperties=False, properties=node.properties or {})


def require_all_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Require every property; one that was optional admits null."""
    if not setting.target.needs_all_required or node.properties is None:
        return node
    needed = set(node.required or ())
    if node.required is not None and needed >= node.properties.keys():
        return node
    table = {
        name: child if name in needed else or_null(child, setting.target)
        for name, child in node.properties.items()
    }
    return replace(node, properties=table, required=tuple(table))


def or_null(node: JsonSchema, target: Target) -> JsonSchema:
    """Let a node admit null beside what it admits, as the target reads it."""
    types = types_of(node)
    if "null" in types or (not types and is_untyped(node)):
        return node
    if node.anyOf is not None:
        if any("null" in types_of(branch) for branch in node.anyOf):
            return node
        return replace(node, anyOf=(*node.anyOf, JsonSchema(type="null")))
    if types and node.const is UNSET:
        values = node.enum_ if node.enum_ is None or None in node.enum_ else (*node.enum_, None)
        listed = replace(node, type=(*types, "null"), enum_=values)
        return listed if reads_type_list(listed, target) else without_type_list(listed)
    bare = replace(node, title=None, description=None)
    return JsonSchema(
        title=node.title, description=node.description, anyOf=(bare, JsonSchema(type="null"))
    )


def why_not_strict(root: JsonSchema, seen: int) -> tuple[str, str] | None:
    """Give the place and the reason why a schema cannot be strict, or None where it can.

    `root` is the schema before its keywords are fitted to the target, `seen` what occurs in it.
    """
    if not seen & _OPEN or not _is_open(root):
        return None
    pending: list[tuple[JsonSchema, tuple[Token, ...]]] = [(root, ())]
    while pending:
        node, tokens = pending.pop()
        reason = _open_reason(node, is_root=not tokens)
        if reason is not None:
            return pointer_of(tokens), reason
        pending.extend((child, (*tokens, *step)) for step, child in node.children())
    return None


def _is_open(root: JsonSchema) -> bool:
    """Tell whether anything in a tree is open: most are not, and need no place."""
    nodes = [root]
    for node in nodes:
        is_text_or_number = node.properties is None and node.type in SCALARS
        if not is_text_or_number and _open_reason(node, is_root=node is root) is not None:
            return True
        nodes += node.subschemas()
    return False


def _open_reason(node: JsonSchema, is_root: bool) -> str | None:
    types = types_of(node)
    additional: Any = node.additionalProperties
    if "object" in types or node.properties is not None:
        if additional is True or isinstance(additional, JsonSchema):
            return "an open map cannot be closed without changing what it is for"
        if node.patternProperties:
            return "a map whose names match a pattern cannot be closed"
        if not node.properties and not is_root and additional is None:
            return "an object of unnamed properties cannot be closed"
    if not types and not is_root and is_untyped(node):
        return "a value of any type cannot be strict"
    if node.items is None and node.prefixItems is None and "array" in types:
        return "a list of anything cannot be strict"
    return None


# Without any of these nothing is open.
_OPEN: Final = (
    bits_of(("additionalProperties", "patternProperties")) | UNTYPED | BARE_LIST | BARE_OBJECT
)

CLOSE_OBJECTS = Pass(
    "close_objects", "narrows", "strict: no other properties", close_objects,
    types=("object", "list"), writes=("properties", "additionalProperties"),
    needed=lambda target: target.additional_properties == "closed",
)  # fmt: skip
REQUIRE_ALL_PROPERTIES = Pass(
    "require_all_properties",
    "exact",
    "strict: every property is required, null stands for left out",
    require_all_properties,
    fields=("properties",),
    writes=("required", "type", "enum_", "anyOf"),
    needed=lambda target: target.needs_all_required,
)
