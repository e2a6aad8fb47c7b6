"""A bounded table of results by content, safe under threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Result = TypeVar("Result")


class ContentCache(Generic[Result]):
    """Keeps the results last used; two threads that miss together both compute."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._results: OrderedDict[Hashable, Result] = OrderedDict()

    def get(self, key: Hashable) -> Result | None:
        """Give the result of that content, or None."""
        with self._lock:
            result = self._results.get(key)
            if result is not None:
                self._results.move_to_end(key)
            return result

    def put(self, key: Hashable, result: Result) -> Result:
        """Keep a result; give the one that is kept, which may be another thread's."""
        with self._lock:
            kept = self._results.setdefault(key, result)
            self._results.move_to_end(key)
            while len(self._results) > self._most:
                self._results.popitem(last=False)
            return kept

    def __len__(self) -> int:
        """Count the results that are kept."""
        return len(self._results)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
