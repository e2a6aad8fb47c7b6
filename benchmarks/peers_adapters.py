"""One small function for each peer: a published schema in, what the peer makes of it out.

Run by `peers_worker.py` inside the peer's own virtual environment, so everything but the standard
library is imported where it is used, and a peer is imported before its clock starts. A name in
`ADAPTERS` gives a function without arguments that imports the peer and returns its `Convert`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias


class Converted(NamedTuple):
    """What a peer made: the schema, the target it is sent to, and how arguments are written.

    `target` is None where it is the row's own; `present` writes a tool's arguments as the model
    would under this schema, where the library can say that (ours can).
    """

    schema: Any
    target: str | None = None
    present: Callable[[Any], Any] | None = None


# A schema in, which may be changed; a `Converted` out. A peer's exceptions pass through.
Convert: TypeAlias = Callable[[dict[str, Any]], Converted]


def leanschema(target: str) -> Convert:
    """Ours, without a budget."""
    from leanschema import lower

    def convert(schema: dict[str, Any]) -> Converted:
        lowered = lower(schema, target)
        return Converted(lowered.to_dict(), lowered.target.name, lowered.present)

    return convert


def pydantic_ai(provider: str, strict: bool | None, strict_target: str | None) -> Convert:
    """Take the transformer of the provider's newest profile; `strict` None lets it decide."""
    from pydantic_ai.profiles.google import (
        GoogleJsonSchemaTransformer,
        GoogleOpenAPISchemaTransformer,
    )
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    transformers: dict[str, Any] = {
        "openai": lambda: OpenAIProvider.model_profile("gpt-5")["json_schema_transformer"],
        "anthropic": lambda: AnthropicProvider.model_profile("claude-sonnet-4-6")[
            "json_schema_transformer"
        ],
        "gemini-json": lambda: GoogleJsonSchemaTransformer,
        "gemini": lambda: GoogleOpenAPISchemaTransformer,
    }
    transformer = transformers[provider]()

    def convert(schema: dict[str, Any]) -> Converted:
        one = transformer(schema, strict=strict)
        walked = one.walk()
        is_strict = one.is_strict_compatible if strict is None else strict
        looser = None if strict_target is None else strict_target.removesuffix("-strict")
        return Converted(walked, strict_target if is_strict else looser)

    return convert


def openai_agents() -> Convert:
    """Convert by the public function."""
    from agents.strict_schema import ensure_strict_json_schema

    return lambda schema: Converted(ensure_strict_json_schema(schema))


def openai_agents_mcp() -> Convert:
    """Convert as its MCP client does: where strict conversion raises, send the schema as it is."""
    from agents.strict_schema import ensure_strict_json_schema

    def convert(schema: dict[str, Any]) -> Converted:
        # As in `MCPUtil.to_function_tool`.
        is_empty = schema == {}
        schema.setdefault("properties", {})
        try:
            strict = ensure_strict_json_schema(
                copy.deepcopy(schema), _reject_open_objects=not is_empty
            )
        except Exception:
            return Converted(schema, "openai")
        return Converted(strict)

    return convert


def openai_sdk() -> Convert:
    """Convert by what `pydantic_function_tool` calls on a model's schema."""
    from openai.lib._pydantic import _ensure_strict_json_schema

    return lambda schema: Converted(_ensure_strict_json_schema(schema, path=(), root=schema))


def anthropic_sdk() -> Convert:
    """Convert by the public function."""
    from anthropic import transform_schema

    return lambda schema: Converted(transform_schema(schema))


def google_genai_mcp() -> Convert:
    """Convert as `mcp_to_gemini_tool` does: keep what is supported, then `from_json_schema`."""
    from google.genai import types
    from google.genai._mcp_utils import _filter_to_supported_schema

    def convert(schema: dict[str, Any]) -> Converted:
        read = types.JSONSchema(**_filter_to_supported_schema(schema))
        return Converted(_plain(types.Schema.from_json_schema(json_schema=read)))

    return convert


def google_genai_schema() -> Convert:
    """Convert as a plain dictionary given for a `Schema` is."""
    from google.genai import _transformers

    return lambda schema: Converted(_plain(_transformers.t_schema(None, schema)))


def _plain(schema: Any) -> Any:
    """Write a `types.Schema` as it goes over the wire."""
    return schema.model_dump(mode="json", by_alias=True, exclude_none=True)


def langchain_core(strict: bool | None) -> Convert:
    """Convert by the public function."""
    from langchain_core.utils.function_calling import convert_to_openai_tool

    def convert(schema: dict[str, Any]) -> Converted:
        tool = {"name": "tool", "description": "A tool", "parameters": schema}
        return Converted(convert_to_openai_tool(tool, strict=strict)["function"]["parameters"])

    return convert


