"""A pool of worker processes on this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from multiprocessing.synchronize import Event
from time import monotonic
from typing import Final

from leanschema.errors import LeanschemaError
from leanschema.fit.sizes import count_tokens
from leanschema.survey.counting import Stop, count_part, never
from leanschema.survey.engine import Progress, shared_out, survey_in
from leanschema.survey.parts import AnyPart
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Floors, Survey

_WAIT_SECONDS: Final = 0.1
_MOST_DEATHS: Final = 3
_ASK_SECONDS: Final = 0.05


def survey_on_cores(
    parts: Iterable[AnyPart],
    settings: Settings,
    workers: int,
    *,
    progress: Progress | None = None,
    stop: Stop = never,
) -> Survey:
    """Survey parts in worker processes."""
    pool = _Processes(settings, workers, stop)
    try:
        return survey_in(pool, shared_out(list(parts), workers), progress=progress, stop=stop)
    finally:
        pool.close()


class _Processes:
    """Worker processes; what a worker that died was measuring is measured again."""

    def __init__(self, settings: Settings, workers: int, stop: Stop) -> None:
        self.capacity = 2 * workers
        self._settings = settings
        self._workers = workers
        self._stop = stop
        self._context = _context()
        self._stopping = self._context.Event()
        self._under_way: dict[Future[bytes], tuple[AnyPart, Floors]] = {}
        self._deaths = 0
        self._executor = self._start()

    def submit(self, part: AnyPart, floors: Floors) -> None:
        """Start measuring a part."""
        future = self._executor.submit(_count, part, self._settings, floors)
        self._under_way[future] = part, floors

    def finished(self) -> Iterator[tuple[AnyPart, bytes]]:
        """Wait a moment and give the parts that are done."""
        done, _ = wait(self._under_way, _WAIT_SECONDS, FIRST_COMPLETED)
        if self._stop():
            self._stopping.set()
        for future in done:
            try:
                counted = future.result()
            except BrokenProcessPool:
                self._restart()
                return
            part, _floors = self._under_way.pop(future)
            yield part, counted

    def close(self) -> None:
        """End the workers."""
        self._stopping.set()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers, self._context, initializer=_begin, initargs=(self._stopping,)
        )

    def _restart(self) -> None:
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            raise LeanschemaError("worker processes keep dying, perhaps for want of memory")
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor = self._start()
        again, self._under_way = self._under_way, {}
        for future, (part, floors) in again.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._under_way[future] = part, floors
            else:
                self.submit(part, floors)


def _context() -> BaseContext:
    """Start workers from a server that has loaded the tokenizer once, where there is such a thing."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["leanschema.survey.warm"])
    return context


_stopping: Event | None = None


def _begin(stopping: Event) -> None:
    """Get a worker ready: Ctrl-C is for the parent to answer."""
    global _stopping  # noqa: PLW0603 - how a process pool hands something to a worker
    _stopping = stopping
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    count_tokens("")


def _count(part: AnyPart, settings: Settings, floors: Floors) -> bytes:
    return count_part(part, settings, floors, _stop()).to_bytes()


def _stop() -> Stop:
    """Ask the event that all processes share a few times a second: each time takes its lock."""
    stopping = _stopping
    if stopping is None:
        return never
    next_time = monotonic() + _ASK_SECONDS

    def stop() -> bool:
        nonlocal next_time
        now = monotonic()
        if now < next_time:
            return False
        next_time = now + _ASK_SECONDS
        return stopping.is_set()

    return stop
