"""What goes wrong with tools whatever the target, each lint with its reason in public reports."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leanschema.pointer import Token, pointer_of
from leanschema.read.limits import MAX_DEPTH
from leanschema.tools.envelopes import FoundTool


class Spotted(NamedTuple):
    """A lint's result: the rule's name, the place, and what was found there."""

    rule: str
    pointer: str
    message: str


# Zero-width and joining characters, bidirectional controls, tag characters, fillers.
_HIDDEN: Final = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069"
    "\u3164\ufeff\uffa0"
)
_TAGS: Final = range(0xE0000, 0xE0080)
# Emoji sequences join pictures with U+200D and end flags with tags: those are seen.
_PICTURE: Final = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")

_QUOTED: Final = r"""["'`“‘][\w .:/+-]{1,40}["'`”’]"""
_LISTED: Final = re.compile(
    rf"(?:one of|either|must be|can be|valid values|allowed values|options|possible values)"
    rf"\b[^.\n]{{0,30}}?({_QUOTED}(?:\s*(?:,|/|\||or|and)\s*(?:or\s+)?{_QUOTED})+)",
    re.IGNORECASE,
)
_ONE: Final = re.compile(_QUOTED)


def lint_tool(tool: FoundTool) -> Iterator[Spotted]:
    """Yield what is odd about one tool; any JSON value may stand for its schema."""
    if not (tool.description or "").strip():
        yield Spotted("missing-tool-description", "", "the tool has no description")
    for what, text in (("name", tool.name), ("description", tool.description or "")):
        yield from _hidden("", f"the tool's {what}", text)
    for tokens, node in _nodes(tool.schema):
        yield from _lint_node(tokens, node)


def lint_names(tools: list[FoundTool]) -> Iterator[tuple[FoundTool, Spotted]]:
    """Yield the tools whose names a model takes for another's."""
    alike: dict[str, list[FoundTool]] = defaultdict(list)
    for tool in tools:
        alike[_bare(tool.name)].append(tool)
    for same in alike.values():
        names = {tool.name for tool in same}
        for tool in same if len(names) > 1 else ():
            others = ", ".join(sorted(names - {tool.name}))
            yield tool, Spotted("near-duplicate-name", "", f"reads like {others}")


def _bare(name: str) -> str:
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)
    return " ".join(word.lower().rstrip("s") for word in words) or name


def _nodes(schema: Any) -> Iterator[tuple[tuple[Token, ...], dict[str, Any]]]:
    """Yield every object of a raw schema with its place, no deeper than a schema may be."""
    pending: list[tuple[tuple[Token, ...], Any]] = [((), schema)]
    seen: set[int] = set()
    while pending:
        tokens, value = pending.pop()
        if len(tokens) > MAX_DEPTH or id(value) in seen:
            continue
        if isinstance(value, dict):
            seen.add(id(value))
            yield tokens, value
            pending.extend(((*tokens, str(key)), child) for key, child in value.items())
        elif isinstance(value, list):
            seen.add(id(value))
            pending.extend(((*tokens, index), child) for index, child in enumerate(value))


def _lint_node(tokens: tuple[Token, ...], node: dict[str, Any]) -> Iterator[Spotted]:
    place = pointer_of(tokens)
    properties = node.get("properties")
    required = node.get("required")
    names = properties if isinstance(properties, dict) else {}
    for name in required if isinstance(required, list) else ():
        if not isinstance(name, str):
            continue
        if name not in names:
            if names:
                yield Spotted(
                    "required-without-property", place, f"`{name}` is required and not there"
                )
            continue
        child = names[name]
        if not tokens and isinstance(child, dict) and not _says_what_it_is(child):
            where = f"{place}{pointer_of(('properties', name))}"
            yield Spotted(
                "missing-description", where, f"`{name}` is required and has no description"
            )
    for name, child in names.items():
        yield from _hidden(place, f"the name of property {name!a}", str(name))
        if isinstance(child, dict):
            yield from _prose(f"{place}{pointer_of(('properties', str(name)))}", child)
    if isinstance(node.get("description"), str):
        yield from _hidden(place, "the description", node["description"])


def _says_what_it_is(node: dict[str, Any]) -> bool:
    return any(
        word in node for word in ("description", "$ref", "enum", "const", "anyOf", "oneOf", "allOf")
    )


def _prose(place: str, node: dict[str, Any]) -> Iterator[Spotted]:
    text = node.get("description")
    is_text = node.get("type") == "string"
    if not isinstance(text, str) or not is_text or {"enum", "const", "pattern"} & node.keys():
        return
    listed = _LISTED.search(text)
    if listed is not None:
        values = [match[1:-1] for match in _ONE.findall(listed.group(1))]
        yield Spotted("enum-in-prose", place, f"an enum would say it: {', '.join(values)}")


def _hidden(place: str, what: str, text: str) -> Iterator[Spotted]:
    if text.isascii():
        return
    found = sorted({letter for letter in text if letter in _HIDDEN or ord(letter) in _TAGS})
    if found and not (set(found) <= {"\u200d", "\ufe0f"} and _PICTURE.search(text)):
        names = ", ".join(f"U+{ord(c):04X} {unicodedata.name(c, '')}".strip() for c in found[:5])
        yield Spotted("hidden-characters", place, f"{what} holds {names}")
