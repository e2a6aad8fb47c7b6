"""The walk over two schemas at once, node by node, without recursion."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from msgspec import UNSET

from leanschema.changes import Change
from leanschema.explain import verdicts
from leanschema.explain.branches import match_branches
from leanschema.explain.documents import Document, Node, Path, pointer_to
from leanschema.explain.laws import law_of
from leanschema.explain.limits import count_values
from leanschema.explain.numbering import Numbering
from leanschema.explain.spellings import Rewritten, follow_spellings, twin_of
from leanschema.explain.verdicts import Verdict
from leanschema.read.limits import too_deep
from leanschema.schema import JsonSchema

_TABLES: Final = frozenset(
    ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
)
_LISTS: Final = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))
_SINGLES: Final = frozenset(
    [
        "items",
        "additionalItems",
        "contains",
        "unevaluatedItems",
        "additionalProperties",
        "propertyNames",
        "unevaluatedProperties",
        "not",
        "if",
        "then",
        "else",
        "contentSchema",
    ]
)
# Following references may meet a node more than once: how often, over the sizes of both schemas.
_VISITS_PER_VALUE: Final = 4
_FEWEST_VISITS: Final = 1_000


class _Pair(NamedTuple):
    before: Any
    path: Path
    after: Any


def changes_between(before: JsonSchema | Any, after: JsonSchema | Any) -> tuple[Change, ...]:
    """List what differs between two schemas; raises what `explain` raises."""
    if before is after:
        return ()
    before, after = _plain(before), _plain(after)
    size = count_values(before) + count_values(after)
    return Walk(before, after, size).changes()


def _plain(schema: JsonSchema | Any) -> Any:
    if not isinstance(schema, JsonSchema):
        return schema
    try:
        return schema.to_dict()
    except RecursionError:
        raise too_deep() from None


class Walk:
    """Compares two schemas once; `changes` gives what differs."""

    def __init__(self, before: Any, after: Any, size: int) -> None:
        self.before, self.after = Document(before), Document(after)
        self.number = Numbering().of
        self._visits = _FEWEST_VISITS + _VISITS_PER_VALUE * size
        self._pending = [_Pair(before, None, after)]
        self._inside: list[_Pair] = []
        self._followed: set[tuple[Any, ...]] = set()
        self._changes: dict[tuple[str, str, int, int], Change] = {}

    def changes(self) -> tuple[Change, ...]:
        """Walk, and list the changes in the order of the schema before."""
        while self._pending:
            before, path, after = self._pending.pop()
            if self.number(before) == self.number(after):
                continue
            self._visits -= 1
            if isinstance(before, dict) and isinstance(after, dict):
                self._compare(Node(before, path), after)
            else:
                self.record(path, "", before, after, verdicts.law_of_whole(before, after))
            self._pending.extend(reversed(self._inside))
            self._inside.clear()
        return tuple(self._changes.values())

    def record(self, path: Path, keyword: str, before: Any, after: Any, verdict: Verdict) -> None:
        """Note one change, once."""
        law, reason = verdict
        pointer = pointer_to(path)
        key = (pointer, keyword, self.number(before), self.number(after))
        self._changes.setdefault(
            key, Change(pointer, keyword, before, after, law=law, reason=reason)
        )

    def may_follow(self, place: tuple[Any, ...], before: Any, after: Any) -> bool:
        """Tell whether a definition is still to be compared with a node: each pair once."""
        key = (place, self.number(before), self.number(after))
        if key in self._followed:
            return False
        self._followed.add(key)
        return True

    def is_tired(self) -> bool:
        """Tell whether so many nodes were met again that references are followed no more."""
        return self._visits <= 0

    def compare_later(self, before: Any, path: Path, after: Any) -> None:
        """Put a pair of schemas on the list."""
        self._inside.append(_Pair(before, path, after))

    def _compare(self, node: Node, after: dict[str, Any]) -> None:
        rewritten = follow_spellings(self, node, after)
        for keyword in dict.fromkeys((*rewritten.before.schema, *rewritten.after)):
            self._compare_keyword(keyword, rewritten)

    def _compare_keyword(self, keyword: str, both: Rewritten) -> None:
        node, after = both
        if keyword in node.schema and keyword in after:
            self._compare_values(keyword, keyword, both)
            return
        twin = twin_of(keyword, node.schema, after)
        if twin is None:
            path, spelling = node.place(keyword)
            one, other = node.schema.get(keyword, UNSET), after.get(keyword, UNSET)
            verdict = law_of(keyword, node.schema, after, self.number)
            self.record(path, str(spelling), one, other, verdict)
        elif keyword in node.schema:
            path, _ = node.place(keyword)
            law = _LAWS_OF_TWINS.get(keyword, verdicts.exact)
            self.record(path, keyword, node.schema[keyword], UNSET, law(f"written as {twin}"))
            self.record(path, twin, UNSET, after[twin], verdicts.exact(f"was {keyword}"))
            self._compare_values(keyword, twin, both)

    def _compare_values(self, keyword: str, spelled: str, both: Rewritten) -> None:
        """Compare the values of a keyword that both have, or have under another spelling."""
        node, after = both
        one, other = node.schema[keyword], after[spelled]
        if self.number(one) == self.number(other):
            return
        if keyword in _TABLES and isinstance(one, dict) and isinstance(other, dict):
            self._compare_tables(keyword, spelled, both)
        elif keyword in _LISTS and _are_lists(one, other):
            self._compare_lists(keyword, spelled, both)
        elif keyword in _SINGLES and isinstance(one, dict) and isinstance(other, dict):
            self.compare_later(one, node.place(keyword), other)
        else:
            path, spelling = node.place(keyword)
            verdict = law_of(keyword, node.schema, after, self.number)
            self.record(path, str(spelling), one, other, verdict)

    def _compare_tables(self, keyword: str, spelled: str, both: Rewritten) -> None:
        node, after = both
        one, other, place = node.schema[keyword], after[spelled], node.place(keyword)
        for name, child in one.items():
            path = (place, str(name))
            if name in other:
                self.compare_later(child, path, other[name])
            else:
                self.record(path, "", child, UNSET, verdicts.law_of_dropped(keyword, child, after))
        new = {name: child for name, child in other.items() if name not in one}
        if new:
            verdict = verdicts.law_of_added(keyword, new.values(), node.schema)
            self.record(place[0], str(place[1]), UNSET, new, verdict)

    def _compare_lists(self, keyword: str, spelled: str, both: Rewritten) -> None:
        node, after = both
        one, other, place = node.schema[keyword], after[spelled], node.place(keyword)
        if keyword == "prefixItems":
            shared = min(len(one), len(other))
            pairs = [(index, index) for index in range(shared)]
            gone, new = list(range(shared, len(one))), list(range(shared, len(other)))
        else:
            resolve = (self.before.resolved, self.after.resolved)
            matching = match_branches(one, other, self.number, resolve)
            pairs, gone, new = matching
            if matching.is_reordered():
                self.record(place[0], str(place[1]), one, other, verdicts.exact("reordered"))
        for left, right in pairs:
            self.compare_later(one[left], (place, left), other[right])
        left_over = {self.number(branch) for branch in other}
        unchanged = all(
            self.number(one[left]) == self.number(other[right]) for left, right in pairs
        )
        for index in gone:
            verdict = _law_of_gone(keyword) if unchanged else verdicts.UNSURE
            if keyword != "oneOf" and self.number(one[index]) in left_over:
                verdict = verdicts.SAME
            self.record((place, index), "", one[index], UNSET, verdict)
        if new:
            added = [other[index] for index in new]
            self.record(place[0], str(place[1]), UNSET, added, _law_of_new(keyword))


def _are_lists(one: Any, other: Any) -> bool:
    return isinstance(one, (list, tuple)) and isinstance(other, (list, tuple))


def _law_of_gone(keyword: str) -> Verdict:
    """Judge a branch that is gone: a union admits less without it, a conjunction more."""
    if keyword == "oneOf":
        return verdicts.UNSURE
    return verdicts.narrows("dropped") if keyword == "anyOf" else verdicts.widens("dropped")


def _law_of_new(keyword: str) -> Verdict:
    if keyword == "oneOf":
        return verdicts.UNSURE
    return verdicts.widens("added") if keyword == "anyOf" else verdicts.narrows("added")


_LAWS_OF_TWINS: Final = {"oneOf": verdicts.widens, "anyOf": verdicts.narrows}
