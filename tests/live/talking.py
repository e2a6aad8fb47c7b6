"""A client as the official SDK has it, talking to a server, or to the proxy in its place."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from pydantic import FileUrl

PROXY = [sys.executable, "-m", "leanschema", "proxy"]


class Heard:
    """What a client was asked and told, in its order."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.told: list[tuple[str, Any]] = []


def plain(value: Any) -> Any:
    """Give what an SDK object says, as JSON."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


@asynccontextmanager
async def session_over(streams: Any, heard: Heard | None = None) -> AsyncIterator[ClientSession]:
    """Greet a server over two streams as a client that offers everything."""
    heard = heard or Heard()

    async def sampling(context: Any, params: types.CreateMessageRequestParams) -> Any:
        heard.asked.append(("sampling", plain(params)["messages"]))
        text = types.TextContent(type="text", text="a sampled answer")
        return types.CreateMessageResult(role="assistant", content=text, model="m")

    async def elicitation(context: Any, params: Any) -> types.ElicitResult:
        heard.asked.append(("elicitation", params.message))
        return types.ElicitResult(action="decline")

    async def roots(context: Any) -> types.ListRootsResult:
        heard.asked.append(("roots", None))
        return types.ListRootsResult(roots=[types.Root(uri=FileUrl("file:///somewhere"), name="r")])

    async def logging(params: types.LoggingMessageNotificationParams) -> None:
        heard.told.append(("log", plain(params)))

    async def handled(message: Any) -> None:
        if isinstance(message, Exception):
            heard.told.append(("exception", str(message)))
        elif hasattr(message, "method"):
            heard.told.append((message.method, plain(message).get("params")))

    async with ClientSession(
        streams[0],
        streams[1],
        sampling_callback=sampling,
        elicitation_callback=elicitation,
        list_roots_callback=roots,
        logging_callback=logging,
        message_handler=handled,
    ) as session:
        await session.initialize()
        yield session


@asynccontextmanager
async def started(
    words: list[str], heard: Heard | None = None, cwd: Path | None = None
) -> AsyncIterator[ClientSession]:
    """Start a command that speaks MCP on stdio, and greet it."""
    parameters = StdioServerParameters(command=words[0], args=words[1:], cwd=cwd)
    async with stdio_client(parameters) as streams, session_over(streams, heard) as session:
        yield session


def proxied(words: list[str], *options: str) -> list[str]:
    """Give the command that puts the proxy in place of a server's."""
    return [*PROXY, *options, "--", *words]
