"""A server behind the proxy: started when it is needed, and started again after it ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from leanschema.live.collecting import told
from leanschema.live.connections import (
    CONNECTION_CLOSED,
    CallOptions,
    Context,
    JSONRPCDispatcher,
    MCPError,
    Params,
    Result,
    TransportContext,
    anyio,
    dispatcher_over,
    streams_of,
)
from leanschema.live.servers import Server

_STARTING_SECONDS: Final = 60.0
_CLOSED: Final = "Connection closed"  # what the SDK says, and no server


class Listener(Protocol):
    """What hears a server's own requests and notifications."""

    async def asked(self, upstream: Upstream, method: str, params: Params) -> Result:
        """Answer a request of the server (sampling, elicitation, roots)."""

    def heard(self, upstream: Upstream, method: str, params: Params) -> None:
        """Take a notification of the server; it may not wait."""


class Upstream:
    """One server, and the client's greeting, which is said again after it was restarted."""

    def __init__(self, server: Server, group: Any, listener: Listener, seconds: float) -> None:
        self.server = server
        self.about: Result = {}
        self.starts = 0
        self._group = group
        self._listener = listener
        self._seconds = seconds
        self._link: JSONRPCDispatcher[TransportContext] | None = None
        self._greeting: Params = None
        self._is_greeted = False
        self._starting = anyio.Lock()

    async def greet(self, params: Params) -> Result:
        """Pass on the client's `initialize`, and remember it."""
        self._greeting = params
        link = await self._started(is_greeting=True)
        self.about = await self._sent(link, "initialize", params)
        return self.about

    async def tell(self, method: str, params: Params) -> None:
        """Pass on a notification of the client; a server that is not there hears nothing."""
        if method == "notifications/initialized":
            self._is_greeted = True
        if self._link is not None:
            await self._link.notify(method, params)

    async def ask(self, method: str, params: Params) -> Result:
        """Pass on a request and give the result.

        Raises MCPError: the server's own, or that it ended, or took too long.
        """
        return await self._sent(await self._started(), method, params)

    async def _sent(
        self, link: JSONRPCDispatcher[TransportContext], method: str, params: Params
    ) -> Result:
        options: CallOptions = {
            "timeout": self._seconds,
            "cancel_on_abandon": method != "initialize",
        }
        try:
            return await link.send_raw_request(method, params, options)
        except MCPError as fault:
            if fault.error.code == CONNECTION_CLOSED and fault.error.message == _CLOSED:
                if self._link is link:
                    self._link = None
                message = f"server {self.server.name} ended during {method}; it is started again"
                raise MCPError(CONNECTION_CLOSED, f"{message} for the next request") from None
            raise

    async def _started(self, *, is_greeting: bool = False) -> JSONRPCDispatcher[TransportContext]:
        async with self._starting:
            if self._link is None:
                with anyio.move_on_after(_STARTING_SECONDS):
                    await self._group.start(self._run)
                link = self._link
                if link is None:
                    raise MCPError(CONNECTION_CLOSED, f"server {self.server.name} did not start")
                if self._greeting is not None and not is_greeting:
                    self.about = await self._sent(link, "initialize", self._greeting)
                    if self._is_greeted:
                        await link.notify("notifications/initialized", None)
            assert self._link is not None
            return self._link

    async def _run(self, *, task_status: Any = anyio.TASK_STATUS_IGNORED) -> None:
        """Hold the connection until it ends, from either side."""
        over = anyio.Event()
        own: JSONRPCDispatcher[TransportContext] | None = None

        def ended() -> None:
            # A successor may be there already.
            if self._link is own:
                self._link = None
            over.set()

        async def on_request(_: Context, method: str, params: Params) -> Result:
            return await self._listener.asked(self, method, params)

        def intercept(method: str, params: Params) -> bool:
            self._listener.heard(self, method, params)
            return True

        try:
            async with (
                streams_of(self.server) as streams,
                dispatcher_over(streams, on_request, intercept, ended) as link,
            ):
                self._link = own = link
                self.starts += 1
                task_status.started()
                await over.wait()
        except* Exception as group:
            # One that was there is told of by the requests that it leaves unanswered.
            if own is None:
                raise MCPError(
                    CONNECTION_CLOSED, f"server {self.server.name} {told(group)}"
                ) from None
        finally:
            ended()


Ask = Callable[[str, Params], Awaitable[Result]]
