"""What is written is what each provider's SDK takes, by the SDK's own types."""

from __future__ import annotations

from typing import Any

import botocore.session  # type: ignore[import-untyped]
import botocore.validate  # type: ignore[import-untyped]
import pytest
from anthropic.types import ToolParam
from google.genai import types as gemini
from mcp import types as mcp
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam, NamespaceToolParam
from pydantic import ConfigDict, TypeAdapter, with_config

from leanschema.targets import TARGETS
from leanschema.tools.compiling import compile_tools
from leanschema.tools.reading import read_tools
from leanschema.tools.tool import Tool
from leanschema.tools.write import (
    Form,
    form_of,
    to_anthropic,
    to_bedrock,
    to_chat,
    to_gemini,
    to_mcp,
    to_responses,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Where"},
        "days": {"type": "integer", "minimum": 1},
        "unit": {"enum": ["C", "F"]},
    },
    "required": ["city"],
}
TOOLS = [
    Tool(name="weather", description="Weather of a city", input_schema=SCHEMA, strict=False),
    Tool(name="ping", input_schema={"type": "object", "properties": {}}),
    Tool(name="alarm", description="", input_schema=SCHEMA, strict=True, deferred=True),
]


def closed(typed_dict: Any) -> TypeAdapter[Any]:
    """Check a TypedDict of an SDK, and refuse keys that it does not know."""
    return TypeAdapter(with_config(ConfigDict(extra="forbid"))(typed_dict))


CHECKS: dict[Form, Any] = {
    "chat": closed(ChatCompletionFunctionToolParam).validate_python,
    "anthropic": closed(ToolParam).validate_python,
    "gemini": gemini.Tool.model_validate,
    "gemini-openapi": gemini.Tool.model_validate,
    "mcp": mcp.Tool.model_validate,
}


def check_responses(tool: dict[str, Any]) -> None:
    if tool["type"] == "namespace":
        closed(NamespaceToolParam).validate_python(tool)
        for inner in tool["tools"]:
            closed(FunctionToolParam).validate_python(inner)
    else:
        closed(FunctionToolParam).validate_python(tool)


def check_bedrock(tool: dict[str, Any]) -> None:
    service = botocore.session.get_session().get_service_model("bedrock-runtime")
    shape = service.shape_for("ToolConfiguration")
    report = botocore.validate.ParamValidator().validate({"tools": [tool]}, shape)
    assert not report.has_errors(), report.generate_report()


CHECKS |= {"responses": check_responses, "bedrock": check_bedrock}


@pytest.mark.parametrize("target", TARGETS)
def test_the_sdk_takes_what_is_compiled(target: str) -> None:
    spaced = Tool(name="tide", namespace="sea", description="Tide", input_schema=SCHEMA)
    compiled = compile_tools([*TOOLS, spaced], target=target)

    assert () == compiled.dropped
    for tool in compiled.tools:
        CHECKS[form_of(TARGETS[target])](tool)


def test_the_sdk_takes_what_is_written_and_it_is_read_back() -> None:
    for tool in to_responses(TOOLS):
        check_responses(tool)
    for tool in to_chat(TOOLS):
        CHECKS["chat"](tool)
    for tool in to_anthropic(TOOLS):
        CHECKS["anthropic"](tool)
    for tool in to_bedrock(TOOLS):
        check_bedrock(tool)
    written = [to_responses, to_chat, to_anthropic, to_gemini, to_bedrock, to_mcp]
    for write in written:
        again = read_tools(write(TOOLS))
        assert ["weather", "ping", "alarm"] == [tool.name for tool in again]
        assert [SCHEMA, TOOLS[1].input_schema, SCHEMA] == [tool.input_schema for tool in again]


def test_what_a_form_carries_survives_it() -> None:
    rich = Tool(
        name="weather",
        title="Weather",
        description="Weather of a city",
        input_schema=SCHEMA,
        output_schema={"type": "object"},
        annotations={"readOnlyHint": True},
    )
    asked = Tool(name="weather", input_schema=SCHEMA, strict=True, deferred=True)

    assert rich == Tool.read(rich.to_mcp())
    assert asked == Tool.read(asked.to_responses())
    assert asked == Tool.read(asked.to_anthropic())


def test_an_mcp_sdk_object_is_read() -> None:
    published = {"name": "weather", "inputSchema": SCHEMA | {"default": None}}
    listed = mcp.ListToolsResult.model_validate({"tools": [published]})

    assert read_tools([published]) == read_tools(listed) == read_tools(listed.tools)
    assert Tool.read(published) == Tool.read(listed.tools[0])


def test_a_gemini_sdk_object_is_read() -> None:
    parameters = {"type": "OBJECT", "properties": {"city": {"type": "STRING", "nullable": True}}}
    declared = gemini.Tool.model_validate(
        {"functionDeclarations": [{"name": "weather", "parameters": parameters}]}
    )

    (tool,) = read_tools(declared)
    compiled = compile_tools([declared], target="openai")

    assert parameters == tool.input_schema
    assert ["string", "null"] == compiled.tools[0]["parameters"]["properties"]["city"]["type"]


def test_tools_of_one_namespace_stand_together() -> None:
    tools = [
        Tool(name="tide", namespace="sea", input_schema=SCHEMA),
        Tool(name="ping", input_schema=SCHEMA),
        Tool(name="wave", namespace="sea", input_schema=SCHEMA, deferred=True),
        Tool(name="sun", namespace="sky", namespace_description="Above", input_schema=SCHEMA),
    ]

    sea, ping, sky = to_responses(tools)

    assert ("sea", "Tools in the sea namespace.") == (sea["name"], sea["description"])
    assert ["tide", "wave"] == [tool["name"] for tool in sea["tools"]]
    assert [None, True] == [tool.get("defer_loading") for tool in sea["tools"]]
    assert "Above" == sky["description"]
    assert "function" == ping["type"]
