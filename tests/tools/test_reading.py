"""`Tool.read` and `read_tools`: every published form, Python functions and Pydantic models."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pydantic
import pytest

from leanschema.errors import UnreadableInput
from leanschema.tools.reading import Unread, read_each, read_tools
from leanschema.tools.tool import Tool

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = Tool(name="weather", description="Weather of a city", input_schema=SCHEMA)
PUBLISHED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "MCP": (
        {
            "name": "weather",
            "title": "Weather",
            "description": "Weather of a city",
            "inputSchema": SCHEMA,
            "outputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        },
        {
            "title": "Weather",
            "output_schema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        },
    ),
    "dynamic": (
        {
            "name": "weather",
            "description": "Weather of a city",
            "inputSchema": SCHEMA,
            "namespace": "sky",
            "deferLoading": True,
        },
        {"namespace": "sky", "deferred": True},
    ),
    "dynamic, as it was before": (
        {
            "name": "weather",
            "description": "Weather of a city",
            "input_schema": SCHEMA,
            "exposeToContext": False,
        },
        {"deferred": True},
    ),
    "Responses": (
        {
            "type": "function",
            "name": "weather",
            "description": "Weather of a city",
            "parameters": SCHEMA,
            "strict": True,
            "defer_loading": True,
        },
        {"strict": True, "deferred": True},
    ),
    "Chat": (
        {
            "type": "function",
            "function": {
                "name": "weather",
                "description": "Weather of a city",
                "parameters": SCHEMA,
            },
        },
        {},
    ),
    "Anthropic": (
        {
            "type": "custom",
            "name": "weather",
            "description": "Weather of a city",
            "input_schema": SCHEMA,
        },
        {},
    ),
    "Gemini": (
        {
            "name": "weather",
            "description": "Weather of a city",
            "parametersJsonSchema": SCHEMA,
        },
        {},
    ),
    "Bedrock": (
        {
            "toolSpec": {
                "name": "weather",
                "description": "Weather of a city",
                "inputSchema": {"json": SCHEMA},
            }
        },
        {},
    ),
}


@pytest.mark.parametrize("form", PUBLISHED)
def test_every_published_form_is_read(form: str) -> None:
    published, more = PUBLISHED[form]

    expected = Tool(name="weather", description="Weather of a city", input_schema=SCHEMA, **more)
    assert expected == Tool.read(published)


def test_a_tool_does_not_change_with_what_it_was_read_from() -> None:
    published = json.loads(json.dumps(PUBLISHED["MCP"][0]))
    tool = Tool.read(published)

    published["inputSchema"]["properties"].clear()

    assert SCHEMA == tool.input_schema


@pytest.mark.parametrize(
    "schema", [{"type": "object"}, {"type": "object", "properties": None}], ids=json.dumps
)
def test_an_mcp_tool_without_properties_has_none(schema: dict[str, Any]) -> None:
    tool = Tool.read({"name": "ping", "inputSchema": schema})

    assert {"type": "object", "properties": {}} == tool.input_schema


@pytest.mark.parametrize(
    "published",
    [
        {"type": "function", "function": {"name": "ping"}},
        {"type": "function", "name": "ping", "parameters": None},
        {"name": "ping", "description": "A Gemini function without parameters"},
    ],
    ids=json.dumps,
)
def test_a_function_without_parameters_takes_none(published: dict[str, Any]) -> None:
    assert {"type": "object", "properties": {}} == Tool.read(published).input_schema


def test_lists_and_containers_are_opened() -> None:
    one = PUBLISHED["MCP"][0]
    containers: list[Any] = [
        [one],
        {"tools": [one]},
        {"result": {"tools": [one]}},
        {"toolConfig": {"tools": [PUBLISHED["Bedrock"][0]]}},
        [{"functionDeclarations": [PUBLISHED["Gemini"][0]]}],
        one,
    ]
    for container in containers:
        assert ["weather"] == [tool.name for tool in read_tools(container)]


def test_a_namespace_names_its_tools() -> None:
    space = {
        "type": "namespace",
        "name": "sky",
        "description": "All of the sky",
        "tools": [PUBLISHED["Responses"][0]],
    }

    (tool,) = read_tools(space)

    assert ("sky", "All of the sky", "weather") == (
        tool.namespace,
        tool.namespace_description,
        tool.name,
    )
    assert "sky__weather" == tool.qualified_name


def weather(city: Annotated[str, pydantic.Field(description="Where")], days: int = 1) -> str:
    """Tell the weather of a city."""
    return f"{city}: fine for {days} days"


class Forecast(pydantic.BaseModel):
    """A forecast that is asked for."""

    city: str
    days: int = pydantic.Field(default=1, alias="numberOfDays")


def test_a_function_is_read_from_its_signature() -> None:
    tool = Tool.read(weather)

    assert ("weather", "Tell the weather of a city.") == (tool.name, tool.description)
    assert "Where" == tool.input_schema["properties"]["city"]["description"]
    assert ["city"] == tool.input_schema["required"]


def test_a_model_is_read_from_its_schema() -> None:
    tool = Tool.read(Forecast)

    assert ("Forecast", "A forecast that is asked for.") == (tool.name, tool.description)
    assert ["city", "numberOfDays"] == list(tool.input_schema["properties"])
    assert tool.input_schema.keys().isdisjoint(("title", "description"))


def positional(city: str, /) -> None: ...


def unlimited(*cities: str) -> None: ...


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "weather",
        {},
        {"name": ""},
        {"name": 5, "inputSchema": {}},
        {"type": "web_search"},
        {"type": "bash_20250124", "name": "bash"},
        {"type": "custom", "name": "free_text", "format": {"type": "text"}},
        {"type": "object", "properties": {}},
        positional,
        unlimited,
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value),
)
def test_what_is_no_tool_is_refused_with_its_reason(value: Any) -> None:
    with pytest.raises(UnreadableInput) as caught:
        Tool.read(value)

    assert caught.value.reason


def test_one_that_is_no_tool_takes_no_other_down() -> None:
    items = [5, PUBLISHED["MCP"][0], positional, weather, {"type": "web_search"}]

    read = read_each(items)

    assert ["Unread", "Tool", "Unread", "Tool", "Unread"] == [type(one).__name__ for one in read]
    unread = [one for one in read if isinstance(one, Unread)]
    assert ["(unnamed)", "positional", "(unnamed)"] == [one.name for one in unread]


def test_a_graph_that_stands_for_a_huge_tree_is_refused() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(40):
        schema = {"type": "object", "properties": {"a": schema, "b": schema}}
    cyclic: dict[str, Any] = {"type": "object"}
    cyclic["properties"] = {"again": cyclic}

    read = read_each(
        [{"name": "wide", "inputSchema": schema}, {"name": "deep", "inputSchema": cyclic}]
    )

    assert [("wide", True), ("deep", True)] == [(one.name, isinstance(one, Unread)) for one in read]
