"""A pool of worker processes on this machine.

Each worker has a pipe of its own, whose other end only this process has: however a worker dies,
even halfway through writing its result, that shows here as the end of its pipe and nowhere else.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing import connection, get_all_start_methods, get_context
from time import monotonic
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Final

from leanschema.errors import LeanschemaError
from leanschema.fit.sizes import count_tokens
from leanschema.survey.counting import Stop, count_part, never
from leanschema.survey.engine import Progress, shared_out, survey_in
from leanschema.survey.parts import AnyPart, name_of
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Floors, Survey

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext

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


class _Task:
    """A part to measure, and how many workers died of it."""

    def __init__(self, part: AnyPart, floors: Floors) -> None:
        self.part = part
        self.floors = floors
        self.deaths = 0


class _Processes:
    """Worker processes; what a worker that died was measuring is measured again."""

    def __init__(self, settings: Settings, workers: int, stop: Stop) -> None:
        # One part for each worker to measure, and one to get when that is done.
        self.capacity = 2 * workers
        self._settings = settings
        self._stop = stop
        self._context = _context()
        self._waiting: deque[_Task] = deque()
        # The workers see this pipe end: when it is time to stop, or when this process has gone.
        self._stopping, self._going_on = self._context.Pipe(duplex=False)
        self._workers = workers
        self._idle: list[_Worker] = []
        self._busy: dict[Any, tuple[_Worker, _Task]] = {}

    def submit(self, part: AnyPart, floors: Floors) -> None:
        """Start measuring a part."""
        self._waiting.append(_Task(part, floors))
        self._hand_out()

    def finished(self) -> Iterator[tuple[AnyPart, bytes]]:
        """Wait a moment and give the parts that are done."""
        if self._stop():
            self._going_on.close()
        for pipe in connection.wait(list(self._busy), _WAIT_SECONDS):
            worker, task = self._busy.pop(pipe)
            try:
                counted = worker.pipe.recv()
            except (EOFError, OSError):
                self._bury(worker, task)
                self._hand_out()
                continue
            self._idle.append(worker)
            self._hand_out()
            if isinstance(counted, Exception):
                raise counted
            yield task.part, counted

    def close(self) -> None:
        """End the workers."""
        self._going_on.close()
        self._stopping.close()
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()

    def _new_worker(self) -> _Worker:
        return _Worker(self._context, self._settings, self._stopping)

    def _hand_out(self) -> None:
        while self._waiting and (self._idle or len(self._busy) < self._workers):
            worker = self._idle.pop() if self._idle else self._new_worker()
            task = self._waiting.popleft()
            try:
                worker.give(task)
            except (EOFError, OSError):
                self._bury(worker, task)
            else:
                self._busy[worker.pipe] = worker, task

    def _bury(self, worker: _Worker, task: _Task) -> None:
        """Put the task of a worker that died first in the queue."""
        worker.end()
        task.deaths += 1
        if task.deaths > _MOST_DEATHS:
            where = name_of(task.part)
            raise LeanschemaError(
                f"{where}: worker processes keep dying of it, perhaps for want of memory"
            )
        self._waiting.appendleft(task)


class _Worker:
    """A process, and this end of its pipe."""

    def __init__(
        self,
        context: ForkServerContext | SpawnContext,
        settings: Settings,
        stopping: Connection[Any, Any],
    ) -> None:
        self.pipe, self._theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(self._theirs, settings, stopping), daemon=True
        )

    def give(self, task: _Task) -> None:
        """Hand over a part to measure. Raises EOFError or OSError for a process that has died.

        It may have died while it started.
        """
        if self._process.pid is None:
            self._process.start()
            self._theirs.close()
        self.pipe.send((task.part, task.floors))

    def end(self) -> None:
        """End the process, whatever it is doing: it holds nothing that anybody waits for."""
        self.pipe.close()
        self._theirs.close()
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()


def _context() -> ForkServerContext | SpawnContext:
    """Start workers from a server that has loaded the tokenizer once, where there is such a thing."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["leanschema.survey.warm"])
    return context


def _work(pipe: Connection[Any, Any], settings: Settings, stopping: Connection[Any, Any]) -> None:
    """Measure parts until there are no more. Ctrl-C is for the parent to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    count_tokens("")
    stop = _stop(stopping)
    try:
        while True:
            part, floors = pipe.recv()
            pipe.send(_count(part, settings, floors, stop))
    except (EOFError, OSError):
        return  # The parent has gone.


def _count(part: AnyPart, settings: Settings, floors: Floors, stop: Stop) -> bytes | Exception:
    try:
        return count_part(part, settings, floors, stop).to_bytes()
    except Exception as fault:  # The parent raises it.
        fault.add_note(format_exc())
        return fault


def _stop(stopping: Connection[Any, Any]) -> Stop:
    """Look whether a pipe has ended a few times a second."""
    next_time = monotonic() + _ASK_SECONDS

    def stop() -> bool:
        nonlocal next_time
        now = monotonic()
        if now < next_time:
            return False
        next_time = now + _ASK_SECONDS
        return _has_ended(stopping)

    return stop


def _has_ended(pipe: Connection[Any, Any]) -> bool:
    """Tell whether nobody is left at the other end of a pipe that nothing is written to."""
    try:
        return pipe.poll()
    except OSError:  # What Windows says.
        return True
