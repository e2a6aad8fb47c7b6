"""A connection to a server: the SDK's transport, and its dispatcher of raw JSON-RPC.

The SDK's typed session would refuse a whole list for one malformed tool, and would not pass on a
method that it does not know: the dispatcher below it gives each message as it came.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, TextIO, TypeAlias

from leanschema.errors import MissingExtra
from leanschema.live.servers import Server

try:
    import anyio
    import mcp_types as types
    from mcp.client.sse import sse_client
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.server.stdio import stdio_server
    from mcp.shared._httpx_utils import create_mcp_http_client
    from mcp.shared.dispatcher import CallOptions, DispatchContext, OnRequest
    from mcp.shared.exceptions import MCPError
    from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
    from mcp.shared.transport_context import TransportContext
    from mcp_types.version import LATEST_HANDSHAKE_VERSION
except ImportError:
    raise MissingExtra("mcp", "live") from None

# What a server writes to stdout that is no message is its own affair: not told in a traceback.
logging.getLogger("mcp").setLevel(logging.CRITICAL)

Params: TypeAlias = "Mapping[str, Any] | None"
Result: TypeAlias = dict[str, Any]
Context: TypeAlias = "DispatchContext[TransportContext]"
Streams: TypeAlias = "tuple[Any, Any]"
NotifyIntercept: TypeAlias = Callable[[str, Params], bool]

OWN_NAME: Final = "leanschema"
LATEST_REVISION: Final = LATEST_HANDSHAKE_VERSION
CONNECTION_CLOSED: Final = types.CONNECTION_CLOSED
METHOD_NOT_FOUND: Final = types.METHOD_NOT_FOUND


@asynccontextmanager
async def streams_of(server: Server, stderr: TextIO = sys.stderr) -> AsyncIterator[Streams]:
    """Start a server, or connect to it, and give its two streams; leaving ends it.

    Raises OSError where the command cannot be started.
    """
    async with AsyncExitStack() as stack:
        if server.command is not None:
            parameters = StdioServerParameters(
                command=server.command,
                args=list(server.args),
                env=dict(server.env),
                cwd=server.cwd,
                encoding_error_handler="replace",
            )
            yield await stack.enter_async_context(stdio_client(parameters, stderr))
            return
        assert server.url is not None
        if server.is_sse:
            sse = sse_client(server.url, headers=dict(server.headers))
            yield await stack.enter_async_context(sse)
            return
        client = create_mcp_http_client(headers=dict(server.headers))
        await stack.enter_async_context(client)
        http = streamable_http_client(server.url, http_client=client)
        yield await stack.enter_async_context(http)


async def answer_nothing(_: Context, method: str, __: Params) -> Result:
    """Answer what a server asks of a client that offers nothing: a ping, and no more."""
    if method == "ping":
        return {}
    raise MCPError(code=METHOD_NOT_FOUND, message="Method not found")


async def ignore(_: Context, __: str, ___: Params) -> None:
    """Take a notification and do nothing."""


@asynccontextmanager
async def dispatcher_over(
    streams: Streams,
    on_request: OnRequest = answer_nothing,
    intercept: NotifyIntercept | None = None,
    ended: Callable[[], None] | None = None,
) -> AsyncIterator[JSONRPCDispatcher[TransportContext]]:
    """Run a dispatcher over two streams as long as the block runs; `ended` is told of its end."""
    dispatcher: JSONRPCDispatcher[TransportContext] = JSONRPCDispatcher(*streams)

    async def run(*, task_status: Any = anyio.TASK_STATUS_IGNORED) -> None:
        try:
            await dispatcher.run(on_request, ignore, intercept, task_status=task_status)
        finally:
            if ended is not None:
                ended()

    async with anyio.create_task_group() as group:
        await group.start(run)
        try:
            yield dispatcher
        finally:
            group.cancel_scope.cancel()


async def greet(ask: Callable[[str, Params], Awaitable[Result]]) -> Result:
    """Perform `initialize` for a client that offers nothing; give what the server says of itself."""
    return await ask(
        "initialize",
        {
            "protocolVersion": LATEST_REVISION,
            "capabilities": {},
            "clientInfo": {"name": OWN_NAME, "version": own_version()},
        },
    )


def own_version() -> str:
    """Give the version of this package."""
    from importlib.metadata import version

    return version(OWN_NAME)


async def all_pages(
    ask: Callable[[str, Params], Awaitable[Result]], method: str, key: str
) -> list[Any]:
    """Ask for a list page by page; a cursor that comes again ends it."""
    found: list[Any] = []
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        page = await ask(method, None if cursor is None else {"cursor": cursor})
        items = page.get(key)
        found.extend(items if isinstance(items, list) else ())
        cursor = page.get("nextCursor")
        if not isinstance(cursor, str) or cursor in seen:
            return found
        seen.add(cursor)


__all__ = [
    "CONNECTION_CLOSED",
    "METHOD_NOT_FOUND",
    "OWN_NAME",
    "CallOptions",
    "Context",
    "JSONRPCDispatcher",
    "MCPError",
    "Params",
    "Result",
    "Streams",
    "TransportContext",
    "all_pages",
    "anyio",
    "dispatcher_over",
    "greet",
    "own_version",
    "stdio_server",
    "streams_of",
]
