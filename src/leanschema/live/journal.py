"""A record of what the proxy did, as JSON Lines; a tool's arguments only where they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec


class Journal:
    """Writes one line for each event; without a file it writes nothing."""

    def __init__(
        self,
        file: TextIO | None = None,
        *,
        has_arguments: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._file = file
        self._has_arguments = has_arguments
        self._now = now

    @property
    def is_kept(self) -> bool:
        """Tell whether anything is written."""
        return self._file is not None

    def write(self, event: str, *, arguments: Any = None, **fields: Any) -> None:
        """Write what happened (`compiled`, `called`, `repaired`, `refused`, `restarted`)."""
        if self._file is None:
            return
        line = {"time": self._now().isoformat(timespec="milliseconds"), "event": event, **fields}
        if self._has_arguments and arguments is not None:
            line["arguments"] = arguments
        self._file.write(msgspec.json.encode(line).decode() + "\n")
        self._file.flush()
