"""The author of an MCP server checks his own tools before a provider does.

    python examples/server_author.py

Needs `pip install 'leanschema[live]'`. Exits with 1 where a provider would refuse a tool.
"""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import anyio
from mcp.server.mcpserver import MCPServer
from pydantic import Field

from leanschema import TARGETS, lower
from leanschema.conformity import violations

server = MCPServer("library")


@server.tool()
def lend(
    book: Annotated[str, Field(description="The book's shelf mark")],
    weeks: Annotated[Literal[1, 2, 4], Field(description="For how long")] = 2,
) -> str:
    """Lend a book to the reader who asks."""
    return f"{book} for {weeks} weeks"


def main() -> int:
    """Print for each provider what it would refuse as published, and as leanschema writes it."""
    status = 0
    for tool in anyio.run(server.list_tools):
        schema = tool.input_schema
        for name in ("openai", "anthropic", "gemini"):
            target = TARGETS[name]
            before = [found.rule for found in violations(schema, target)]
            lowered = lower(schema, target)
            after = [found.rule for found in violations(lowered.to_dict(), target)]
            status |= bool(after)
            refused = ", ".join(sorted(set(before))) or "nothing"
            print(f"{tool.name} for {name}: refused as published: {refused}; now {len(after)}")
    return status


if __name__ == "__main__":
    sys.exit(main())
