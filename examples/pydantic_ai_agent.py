"""A pydantic-ai agent with the tools of an MCP server.

Set OPENAI_API_KEY and OPENAI_MODEL, and OPENAI_BASE_URL for another place than OpenAI's own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pydantic_ai import Agent, ModelRetry, Tool
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from leanschema import CompiledTool, compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="openai", form="chat", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> str:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return "[]"


def as_tool(one: CompiledTool) -> Tool[None]:
    """Give pydantic-ai a tool with the schema that the model is to see."""

    def call_it(**arguments: Any) -> str:
        call = compiled.call(one.name, arguments)
        if not call.ok:
            # The model reads what was wrong, and tries again.
            raise ModelRetry(call.message or "")
        return run(call.name, call.arguments)

    tool: Tool[None] = Tool.from_schema(
        call_it, one.name, one.description, one.schema.to_dict(), takes_ctx=False
    )
    tool.strict = one.lowered.strict
    return tool


def main() -> None:
    """Ask the agent."""
    provider = OpenAIProvider(base_url=os.environ.get("OPENAI_BASE_URL"))
    agent = Agent(
        OpenAIChatModel(os.environ["OPENAI_MODEL"], provider=provider),
        tools=[as_tool(one) for one in compiled.compiled],
    )
    print(agent.run_sync("What is on Monday?").output)


if __name__ == "__main__":
    main()
