"""The conjunction of two schemas as one node: what `allOf`, and a `$ref` with siblings, mean.

Exact where JSON Schema can say it on one node; otherwise wider, never narrower: of two patterns,
or of two unions, one is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import Any, Final

from msgspec.structs import replace

from leanschema.fields import Fields
from leanschema.json_values import admits, json_key
from leanschema.schema import ABSENT, EMPTY, JsonSchema, Table

_ALL: Final = ("string", "number", "integer", "boolean", "object", "array", "null")
_MAX_BRANCHES: Final = 32


def conjunction(outer: JsonSchema, inner: JsonSchema) -> JsonSchema:
    """Join two schemas into one that admits what both admit, or more.

    The annotations of `outer` win: it stands where the reader looks.
    """
    if _LIMITS.values(outer) == _LIMITS.nothing:
        # Words alone, as beside most unions: what is limited is limited by `inner`.
        words = dict(_WORDS.present(outer))
        return _with_values(replace(inner, **words) if words else inner)
    fields: dict[str, Any] = {}
    for field, right in _ALL_FIELDS.present(inner):
        left, absent = getattr(outer, field), ABSENT[field]
        if left is right:
            continue
        if field in _BOUND_TO and getattr(outer, _BOUND_TO[field]) is not None:
            continue
        if left is absent:
            fields[field] = right
        elif field in _JOINS:
            fields[field] = _JOINS[field](left, right)
    for field, head in _BOUND_TO.items():
        if getattr(outer, head) is None and getattr(inner, head) is not None:
            fields[field] = getattr(inner, field)  # without its head the outer one says nothing
    joined = replace(outer, **fields) if fields else outer
    joined = _with_types(joined, outer, inner)
    joined = _with_properties(joined, outer, inner)
    joined = _with_items(joined, outer, inner)
    return _with_values(_with_unions(joined, outer, inner))


def is_exact(left: JsonSchema, right: JsonSchema) -> bool:
    """Tell that a conjunction admits what both admit and no more; False where that is not plain."""
    ours, theirs = dict(_LIMITS.present(left)), dict(_LIMITS.present(right))
    for speaking, closing in _CLOSED_BY:
        for one, other in ((ours, theirs), (theirs, ours)):
            if not closing.isdisjoint(one) and not speaking.isdisjoint(other):
                return False
    for values, types in ((left, right), (right, left)):
        if values.enum_ is not None and not any(admits(types.type, one) for one in values.enum_):
            return False
    return all(
        (ours[field] == theirs[field] and field not in _BOUND_TO)
        or field in _EXACTLY_JOINED
        or (field == "properties" and _are_exact(ours[field], theirs[field]))
        for field in ours.keys() & theirs.keys()
    )


def _are_exact(left: Table, right: Table) -> bool:
    return all(is_exact(left[name], right[name]) for name in left.keys() & right.keys())


_ALL_FIELDS: Final = Fields(ABSENT)
_WORDS: Final = Fields(("title", "description", "default", "examples"))
_LIMITS: Final = Fields(f for f in ABSENT if f not in _WORDS.names)

# What says something of the members that its own node, or the nodes beside it, do not speak of.
_CLOSED_BY: Final = (
    (
        frozenset(("properties", "patternProperties", "additionalProperties"))
        | {"unevaluatedProperties", "dependentSchemas"},
        frozenset(("additionalProperties", "unevaluatedProperties")),
    ),
    (
        frozenset(("items", "prefixItems", "contains", "unevaluatedItems")),
        frozenset(("items", "prefixItems", "unevaluatedItems")),
    ),
)
_EXACTLY_JOINED: Final = frozenset(
    ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength")
    + ("minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems")
    + ("required", "dependentRequired", "allOf")
)
# Keywords that mean something only together: those of `outer` are kept, or those of `inner`.
_BOUND_TO: Final = {
    **dict.fromkeys(("contains", "minContains", "maxContains"), "contains"),
    **dict.fromkeys(("if_", "then", "else_"), "if_"),
}


def _with_types(joined: JsonSchema, outer: JsonSchema, inner: JsonSchema) -> JsonSchema:
    if outer.type is None or inner.type is None or outer.type == inner.type:
        return joined
    left, right = _types(outer), _types(inner)
    both = [
        name
        for name in _ALL
        if _has(left, name)
        and _has(right, name)
        # `number` covers `integer`: say the wider of the two only where both sides do.
        and not (name == "integer" and "number" in left and "number" in right)
    ]
    if not both:
        # Nothing is of both types. The outer one is what a reader sees and a tool checks first.
        return replace(joined, type=outer.type)
    return replace(joined, type=both[0] if len(both) == 1 else tuple(both))


def _types(node: JsonSchema) -> tuple[str, ...]:
    return (node.type,) if isinstance(node.type, str) else tuple(node.type or ())


def _has(types: tuple[str, ...], name: str) -> bool:
    return name in types or (name == "integer" and "number" in types)


def _with_properties(joined: JsonSchema, outer: JsonSchema, inner: JsonSchema) -> JsonSchema:
    if outer.properties is None or inner.properties is None:
        return joined
    table = dict(outer.properties)
    for name, node in inner.properties.items():
        table[name] = conjunction(table[name], node) if name in table else node
    return replace(joined, properties=table)


def _with_items(joined: JsonSchema, outer: JsonSchema, inner: JsonSchema) -> JsonSchema:
    """Join tuples place by place; where one side's tuple ends, its `items` goes on."""
    heads = outer.prefixItems or (), inner.prefixItems or ()
    rest = _both(outer.items, inner.items)
    if not any(heads):
        return joined if rest is joined.items else replace(joined, items=rest)
    places = []
    for index in range(max(map(len, heads))):
        left = heads[0][index] if index < len(heads[0]) else outer.items
        right = heads[1][index] if index < len(heads[1]) else inner.items
        places.append(_both(left, right) or EMPTY)
    return replace(joined, prefixItems=tuple(places), items=rest)


