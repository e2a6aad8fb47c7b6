"""The same thing in another spelling: told as exact, and then looked into.

A reference and what it leads to, an inline schema and the definition that it became, a union of
one and its branch, the list form of `items`: each is rewritten so that both sides have the same
form, and the walk compares what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import UNSET

from leanschema.explain.documents import Node, path_to, reference_of
from leanschema.explain.verdicts import (
    ASSERTIONS,
    UNSURE,
    admits_all,
    exact,
    narrows,
    types_of,
    widens,
)

if TYPE_CHECKING:
    from leanschema.explain.walk import Walk

_TWINS: Final = (
    ("definitions", "$defs", dict),
    ("$defs", "definitions", dict),
    ("oneOf", "anyOf", list),
    ("anyOf", "oneOf", list),
)
_UNIONS: Final = ("anyOf", "oneOf", "allOf")


class Rewritten(NamedTuple):
    """Two nodes in the same form."""

    before: Node
    after: dict[str, Any]


def twin_of(keyword: str, before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """Name the other spelling of a keyword that only one of the two nodes has."""
    for one, other, shape in _TWINS:
        if keyword not in (one, other) or not isinstance(before.get(one), shape):
            continue
        if isinstance(after.get(other), shape) and one not in after and other not in before:
            return other if keyword == one else one
    return None


def follow_spellings(walk: Walk, node: Node, after: dict[str, Any]) -> Rewritten:
    """Bring two nodes into the same form, and record how they were not."""
    for follow in (_follow_branch, _follow_references, _follow_branch, _follow_item_lists):
        node, after = follow(walk, node, after)
    return Rewritten(node, after)


def _follow_references(walk: Walk, node: Node, after: dict[str, Any]) -> Rewritten:
    one, other = reference_of(node.schema), reference_of(after)
    if one == other:
        return Rewritten(node, after)
    if one is None:
        return _follow_after(walk, node, after, str(other))
    if other is None:
        return _follow_before(walk, node, after, one)
    path, _ = node.place("$ref")
    found, target = walk.before.find(one), walk.after.find(other)
    if found is None or target is None:
        verdict = widens("leads to nothing") if found else narrows("led to nothing")
        walk.record(path, "$ref", one, other, verdict)
    elif walk.is_tired():
        walk.record(path, "$ref", one, other, _NOT_FOLLOWED)
    else:
        walk.record(path, "$ref", one, other, exact("leads to its counterpart"))
        if walk.may_follow(found.place, found.schema, target.schema):
            walk.compare_later(found.schema, path_to(found.place), target.schema)
    return Rewritten(node.without("$ref"), _without_reference(after))


def _follow_before(walk: Walk, node: Node, after: dict[str, Any], reference: str) -> Rewritten:
    """Compare what a reference led to with what stands in its place."""
    path, _ = node.place("$ref")
    siblings = node.without("$ref")
    found = walk.before.find(reference)
    asserted = ASSERTIONS.intersection(after).difference(node.schema)
    if found is None:
        verdict = widens("led to nothing")
    elif not isinstance(found.schema, dict) or (not asserted and not admits_all(found.schema)):
        verdict = exact("dropped") if found.schema is True else widens("dropped")
    elif walk.is_tired():
        verdict = _NOT_FOLLOWED
    else:
        is_first = walk.may_follow(found.place, node.schema, after)
        is_circle = not is_first and "$ref" in node.places
        certain = not is_circle and not _conflicts(walk, found.schema, siblings.schema)
        walk.record(path, "$ref", reference, UNSET, exact(_INLINED) if certain else UNSURE)
        if not is_first:
            return _nothing_more(after)
        joined = siblings.joined(found.schema, path_to(found.place))
        return _follow_references(walk, joined, after)
    walk.record(path, "$ref", reference, UNSET, verdict)
    return Rewritten(siblings, after)


def _follow_after(walk: Walk, node: Node, after: dict[str, Any], reference: str) -> Rewritten:
    """Compare what stands in place with the definition that replaced it."""
    found = walk.after.find(reference)
    rest = _without_reference(after)
    if found is None or not isinstance(found.schema, dict):
        verdict = exact("added") if found and found.schema is True else narrows("added")
    elif ASSERTIONS.intersection(found.schema) and ASSERTIONS.isdisjoint(node.schema):
        verdict = narrows("added")
    elif walk.is_tired() or _conflicts(walk, found.schema, rest):
        verdict = _NOT_FOLLOWED
    else:
        walk.record(node.path, "$ref", UNSET, reference, exact("written as a definition"))
        if not walk.may_follow(("after", *found.place), node.schema, after):
            return _nothing_more(after)
        return _follow_references(walk, node, {**found.schema, **rest})
    walk.record(node.path, "$ref", UNSET, reference, verdict)
    return Rewritten(node, rest)


def _nothing_more(after: dict[str, Any]) -> Rewritten:
    """Leave a pair that was compared before."""
    return Rewritten(Node(after, None), after)


def _conflicts(walk: Walk, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two nodes that stand for one assert different things in the same keyword."""
    return any(
        walk.number(one[keyword]) != walk.number(other[keyword])
        for keyword in ASSERTIONS.intersection(one).intersection(other)
    )


