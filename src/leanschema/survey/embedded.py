"""The report's rows and details as JSON inside the page's script elements.

Before:  {"name": "</script>", "published": {…}, "compacted": {…}}
After:   [{"before": {"nodes": […], "lines": […], …}, "after": {…}}], with no `<` in the text
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from leanschema.fit.sizes import count_tokens
from leanschema.survey.details import compact, pointers, token_tree
from leanschema.survey.side_by_side import Line, lines_after, lines_before

# Inside a script element only `<` can end it; in JSON it occurs in strings only.
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

_MAX_LINES: Final = 6_000
_MAX_DETAILS_CHARACTERS: Final = 40_000_000


def embed_rows(rows: Iterable[Sequence[Any]], details: Sequence[dict[str, Any]]) -> str:
    """Write the rows, each with the index of its details (-1 where there are none) at the end."""
    waiting: defaultdict[tuple[Any, Any], list[int]] = defaultdict(list)
    for index, detail in enumerate(details):
        waiting[detail["name"], detail["provider"]].append(index)
    sizes: dict[int, int] = {}
    linked = []
    for row in rows:
        candidates = waiting.get((row[0], row[1]), [])
        index = _match(row[3], candidates, details, sizes)
        if index >= 0:
            candidates.remove(index)
        linked.append([*row, index])
    return _script_safe(linked)


def embed_details(details: Iterable[dict[str, Any]]) -> tuple[str, int]:
    """Write what the page shows of each tool, and say how many tools there was room for."""
    written: list[str] = []
    size = 0
    for detail in details:
        text = _script_safe(_detail(detail))
        size += len(text)
        if size > _MAX_DETAILS_CHARACTERS:
            break
        written.append(text)
    return "[" + ",".join(written) + "]", len(written)


def _match(
    tokens: int, candidates: list[int], details: Sequence[dict[str, Any]], sizes: dict[int, int]
) -> int:
    """Choose among details of one name: the one of the same size; a single one in any case."""
    if len(candidates) == 1:
        return candidates[0]
    for index in candidates:
        if index not in sizes:
            sizes[index] = count_tokens(compact(_value(details[index]["published"])))
        if sizes[index] == tokens:
            return index
    return -1


def _value(schema: Any) -> Any:
    """Read a schema that a report has as text."""
    return msgspec.json.decode(schema) if isinstance(schema, msgspec.Raw) else schema


def _detail(detail: dict[str, Any]) -> dict[str, Any]:
    before, after = _value(detail["published"]), _value(detail.get("compacted"))
    if after is None:
        return {"before": _side(before, lines_before(before, before)), "after": None, "changes": []}
    return {
        "changes": detail.get("changes", []),
        "before": _side(before, lines_before(before, after)),
        "after": _side(after, lines_after(before, after)),
    }


def _side(schema: Any, lines: Sequence[Line]) -> dict[str, Any]:
    nodes = token_tree(schema)
    tokens = count_tokens(compact(schema))
    starts = {line.pointer: index for index, line in enumerate(lines) if line.pointer is not None}
    return {
        "tokens": tokens,
        "rest": tokens - nodes[0].tokens,
        "nodes": [
            [node.parent, node.step, node.kind, node.own_tokens, starts.get(pointer, -1)]
            for node, pointer in zip(nodes, pointers(nodes), strict=True)
        ],
        "lines": [[line.indent, line.text, line.mark] for line in lines[:_MAX_LINES]],
        "lines_left_out": max(len(lines) - _MAX_LINES, 0),
    }


def _script_safe(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ESCAPES)
