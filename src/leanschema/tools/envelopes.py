"""Find the tools of a JSON document, whatever its form, and put their schemas back.

Forms, as people publish them:

    {"type": "object", "properties": …}                         a bare schema
    {"name": …, "inputSchema": …}                               MCP
    {"name": …, "input_schema": …}                              dynamic tool, Anthropic
    {"type": "function", "name": …, "parameters": …}            OpenAI Responses
    {"type": "function", "function": {"parameters": …}}         OpenAI Chat Completions
    {"functionDeclarations": [{"parameters": …}]}               Gemini
    {"toolSpec": {"inputSchema": {"json": …}}}                  Bedrock Converse
    [ … ], {"tools": [ … ]}, {"result": {"tools": [ … ]}}       lists of any of them
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from leanschema.pointer import Token

# Where a tool keeps its schema: the way to it, first match wins.
_SCHEMA_PATHS: Final[tuple[tuple[str, ...], ...]] = (
    ("toolSpec", "inputSchema", "json"),
    ("function", "parameters"),
    ("inputSchema", "json"),
    ("inputSchema",),
    ("input_schema",),
    ("parametersJsonSchema",),
    ("parameters_json_schema",),
    ("parameters",),
)
# Where a document keeps its tools.
_LIST_KEYS: Final = ("tools", "functionDeclarations", "function_declarations", "functions")
_WRAPPERS: Final = ("result", "params", "toolConfig")
_NAME_KEYS: Final = ("name", "tool")


class FoundTool(NamedTuple):
    """A tool in a document: who it is, its raw schema, and the way to both."""

    name: str
    provider: str | None
    description: str | None
    schema: Any
    tool_path: tuple[Token, ...]
    schema_path: tuple[Token, ...]
    description_path: tuple[Token, ...] = ()


def find_tools(document: Any) -> list[FoundTool]:
    """Find every tool of a document, in order; a document of no known form is a bare schema."""
    found = list(_find(document, ()))
    if found or _holds_tools(document):
        return found
    return [FoundTool(_title_of(document), None, None, document, (), ())]


def put_back(
    document: Any,
    values: Iterable[tuple[tuple[Token, ...], Any]],
    dropped: Iterable[FoundTool] = (),
) -> Any:
    """Give the document with these values in their places, and without the dropped tools.

    A place is a path that `find_tools` gave; where UNSET is put, nothing is left. The document
    itself is not changed.
    """
    for path, value in values:
        is_gone = value is UNSET
        document = _removed(document, path) if is_gone else _replaced(document, path, value)
    for tool in sorted(dropped, key=lambda tool: tool.tool_path, reverse=True):
        document = _removed(document, tool.tool_path)
    return document


def _find(value: Any, path: tuple[Token, ...]) -> Iterator[FoundTool]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _find(item, (*path, index))
    elif isinstance(value, dict):
        schema_path = _schema_path(value)
        if schema_path is not None:
            yield _found(value, path, schema_path)
            return
        for key in _LIST_KEYS:
            if isinstance(value.get(key), list):
                yield from _find(value[key], (*path, key))
        for key in _WRAPPERS:
            if isinstance(value.get(key), dict) and _holds_tools(value[key]):
                yield from _find(value[key], (*path, key))


def _schema_path(tool: dict[str, Any]) -> tuple[str, ...] | None:
    named = any(isinstance(_owner(tool).get(key), str) for key in _NAME_KEYS)
    for schema_path in _SCHEMA_PATHS:
        value: Any = tool
        for key in schema_path:
            value = value[key] if isinstance(value, dict) and key in value else _MISSING
        # Only `parameters` is a word that a bare schema may use for something else.
        if value is not _MISSING and (named or schema_path != ("parameters",)):
            return schema_path
    return None


def _owner(tool: dict[str, Any]) -> dict[str, Any]:
    """Give the object that holds a tool's name: the tool, or what is wrapped in it."""
    owner = tool
    for key in _owner_path(tool):
        owner = owner[key]
    return owner


def _owner_path(tool: dict[str, Any]) -> tuple[str, ...]:
    for key in ("function", "toolSpec"):
        if isinstance(tool.get(key), dict):
            return (key,)
    return ()


def _found(
    tool: dict[str, Any], path: tuple[Token, ...], schema_path: tuple[str, ...]
) -> FoundTool:
    owner = _owner(tool)
    schema: Any = tool
    for key in schema_path:
        schema = schema[key]
    return FoundTool(
        next((owner[k] for k in _NAME_KEYS if isinstance(owner.get(k), str)), "(unnamed)"),
        _text(tool.get("provider")) or _text(tool.get("namespace")),
        _text(owner.get("description")),
        schema,
        path,
        (*path, *schema_path),
        (*path, *_owner_path(tool), "description"),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _holds_tools(value: Any) -> bool:
    if isinstance(value, list):
        return True
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list)
        or (key in _WRAPPERS and isinstance(value.get(key), dict) and _holds_tools(value[key]))
        for key in (*_LIST_KEYS, *_WRAPPERS)
    )


def _title_of(schema: Any) -> str:
    title = schema.get("title") if isinstance(schema, dict) else None
    return title if isinstance(title, str) and title else "(schema)"


def _replaced(value: Any, path: tuple[Token, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _replaced(value[path[0]], path[1:], new)
    return copy


def _removed(value: Any, path: tuple[Token, ...]) -> Any:
    if not path:
        return None
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = _removed(value[path[0]], path[1:])
    return copy


_MISSING: Final = object()
