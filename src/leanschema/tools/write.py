"""Tools to a request's list of tools, in each provider's form: what its SDK takes as `tools`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from leanschema.targets.target import Target
from leanschema.tools.tool import Tool

Form = Literal["responses", "chat", "anthropic", "gemini", "gemini-openapi", "bedrock", "mcp"]


def to_responses(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Write OpenAI Responses tools; those of one namespace stand in it, where its first stood."""
    written: list[dict[str, Any]] = []
    groups: dict[str, dict[str, Any]] = {}
    for tool in tools:
        if tool.namespace is None:
            written.append(tool.to_responses())
            continue
        group = groups.get(tool.namespace)
        if group is None:
            group = {"type": "namespace", "name": tool.namespace, "description": None, "tools": []}
            groups[tool.namespace] = group
            written.append(group)
        # The first that describes the namespace is heard.
        group["description"] = group["description"] or tool.namespace_description
        group["tools"].append(tool.to_responses())
    for name, group in groups.items():
        group["description"] = group["description"] or f"Tools in the {name} namespace."
    return written


def to_chat(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Write OpenAI Chat Completions tools."""
    return [tool.to_chat() for tool in tools]


def to_anthropic(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Write Anthropic Messages tools."""
    return [tool.to_anthropic() for tool in tools]


def to_gemini(tools: Iterable[Tool], *, openapi: bool = False) -> list[dict[str, Any]]:
    """Write Gemini tools: one tool that holds every declaration."""
    declarations = [tool.to_gemini(openapi=openapi) for tool in tools]
    return [{"functionDeclarations": declarations}] if declarations else []


def to_bedrock(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Write Bedrock Converse tools, for `toolConfig={"tools": …}`."""
    return [tool.to_bedrock() for tool in tools]


def to_mcp(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """Write tools as an MCP server lists them."""
    return [tool.to_mcp() for tool in tools]


WRITERS: Final[dict[Form, Callable[[Iterable[Tool]], list[dict[str, Any]]]]] = {
    "responses": to_responses,
    "chat": to_chat,
    "anthropic": to_anthropic,
    "gemini": to_gemini,
    "gemini-openapi": lambda tools: to_gemini(tools, openapi=True),
    "bedrock": to_bedrock,
    "mcp": to_mcp,
}
# The form in which a target's provider takes tools; all others take that of Chat Completions.
_FORMS: Final[dict[str, Form]] = {
    "openai": "responses",
    "openai-strict": "responses",
    "codex": "responses",
    "anthropic": "anthropic",
    "anthropic-strict": "anthropic",
    "gemini-json": "gemini",
    "bedrock": "bedrock",
    "mcp": "mcp",
}


def form_of(target: Target) -> Form:
    """Give the form in which a target's provider takes tools."""
    if target.vocabulary == "openapi":
        return "gemini-openapi"
    return _FORMS.get(target.name, "chat")
