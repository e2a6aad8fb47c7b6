"""Plain google-genai calls (generateContent) with the tools of an MCP server.

Set GEMINI_API_KEY and GEMINI_MODEL, and GOOGLE_GEMINI_BASE_URL for another place than Google's
own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from google import genai
from google.genai import types

from leanschema import compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="gemini", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> Any:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return []


def main() -> None:
    """Ask, and run what the model calls, until it answers."""
    options = types.HttpOptions(base_url=os.environ.get("GOOGLE_GEMINI_BASE_URL"))
    client = genai.Client(http_options=options)
    tools: Any = compiled.tools
    question = types.Part(text="What is on Monday?")
    said: list[Any] = [types.Content(role="user", parts=[question])]
    while True:
        answer = client.models.generate_content(
            model=os.environ["GEMINI_MODEL"],
            contents=said,
            config=types.GenerateContentConfig(tools=tools),
        )
        if not answer.function_calls:
            print(answer.text)
            return
        said.append(answer.candidates[0].content if answer.candidates else None)
        for each in answer.function_calls:
            call = compiled.call(each.name or "", each.args)
            # What the tool would refuse goes back to the model, in words that it can act on.
            result = (
                {"result": run(call.name, call.arguments)} if call.ok else {"error": call.message}
            )
            part = types.Part.from_function_response(name=each.name or "", response=result)
            said.append(types.Content(role="user", parts=[part]))


if __name__ == "__main__":
    main()
