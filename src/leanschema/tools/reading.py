"""Anything to tools: each item read on its own, so that one that is none takes no other down."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.errors import LeanschemaError, MissingExtra
from leanschema.read.limits import MAX_DEPTH, MAX_NODES, too_large
from leanschema.tools.published import Namespace, tools_in
from leanschema.tools.python_objects import plain_object
from leanschema.tools.tool import Tool

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder().decode
# What a Python value that is not plain JSON makes the encoder say.
_NOT_PLAIN: Final = (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError)


class Unread(NamedTuple):
    """An item that is no tool: what it is called, as far as one can tell, and why."""

    name: str
    reason: str


def read_tools(tools: Any) -> list[Tool]:
    """Read every tool of a list or container, in any form that `Tool.read` reads.

    Raises UnreadableInput or InvalidToolSchema for the first item that is no tool.
    """
    return [
        _read(item, namespace)
        for value in listed(tools)
        for item, namespace in tools_in(plain_object(value))
    ]


def read_each(items: Iterable[Any], *, are_ours: bool = False) -> list[Tool | Unread]:
    """Read every tool of a list of anything; what is none comes as an Unread in its place.

    Tools share nothing with the dicts that they are read from, unless those `are_ours`.
    """
    read: list[Tool | Unread] = []
    for value in items:
        if isinstance(value, Unread):
            read.append(value)
            continue
        try:
            inside = _members(value)
        except Exception as fault:
            read.append(Unread(name_of(value), reason_of(fault)))
            continue
        for item, namespace in inside:
            try:
                read.append(_read(item, namespace, is_ours=are_ours))
            except MissingExtra:
                raise
            except Exception as fault:
                read.append(Unread(name_of(item), reason_of(fault)))
    return read


def listed(tools: Any) -> list[Any]:
    """Give the items of a list of anything; a single thing is a list of one."""
    is_one = isinstance(tools, (dict, str, bytes, type, Tool)) or callable(tools)
    if is_one or not isinstance(tools, Iterable) or hasattr(tools, "model_dump"):
        return [tools]
    return list(tools)


def items_of(content: bytes) -> list[Any]:
    """Give the plain JSON items that some content was made of, as copies."""
    items: list[Any] = _decode(content)
    return items


def content_of(items: list[Any]) -> bytes | tuple[bytes | Unread, ...] | None:
    """Give bytes that are equal for equal lists of tools; None where there are no such.

    Quick for `Tool`s, which remember theirs, and for plain JSON.
    """
    try:
        if all(item.__class__ in _READ for item in items):
            return tuple([item if item.__class__ is Unread else item.content for item in items])
        if all(map(_is_small, items)):
            return _encode(items)
    except _NOT_PLAIN:
        pass
    return None


def name_of(item: Any) -> str:
    """Name an item as well as one can."""
    if isinstance(item, dict):
        for owner in (item, item.get("function"), item.get("toolSpec")):
            name = owner.get("name") if isinstance(owner, dict) else None
            if isinstance(name, str) and name:
                return name
    name = getattr(item, "__name__", None) or getattr(item, "name", None)
    return name if isinstance(name, str) and name else "(unnamed)"


def reason_of(fault: Exception) -> str:
    """Say why a tool cannot be used."""
    if isinstance(fault, LeanschemaError):
        return getattr(fault, "reason", None) or str(fault)
    if isinstance(fault, RecursionError):
        return "nested too deeply"
    return f"{type(fault).__name__}: {fault}"[:300]


def _members(value: Any) -> list[tuple[Any, Namespace | None]]:
    if value.__class__ is Tool:
        return [(value, None)]
    return list(tools_in(plain_object(value)))


def _read(item: Any, namespace: Namespace | None, *, is_ours: bool = False) -> Tool:
    if isinstance(item, Tool):
        return item
    item = plain_object(item)
    if isinstance(item, dict) and not is_ours:
        check_size(item)
        item = _copied(item)
    return Tool.of_plain(item, namespace)


def _copied(item: dict[str, Any]) -> Any:
    try:
        return _decode(_encode(item))
    except _NOT_PLAIN:
        return copy.deepcopy(item)


def check_size(item: Any) -> None:
    """Refuse what no schema can be: too deep, or a small graph that stands for a huge tree.

    Raises InvalidToolSchema.
    """
    if not _is_small(item):
        raise too_large(_measured(item)[0])


def _is_small(item: Any) -> bool:
    # One that was measured is not measured again: this runs on every call.
    if not isinstance(item, (dict, list, tuple)) or _SEEN.get(id(item)) is item:
        return True
    depth, size = _measured(item)
    if depth > _MOST_LEVELS or size > MAX_NODES:
        return False
    if len(_SEEN) >= _MOST_SEEN:
        _SEEN.clear()
    _SEEN[id(item)] = item
    return True


def _measured(item: Any) -> tuple[int, int]:
    """Measure levels and values, those of a shared part once for each place that it stands in."""
    known: dict[int, tuple[int, int]] = {}

    def measure(value: Any, level: int) -> tuple[int, int]:
        if not isinstance(value, (dict, list, tuple)):
            return 0, 1
        found = known.get(id(value))
        if found is not None:
            return found
        if level > _MOST_LEVELS:
            return _MOST_LEVELS, 1
        depth, size = 0, 1
        for member in value.values() if isinstance(value, dict) else value:
            if member.__class__ in _CONTAINERS:
                inner, many = measure(member, level + 1)
                depth, size = max(depth, inner), size + many
            else:
                size += 1
        known[id(value)] = depth + 1, size
        return depth + 1, size

    return measure(item, 0)


_READ: Final = frozenset((Tool, Unread))
_CONTAINERS: Final = frozenset((dict, list, tuple))
# The schema may be as deep as a schema may be; the envelope is a few levels around it.
_MOST_LEVELS: Final = MAX_DEPTH + 8
_MOST_SEEN: Final = 4_096
# Measured already; kept alive, so that an identity stays that of its object.
_SEEN: dict[int, Any] = {}
