"""Tools of an MCP server in a request to Anthropic's Messages API, and the model's call back.

    ANTHROPIC_API_KEY=… python examples/anthropic_messages.py examples/calendar.json

Needs `pip install anthropic 'leanschema[validate]'`. `ANTHROPIC_BASE_URL` names another endpoint.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from anthropic import Anthropic

from leanschema import compile_tools


def main(file: str) -> None:
    """Ask once, and print what the tool is to be called with."""
    published = json.loads(Path(file).read_text(encoding="utf-8"))["tools"]
    compiled = compile_tools(published, target="anthropic", max_tokens=2_000)
    message = Anthropic().messages.create(
        model="claude-sonnet-4-5",
        max_tokens=500,
        messages=[{"role": "user", "content": "What is in my calendar on Monday?"}],
        tools=compiled.tools,  # type: ignore[arg-type]
    )
    for block in message.content:
        if block.type == "tool_use":
            call = compiled.call(block.name, block.input)
            print(call.name, json.dumps(call.arguments) if call.ok else call.message)


if __name__ == "__main__":
    main(sys.argv[1])
