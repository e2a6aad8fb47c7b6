"""A FastMCP server whose author knows what each provider makes of his tools.

python examples/fastmcp_server.py           serves, over stdin and stdout
python examples/fastmcp_server.py --check   checks, and exits 1 where a tool would be refused
"""

from __future__ import annotations

import asyncio
import sys
from datetime import date
from typing import Annotated, Any, Literal

from fastmcp import Client, FastMCP
from pydantic import Field

from leanschema import TARGETS, lower
from leanschema.conformity import violations

server: FastMCP[Any] = FastMCP("library")
SENT_AS_PUBLISHED = ("openai", "anthropic")  # most clients lower nothing for these
LOWERED = ("openai-strict", "gemini")


@server.tool
def find_books(
    words: Annotated[str, Field(description="Words of the title or the author.", min_length=2)],
    language: Annotated[Literal["de", "en", "fr"], Field(description="Of the text.")] = "en",
    most: Annotated[int, Field(description="How many to give.", ge=1, le=50)] = 10,
) -> list[str]:
    """Find books of the library, best match first."""
    return [f"{words} ({language})"][:most]


@server.tool
def lend_book(
    number: Annotated[int, Field(description="The book's number.", ge=1)],
    until: Annotated[date, Field(description="When it comes back.")],
) -> str:
    """Lend a book, and give the number of the loan."""
    return f"{number} until {until}"


async def check() -> int:
    """Print what is refused as published, and what is lost when a client lowers."""
    async with Client(server) as client:
        tools = await client.list_tools()
    refused = 0
    for tool in tools:
        schema = tool.model_dump(by_alias=True)["inputSchema"]
        for name in SENT_AS_PUBLISHED:
            for fault in violations(schema, TARGETS[name]):
                refused += 1
                print(f"{tool.name}: {name} refuses {fault.pointer or 'the root'}: {fault.message}")
        for name in LOWERED:
            lowered = lower(schema, target=name)
            lost = [change for change in lowered.changes if change.law != "exact"]
            words = ", ".join(
                f"{change.keyword} at {change.pointer or 'the root'}" for change in lost
            )
            seen = f"does not see {words}" if words else "sees all of it"
            print(f"{tool.name}: {lowered.target.name} {seen}")
    print(f"{len(tools)} tools, {refused} refused as published")
    return 1 if refused else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(asyncio.run(check()))
    server.run()
