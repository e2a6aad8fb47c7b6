"""Where the tokens of one schema go: its tree, path by path, with exact counts.

Before:  {"type": "object", "properties": {"sort": {"enum": ["asc", "desc"]}}}
After:   the root, 7 own tokens; /properties/sort, 3 own; /properties/sort/enum, 6 own

A node is a schema, a table of definitions, a list of branches, or a keyword that is worth showing
on its own. The rest of a schema (its braces, its type, its bounds) is its own tokens, and so are
the separators between its children. The counts add up to the tokens of the whole text: a token
that runs across a border counts where most of the text around that border is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from leanschema.fit.sizes import count_tokens
from leanschema.pointer import Token, pointer_of
from leanschema.schema import SUBSCHEMAS, keyword_of

KINDS: Final = ("schema", "definitions", "branches", "words", "values", "keyword")
_SCHEMA, _DEFINITIONS, _BRANCHES, _WORDS, _VALUES, _KEYWORD = range(len(KINDS))

SUBSCHEMA_KEYWORDS: Final = frozenset(keyword_of(field) for field in SUBSCHEMAS)
_TABLES: Final = frozenset(
    ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
)
_KIND_OF_KEYWORD: Final = {
    **dict.fromkeys(("title", "description", "$comment", "markdownDescription"), _WORDS),
    **dict.fromkeys(("enum", "const", "default", "example", "examples"), _VALUES),
}

# A keyword of fewer characters is one of its schema's own tokens: `type`, `format`, `minimum`.
_SHOWN_CHARACTERS: Final = 40

# Between a letter or digit and a quotation mark no token of o200k_base runs on.
_TOKEN_END: Final = re.compile(r'(?<=[A-Za-z0-9])(?=")')


class Node(msgspec.Struct):
    """A node of the icicle: tokens of its own, and with all that is below it."""

    parent: int
    step: str
    kind: int
    own_tokens: int = 0
    tokens: int = 0


def token_tree(schema: Any) -> list[Node]:
    """Give the nodes of a schema, parents before children, the root first.

    `step` is the JSON Pointer from the parent's place. `tokens` of the root is the number of
    tokens of the schema's compact JSON.
    """
    nodes = [Node(-1, "", _SCHEMA)]
    _count(nodes, _pieces(schema, nodes))
    for node in reversed(nodes):
        node.tokens += node.own_tokens
        if node.parent >= 0:
            nodes[node.parent].tokens += node.tokens
    return nodes


def pointers(nodes: Iterable[Node]) -> list[str]:
    """Give the JSON Pointer of each node."""
    found: list[str] = []
    for node in nodes:
        found.append(node.step if node.parent < 0 else found[node.parent] + node.step)
    return found


def compact(value: Any) -> str:
    """Write a JSON value as compact JSON text that is valid Unicode."""
    try:
        return msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "replace").decode()


# A piece is the text of one node. What is still to be written waits on a stack: a piece, or a
# value with the node that it belongs to; so no depth of nesting is too deep.

_Piece = tuple[int, str]
_Waiting = tuple[int, str | None, Any]


def _pieces(schema: Any, nodes: list[Node]) -> Iterator[_Piece]:
    waiting: list[_Waiting] = [(0, None, schema)]
    while waiting:
        owner, text, value = waiting.pop()
        if text is not None:
            yield owner, text
        elif isinstance(value, dict):
            waiting.extend(reversed(list(_members(owner, value, nodes))))
        else:
            yield owner, compact(value)


def _members(owner: int, schema: dict[str, Any], nodes: list[Node]) -> Iterator[_Waiting]:
    yield owner, "{", None
    for index, (keyword, value) in enumerate(schema.items()):
        if index:
            yield owner, ",", None
        name = compact(keyword) + ":"
        if keyword in _TABLES and isinstance(value, dict):
            yield from _table(owner, keyword, value, nodes)
        elif keyword in SUBSCHEMA_KEYWORDS and isinstance(value, list):
            yield from _branches(owner, keyword, value, nodes)
        elif keyword in SUBSCHEMA_KEYWORDS and isinstance(value, dict):
            child = _add(nodes, owner, (keyword,), _SCHEMA)
            yield child, name, None
            yield child, None, value
        else:
            yield _leaf(owner, keyword, name + compact(value), nodes)
    yield owner, "}", None


def _table(
    owner: int, keyword: str, table: dict[str, Any], nodes: list[Node]
) -> Iterator[_Waiting]:
    """Write a table; properties hang on their schema itself, other entries on the table."""
    holder = owner
    place: tuple[Token, ...] = (keyword,)
    if keyword != "properties":
        holder, place = _add(nodes, owner, place, _DEFINITIONS), ()
    yield holder, compact(keyword) + ":{", None
    for index, (name, entry) in enumerate(table.items()):
        if index:
            yield holder, ",", None
        child = _add(nodes, holder, (*place, name), _SCHEMA)
        yield child, compact(name) + ":", None
        yield child, None, entry
    yield holder, "}", None


def _branches(
    owner: int, keyword: str, branches: list[Any], nodes: list[Node]
) -> Iterator[_Waiting]:
    holder = _add(nodes, owner, (keyword,), _BRANCHES)
    yield holder, compact(keyword) + ":[", None
    for index, branch in enumerate(branches):
        if index:
            yield holder, ",", None
        yield _add(nodes, holder, (index,), _SCHEMA), None, branch
    yield holder, "]", None


def _leaf(owner: int, keyword: str, text: str, nodes: list[Node]) -> _Waiting:
    kind = _KIND_OF_KEYWORD.get(keyword, _KEYWORD)
    if kind != _KEYWORD or len(text) >= _SHOWN_CHARACTERS:
        owner = _add(nodes, owner, (keyword,), kind)
    return owner, text, None


def _add(nodes: list[Node], parent: int, step: tuple[Token, ...], kind: int) -> int:
    nodes.append(Node(parent, pointer_of(step), kind))
    return len(nodes) - 1


# Counting: the text is cut where a token surely ends, so the parts' tokens add up; a part that
# belongs to several nodes is counted once as a whole and once piece by piece.


def _count(nodes: list[Node], pieces: Iterable[_Piece]) -> None:
    counts: dict[str, int] = {}
    part: list[_Piece] = []
    for owner, text in pieces:
        start = 0
        for match in _TOKEN_END.finditer(text):
            _extend(part, owner, text[start : match.start()])
            _count_part(nodes, part, counts)
            part, start = [], match.start()
        _extend(part, owner, text[start:])
    _count_part(nodes, part, counts)


def _extend(part: list[_Piece], owner: int, text: str) -> None:
    if part and part[-1][0] == owner:
        part[-1] = (owner, part[-1][1] + text)
    else:
        part.append((owner, text))


def _count_part(nodes: list[Node], part: list[_Piece], counts: dict[str, int]) -> None:
    """Give each piece's tokens to its node; what the borders change, the shortest pieces bear."""
    whole = _counted("".join(text for _, text in part), counts)
    if len(part) == 1:
        nodes[part[0][0]].own_tokens += whole
        return
    shares = [_counted(text, counts) for _, text in part]
    surplus = sum(shares) - whole
    by_length = sorted(range(len(part)), key=lambda index: len(part[index][1]))
    for index in by_length:
        taken = min(shares[index], max(surplus, 0))
        shares[index] -= taken
        surplus -= taken
    shares[by_length[-1]] -= surplus
    for (owner, _), share in zip(part, shares, strict=True):
        nodes[owner].own_tokens += share


def _counted(text: str, counts: dict[str, int]) -> int:
    known = counts.get(text)
    if known is None:
        known = counts[text] = count_tokens(text)
    return known