def litellm_vertex() -> Convert:
    """Convert as `parameters` of Vertex and Gemini are."""
    from litellm.llms.vertex_ai.common_utils import _build_vertex_schema

    return lambda schema: Converted(_build_vertex_schema(schema))


def fastmcp() -> Convert:
    """Compress with everything on that keeps arguments, references left as they are."""
    from fastmcp.utilities.json_schema import compress_schema

    return lambda schema: Converted(compress_schema(schema, prune_titles=True))


def toolism() -> Convert:
    """Slim at the level that changes no meaning."""
    from toolism import parse, serialize, slim

    def convert(schema: dict[str, Any]) -> Converted:
        tools = [{"name": "tool", "description": "A tool", "inputSchema": schema}]
        slimmed = slim(parse(tools), level="safe", tokenizer="heuristic")
        return Converted(serialize(slimmed.toolset)[0]["inputSchema"])

    return convert


def mcp_schema_normalize() -> Convert:
    """Convert by the public function."""
    from mcp_schema_normalize import normalize_schema

    return lambda schema: Converted(normalize_schema(schema)[0])


def mcpschema(provider: str) -> Convert:
    """Convert by the public function of a provider."""
    from mcpschema import convert as convert_tool
    from mcpschema import tool_from_dict

    def convert(schema: dict[str, Any]) -> Converted:
        tool = tool_from_dict({"name": "tool", "description": "A tool", "inputSchema": schema})
        made = convert_tool(tool, provider)
        if provider == "anthropic":
            return Converted(made["input_schema"])
        return Converted((made.get("function") or made)["parameters"])

    return convert


def schemafit(provider: str) -> Convert:
    """Repair for a provider."""
    from schemafit import repair

    return lambda schema: Converted(repair(schema, provider)[0])


def mcp_strict_check() -> Convert:
    """Judge for OpenAI and Anthropic strict; it makes no schema."""
    from mcp_strict_check.rules.anthropic import check_C
    from mcp_strict_check.rules.mcp_openai import check_B

    def convert(schema: dict[str, Any]) -> Converted:
        tool = {"name": "tool", "inputSchema": schema}
        check_B(tool)
        check_C(tool)
        return Converted(None)

    return convert


ADAPTERS: Final[dict[str, Callable[[], Convert]]] = {
    **{
        f"leanschema {target}": (lambda target=target: leanschema(target))  # type: ignore[misc]
        for target in (
            *("openai", "openai-strict", "anthropic", "anthropic-strict"),
            *("gemini", "gemini-json", "mcp", "llama-cpp"),
        )
    },
    "as published": lambda: Converted,
    "pydantic-ai OpenAI, strict=False": lambda: pydantic_ai("openai", False, "openai-strict"),
    "pydantic-ai OpenAI": lambda: pydantic_ai("openai", None, "openai-strict"),
    "pydantic-ai OpenAI, strict=True": lambda: pydantic_ai("openai", True, "openai-strict"),
    "pydantic-ai Anthropic": lambda: pydantic_ai("anthropic", None, "anthropic-strict"),
    "pydantic-ai Anthropic, strict=True": lambda: pydantic_ai(
        "anthropic", True, "anthropic-strict"
    ),
    "pydantic-ai Google": lambda: pydantic_ai("gemini-json", None, None),
    "pydantic-ai Google, OpenAPI": lambda: pydantic_ai("gemini", None, None),
    "openai-agents": openai_agents,
    "openai-agents, MCP client": openai_agents_mcp,
    "openai": openai_sdk,
    "anthropic": anthropic_sdk,
    "google-genai, MCP": google_genai_mcp,
    "google-genai, Schema": google_genai_schema,
    "langchain-core": lambda: langchain_core(None),
    "langchain-core, strict=True": lambda: langchain_core(True),
    "litellm, Vertex": litellm_vertex,
    "fastmcp": fastmcp,
    "toolism": toolism,
    "mcp-schema-normalize": mcp_schema_normalize,
    "mcpschema OpenAI": lambda: mcpschema("openai"),
    "mcpschema Anthropic": lambda: mcpschema("anthropic"),
    "mcpschema Gemini": lambda: mcpschema("gemini"),
    "schemafit OpenAI": lambda: schemafit("openai"),
    "schemafit Anthropic": lambda: schemafit("anthropic"),
    "schemafit Gemini": lambda: schemafit("gemini"),
    "mcp-strict-check": mcp_strict_check,
}
