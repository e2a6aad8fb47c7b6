"""One tool, measured: tokens and bytes after each stage, and what it lost on the way.

A stage is the compact JSON that it left, under a name. What makes them is a `Stages`: a callable
from a raw schema to the stages of it, so another lowering or fitter is another callable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from leanschema.compatible import compaction_steps, lower_tool_input_schema_json
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.fit.waterfall import MAX_BYTES, PASSES
from leanschema.survey.content import count_content, count_lowered
from leanschema.tools.envelopes import FoundTool


class Stage(NamedTuple):
    """What a stage left: its name, and the compact JSON of the schema."""

    name: str
    text: bytes


class Stages(Protocol):
    """Takes a schema through the stages; `names` are all that there are, in order.

    It gets the raw schema and the compact JSON of it. The first stage is the lowered schema; a
    later one is there only if it ran. Raises InvalidToolSchema.
    """

    names: tuple[str, ...]

    def __call__(self, raw: Any, text: bytes, /) -> Sequence[Stage]:
        """Give the stages of one schema."""
        ...


class Settings(msgspec.Struct, frozen=True):
    """What is surveyed: the published lowering and waterfall, into so many bytes."""

    max_bytes: int = MAX_BYTES

    def stages(self) -> Stages:
        """Make the stages."""
        return WaterfallStages(self.max_bytes)

    def described(self) -> dict[str, str | int]:
        """Say in words what the report is about."""
        return {"target": "codex", "fitter": "waterfall", "max_bytes": self.max_bytes}


class WaterfallStages:
    """The stages of the published coding agent: lowered, then each waterfall pass that ran."""

    names: tuple[str, ...] = ("no compaction", *(name for name, _ in PASSES))

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes

    def __call__(self, raw: Any, text: bytes, /) -> Sequence[Stage]:
        """Lower one schema and compact it while it is over the budget."""
        lowered = lower_tool_input_schema_json(text, compaction=False)
        first = Stage(self.names[0], lowered)
        if len(lowered) <= self.max_bytes:
            return (first,)
        passes = compaction_steps(raw, self.max_bytes)[1:]
        return (first, *(Stage(step.name, step.schema.to_json()) for step in passes))


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

    tool: FoundTool
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
    """Measures tools in two goes, and does not measure a small schema again while it remembers it.

    Lower some tools first, then count them: by turns, each would find the processor's caches full
    of what the other works with.
    """

    def __init__(self, stages: Stages, count: Callable[[bytes], int] = count_tokens) -> None:
        self._stages = stages
        self._count = count
        self._known: dict[bytes, _Schema] = {}

    def lower(self, tool: FoundTool, source: str) -> Waiting:
        """Take a tool through the stages. Raises InvalidToolSchema."""
        raw = tool.schema
        published = _compact(raw)
        schema = self._known.get(published)
        if schema is None:
            schema = self._lowered(raw, published)
            if len(published) <= _REMEMBERED_BYTES:
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()
                self._known[published] = schema
        return Waiting(tool, source, schema)

    def count(self, waiting: Waiting) -> Measured:
        """Count a tool that was lowered."""
        tool, source, schema = waiting
        if schema.counted is None:
            schema.counted = self._counted(schema.texts)
        numbers, steps = schema.counted
        row = Row._make((tool.name, tool.provider or "", source, *numbers, *schema.content))
        return Measured(row, schema.texts[0], schema.texts[-1], steps)

    def _lowered(self, raw: Any, published: bytes) -> _Schema:
        texts = (published, *[stage.text for stage in self._stages(raw, published)])
        paths, words, definitions = before = count_content(raw)
        last = texts[-1]
        after = before if last == published else count_lowered(last)
        content = (paths, after.paths, words, after.words, definitions, after.definitions)
        return _Schema(texts, content)

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


def _compact(raw: Any) -> bytes:
    try:
        return msgspec.json.encode(raw)
    except RecursionError:
        raise InvalidToolSchema("nested too deeply to write") from None
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as fault:
        raise InvalidToolSchema(f"no JSON value: {fault}") from None


# Many tools of a corpus have the same small schema. This many are remembered.
_REMEMBERED: Final = 4_096
_REMEMBERED_BYTES: Final = 1_000
