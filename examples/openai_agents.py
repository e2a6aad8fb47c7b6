"""An agent of the OpenAI Agents SDK with the tools of an MCP server.

Set OPENAI_API_KEY and OPENAI_MODEL, and OPENAI_BASE_URL for another place than OpenAI's own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from agents import (
    Agent,
    FunctionTool,
    Runner,
    set_default_openai_client,
    set_tracing_disabled,
)
from agents.tool_context import ToolContext
from openai import AsyncOpenAI

from leanschema import CompiledTool, compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="openai-strict", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> str:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return "[]"


def as_tool(one: CompiledTool) -> FunctionTool:
    """Give the SDK a tool with the schema that the model is to see."""

    async def call_it(_: ToolContext[Any], arguments: str) -> str:
        call = compiled.call(one.name, arguments)
        # What the tool would refuse goes back to the model, in words that it can act on.
        return run(call.name, call.arguments) if call.ok else call.message or ""

    return FunctionTool(
        name=one.name,
        description=one.description or "",
        params_json_schema=one.schema.to_dict(),
        on_invoke_tool=call_it,
        # Where a schema cannot be strict without another meaning, it is sent as it is.
        strict_json_schema=one.lowered.strict,
    )


def main() -> None:
    """Ask the agent."""
    client = AsyncOpenAI(base_url=os.environ.get("OPENAI_BASE_URL"))
    set_default_openai_client(client, use_for_tracing=False)
    set_tracing_disabled(True)
    agent = Agent(
        name="Calendar",
        model=os.environ["OPENAI_MODEL"],
        tools=[as_tool(one) for one in compiled.compiled],
    )
    print(Runner.run_sync(agent, "What is on Monday?").final_output)


if __name__ == "__main__":
    main()
