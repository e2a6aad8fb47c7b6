"""The rows of `peers.py`: which peer is for which target, and what to install for it."""

from __future__ import annotations

from typing import Final, NamedTuple


class Row(NamedTuple):
    """A peer at one setting, and the target that it is for.

        `adapter` is a name of `peers_adapters.ADAPTERS`, or None where the index had no such package
        and nobody could write one; `distribution` the installed name; `requirement` what pip is
    given, None for this interpreter's own environment. A checker makes no schema.
    """

    target: str
    adapter: str | None
    distribution: str
    requirement: str | None = None
    makes_no_schema: bool = False


def _peer(
    target: str, adapter: str | None, distribution: str, requirement: str | None = None
) -> Row:
    return Row(target, adapter, distribution, requirement or distribution)


def _own(target: str) -> tuple[Row, ...]:
    return (
        Row(target, f"leanschema {target}", "leanschema"),
        Row(target, "as published", "leanschema"),
    )


_PYDANTIC: Final = ("pydantic-ai-slim", "pydantic-ai-slim[openai,anthropic,google]")

ROWS: Final[tuple[Row, ...]] = (
    *_own("openai"),
    _peer("openai", "pydantic-ai OpenAI, strict=False", *_PYDANTIC),
    _peer("openai", "langchain-core", "langchain-core"),
    _peer("openai", "mcpschema OpenAI", "mcpschema"),
    *_own("openai-strict"),
    _peer("openai-strict", "pydantic-ai OpenAI", *_PYDANTIC),
    _peer("openai-strict", "pydantic-ai OpenAI, strict=True", *_PYDANTIC),
    _peer("openai-strict", "openai-agents", "openai-agents"),
    _peer("openai-strict", "openai-agents, MCP client", "openai-agents"),
    _peer("openai-strict", "openai", "openai"),
    _peer("openai-strict", "langchain-core, strict=True", "langchain-core"),
    _peer("openai-strict", "schemafit OpenAI", "schemafit"),
    *_own("anthropic"),
    _peer("anthropic", "pydantic-ai Anthropic", *_PYDANTIC),
    _peer("anthropic", "mcpschema Anthropic", "mcpschema"),
    *_own("anthropic-strict"),
    _peer("anthropic-strict", "anthropic", "anthropic"),
    _peer("anthropic-strict", "pydantic-ai Anthropic, strict=True", *_PYDANTIC),
    _peer("anthropic-strict", "schemafit Anthropic", "schemafit"),
    *_own("gemini"),
    _peer("gemini", "pydantic-ai Google, OpenAPI", *_PYDANTIC),
    _peer("gemini", "google-genai, MCP", "google-genai"),
    _peer("gemini", "google-genai, Schema", "google-genai"),
    _peer("gemini", "litellm, Vertex", "litellm"),
    _peer("gemini", "mcpschema Gemini", "mcpschema"),
    _peer("gemini", "schemafit Gemini", "schemafit"),
    *_own("gemini-json"),
    _peer("gemini-json", "pydantic-ai Google", *_PYDANTIC),
    *_own("mcp"),
    _peer("mcp", "fastmcp", "fastmcp"),
    _peer("mcp", "toolism", "toolism"),
    _peer("mcp", None, "3tears-tool-schema"),
    *_own("llama-cpp"),
    _peer("llama-cpp", "mcp-schema-normalize", "mcp-schema-normalize"),
    Row("openai-strict", "mcp-strict-check", *(("mcp-strict-check",) * 2), makes_no_schema=True),
)
