"""One tool, measured: tokens and bytes after each stage, and what it lost on the way.

Lower some tools first, then count them: by turns, each would find the processor's caches full of
what the other works with.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Final, NamedTuple

from leanschema.fit.sizes import count_tokens
from leanschema.survey.records import Published
from leanschema.survey.stages import Stages


class Row(NamedTuple):
    """A tool in numbers; `before` is as published, `after` is the last stage."""

    name: str
    provider: str
    source: str
    published_tokens: int
    lowered_tokens: int
    compacted_tokens: int
    published_bytes: int
    compacted_bytes: int
    passes_run: int
    paths_before: int
    paths_after: int
    words_before: int
    words_after: int
    definitions_before: int
    definitions_after: int


class Measured(NamedTuple):
    """A tool's row and its two texts; for each stage its tokens, and whether it changed the text."""

    row: Row
    published: bytes
    compacted: bytes
    steps: tuple[tuple[int, bool], ...]


class Waiting(NamedTuple):
    """A tool that was lowered and waits to be counted."""

    name: str
    provider: str
    source: str
    schema: _Schema


class _Schema:
    """A schema's texts, published first, and its numbers once they were counted."""

    __slots__ = ("content", "counted", "texts")

    def __init__(self, texts: tuple[bytes, ...], content: tuple[int, ...]) -> None:
        self.texts = texts
        self.content = content
        self.counted: tuple[tuple[int, ...], tuple[tuple[int, bool], ...]] | None = None


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
            texts, before, after = self._stages(text)
            content = tuple(chain.from_iterable(zip(before, after, strict=True)))
            schema = _Schema((text, *texts), content)
            if len(text) <= _REMEMBERED_BYTES:
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()
                self._known[text] = schema
        return Waiting(tool.name, tool.provider or provider, source, schema)

    def count(self, waiting: Waiting) -> Measured:
        """Count a tool that was lowered."""
        name, provider, source, schema = waiting
        if schema.counted is None:
            schema.counted = self._counted(schema.texts)
        numbers, steps = schema.counted
        row = Row._make((name, provider, source, *numbers, *schema.content))
        return Measured(row, schema.texts[0], schema.texts[-1], steps)

    def _counted(
        self, texts: tuple[bytes, ...]
    ) -> tuple[tuple[int, ...], tuple[tuple[int, bool], ...]]:
        published, *after = texts
        size = tokens = self._count(published)
        before, steps = published, []
        for text in after:
            is_changed = text != before
            if is_changed:
                before, size = text, self._count(text)
            steps.append((size, is_changed))
        return (
            (tokens, steps[0][0], size, len(published), len(before), len(after) - 1),
            tuple(steps),
        )


# Many tools of a corpus have the same small schema. This many are remembered.
_REMEMBERED: Final = 4_096
_REMEMBERED_BYTES: Final = 1_000
