"""Give properties names that the target takes; `Lowered.restore` gives the tool its own back.

Before:  {"properties": {"$filter": {…}}, "required": ["$filter"]}
After:   {"properties": {"_filter": {…}}, "required": ["_filter"]}

A name becomes the same one in the whole schema: a union's branch, a condition or a definition may
speak of the same object. Left alone: names that the target takes.
Law: exact after `Lowered.restore`; widens where names have to match a pattern, or be of a length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.changes import Law
from leanschema.passes.rewrite import Pass, Setting
from leanschema.read.rare import ODD_NAME
from leanschema.restore import names_in, renames, takes_simple_names
from leanschema.schema import EMPTY, JsonSchema


def rename_properties(node: JsonSchema, setting: Setting) -> JsonSchema:
    """Rename wherever the node names properties of its object."""
    names = setting.names
    if not names:
        return node
    changed: dict[str, Any] = {}
    if node.propertyNames is not None and not _lists_names(node.propertyNames):
        changed["propertyNames"] = None
    if any(name in names for name in names_in(node)):
        changed = _renamed(node, names) | changed
    return replace(node, **changed) if changed else node


def _renamed(node: JsonSchema, names: Mapping[str, str]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for field in ("properties", "dependentSchemas"):
        table = getattr(node, field)
        if table is not None:
            changed[field] = _with_keys(table, names)
    if node.required is not None:
        changed["required"] = _each(node.required, names)
    if node.dependentRequired is not None:
        changed["dependentRequired"] = {
            names.get(name, name): _each(others, names)
            for name, others in node.dependentRequired.items()
        }
    if node.propertyNames is not None and node.propertyNames.enum_ is not None:
        listed = tuple(names.get(name, name) for name in node.propertyNames.enum_)
        changed["propertyNames"] = replace(node.propertyNames, enum_=listed)
    if node.enum_ is not None:
        changed["enum_"] = tuple(_with_keys(member, names) for member in node.enum_)
    if node.const is not UNSET:
        changed["const"] = _with_keys(node.const, names)
    own = {name: new for name, new in names.items() if name in (node.properties or {})}
    if own and node.default is not UNSET:
        changed["default"] = _with_keys(node.default, own)
    if own and node.examples is not None:
        changed["examples"] = tuple(_with_keys(example, own) for example in node.examples)
    return changed


def _with_keys(value: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(value, dict) or names.keys().isdisjoint(value):
        return value
    return {names.get(key, key): inner for key, inner in value.items()}


def _each(listed: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(name, name) for name in listed)


def _lists_names(node: JsonSchema) -> bool:
    """Tell what admits any name, or some one by one."""
    words = replace(node, type=None, enum_=None, title=None, description=None)
    return words == EMPTY


def _law(before: JsonSchema, after: JsonSchema) -> Law:
    is_opened = before.propertyNames is not None and after.propertyNames is None
    return "widens" if is_opened else "exact"


PASS = Pass(
    "rename_properties",
    "widens",
    "this property name is not taken",
    rename_properties,
    fields=("properties", "required", "dependentRequired", "dependentSchemas", "propertyNames")
    + ("enum_", "const"),
    renames=True,
    judge=_law,
    needed=renames,
    only_where=lambda target: ODD_NAME if takes_simple_names(target) else 0,
)
