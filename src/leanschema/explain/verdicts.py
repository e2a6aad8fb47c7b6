"""Verdicts: what may be said of a node that differs, and what needs no look at a keyword's value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from leanschema.changes import Law
from leanschema.read.typed_fields import TYPED_FIELDS
from leanschema.schema import TYPE_NAMES

Node = dict[str, Any]
Number = Callable[[Any], int]
Verdict = tuple[Law, str]

UNSURE: Final[Verdict] = ("narrows", "may accept fewer")
SAME: Final[Verdict] = ("exact", "means the same")

# Keywords that can make a node accept fewer values; all others are annotations or identifiers.
ASSERTIONS: Final = frozenset(
    ("$ref", "$recursiveRef", "$dynamicRef", "type", "nullable", "enum", "const")
    + ("additionalItems", "dependencies")
    + ("anyOf", "oneOf", "allOf", "not", "if", "then", "else")
).union(TYPED_FIELDS) - {"format", "contentEncoding", "contentMediaType"}


def exact(reason: str) -> Verdict:
    """Say that the node accepts what it accepted."""
    return "exact", reason


def widens(reason: str) -> Verdict:
    """Say that the node accepts more."""
    return "widens", reason


def narrows(reason: str) -> Verdict:
    """Say that the node accepts less."""
    return "narrows", reason


def law_of_whole(before: Any, after: Any) -> Verdict:
    """Judge a schema that became another, where one of the two is no object."""
    if admits_all(before):
        return SAME if admits_all(after) else narrows("tighter")
    if admits_all(after):
        return widens("looser")
    if before is False or after is False:
        either = after if before is False else before
        if isinstance(either, dict) and admits_all(either.get("not")):
            return SAME
        return widens("looser") if before is False else narrows("tighter")
    return UNSURE


def law_of_dropped(keyword: str, node: Any, after: Node) -> Verdict:
    """Judge a table's entry that is gone."""
    if keyword in ("$defs", "definitions"):
        return "exact", "no longer defined"
    if keyword in ("properties", "patternProperties"):
        return _opened(node, after, "narrows", "widens", "dropped")
    return "widens", "dropped"


def law_of_added(keyword: str, nodes: Iterable[Any], before: Node) -> Verdict:
    """Judge entries of a table that are new."""
    if keyword in ("$defs", "definitions"):
        return "exact", "newly defined"
    if keyword in ("properties", "patternProperties"):
        verdicts = {_opened(node, before, "widens", "narrows", "added") for node in nodes}
        return verdicts.pop() if len(verdicts) == 1 else max(verdicts, default=SAME)
    return "narrows", "added"


def _opened(node: Any, owner: Node, closed: Law, open_: Law, reason: str) -> Verdict:
    """Judge an entry by what its object says of other properties."""
    others = [owner.get(word, True) for word in ("additionalProperties", "unevaluatedProperties")]
    if any(other is False for other in others):
        return closed, reason
    if not all(map(admits_all, others)):
        return UNSURE
    return SAME if admits_all(node) else (open_, reason)


def admits_all(schema: Any) -> bool:
    """Tell whether a schema says nothing about values."""
    return schema is True or (isinstance(schema, dict) and ASSERTIONS.isdisjoint(schema))


def types_of(node: Node) -> frozenset[str] | None:
    """Give the types that a node names, null included where it is nullable; None for any."""
    named = node.get("type")
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, (list, tuple)):
        return None
    types = {name for name in names if isinstance(name, str) and name in TYPE_NAMES}
    if "number" in types:
        types.add("integer")
    if types and node.get("nullable") is True:
        types.add("null")
    return None if types >= TYPE_NAMES else frozenset(types) or None
