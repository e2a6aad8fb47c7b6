"""Tools of an MCP server in a request to OpenAI's Responses API, and the model's call back.

    OPENAI_API_KEY=… python examples/openai_responses.py examples/calendar.json

Needs `pip install openai 'leanschema[validate]'`. `OPENAI_BASE_URL` names another endpoint.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from openai import OpenAI

from leanschema import compile_tools


def main(file: str) -> None:
    """Ask once, and print what the tool is to be called with."""
    published = json.loads(Path(file).read_text(encoding="utf-8"))["tools"]
    compiled = compile_tools(published, target="openai", max_tokens=2_000)
    response = OpenAI().responses.create(
        model="gpt-5-mini",
        input="What is in my calendar on Monday, the 5th of January 2026?",
        tools=compiled.tools,  # type: ignore[arg-type]
    )
    for item in response.output:
        if item.type == "function_call":
            call = compiled.call(item.name, item.arguments)
            print(call.name, json.dumps(call.arguments) if call.ok else call.message)


if __name__ == "__main__":
    main(sys.argv[1])
