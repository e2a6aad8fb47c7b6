"""What the proxy costs: a call and a list through it, beside the same without it.

    python benchmarks/proxy.py [CALLS]

Direct, through us, and (where it is installed) through FastMCP's proxy, in turns, in one run. The
numbers to hold: a call through the proxy costs at most 3 ms more at the median; a list of 500
tools at most 1.3 of what the direct list and the compilation take.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import anyio

from leanschema.live.connections import dispatcher_over, greet, streams_of
from leanschema.live.servers import server_of_command
from leanschema.live.stderr import tail_of_stderr
from leanschema.live.toolset import Compiling, ToolSet, named_apart
from leanschema.targets import TARGETS
from leanschema.tools.compiling import forget

_FAKE: Final = str(Path(__file__).parent.parent / "tests" / "live" / "fake_server.py")
_SERVER: Final = [sys.executable, _FAKE]
_OURS: Final = [sys.executable, "-m", "leanschema", "proxy", "--target", "mcp", "--"]
_FASTMCP: Final = (
    "import json, sys; from fastmcp.server import create_proxy; words = json.loads(sys.argv[1]); "
    "create_proxy({'mcpServers': {'s': {'command': words[0], 'args': words[1:]}}})"
    ".run(show_banner=False)"
)
_ROUNDS: Final = 5
_SETTLING_SECONDS: Final = 2  # the proxy prints its table meanwhile


@asynccontextmanager
async def link_to(words: list[str]) -> AsyncIterator[Any]:
    """Start a command and greet it."""
    async with AsyncExitStack() as stack:
        silent, _ = stack.enter_context(tail_of_stderr())
        streams = await stack.enter_async_context(streams_of(server_of_command(words), silent))
        link = await stack.enter_async_context(dispatcher_over(streams))
        await greet(link.send_raw_request)
        await link.notify("notifications/initialized", None)
        yield link


async def seconds_of(link: Any, method: str, params: Any) -> float:
    """Time one request."""
    start = perf_counter()
    await link.send_raw_request(method, params)
    return perf_counter() - start


def ways(mode: str) -> dict[str, list[str]]:
    """Give the commands: the server alone, and behind each proxy."""
    server = [*_SERVER, mode]
    found = {"direct": server, "leanschema": [*_OURS, *server]}
    try:
        import fastmcp  # noqa: F401
    except ImportError:
        return found
    return {**found, "fastmcp": [sys.executable, "-c", _FASTMCP, json.dumps(server)]}


async def show_calls(calls: int) -> None:
    """Print the median time of one call, one after the other, in turns."""
    call = {"name": "echo", "arguments": {"text": "x" * 50, "n": 3}}
    taken: dict[str, list[float]] = {}
    async with AsyncExitStack() as stack:
        links = {n: await stack.enter_async_context(link_to(w)) for n, w in ways("fine").items()}
        for link in links.values():
            await link.send_raw_request("tools/list", None)
        await anyio.sleep(_SETTLING_SECONDS)
        for _ in range(calls):
            for name, link in links.items():
                taken.setdefault(name, []).append(await seconds_of(link, "tools/call", call))
    base = median(taken["direct"])
    for name, seconds in taken.items():
        own = median(seconds)
        print(f"tools/call   {name:12} {own * 1000:6.2f} ms   {(own - base) * 1000:+6.2f} ms")


async def show_lists() -> None:
    """Print the time of a first list of 500 tools, and of the compilation alone."""
    taken: dict[str, list[float]] = {}
    compiling: list[float] = []
    for _ in range(_ROUNDS):
        for name, words in ways("many").items():
            async with link_to(words) as link:
                taken.setdefault(name, []).append(await seconds_of(link, "tools/list", None))
                if name == "direct":
                    tools = (await link.send_raw_request("tools/list", None))["tools"]
        forget()
        start = perf_counter()
        ToolSet(named_apart([("s", tools)]), Compiling(TARGETS["mcp"]))
        compiling.append(perf_counter() - start)
    base, compiled = median(taken["direct"]), median(compiling)
    print(f"compilation of 500 tools {compiled * 1000:.1f} ms")
    for name, seconds in taken.items():
        own = median(seconds)
        of = "direct and compilation" if name == "leanschema" else "direct"
        ratio = own / (base + compiled if name == "leanschema" else base)
        print(f"tools/list   {name:12} {own * 1000:6.1f} ms   {ratio:5.2f} of {of}")


async def main(calls: int) -> None:
    """Show both."""
    await show_calls(calls)
    await show_lists()


if __name__ == "__main__":
    anyio.run(main, int(sys.argv[1]) if len(sys.argv) > 1 else 500)
