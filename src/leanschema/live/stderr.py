"""The end of what a server says on stderr, in bounded memory, however much it says."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

_KEPT_BYTES: Final = 4_000
_CHUNK_BYTES: Final = 65_536


class Tail:
    """The last bytes that were written."""

    def __init__(self) -> None:
        self._end = b""

    def add(self, chunk: bytes) -> None:
        """Take what was written, and forget what came long before."""
        self._end = (self._end + chunk)[-_KEPT_BYTES:]

    def lines(self, most: int = 5) -> list[str]:
        """Give the last lines that say something."""
        text = self._end.decode("utf-8", "replace")
        return [line.rstrip() for line in text.splitlines() if line.strip()][-most:]


@contextmanager
def tail_of_stderr() -> Iterator[tuple[TextIO, Tail]]:
    """Give a file that a process can write to, and the end of what it wrote."""
    reading, writing = os.pipe()
    tail = Tail()

    def read() -> None:
        with os.fdopen(reading, "rb", buffering=0) as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                tail.add(chunk)

    # A process that outlives its server may hold the pipe open: nobody waits for the thread.
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        yield file, tail
    thread.join(timeout=0.5)
