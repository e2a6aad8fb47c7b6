"""Write a list of types as a union, where the target does not read it as it stands.

Before:  {"type": ["string", "integer"], "maxLength": 9, "description": "Id"}
After:   {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "integer"}], "description": "Id"}

Left alone: lists of types where the target reads them beside what stands there.
Law: exact.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.json_values import admits
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import part_of_type, types_of
from leanschema.read.typed_fields import TYPED_FIELDS
from leanschema.schema import JsonSchema


def split_types(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Give each type a branch of its own with the keywords that speak about it."""
    types = types_of(node)
    if node.type.__class__ is not tuple or _reads_list(node, setting):
        return node
    if node.anyOf is not None or node.oneOf is not None or node.ref is not None:
        # The union or the reference says more than the list does.
        return replace(node, type=None)
    branches = tuple(
        part_of_type(node, name)
        for name in types
        if node.enum_ is None or any(admits(name, value) for value in node.enum_)
    )
    gone: dict[str, Any] = dict.fromkeys((*TYPED_FIELDS, "enum_", "type", "nullable"))
    if len(branches) == 1:
        return replace(branches[0], title=node.title, description=node.description,
                       default=node.default, examples=node.examples)  # fmt: skip
    return replace(node, const=UNSET, anyOf=branches, **gone)


def _reads_list(node: JsonSchema, setting: Setting) -> bool:
    target = setting.target
    if not target.reads_type_lists:
        return False
    if target.type_list_siblings is None:
        return True
    beside = {keyword for keyword, _ in node.keywords()} - {"type"}
    return beside <= target.type_list_siblings


PASS = Pass(
    "split_types",
    "exact",
    "a list of types is not read here",
    split_types,
    types=("list",),
    writes=("anyOf", "type"),
    needed=lambda target: not target.reads_type_lists or target.type_list_siblings is not None,
)
