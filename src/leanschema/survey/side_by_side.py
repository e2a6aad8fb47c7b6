"""One schema before and after as lines of indented JSON, with what was lost marked.

Before:  {"type": "object", "title": "Note"}    lines: {  "type": "object",  - "title": "Note"  }
After:   {"type": "object"}                     lines: {  "type": "object"  }

Places are matched by their path. The marks: `lost` is not there any more, `new` was not there
before, `changed` has another value, `collapsed` is a schema whose structure became `{}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leanschema.json_values import same_json
from leanschema.pointer import escape_token
from leanschema.survey.details import SUBSCHEMA_KEYWORDS, compact

MARKS: Final = ("", "lost", "new", "changed", "collapsed")
_KEPT, _LOST, _NEW, _CHANGED, _COLLAPSED = range(len(MARKS))

_ABSENT: Final = object()
_STRUCTURE: Final = SUBSCHEMA_KEYWORDS | {"$ref"}

# A list of scalars goes on one line where the line is no longer than this.
_LINE_CHARACTERS: Final = 72


class Line(NamedTuple):
    """A line of indented JSON; `pointer` is the place that starts here, None where one ends."""

    indent: int
    text: str
    mark: int
    pointer: str | None


class _Waiting(NamedTuple):
    """A value that is still to be written: where it stands, and what stands there otherwise."""

    indent: int
    key: str
    value: Any
    other: Any
    pointer: str
    mark: int | None


def lines_before(before: Any, after: Any) -> list[Line]:
    """Give the lines of `before`; what `after` does not have is marked."""
    return list(_lines(before, after, _LOST))


def lines_after(before: Any, after: Any) -> list[Line]:
    """Give the lines of `after`; what `before` does not have is marked."""
    return list(_lines(after, before, _NEW))


def _lines(value: Any, other: Any, absent_mark: int) -> Iterator[Line]:
    waiting: list[_Waiting | Line] = [_Waiting(0, "", value, other, "", None)]
    while waiting:
        task = waiting.pop()
        if isinstance(task, Line):
            yield task
            continue
        mark = _mark(task, absent_mark)
        comma = "," if waiting and _is_followed(task, waiting[-1]) else ""
        members = list(_members(task, absent_mark))
        if not members or _fits(task.value):
            yield Line(task.indent, task.key + _one_line(task.value) + comma, mark, task.pointer)
            continue
        opening, closing = "{}" if isinstance(task.value, dict) else "[]"
        yield Line(task.indent, task.key + opening, mark, task.pointer)
        end_mark = mark if mark != _CHANGED else _KEPT
        waiting.append(Line(task.indent, closing + comma, end_mark, None))
        waiting.extend(reversed(members))


def _is_followed(task: _Waiting, following: _Waiting | Line) -> bool:
    return isinstance(following, _Waiting) and following.indent == task.indent


def _members(task: _Waiting, absent_mark: int) -> Iterator[_Waiting]:
    value, other, indent = task.value, task.other, task.indent + 1
    if isinstance(value, dict):
        there = other if isinstance(other, dict) else {}
        for key, member in value.items():
            place = f"{task.pointer}/{escape_token(key)}"
            match = there.get(key, _ABSENT)
            mark = _CHANGED if match is _ABSENT and _is_rewritten(key, value, there) else None
            yield _Waiting(indent, compact(key) + ": ", member, match, place, mark)
    elif isinstance(value, list):
        matches = _matches(value, other if isinstance(other, list) else [])
        for index, (member, match) in enumerate(zip(value, matches, strict=True)):
            yield _Waiting(indent, "", member, match, f"{task.pointer}/{index}", None)


def _matches(values: list[Any], others: list[Any]) -> list[Any]:
    """Find the partner of each entry: a scalar by its value, an object or list by its index."""
    scalars = {compact(other) for other in others if not isinstance(other, (dict, list))}
    found: list[Any] = []
    for index, value in enumerate(values):
        if isinstance(value, (dict, list)):
            found.append(others[index] if index < len(others) else _ABSENT)
        else:
            found.append(value if compact(value) in scalars else _ABSENT)
    return found


def _is_rewritten(key: str, value: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether `const` became an `enum` of one here, or the other way round."""
    if key == "const":
        return same_json(other.get("enum"), [value["const"]])
    return key == "enum" and "const" in other and same_json(value["enum"], [other["const"]])


def _mark(task: _Waiting, absent_mark: int) -> int:
    value, other = task.value, task.other
    if task.mark is not None:
        return task.mark
    if other is _ABSENT:
        return absent_mark
    if isinstance(value, dict) and isinstance(other, dict):
        whole, empty = (value, other) if absent_mark == _LOST else (other, value)
        return _COLLAPSED if not empty and _STRUCTURE & whole.keys() else _KEPT
    if isinstance(value, list) and isinstance(other, list) and not _fits(value):
        return _KEPT
    return _KEPT if same_json(value, other) else _CHANGED


def _fits(value: Any) -> bool:
    """Tell whether a value is a list of scalars that is short enough for one line."""
    if not isinstance(value, list) or any(isinstance(entry, (dict, list)) for entry in value):
        return False
    return sum(len(compact(entry)) + 2 for entry in value) <= _LINE_CHARACTERS


def _one_line(value: Any) -> str:
    if not isinstance(value, list):
        return compact(value)
    return "[" + ", ".join(map(compact, value)) + "]"
