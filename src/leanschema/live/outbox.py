"""What is to be delivered, one after the other, in the order in which it came."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

from leanschema.live.connections import MCPError, anyio

Delivery: TypeAlias = Callable[[], Awaitable[None]]
# A server that floods with notifications, while its client reads none of them, loses some.
_MOST_WAITING: Final = 10_000


class Outbox:
    """Delivers notifications in order, beside the requests that they belong to.

    `flush` waits for what was put before it: so a notification that a server sent before its
    answer reaches the client before that answer.
    """

    def __init__(self) -> None:
        self._send, self._receive = anyio.create_memory_object_stream[Delivery](math.inf)
        self._put = 0
        self._done = 0
        self._moved = anyio.Event()

    def put(self, deliver: Delivery) -> None:
        """Take a delivery; it never waits."""
        if self._put - self._done < _MOST_WAITING:
            self._put += 1
            self._send.send_nowait(deliver)

    async def flush(self) -> None:
        """Wait until what was put so far is delivered."""
        goal = self._put
        while self._done < goal:
            await self._moved.wait()

    async def run(self) -> None:
        """Deliver until cancelled; what cannot be delivered is nobody else's loss."""
        async for deliver in self._receive:
            with suppress(MCPError, OSError, anyio.ClosedResourceError, anyio.BrokenResourceError):
                await deliver()
            self._done += 1
            moved, self._moved = self._moved, anyio.Event()
            moved.set()
