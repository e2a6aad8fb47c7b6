"""The proxy behind streamable HTTP: a session for each client, apart from all others.

Loopback unless told otherwise. `Host` and `Origin` are checked against rebinding by the SDK's
transport, a bearer token is compared in constant time, and no error says more than its status.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import uuid4

from leanschema.live.connections import Streams, anyio

try:
    import uvicorn
    from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, StreamableHTTPServerTransport
    from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send
except ImportError:
    from leanschema.errors import MissingExtra

    raise MissingExtra("mcp", "live") from None

PATH: Final = "/mcp"
_MOST_SESSIONS: Final = 1_000
_IDLE_SECONDS: Final = 30 * 60.0
_MOST_BODY_BYTES: Final = 16 * 1024 * 1024
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

Serve = Callable[[Streams], Any]


class Listener:
    """An ASGI application that gives each session its own run of `serve`."""

    def __init__(self, serve: Serve, host: str, port: int, token: str | None = None) -> None:
        self._serve = serve
        self._token = token
        names = {*_LOOPBACK, host} if host in (*_LOOPBACK, "::1") else {host}
        self._security = TransportSecuritySettings(
            allowed_hosts=[f"{name}:{port}" for name in names],
            allowed_origins=[f"http://{name}:{port}" for name in names],
        )
        self._sessions: dict[str, StreamableHTTPServerTransport] = {}
        self._group: Any = None
        self._limited = RequestBodyLimitMiddleware(self._handle, _MOST_BODY_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the application's own life."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._limited(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with anyio.create_task_group() as group:
            self._group = group
            await send({"type": "lifespan.startup.complete"})
            await receive()
            group.cancel_scope.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if request.url.path.rstrip("/") != PATH:
            await Response(status_code=404)(scope, receive, send)
        elif not self._may(request):
            challenge = {"WWW-Authenticate": "Bearer"}
            await Response(status_code=401, headers=challenge)(scope, receive, send)
        else:
            transport = await self._transport_of(request)
            if isinstance(transport, Response):
                await transport(scope, receive, send)
            else:
                await transport.handle_request(scope, receive, send)

    def _may(self, request: Request) -> bool:
        if self._token is None:
            return True
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        # Both are compared, so that the time tells nothing.
        is_right = hmac.compare_digest(given.strip().encode(), self._token.encode())
        return is_right and scheme.lower() == "bearer"

    async def _transport_of(self, request: Request) -> StreamableHTTPServerTransport | Response:
        """Find the session of a request, or open one for a request that greets."""
        session = request.headers.get(MCP_SESSION_ID_HEADER)
        if session is not None:
            return self._sessions.get(session) or Response("Session not found", status_code=404)
        if request.method != "POST":
            return Response("A session is opened by a POST", status_code=400)
        if len(self._sessions) >= _MOST_SESSIONS:
            return Response("Too many sessions", status_code=503)
        transport = StreamableHTTPServerTransport(
            mcp_session_id=uuid4().hex,
            security_settings=self._security,
            idle_timeout=_IDLE_SECONDS,
        )
        await self._group.start(partial(self._run, transport))
        return transport

    async def _run(
        self,
        transport: StreamableHTTPServerTransport,
        *,
        task_status: Any = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        name = transport.mcp_session_id or ""
        self._sessions[name] = transport
        try:
            async with transport.connect() as streams:
                task_status.started()
                with transport.idle_scope or anyio.CancelScope():
                    await self._serve(streams)
        finally:
            self._sessions.pop(name, None)
            if not transport.is_terminated:
                with anyio.CancelScope(shield=True):
                    await transport.terminate()


async def listen(serve: Serve, host: str, port: int, token: str | None = None) -> None:
    """Listen until cancelled. Raises OSError (or exits) where the address cannot be had."""
    config = uvicorn.Config(
        Listener(serve, host, port, token),
        host=host,
        port=port,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    await uvicorn.Server(config).serve()
