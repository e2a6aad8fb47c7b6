"""Measure one part of a corpus: the function that every engine runs, on any machine."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

from leanschema.errors import InvalidToolSchema
from leanschema.survey.measure import Measurer, Waiting
from leanschema.survey.parts import AnyPart, RangePart, name_of
from leanschema.survey.reading import Lines, Tools, read_part
from leanschema.survey.records import Published
from leanschema.survey.stages import Settings
from leanschema.survey.survey import NO_FLOORS, Fault, Floors, Survey

Stop = Callable[[], bool]

# Tools that are lowered, then counted: enough for each go to be a long one.
_TOGETHER: Final = 500


def never() -> bool:
    """Go on."""
    return False


def count_part(
    part: AnyPart, settings: Settings, floors: Floors = NO_FLOORS, stop: Stop = never
) -> Survey:
    """Survey one part. `stop` is asked after each document whether to end with what was done."""
    counter = _Counter(part, settings, floors)
    with without_collector():
        for item in read_part(part):
            if isinstance(item, Tools):
                counter.count_tools(item)
            elif isinstance(item, Lines):
                counter.survey.lines = {counter.source: {counter.start: item.number}}
            else:
                counter.add_fault(item.line, 0, item.kind, item.reason)
            if stop():
                counter.survey.stopped_early = True
                break
        counter.count_waiting()
    return counter.survey


def kind_of(fault: InvalidToolSchema) -> str:
    """Name the kind of a schema's fault: its reason, without what was found in this one."""
    return fault.reason.partition(", found ")[0]


@lru_cache(maxsize=4)
def measurer(settings: Settings) -> Measurer:
    """Give the measurer of this process, with what it remembers."""
    return Measurer(settings.stages())


class _Counter:
    def __init__(self, part: AnyPart, settings: Settings, floors: Floors) -> None:
        self.survey = Survey()
        self.source = name_of(part)
        self.start = part.start if isinstance(part, RangePart) else 0
        self._file = part.file
        self._floors = floors
        self._measurer = measurer(settings)
        self._waiting: list[Waiting] = []
        self._provider = _stem(self.source)

    def count_tools(self, found: Tools) -> None:
        for index, tool in enumerate(found.tools):
            try:
                self._waiting.append(self._measurer.lower(tool, self.source, self._provider))
            except InvalidToolSchema as fault:
                kind = kind_of(fault)
                self.add_fault(found.line, index, kind, fault.reason, tool, fault.pointer)
            if len(self._waiting) >= _TOGETHER:
                self.count_waiting()

    def count_waiting(self) -> None:
        self.survey.add(map(self._measurer.measure, self._waiting), self._floors)
        self._waiting.clear()
        self._floors = self.survey.floors(self._floors)

    def add_fault(
        self,
        line: int,
        index: int,
        kind: str,
        reason: str,
        tool: Published | None = None,
        pointer: str | None = None,
    ) -> None:
        fault = Fault(
            self._file,
            self.start,
            line,
            index,
            self.source,
            kind,
            reason,
            tool.name if tool else None,
            (tool.provider or self._provider) if tool else None,
            pointer,
        )
        self.survey.add_fault(fault, is_tool=tool is not None)


def _stem(source: str) -> str:
    """Name a file without folders and suffixes: the provider of tools that name none."""
    name = PurePosixPath(source.replace("\\", "/")).name
    return name.partition(".")[0] or name


@contextmanager
def without_collector() -> Iterator[None]:
    """Do without the cycle collector: nothing here makes a cycle, and it would look at everything."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
