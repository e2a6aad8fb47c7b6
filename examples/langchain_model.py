"""A LangChain chat model with the tools of an MCP server.

Set OPENAI_API_KEY and OPENAI_MODEL, and OPENAI_BASE_URL for another place than OpenAI's own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI

from leanschema import compile_tools

published = json.loads(Path(__file__).with_name("calendar.json").read_text())["tools"]
compiled = compile_tools(published, target="openai", form="chat", max_tokens=2_000)


def run(name: str, arguments: dict[str, Any]) -> str:
    """Stand in for the tools: `await session.call_tool(name, arguments)` in your own program."""
    print(f"{name} {json.dumps(arguments)}")
    return "[]"


def main() -> None:
    """Ask, and run what the model calls, until it answers."""
    plain = ChatOpenAI(model=os.environ["OPENAI_MODEL"], base_url=os.environ.get("OPENAI_BASE_URL"))
    model = plain.bind_tools(compiled.tools)
    said: list[AnyMessage] = [HumanMessage("What is on Monday?")]
    while True:
        answer = model.invoke(said)
        said.append(answer)
        if not answer.tool_calls:
            print(answer.text)
            return
        for each in answer.tool_calls:
            call = compiled.call(each["name"], each["args"])
            # What the tool would refuse goes back to the model, in words that it can act on.
            text = run(call.name, call.arguments) if call.ok else call.message or ""
            status: Any = "success" if call.ok else "error"
            said.append(ToolMessage(text, tool_call_id=each["id"], status=status))


if __name__ == "__main__":
    main()
