"""Collect the tools of servers: start each, greet it, and page through its list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from leanschema.errors import LeanschemaError
from leanschema.live.connections import (
    CallOptions,
    JSONRPCDispatcher,
    MCPError,
    Params,
    Result,
    TransportContext,
    all_pages,
    anyio,
    dispatcher_over,
    greet,
    streams_of,
)
from leanschema.live.servers import Server
from leanschema.live.stderr import Tail, tail_of_stderr


class ServerFault(LeanschemaError):
    """A server whose tools could not be had: its name, why, and the end of its stderr."""

    def __init__(self, name: str, reason: str, stderr: Sequence[str] = ()) -> None:
        super().__init__(name, reason)
        self.name = name
        self.reason = reason
        self.stderr = tuple(stderr)

    def __str__(self) -> str:
        said = "".join(f"\n    {line}" for line in self.stderr)
        return f"server {self.name}: {self.reason}{said}"


class Collected(NamedTuple):
    """A server and its tools, as it publishes them; or the fault that there was."""

    server: Server
    tools: tuple[Any, ...] = ()
    fault: ServerFault | None = None


def collect(servers: Sequence[Server], *, seconds: float = 60.0) -> list[Collected]:
    """Collect the tools of all servers at once, each within its own time limit, in their order.

    One that fails is told in its result, and stops no other.
    """
    return anyio.run(partial(_collect, servers, seconds))


async def _collect(servers: Sequence[Server], seconds: float) -> list[Collected]:
    results: list[Collected] = [Collected(server) for server in servers]

    async def one(index: int) -> None:
        results[index] = await _collected(servers[index], seconds)

    async with anyio.create_task_group() as group:
        for index in range(len(servers)):
            group.start_soon(one, index)
    return results


async def _collected(server: Server, seconds: float) -> Collected:
    tail = Tail()
    reason = f"no list of tools within {seconds:g} seconds"
    try:
        with tail_of_stderr() as (stderr, tail), anyio.move_on_after(seconds):
            async with streams_of(server, stderr) as streams, dispatcher_over(streams) as link:
                return Collected(server, tuple(await _tools(link)))
    except* Exception as group:
        reason = told(group)
    return Collected(server, fault=ServerFault(server.name, reason, tail.lines()))


async def _tools(link: JSONRPCDispatcher[TransportContext]) -> list[Any]:
    async def ask(method: str, params: Params) -> Result:
        options: CallOptions = {"cancel_on_abandon": method != "initialize"}
        return await link.send_raw_request(method, params, options)

    about = await greet(ask)
    await link.notify("notifications/initialized", None)
    if "tools" not in about.get("capabilities", {}):
        return []
    return await all_pages(ask, "tools/list", "tools")


def first_of(group: BaseException) -> BaseException:
    """Give the first exception inside of a group."""
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group


def told(group: BaseException) -> str:
    """Say in one line what went wrong, without a path or an environment."""
    fault = first_of(group)
    if isinstance(fault, MCPError):
        is_gone = "closed" in fault.error.message.lower()
        return "it ended before it answered" if is_gone else fault.error.message
    if isinstance(fault, OSError):
        return f"could not be started: {fault.strerror or type(fault).__name__}"
    return f"could not be reached: {type(fault).__name__}"