def _without_reference(after: dict[str, Any]) -> dict[str, Any]:
    return {keyword: value for keyword, value in after.items() if keyword != "$ref"}


def _follow_item_lists(walk: Walk, node: Node, after: dict[str, Any]) -> Rewritten:
    """Read the list form of `items` as `prefixItems`, where only one of the two has it."""
    before = node.schema
    old, new = _has_item_list(before), _has_item_list(after)
    if old is new or "prefixItems" not in (after if old else before):
        return Rewritten(node, after)
    rest_moved = "additionalItems" in (before if old else after) and "items" in (
        after if old else before
    )
    for keyword in ("items", "prefixItems", "additionalItems")[: 3 if rest_moved else 2]:
        one, other = before.get(keyword, UNSET), after.get(keyword, UNSET)
        spelled = exact("another spelling of the same tuple")
        walk.record(node.place(keyword)[0], keyword, one, other, spelled)
    return Rewritten(_modern_node(node), after) if old else Rewritten(node, _modern(after))


def _has_item_list(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("items"), list) and "prefixItems" not in schema


def _modern(schema: dict[str, Any]) -> dict[str, Any]:
    modern = {**schema, "prefixItems": schema["items"]}
    del modern["items"]
    if "additionalItems" in modern:
        modern["items"] = modern.pop("additionalItems")
    return modern


def _modern_node(node: Node) -> Node:
    places = {**node.places, "prefixItems": node.place("items")}
    if "additionalItems" in node.schema:
        places["items"] = node.place("additionalItems")
    return Node(_modern(node.schema), node.path, places)


def _follow_branch(walk: Walk, node: Node, after: dict[str, Any]) -> Rewritten:
    """Look into a union of one branch (beside null) that is written in place."""
    for keyword in _UNIONS:
        branches = node.schema.get(keyword)
        if keyword in after or not isinstance(branches, list):
            continue
        index = _only_branch(keyword, branches)
        if index is None:
            continue
        outside, branch = node.without(keyword), branches[index]
        if _conflicts(walk, branch, outside.schema):
            continue
        place = node.place(keyword)
        joined = outside.joined(branch, (place, index))
        if len(branches) > 1:
            named = walk.before.resolved(branch)
            types = types_of({**named, "nullable": True})
            if types is None or types != types_of(after):
                continue
            joined = joined.without("nullable")
            after = {**after, "type": named["type"]}
            after.pop("nullable", None)
        walk.record(place[0], keyword, branches, UNSET, exact("its branch stands in its place"))
        return Rewritten(joined, after)
    return Rewritten(node, after)


def _only_branch(keyword: str, branches: list[Any]) -> int | None:
    """Find the branch that is the only one, or for a union the only one beside null."""
    rest = [index for index, branch in enumerate(branches) if not _is_null(branch)]
    if len(rest) != 1 or not isinstance(branches[rest[0]], dict):
        return None
    alone = len(branches) == 1 or (keyword != "allOf" and len(branches) == 2)  # noqa: PLR2004 - it and null
    return rest[0] if alone else None


def _is_null(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


_INLINED: Final = "replaced by its definition"
_NOT_FOLLOWED: Final = narrows("not looked into, may accept fewer")
