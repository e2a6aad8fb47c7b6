"""Plain OpenAI SDK calls (Responses) with the tools of an MCP server.

Set OPENAI_API_KEY and OPENAI_MODEL, and OPENAI_BASE_URL for another place than OpenAI's own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from openai import OpenAI

from leanschema import compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="openai-strict", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> str:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return "[]"


def main() -> None:
    """Ask, and run what the model calls, until it answers."""
    client = OpenAI(base_url=os.environ.get("OPENAI_BASE_URL"))
    said: Any = [{"role": "user", "content": "What is on Monday?"}]
    while True:
        tools: Any = compiled.tools
        response = client.responses.create(
            model=os.environ["OPENAI_MODEL"], input=said, tools=tools
        )
        said += response.output
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            print(response.output_text)
            return
        for each in calls:
            call = compiled.call(each.name, each.arguments)
            # What the tool would refuse goes back to the model, in words that it can act on.
            result = run(call.name, call.arguments) if call.ok else call.message
            said += [{"type": "function_call_output", "call_id": each.call_id, "output": result}]


if __name__ == "__main__":
    main()