def _both(left: JsonSchema | None, right: JsonSchema | None) -> JsonSchema | None:
    if left is None or right is None:
        return left or right
    return left if left is right else conjunction(left, right)


def _with_unions(joined: JsonSchema, outer: JsonSchema, inner: JsonSchema) -> JsonSchema:
    """Join two unions branch by branch, as long as that stays small; else keep the outer one."""
    if outer.anyOf is None or inner.anyOf is None or outer.anyOf == inner.anyOf:
        return joined
    if len(outer.anyOf) * len(inner.anyOf) > _MAX_BRANCHES:
        return joined
    pairs = [
        conjunction(left, right)
        for left in outer.anyOf
        for right in inner.anyOf
        if meet(left, right)
    ]
    return replace(joined, anyOf=tuple(pairs)) if pairs else joined


def meet(left: JsonSchema, right: JsonSchema) -> bool:
    """Tell whether two branches can admit a value in common, by their types alone."""
    if left.type is None or right.type is None:
        return True
    ours, theirs = _types(left), _types(right)
    return any(_has(ours, name) and _has(theirs, name) for name in _ALL)


def _with_values(joined: JsonSchema) -> JsonSchema:
    """Keep of an enum only what the joined types admit."""
    if joined.enum_ is None or joined.type is None:
        return joined
    fitting = tuple(value for value in joined.enum_ if admits(joined.type, value))
    if len(fitting) == len(joined.enum_):
        return joined
    # Where nothing fits the two sides contradict each other: the wider one of type alone is left.
    return replace(joined, enum_=fitting or None)


def _common_values(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    keys = set(map(json_key, right))
    return tuple(value for value in left if json_key(value) in keys) or left


def _union(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def _tables(left: Table, right: Table) -> Table:
    joined = dict(left)
    for name, node in right.items():
        joined[name] = conjunction(joined[name], node) if name in joined else node
    return joined


def _names(
    left: dict[str, tuple[str, ...]], right: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    return {name: _union(left.get(name, ()), right.get(name, ())) for name in {**left, **right}}


def _additional(left: Any, right: Any) -> Any:
    if left is False or right is False:
        return False
    if left is True:
        return right
    return left if right is True else conjunction(left, right)


def _multiple(left: Any, right: Any) -> Any:
    if isinstance(left, int) and isinstance(right, int):
        return left * right // gcd(left, right)
    return left


def _either(left: bool, right: bool) -> bool:
    return left or right


# How a keyword that both sides have is joined; a keyword that is not here keeps the outer value.
_JOINS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "enum_": _common_values,
    "minimum": max,
    "exclusiveMinimum": max,
    "minLength": max,
    "minItems": max,
    "minProperties": max,
    "maximum": min,
    "exclusiveMaximum": min,
    "maxLength": min,
    "maxItems": min,
    "maxProperties": min,
    "multipleOf": _multiple,
    "uniqueItems": _either,
    "required": _union,
    "dependentRequired": _names,
    "patternProperties": _tables,
    "additionalProperties": _additional,
    "unevaluatedProperties": _additional,
    "allOf": lambda left, right: (*left, *right),
}
