"""The proxy's own stdin and stdout, read and written by the event loop itself where they are pipes.

The SDK's transport gives each line to a thread and back, which was about a third of what a call
through the proxy cost beside a direct one (benchmarks/proxy.py); it takes other files in their
place. Anything but a pipe (a terminal, a file, another system
than POSIX) is left to the SDK.
"""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from leanschema.live.connections import Streams, stdio_server

# No line is too long: the client is the user's own.
_LINE_LIMIT: Final = 2**31


@asynccontextmanager
async def standard_streams() -> AsyncIterator[Streams]:
    """Serve this process's stdin and stdout; what else it prints goes to stderr from here on."""
    lines: Any = None
    text: Any = None
    if sys.platform != "win32" and _is_pipe(0) and _is_pipe(1):
        own_input, own_output = os.dup(0), os.dup(1)
        os.dup2(2, 1)
        lines, text = await _Lines.over(own_input), await _Text.over(own_output)
    async with stdio_server(stdin=lines, stdout=text) as streams:
        yield streams


def _is_pipe(descriptor: int) -> bool:
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


class _Lines:
    """The lines of a pipe as text, as the SDK reads them from a file."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    @classmethod
    async def over(cls, descriptor: int) -> _Lines:
        reader = asyncio.StreamReader(limit=_LINE_LIMIT)
        made = asyncio.StreamReaderProtocol(reader)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: made, os.fdopen(descriptor, "rb", buffering=0))
        return cls(reader)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._reader:
            yield line.decode("utf-8", "replace")


class _Text:
    """A pipe that takes text, as the SDK writes it to a file."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    @classmethod
    async def over(cls, descriptor: int) -> _Text:
        loop = asyncio.get_running_loop()
        pipe = os.fdopen(descriptor, "wb", buffering=0)
        transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, pipe)
        return cls(asyncio.StreamWriter(transport, protocol, None, loop))

    async def write(self, text: str) -> None:
        self._writer.write(text.encode())

    async def flush(self) -> None:
        await self._writer.drain()
