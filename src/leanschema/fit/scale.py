"""What a schema's text costs, piece by piece, so that the pieces add up to the whole.

Exact in bytes. In tokens a close estimate: each piece is counted between the commas that stand
beside it, where tokens mostly end; the whole text is counted in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec

from leanschema.schema import SUBSCHEMAS, JsonSchema, keyword_of

Cost = Callable[[bytes], int]

_encode: Final = msgspec.json.Encoder().encode
_FIELDS: Final = JsonSchema.__struct_fields__
_HEADS: Final = {field: b'"%b":' % keyword_of(field).encode() for field in _FIELDS}
_HEAD_BYTES: Final = {field: len(head) + 1 for field, head in _HEADS.items()}
# Texts up to this many bytes are remembered; so many of them.
_SHORT: Final = 64
_MOST: Final = 50_000


class Scale:
    """Weighs pieces by one cost function. A piece includes the comma after it."""

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        self.is_bytes = cost is len
        self._comma = cost(b",")
        self._memo: dict[bytes, int] = {}
        # The braces of an empty node, of one that has a keyword, and what stands between branches.
        self.empty = cost(b"{}")
        self.braces = self.empty - self._comma
        self.between = cost(b"{},{}") - 2 * self.empty
        self.holders = {field: self._holders(field) for field in SUBSCHEMAS}
        self.of_types: dict[str | tuple[str, ...], int] = {}

    def _holders(self, field: str) -> tuple[int, int, int]:
        """Weigh what stands around one schema, a table of them, and a list of them."""
        one, table, branches = (
            self._between_commas(_HEADS[field] + end) for end in (b"", b"{}", b"[]")
        )
        return one, table - self.between, branches - self.between

    def _between_commas(self, text: bytes) -> int:
        known = self._memo.get(text)
        if known is None:
            known = self.cost(b",%b," % text) - self._comma
            if len(text) <= _SHORT:
                if len(self._memo) >= _MOST:
                    self._memo.clear()
                self._memo[text] = known
        return known

    def piece(self, field: str, value: Any) -> int:
        """Weigh a keyword without sub-schemas, with its value."""
        if self.is_bytes:
            return _HEAD_BYTES[field] + len(_encode(value))
        return self._between_commas(_HEADS[field] + _encode(value))

    def type(self, kind: str | tuple[str, ...]) -> int:
        """Weigh the types of a node, and remember it: there are few kinds of them."""
        if len(self.of_types) >= _MOST:
            self.of_types.clear()
        return self.of_types.setdefault(kind, self.piece("type", kind))

    def name(self, token: str) -> int:
        """Weigh what stands around a schema in a table: its name, a colon, a comma."""
        if self.is_bytes:
            return len(_encode(token)) + 2
        return self._between_commas(_encode(token) + b":")


@lru_cache(maxsize=8)
def scale_of(cost: Cost) -> Scale:
    """Give the scale of a cost function; the same one gives the same scale."""
    return Scale(cost)
