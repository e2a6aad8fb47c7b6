"""Tools as people publish them, to the fields of a `Tool`.

{"name": …, "inputSchema": …}                                  MCP, dynamic tool
{"name": …, "input_schema": …}                                 Anthropic, dynamic tool
{"type": "function", "name": …, "parameters": …}               OpenAI Responses
{"type": "function", "function": {"name": …, "parameters": …}} OpenAI Chat Completions
{"name": …, "parameters": … | "parametersJsonSchema": …}       Gemini
{"toolSpec": {"name": …, "inputSchema": {"json": …}}}          Bedrock Converse
{"type": "object", "title": …, "properties": …}                a bare schema, named by its title
{"type": "namespace", "name": …, "tools": [ … ]}               several under one namespace
[ … ], {"tools": [ … ]}, {"functionDeclarations": [ … ]}       lists of any of them
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from leanschema.errors import UnreadableInput, shown

Fields = dict[str, Any]

_SCHEMA_KEYS: Final = (
    "inputSchema",
    "input_schema",
    "parametersJsonSchema",
    "parameters_json_schema",
    "parameters",
)
_OUTPUT_KEYS: Final = frozenset(
    ("outputSchema", "output_schema", "responseJsonSchema", "response_json_schema", "response")
)
_DEFERRED_KEYS: Final = frozenset(("deferLoading", "defer_loading", "exposeToContext"))
_PLAIN_FIELDS: Final = (
    ("namespace", str),
    ("title", str),
    ("description", str),
    ("annotations", dict),
    ("strict", bool),
)
_OWNER_KEYS: Final = ("function", "toolSpec", "tool_spec")
_TOOL_KEYS: Final = frozenset((*_SCHEMA_KEYS, "toolSpec", "tool_spec"))
_LIST_KEYS: Final = ("tools", "functionDeclarations", "function_declarations", "functions")
_WRAPPER_KEYS: Final = ("result", "params", "toolConfig")
# What `type` says of a tool with arguments; others (`web_search`, …) run at the provider.
_FUNCTION_TYPES: Final = frozenset((None, "function", "custom"))
_NO_PARAMETERS: Final[dict[str, Any]] = {"type": "object", "properties": {}}


class Namespace(NamedTuple):
    """A namespace that tools stand in, and what it says of itself."""

    name: str
    description: str | None


def tools_in(value: Any) -> Iterator[tuple[Any, Namespace | None]]:
    """Yield everything in a list or container that may be a tool, with its namespace.

    A value that is neither a list nor a container is yielded as it is.
    """
    pending: list[tuple[Any, Namespace | None]] = [(value, None)]
    while pending:
        value, namespace = pending.pop()
        if isinstance(value, (list, tuple)):
            pending.extend((item, namespace) for item in reversed(value))
            continue
        inside = _inside(value) if isinstance(value, dict) else None
        if inside is None:
            yield value, namespace
        else:
            if value.get("type") == "namespace" and isinstance(value.get("name"), str):
                namespace = Namespace(value["name"], _text(value.get("description")))
            pending.extend((item, namespace) for item in reversed(inside))


def fields_of(tool: dict[str, Any], namespace: Namespace | None = None) -> Fields:
    """Read one published tool.

    Raises UnreadableInput for an object that is none.
    """
    owner = _owner(tool)
    name = owner.get("name", owner.get("tool"))
    if name is None and _is_bare_schema(tool):
        return {"name": _bare_name(tool), "input_schema": tool}
    if not isinstance(name, str) or not name:
        raise UnreadableInput("tool", f"a tool needs a name, found {shown(name)}")
    kind = tool.get("type")
    if kind not in _FUNCTION_TYPES:
        raise UnreadableInput(
            f"tool {name}", f"{shown(kind)} is no function: its arguments are not ours"
        )
    fields = {"name": name, "input_schema": _schema(owner, name)}
    for key, kind in _PLAIN_FIELDS:
        if key in owner and isinstance(owner[key], kind):
            fields[key] = owner[key]
    if namespace is not None and not fields.get("namespace"):
        fields |= {"namespace": namespace.name, "namespace_description": namespace.description}
    if _OUTPUT_KEYS & owner.keys():
        fields["output_schema"] = _first(owner, sorted(_OUTPUT_KEYS))
    if _DEFERRED_KEYS & owner.keys():
        is_hidden = owner.get("exposeToContext") is False
        fields["deferred"] = (
            owner.get("deferLoading", owner.get("defer_loading", is_hidden)) is True
        )
    return fields


def _inside(value: dict[str, Any]) -> list[Any] | None:
    """Give the members of a container, or None for what is no container."""
    if not _TOOL_KEYS.isdisjoint(value):
        return None
    lists = [value[key] for key in _LIST_KEYS if isinstance(value.get(key), list)]
    wrapped = [value[key] for key in _WRAPPER_KEYS if isinstance(value.get(key), dict)]
    inside = [*lists, *(one for one in wrapped if _inside(one) is not None)]
    return inside or None


def _owner(tool: dict[str, Any]) -> dict[str, Any]:
    """Give the object that holds a tool's name: the tool, or what is wrapped in it."""
    for key in _OWNER_KEYS:
        if key in tool and isinstance(tool[key], dict):
            wrapped: dict[str, Any] = tool[key]
            return wrapped
    return tool


def _schema(owner: dict[str, Any], name: str) -> Any:
    key = next((key for key in _SCHEMA_KEYS if owner.get(key) is not None), None)
    if key is None:
        if owner.get("type") == "custom":
            raise UnreadableInput(f"tool {name}", "it has no input schema")
        # OpenAI and Gemini: a function without parameters takes none.
        return dict(_NO_PARAMETERS)
    schema = owner[key]
    if key != "inputSchema" or not isinstance(schema, dict):
        return schema
    if schema.keys() == {"json"} and isinstance(schema["json"], dict):
        return schema["json"]
    # MCP servers publish `properties: null`, or none, for a tool without parameters.
    return {**schema, "properties": {}} if schema.get("properties") is None else schema


def _is_bare_schema(value: dict[str, Any]) -> bool:
    return value.get("type") == "object" or isinstance(value.get("properties"), dict)


def _bare_name(schema: dict[str, Any]) -> str:
    title = schema.get("title")
    if not isinstance(title, str) or not title:
        raise UnreadableInput("tool", "a bare schema needs a `title` to be named by")
    return title


def _first(owner: dict[str, Any], keys: Iterable[str]) -> Any:
    return next((owner[key] for key in keys if owner.get(key) is not None), None)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
