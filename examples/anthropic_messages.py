"""Plain Anthropic SDK calls (Messages) with the tools of an MCP server.

Set ANTHROPIC_API_KEY and ANTHROPIC_MODEL, and ANTHROPIC_BASE_URL for another place than
Anthropic's own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from anthropic import Anthropic

from leanschema import compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="anthropic", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> str:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return "[]"


def main() -> None:
    """Ask, and run what the model calls, until it answers."""
    client = Anthropic(base_url=os.environ.get("ANTHROPIC_BASE_URL"))
    said: list[Any] = [{"role": "user", "content": "What is on Monday?"}]
    while True:
        tools: Any = compiled.tools
        answer = client.messages.create(
            model=os.environ["ANTHROPIC_MODEL"], max_tokens=1_000, messages=said, tools=tools
        )
        said.append({"role": "assistant", "content": answer.content})
        results: list[Any] = []
        for block in answer.content:
            if block.type == "text":
                print(block.text)
            elif block.type == "tool_use":
                call = compiled.call(block.name, block.input)
                # What the tool would refuse goes back to the model, in words that it can act on.
                text = run(call.name, call.arguments) if call.ok else call.message
                result = {"type": "tool_result", "tool_use_id": block.id, "content": text}
                results.append({**result, "is_error": not call.ok})
        if not results:
            return
        said.append({"role": "user", "content": results})


if __name__ == "__main__":
    main()
