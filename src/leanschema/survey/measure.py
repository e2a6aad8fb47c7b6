"""One tool, measured: tokens and bytes after each stage, and what it lost on the way.

A stage is a schema and its compact JSON under a name. What makes them is a `Stages`: a callable
from a raw schema to the stages of it, so another lowering or fitter is another callable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.fit.waterfall import MAX_BYTES, PASSES, waterfall
from leanschema.read.published import read_published
from leanschema.references import DEFINITION_TABLES
from leanschema.schema import JsonSchema
from leanschema.survey.content import count_lowered, count_published
from leanschema.tools.envelopes import FoundTool


class Stage(NamedTuple):
    """What a stage left: its name, the schema, and the compact JSON of it."""

    name: str
    schema: JsonSchema
    text: bytes


class Stages(Protocol):
    """Takes a raw schema through the stages; `names` are all that there are, in order.

    The first stage is the lowered schema; a later one is there only if it ran. Raises
    InvalidToolSchema.
    """

    names: tuple[str, ...]

    def __call__(self, raw: Any, /) -> Sequence[Stage]:
        """Give the stages of one schema."""
        ...


class Settings(msgspec.Struct, frozen=True):
    """What is surveyed: the published lowering and waterfall, into so many bytes."""

    max_bytes: int = MAX_BYTES

    def stages(self) -> Stages:
        """Make the stages."""
        return WaterfallStages(self.max_bytes)


class WaterfallStages:
    """The stages of the published coding agent: lowered, then each waterfall pass that ran."""

    names: tuple[str, ...] = ("no compaction", *(name for name, _ in PASSES))

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes

    def __call__(self, raw: Any, /) -> Sequence[Stage]:
        """Lower one schema and compact it while it is over the budget."""
        try:
            schema = read_published(raw)
            text = schema.to_json()
        except (RecursionError, UnicodeEncodeError):
            compaction_steps(raw)  # Says what is wrong, and where.
            raise
        stages = [Stage(self.names[0], schema, text)]
        if len(text) > self.max_bytes:
            for step in waterfall(schema, self.max_bytes, len(text))[1:]:
                last = stages[-1]
                same = step.schema is last.schema
                text = last.text if same else step.schema.to_json()
                stages.append(Stage(step.name, step.schema, text))
        return stages


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
    """A tool's row, its tokens after each stage, which stages changed it, and its two texts."""

    row: Row
    tokens: tuple[int, ...]
    changed: tuple[bool, ...]
    published: bytes
    compacted: bytes


class Measurer:
    """Measures tools, and counts the tokens of each distinct text once as long as it lives."""

    def __init__(self, stages: Stages, count: Callable[[bytes], int] = count_tokens) -> None:
        self._stages = stages
        self._count = count
        self._known: dict[bytes, int] = {}

    def measure(self, tool: FoundTool, source: str) -> Measured:
        """Measure one tool. Raises InvalidToolSchema."""
        published = _compact(tool.schema)
        stages = self._stages(tool.schema)
        texts = [published, *[stage.text for stage in stages]]
        sizes = [self._tokens(text) for text in texts]
        changed = [after is not before and after != before for before, after in _pairs(texts)]
        lowered, last = stages[0], stages[-1]
        paths_before, words_before = count_published(tool.schema)
        paths_after, words_after = count_lowered(last.schema)
        row = Row(
            tool.name,
            tool.provider or "",
            source,
            sizes[0],
            sizes[1],
            sizes[-1],
            len(published),
            len(last.text),
            len(stages) - 1,
            paths_before,
            paths_after,
            words_before,
            words_after,
            _published_definitions(tool.schema),
            len(last.schema.defs or ()) + len(last.schema.definitions or ()),
        )
        return Measured(row, tuple(sizes[1:]), tuple(changed), published, last.text)

    def _tokens(self, text: bytes) -> int:
        tokens = self._known.get(text)
        if tokens is None:
            tokens = self._known[text] = self._count(text)
        return tokens


def _pairs(texts: list[bytes]) -> zip[tuple[bytes, bytes]]:
    return zip(texts, texts[1:], strict=False)


def _compact(raw: Any) -> bytes:
    try:
        return msgspec.json.encode(raw)
    except RecursionError:
        raise InvalidToolSchema("nested too deeply to write") from None
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as fault:
        raise InvalidToolSchema(f"no JSON value: {fault}") from None


def _published_definitions(raw: Any) -> int:
    if not isinstance(raw, dict) or _TABLES.isdisjoint(raw):
        return 0
    return sum(len(raw[word]) for word in DEFINITION_TABLES if isinstance(raw.get(word), dict))


_TABLES: Final = frozenset(DEFINITION_TABLES)
