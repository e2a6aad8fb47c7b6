"""The disjunction of several objects as one object: what a union means where none may stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from leanschema.json_values import distinct
from leanschema.schema import EMPTY, JsonSchema

_MAX_UNION: Final = 16


def disjunction(branches: Sequence[JsonSchema]) -> JsonSchema:
    """Join objects into one that admits what each of them admits.

    The properties of all, in their order; required is what every branch requires; the values of
    a property that several branches have are joined, constants as one enum. A branch that is
    open admits any value for a property that only another branch has: here it does not.
    """
    if len(branches) == 1:
        return branches[0]
    told: dict[str, list[JsonSchema]] = {}
    for branch in branches:
        for name, node in (branch.properties or {}).items():
            told.setdefault(name, []).append(node)
    properties = {name: union_of(nodes) for name, nodes in told.items()}
    shared = set.intersection(*(set(branch.required or ()) for branch in branches))
    required = tuple(name for name in branches[0].required or () if name in shared)
    return JsonSchema(
        type="object",
        properties=properties,
        required=required or None,
        additionalProperties=_additional(branches),
        minProperties=_fewest(branches),
    )


def union_of(nodes: Sequence[JsonSchema]) -> JsonSchema:
    """Join the schemas of one value: constants as an enum, else a union of the distinct ones."""
    unique = list({node.to_json(): node for node in nodes}.values())
    if len(unique) == 1:
        return unique[0]
    if any(node == EMPTY for node in unique):
        return EMPTY
    if all(_constants(node) for node in unique) and len({node.type for node in unique}) == 1:
        values = distinct(value for node in unique for value in _constants(node))
        return replace(unique[0], const=UNSET, enum_=values)
    plain = replace(unique[0], description=None, title=None)
    if all(replace(node, description=None, title=None) == plain for node in unique):
        return unique[0]
    if len(unique) > _MAX_UNION:
        types = {node.type for node in unique}
        return JsonSchema(type=types.pop() if len(types) == 1 else None)
    return JsonSchema(anyOf=tuple(unique))


def _constants(node: JsonSchema) -> tuple[object, ...]:
    if node.const is not UNSET:
        return (node.const,)
    return node.enum_ or ()


def _additional(branches: Sequence[JsonSchema]) -> bool | JsonSchema | None:
    rules = [branch.additionalProperties for branch in branches]
    if all(rule is False for rule in rules):
        return False
    if any(rule is None or rule is True for rule in rules):
        return None
    return union_of([rule for rule in rules if isinstance(rule, JsonSchema)])


def _fewest(branches: Sequence[JsonSchema]) -> int | None:
    """Count the properties that an object of any of the branches has at least."""
    fewest = min(max(len(b.required or ()), b.minProperties or 0) for b in branches)
    return fewest or None
