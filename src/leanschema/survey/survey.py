"""The survey of a corpus, or of any part of it: one value, and the merge of two of them.

Token counts are small integers, so a survey is a sum of histograms: exact, and as large for ten
million tools as for ten thousand, but for one entry a provider. Lists (the largest tools, the first
faults) are the top of a total order, so merging is associative and commutative, and `to_bytes` of
equal surveys is equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from leanschema.survey.measure import Measured, Row

_Key = TypeVar("_Key", int, str)
_Value = TypeVar("_Value")

STAGES: Final = ("published", "lowered", "compacted")

MAX_ROWS: Final = 20_000
MAX_DETAILS: Final = 300
MAX_FAULTS: Final = 1_000

# A list may be so many times as long before it is cut again.
_SLACK: Final = 1.2


class Detail(NamedTuple):
    """A large tool with its texts, as published and as it came out."""

    published_tokens: int
    name: str
    provider: str
    published: bytes
    compacted: bytes


class Fault(NamedTuple):
    """A tool, a line or a file that could not be measured, and its place.

    `file` is the file's number among all that are surveyed, `start` the byte at which the part
    starts whose lines `line` counts (0 where there are no lines), `position` the tool's on that line.
    """

    file: int
    start: int
    line: int
    position: int
    source: str
    kind: str
    reason: str
    tool: str | None = None
    provider: str | None = None
    pointer: str | None = None


class Provider(msgspec.Struct, array_like=True):
    """What the tools of one provider sum up to."""

    tools: int = 0
    published_tokens: int = 0
    lowered_tokens: int = 0
    compacted_tokens: int = 0
    words_lost: int = 0
    paths_lost: int = 0


class Floors(NamedTuple):
    """The tokens below which a tool cannot be among the largest any more."""

    row: int = 0
    detail: int = 0


NO_FLOORS: Final = Floors()


class Survey(msgspec.Struct):
    """What was counted. Build it with `add` and `add_fault`, join two with `merge`.

    `steps` has, for each stage after the published one, the tokens that it saved and how many tools
    it changed. `lines` counts the lines of the parts of a file, by their start, so that a fault's line
    can be said. A survey given to `merge` or `absorb` is not changed.
    """

    tools: int = 0
    histograms: tuple[dict[int, int], ...] = msgspec.field(default_factory=lambda: ({}, {}, {}))
    steps: dict[int, list[int]] = msgspec.field(default_factory=dict)
    providers: dict[str, Provider] = msgspec.field(default_factory=dict)
    rows: list[Row] = msgspec.field(default_factory=list)
    details: list[Detail] = msgspec.field(default_factory=list)
    faults: list[Fault] = msgspec.field(default_factory=list)
    fault_kinds: dict[str, int] = msgspec.field(default_factory=dict)
    lines: dict[str, dict[int, int]] = msgspec.field(default_factory=dict)
    stopped_early: bool = False

    @property
    def parsed(self) -> int:
        """How many tools were measured."""
        return sum(self.histograms[0].values())

    def add(self, measured: Iterable[Measured], floors: Floors = NO_FLOORS) -> None:
        """Count tools; `floors` is what one must have to be among the largest."""
        published, lowered, compacted = self.histograms
        steps = self.steps
        for one in measured:
            row = one.row
            self.tools += 1
            tokens, size, last = row.published_tokens, row.lowered_tokens, row.compacted_tokens
            published[tokens] = published.get(tokens, 0) + 1
            lowered[size] = lowered.get(size, 0) + 1
            compacted[last] = compacted.get(last, 0) + 1
            for step, saved in one.saved:
                sums = steps.get(step)
                if sums is None:
                    sums = steps[step] = [0, 0]
                sums[0] += saved
                sums[1] += 1
            self._add_to_provider(row)
            if tokens >= floors.row:
                self.rows.append(row)
            if tokens >= floors.detail:
                detail = Detail(tokens, row.name, row.provider, one.published, one.compacted)
                self.details.append(detail)
        self._shorten()

    def _add_to_provider(self, row: Row) -> None:
        provider = self.providers.get(row.provider)
        if provider is None:
            provider = self.providers[row.provider] = Provider()
        provider.tools += 1
        provider.published_tokens += row.published_tokens
        provider.lowered_tokens += row.lowered_tokens
        provider.compacted_tokens += row.compacted_tokens
        if row.loss:
            paths_before, paths_after, words_before, words_after, *_ = row.loss
            provider.paths_lost += paths_before - paths_after
            provider.words_lost += words_before - words_after

    def add_fault(self, fault: Fault, *, is_tool: bool = False) -> None:
        """Count something that could not be measured: a tool, or a line or file of any tools."""
        self.tools += is_tool
        self.fault_kinds[fault.kind] = self.fault_kinds.get(fault.kind, 0) + 1
        self.faults.append(fault)
        if len(self.faults) > _SLACK * MAX_FAULTS:
            self.faults = _first_faults(self.faults)

    def absorb(self, other: Survey) -> None:
        """Add what another part counted."""
        self.tools += other.tools
        for histogram, more in zip(self.histograms, other.histograms, strict=True):
            _add_counts(histogram, more)
        for step, (saved, changed) in other.steps.items():
            sums = self.steps.setdefault(step, [0, 0])
            sums[0] += saved
            sums[1] += changed
        for name, more_of in other.providers.items():
            known = self.providers.setdefault(name, Provider())
            for field in Provider.__struct_fields__:
                setattr(known, field, getattr(known, field) + getattr(more_of, field))
        _add_counts(self.fault_kinds, other.fault_kinds)
        for source, counts in other.lines.items():
            self.lines.setdefault(source, {}).update(counts)
        self.rows += other.rows
        self.details += other.details
        self.faults += other.faults
        self.stopped_early |= other.stopped_early
        self._shorten()

    def _shorten(self) -> None:
        if len(self.rows) > _SLACK * MAX_ROWS:
            self.rows = _largest_rows(self.rows)
        if len(self.details) > _SLACK * MAX_DETAILS:
            self.details = _largest_details(self.details)
        if len(self.faults) > _SLACK * MAX_FAULTS:
            self.faults = _first_faults(self.faults)

    def floors(self, known: Floors = NO_FLOORS) -> Floors:
        """Say what a tool must have to be among the largest of this survey and any more.

        `known` is what it must have by what is known of others.
        """
        row, detail = _floor(self.rows, MAX_ROWS), _floor(self.details, MAX_DETAILS)
        return Floors(max(row, known.row), max(detail, known.detail))

    def settle(self) -> Survey:
        """Sort everything and cut the lists to what is kept; gives itself."""
        self.histograms = tuple(map(_sorted, self.histograms))
        self.steps = _sorted(self.steps)
        self.providers = _sorted(self.providers)
        self.fault_kinds = _sorted(self.fault_kinds)
        self.lines = _sorted({source: _sorted(counts) for source, counts in self.lines.items()})
        self.rows = _largest_rows(self.rows)
        self.details = _largest_details(self.details)
        self.faults = _first_faults(self.faults)
        return self

    def to_bytes(self) -> bytes:
        """Write it; equal surveys, however they were put together, give equal bytes."""
        return _ENCODER.encode(self.settle())

    @staticmethod
    def from_bytes(text: bytes) -> Survey:
        """Read back what `to_bytes` wrote."""
        return _DECODER.decode(text)


def merge(*surveys: Survey) -> Survey:
    """Join the surveys of parts of a corpus: any order, any grouping, the same result."""
    joined = Survey()
    for survey in surveys:
        joined.absorb(survey)
    return joined.settle()


def _sorted(table: dict[_Key, _Value]) -> dict[_Key, _Value]:
    return {key: table[key] for key in sorted(table)}


def _floor(largest: Sequence[Row] | Sequence[Detail], most: int) -> int:
    if len(largest) < most:
        return 0
    return min(one.published_tokens for one in largest[:most])


def _add_counts(counts: dict[Any, int], more: dict[Any, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count


def _largest_rows(rows: Iterable[Row]) -> list[Row]:
    largest = sorted(rows)
    largest.sort(key=_tokens_of, reverse=True)  # Equal ones stay in their order.
    return largest[:MAX_ROWS]


_tokens_of: Final = attrgetter("published_tokens")


def _largest_details(details: Iterable[Detail]) -> list[Detail]:
    return sorted(details, key=lambda one: (-one.published_tokens, one))[:MAX_DETAILS]


def _first_faults(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=_fault_order)[:MAX_FAULTS]


def _fault_order(fault: Fault) -> tuple[Any, ...]:
    return (*fault[:7], *chain.from_iterable(_none_first(text) for text in fault[7:]))


def _none_first(text: str | None) -> Iterator[Any]:
    yield text is not None
    yield text or ""


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Survey)
