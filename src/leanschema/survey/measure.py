"""One tool, measured: tokens and bytes after each stage, and what it lost on the way.

Lower some tools first, then count them: by turns, each would find the processor's caches full of
what the other works with.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Final

import msgspec

from leanschema.fit.sizes import count_tokens
from leanschema.survey.records import Published
from leanschema.survey.stages import Stages


class Row(msgspec.Struct, frozen=True, array_like=True, order=True, gc=False):
    """A tool in numbers.

    `loss` is the property paths that there were, and are left, then the same of words and of
    definitions; empty where nothing was lost.
    """

    name: str
    provider: str
    source: str
    published_tokens: int
    lowered_tokens: int
    compacted_tokens: int
    published_bytes: int
    compacted_bytes: int
    passes_run: int
    loss: tuple[int, ...]


class Measured(msgspec.Struct, frozen=True, gc=False):
    """A tool's row and its two texts; for each step that changed them its place and tokens saved."""

    row: Row
    published: bytes
    compacted: bytes
    saved: tuple[tuple[int, int], ...]


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A tool that was lowered and waits to be counted."""

    name: str
    provider: str
    source: str
    schema: _Schema


class _Schema(msgspec.Struct, gc=False):
    """A schema's texts, published first, what it lost, and once they were counted its numbers.

    Those are what a row has between its source and its loss.
    """

    texts: tuple[bytes, ...]
    loss: tuple[int, ...]
    numbers: tuple[int, int, int, int, int, int] | None = None
    saved: tuple[tuple[int, int], ...] = ()


class Measurer:
    """Measures tools in two goes, and does not measure a small schema again while it remembers it."""

    def __init__(self, stages: Stages, count: Callable[[bytes], int] = count_tokens) -> None:
        self._stages = stages
        self._count = count
        self._known: dict[bytes, _Schema] = {}

    def lower(self, tool: Published, source: str, provider: str = "") -> Waiting:
        """Take a tool through the stages; `provider` is for one that names none.

        Raises InvalidToolSchema.
        """
        text = tool.text
        schema = self._known.get(text)
        if schema is None:
            if tool.fault is not None:
                raise tool.fault
            taken = self._stages(text)
            loss = taken.loss
            lost = () if loss is None else tuple(chain.from_iterable(zip(*loss, strict=True)))
            schema = _Schema((text, *taken.texts), lost)
            if len(text) <= _REMEMBERED_BYTES:
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()
                self._known[text] = schema
        return Waiting(tool.name, tool.provider or provider, source, schema)

    def measure(self, waiting: Waiting) -> Measured:
        """Count a tool that was lowered."""
        schema = waiting.schema
        numbers = schema.numbers or self._count_schema(schema)
        row = Row(waiting.name, waiting.provider, waiting.source, *numbers, schema.loss)
        return Measured(row, schema.texts[0], schema.texts[-1], schema.saved)

    def _count_schema(self, schema: _Schema) -> tuple[int, int, int, int, int, int]:
        published, *after = schema.texts
        text, sizes, saved = published, [self._count(published)], []
        for step, next_text in enumerate(after):
            if next_text == text:
                sizes.append(sizes[-1])
                continue
            text = next_text
            sizes.append(self._count(text))
            saved.append((step, sizes[-2] - sizes[-1]))
        schema.saved = tuple(saved)
        tokens, lowered = sizes[:2]
        schema.numbers = tokens, lowered, sizes[-1], len(published), len(text), len(after) - 1
        return schema.numbers


# Many tools of a corpus have the same small schema. This many are remembered.
_REMEMBERED: Final = 4_096
_REMEMBERED_BYTES: Final = 2_000
