"""Write a list of types as a union, where the target does not read it as it stands.

Before:  {"type": ["string", "integer"], "maxLength": 9, "description": "Id"}
After:   {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "integer"}], "description": "Id"}

Left alone: lists of types where the target reads them beside what stands there.
Law: exact.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.fields import Fields, fields_beside
from leanschema.json_values import admits
from leanschema.passes.rewrite import Pass, Setting
from leanschema.passes.type_keywords import parts_by_type, reads_type_list, types_of
from leanschema.passes.union_siblings import WORDS
from leanschema.read.typed_fields import TYPED_FIELDS
from leanschema.schema import JsonSchema


def split_types(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Give each type a branch of its own with the keywords that speak about it."""
    if node.type.__class__ is not tuple or reads_type_list(node, setting.target):
        return node
    return without_type_list(node)


def without_type_list(node: JsonSchema) -> JsonSchema:
    """Write a list of types as a union."""
    types = types_of(node)
    if node.anyOf is not None or node.oneOf is not None or node.ref is not None:
        # The union or the reference says more than the list does.
        return replace(node, type=None)
    if _ALL_BUT_WORDS.are_absent(node) and len(types) > 1:
        # As most are; the long way gives the same.
        return replace(node, type=None, anyOf=tuple([JsonSchema(None, name) for name in types]))
    branches = parts_by_type(
        node,
        (
            name
            for name in types
            if node.enum_ is None or any(admits(name, value) for value in node.enum_)
        ),
    )
    gone: dict[str, Any] = {field: None for field, _ in _IN_BRANCHES.present(node)}
    if len(branches) == 1:
        return replace(branches[0], title=node.title, description=node.description,
                       default=node.default, examples=node.examples)  # fmt: skip
    return replace(node, const=UNSET, type=None, anyOf=branches, **gone)


_ALL_BUT_WORDS: Final = fields_beside(WORDS, "type")
_IN_BRANCHES: Final = Fields((*TYPED_FIELDS, "enum_", "nullable"))


PASS = Pass(
    "split_types",
    "exact",
    "a list of types is not read here",
    split_types,
    types=("list",),
    writes=("anyOf", "type"),
    needed=lambda target: not target.reads_type_lists or target.type_list_siblings is not None,
)
