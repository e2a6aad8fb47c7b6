"""Whether a node that differs in one keyword accepts the same values, more, or fewer.

A value of the wrong shape counts as absent, and so does one that says nothing (`minLength: 0`,
`additionalProperties: true`). What cannot be judged from the keyword alone is said to narrow, with
a reason of its own, so that nobody relies on it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from typing import Any, Final

from leanschema.explain.verdicts import (
    ASSERTIONS,
    SAME,
    UNSURE,
    Node,
    Number,
    Verdict,
    law_of_added,
    law_of_dropped,
    law_of_whole,
    narrows,
    types_of,
    widens,
)

_WIDER: Final = widens("looser")
_NARROWER: Final = narrows("tighter")


def law_of(keyword: str, before: Node, after: Node, number: Number) -> Verdict:
    """Judge a keyword that differs between two nodes."""
    if keyword not in ASSERTIONS:
        return "exact", "says nothing about values"
    judge = _JUDGES.get(keyword)
    law, reason = judge(before, after, number) if judge else _presence(keyword, before, after)
    if law != "exact" and (law, reason) != UNSURE:
        if keyword not in after:
            return law, "dropped"
        if keyword not in before:
            return law, "added"
    return law, reason


def _presence(keyword: str, before: Node, after: Node) -> Verdict:
    if keyword in before and keyword in after:
        return UNSURE
    return _WIDER if keyword in before else _NARROWER


def _sets(before: frozenset[Any], after: frozenset[Any]) -> Verdict:
    """Judge two sets of what is accepted."""
    if before == after:
        return SAME
    if before < after:
        return _WIDER
    return _NARROWER if before > after else UNSURE


def _types(before: Node, after: Node, number: Number) -> Verdict:
    one, other = types_of(before), types_of(after)
    if one == other:
        return SAME
    if one is None or other is None:
        named, silent = (one, before) if other is None else (other, after)
        if named is not None and _members_have(silent, named):
            return "exact", "its values say so"
        return _NARROWER if one is None else _WIDER
    return _sets(one, other)


def _members_have(node: Node, types: frozenset[str]) -> bool:
    members = _members(node)
    return members is not None and all(json_types(member) & types for member in members)


def json_types(value: Any) -> frozenset[str]:
    """Give the type names that fit a JSON value; a whole number has two."""
    if value is None:
        return frozenset(("null",))
    for kind, name in ((bool, "boolean"), (str, "string"), (dict, "object"), (list, "array")):
        if isinstance(value, kind):
            return frozenset((name,))
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return frozenset(("integer", "number"))
    return frozenset(("number",))


def _members(node: Node) -> list[Any] | None:
    if "const" in node:
        return [node["const"]]
    values = node.get("enum")
    return list(values) if isinstance(values, (list, tuple)) else None


def _values(before: Node, after: Node, number: Number) -> Verdict:
    one, other = _members(before), _members(after)
    if one is None or other is None:
        return SAME if one is other else _NARROWER if one is None else _WIDER
    return _sets(frozenset(map(number, one)), frozenset(map(number, other)))


def _number_in(node: Node, keyword: str, absent: float) -> float:
    value = node.get(keyword)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return absent
    return value if isinstance(value, int) or isfinite(value) else absent


def _ordered(before: Any, after: Any) -> Verdict:
    """Judge two lower limits."""
    return SAME if before == after else _WIDER if after < before else _NARROWER


def _at_least(keyword: str, absent: float) -> Callable[[Node, Node, Number], Verdict]:
    return lambda before, after, _: _ordered(
        _number_in(before, keyword, absent), _number_in(after, keyword, absent)
    )


def _at_most(keyword: str) -> Callable[[Node, Node, Number], Verdict]:
    return lambda before, after, _: _ordered(
        -_number_in(before, keyword, inf), -_number_in(after, keyword, inf)
    )


def _bound(inclusive: str, exclusive: str, sign: int) -> Callable[[Node, Node, Number], Verdict]:
    def of(node: Node) -> tuple[float, bool]:
        limit = sign * _number_in(node, inclusive, -sign * inf)
        strict = node.get(exclusive)
        if isinstance(strict, bool):
            return limit, strict and limit != -inf
        return max((limit, False), (sign * _number_in(node, exclusive, -sign * inf), True))

    return lambda before, after, _: _ordered(of(before), of(after))


def _multiple(before: Node, after: Node, number: Number) -> Verdict:
    one, other = (_number_in(node, "multipleOf", 0) for node in (before, after))
    if one == other:
        return SAME
    if not one or not other:
        return _WIDER if one else _NARROWER
    try:
        return _WIDER if not one % other else _NARROWER if not other % one else UNSURE
    except OverflowError:
        return UNSURE


def _names(node: Node, keyword: str) -> frozenset[str]:
    names = node.get(keyword)
    listed = names if isinstance(names, (list, tuple)) else ()
    return frozenset(name for name in listed if isinstance(name, str))


def _required(before: Node, after: Node, number: Number) -> Verdict:
    return _sets(_names(after, "required"), _names(before, "required"))


def _dependent(before: Node, after: Node, number: Number) -> Verdict:
    return _sets(_needs(after), _needs(before))


def _needs(node: Node) -> frozenset[tuple[str, str]]:
    table = node.get("dependentRequired")
    named = table if isinstance(table, dict) else {}
    return frozenset((name, needed) for name in named for needed in _names(named, name))


def _single(keyword: str) -> Callable[[Node, Node, Number], Verdict]:
    def judge(before: Node, after: Node, number: Number) -> Verdict:
        one, other = (
            node[keyword] if isinstance(node.get(keyword), (dict, bool)) else True
            for node in (before, after)
        )
        return law_of_whole(one, other)

    return judge


def _table(keyword: str) -> Callable[[Node, Node, Number], Verdict]:
    def judge(before: Node, after: Node, number: Number) -> Verdict:
        one, other = (
            node[keyword] if isinstance(node.get(keyword), dict) else {} for node in (before, after)
        )
        if not one and not other:
            return SAME
        if not one:
            return law_of_added(keyword, other.values(), before)
        verdicts = {law_of_dropped(keyword, node, after) for node in one.values()}
        return verdicts.pop() if len(verdicts) == 1 else max(verdicts)

    return judge


def _branch(keyword: str) -> Callable[[Node, Node, Number], Verdict]:
    def judge(before: Node, after: Node, number: Number) -> Verdict:
        if keyword != "if" and "if" not in before and "if" not in after:
            return SAME
        return _presence(keyword, before, after)

    return judge


def _flag(before: Node, after: Node, number: Number) -> Verdict:
    one, other = (node.get("uniqueItems") is True for node in (before, after))
    return SAME if one is other else _WIDER if one else _NARROWER


_OF_ONE_SCHEMA: Final = [
    "items",
    "additionalItems",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
]
_JUDGES: Final[dict[str, Callable[[Node, Node, Number], Verdict]]] = {
    **dict.fromkeys(("type", "nullable"), _types),
    **dict.fromkeys(("enum", "const"), _values),
    **{word: _at_least(word, 0) for word in ("minLength", "minItems", "minProperties")},
    "minContains": _at_least("minContains", 1),
    **{word: _at_most(word) for word in ("maxLength", "maxItems", "maxProperties", "maxContains")},
    **dict.fromkeys(("minimum", "exclusiveMinimum"), _bound("minimum", "exclusiveMinimum", 1)),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), _bound("maximum", "exclusiveMaximum", -1)),
    "multipleOf": _multiple,
    "uniqueItems": _flag,
    "required": _required,
    "dependentRequired": _dependent,
    **{word: _single(word) for word in _OF_ONE_SCHEMA},
    **{word: _table(word) for word in ("properties", "patternProperties", "dependentSchemas")},
    **{word: _branch(word) for word in ("then", "else")},
}
