"""Tools of an MCP server in a request to the Gemini API, and the model's call back.

    GEMINI_API_KEY=… python examples/gemini_generate.py examples/calendar.json

Needs `pip install google-genai 'leanschema[validate]'`. `GEMINI_BASE_URL` names another endpoint.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from google import genai
from google.genai import types

from leanschema import compile_tools


def main(file: str) -> None:
    """Ask once, and print what the tool is to be called with."""
    published = json.loads(Path(file).read_text(encoding="utf-8"))["tools"]
    compiled = compile_tools(published, target="gemini", max_tokens=2_000)
    options = types.HttpOptions(base_url=os.environ.get("GEMINI_BASE_URL"))
    client = genai.Client(http_options=options)
    response = client.models.generate_content(
        model="gemini-2.5-flash",
        contents="What is in my calendar on Monday?",
        config=types.GenerateContentConfig.model_validate({"tools": compiled.tools}),
    )
    for asked in response.function_calls or []:
        call = compiled.call(asked.name or "", asked.args)
        print(call.name, json.dumps(call.arguments) if call.ok else call.message)


if __name__ == "__main__":
    main(sys.argv[1])
