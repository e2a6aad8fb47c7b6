"""Measure the parts of a corpus and add them up, wherever the work is done.

    parts ─ pool.submit(part) ─► a survey of each, in any order ─ absorb ─► one survey

No more parts are under way than a pool needs to be busy, so memory does not grow with the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

from leanschema.survey.counting import Stop, count_part, never, without_collector
from leanschema.survey.parts import AnyPart, FilePart
from leanschema.survey.reading import expand
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Floors, Survey

# So many whole files for each worker, and they are read by the workers; with fewer, one reader
# hands out pieces of them, so that a single large file keeps every worker busy.
_FILES_FOR_EACH: Final = 4

_FLOORS_EVERY: Final = 16


class Progress(Protocol):
    """Told after each part how much has been done."""

    def __call__(self, size: int, tools: int, /) -> None:
        """Add bytes of sources, and tools."""
        ...


class Pool(Protocol):
    """Something that measures parts, several at a time."""

    @property
    def capacity(self) -> int:
        """How many parts may be under way."""
        ...

    def submit(self, part: AnyPart, floors: Floors) -> Any:
        """Start measuring a part."""
        ...

    def finished(self) -> Iterator[tuple[AnyPart, bytes]]:
        """Wait a moment and give the parts that are done, each with its survey's bytes."""
        ...


def survey_here(
    parts: Iterable[AnyPart],
    settings: Settings,
    *,
    progress: Progress | None = None,
    stop: Stop = never,
) -> Survey:
    """Survey parts in this process."""
    whole = Survey()
    floors = Floors()
    with without_collector():
        for number, part in enumerate(in_pieces(parts)):
            counted = count_part(part, settings, floors, stop)
            whole.absorb(counted)
            if progress is not None:
                progress(part.size, counted.tools)
            if number % _FLOORS_EVERY == 0:
                floors = whole.floors()
            if stop():
                break
        whole.stopped_early |= stop()
        return whole.settle()


def survey_in(
    pool: Pool,
    parts: Iterable[AnyPart],
    *,
    progress: Progress | None = None,
    stop: Stop = never,
) -> Survey:
    """Survey parts in a pool: the same result as in this process."""
    whole = Survey()
    floors = Floors()
    waiting = iter(parts)
    under_way, number = 0, 0
    is_last = False
    while under_way or not is_last:
        while under_way < pool.capacity and not is_last and not stop():
            part = next(waiting, None)
            if part is None:
                is_last = True
            else:
                pool.submit(part, floors)
                under_way += 1
        for part, counted in pool.finished() if under_way else ():
            under_way -= 1
            number += 1
            one = Survey.from_bytes(counted)
            whole.absorb(one)
            if progress is not None:
                progress(part.size, one.tools)
            if number % _FLOORS_EVERY == 0:
                floors = whole.floors()
        if stop():
            whole.stopped_early = True
            is_last = True
    return whole.settle()


def shared_out(parts: list[AnyPart], workers: int) -> Iterator[AnyPart]:
    """Give the parts as workers should get them: few files in pieces, many as they are."""
    files = sum(isinstance(part, FilePart) and part.address != "-" for part in parts)
    if files < _FILES_FOR_EACH * workers:
        return in_pieces(parts)
    return in_pieces(parts, lambda part: part.address == "-")


def in_pieces(
    parts: Iterable[AnyPart], which: Callable[[FilePart], bool] = lambda part: True
) -> Iterator[AnyPart]:
    """Give the parts, with files read into texts."""
    for part in parts:
        if isinstance(part, FilePart) and which(part):
            yield from expand(part)
        else:
            yield part
