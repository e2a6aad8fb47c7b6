"""The walk over arguments, each value with the nodes that may speak of it, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.restore.candidates import Candidates, Group

# Arguments larger than any model writes are left as they are from there on.
_MAX_VALUES: Final = 1_000_000


class Edit(NamedTuple):
    """What becomes of one value: another one, or its own with other names and children."""

    value: Any
    children: Iterable[tuple[Any, Group]] = ()
    names: dict[str, str] = {}  # noqa: RUF012 - never written to
    gone: frozenset[str] = frozenset()
    added: tuple[str, ...] = ()


Rule = Callable[[Any, Group, Candidates], Edit]


class _Visit(msgspec.Struct):
    edit: Edit
    parent: int
    key: Any
    inside: dict[Any, Any]


def rebuild(arguments: Any, candidates: Candidates, rule: Rule) -> Any:
    """Apply a rule to every value of the arguments; what it leaves alone is shared."""
    visits: list[_Visit] = []
    pending: list[tuple[Any, Group, int, Any]] = [(arguments, candidates.root, -1, None)]
    while pending and len(visits) < _MAX_VALUES:
        value, group, parent, key = pending.pop()
        edit = rule(value, group, candidates)
        place = len(visits)
        visits.append(_Visit(edit, parent, key, {}))
        pending.extend(
            (edit.value[child], nodes, place, child) for child, nodes in edit.children if nodes
        )
    result = arguments
    for visit in reversed(visits):  # a parent stands before what is inside it
        result = _built(visit)
        if visit.parent >= 0:
            visits[visit.parent].inside[visit.key] = result
    return result


def _built(visit: _Visit) -> Any:
    edit, given = visit.edit, visit.edit.value
    if isinstance(given, list):
        if all(item is given[index] for index, item in visit.inside.items()):
            return given
        return [visit.inside.get(index, item) for index, item in enumerate(given)]
    if not isinstance(given, dict):
        return given
    if not (edit.names or edit.gone or edit.added) and all(
        item is given[name] for name, item in visit.inside.items()
    ):
        return given
    built = {
        edit.names.get(name, name): visit.inside.get(name, item)
        for name, item in given.items()
        if name not in edit.gone
    }
    return built | dict.fromkeys(edit.added)
