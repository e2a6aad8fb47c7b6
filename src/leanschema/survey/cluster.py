"""A pool of Dask workers: of a cluster, or of this machine.

The client hands out parts and adds up what comes back; the files are read by the workers. What a
worker that died was measuring, or had not handed over yet, Dask has measured again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, Final

from leanschema.errors import LeanschemaError, MissingExtra
from leanschema.survey.counting import Stop, count_part, never
from leanschema.survey.engine import Progress, in_pieces, shared_out, survey_in
from leanschema.survey.parts import AnyPart
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Floors, Survey

_WAIT_SECONDS: Final = 0.2
_CONNECT_SECONDS: Final = 20
_ASK_SECONDS: Final = 1
_EACH: Final = 4


def survey_on_cluster(
    parts: Iterable[AnyPart],
    settings: Settings,
    scheduler: str | None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    stop: Stop = never,
) -> Survey:
    """Survey parts on the cluster of a scheduler's address, or on a local one where that is None."""
    client = _connect(scheduler, workers)
    try:
        pool = _Dask(client, settings)
        # Workers of another machine read whole files themselves; standard input is the client's.
        pieces: Iterator[AnyPart]
        if scheduler is None:
            pieces = shared_out(list(parts), pool.capacity // _EACH)
        else:
            pieces = in_pieces(parts, lambda part: part.address == "-")
        return survey_in(pool, pieces, progress=progress, stop=stop)
    finally:
        client.close()
        if scheduler is None:
            client.cluster.close()


class _Dask:
    """The workers of a client."""

    def __init__(self, client: Any, settings: Settings) -> None:
        import distributed

        self._client = client
        self._wait: Any = distributed.wait
        self._killed = distributed.KilledWorker
        self._settings = settings
        self._under_way: dict[Any, AnyPart] = {}
        self._capacity = _EACH
        self._ask_again = 0.0

    @property
    def capacity(self) -> int:
        """As many parts as keep the workers busy that there are now."""
        now = monotonic()
        if now >= self._ask_again:
            self._ask_again = now + _ASK_SECONDS
            threads: dict[str, int] = self._client.nthreads()
            self._capacity = _EACH * max(1, sum(threads.values()))
        return self._capacity

    def submit(self, part: AnyPart, floors: Floors) -> None:
        """Start measuring a part."""
        future = self._client.submit(_count, part, self._settings, floors, pure=False)
        self._under_way[future] = part

    def finished(self) -> Iterator[tuple[AnyPart, bytes]]:
        """Wait a moment and give the parts that are done."""
        try:
            done = self._wait(list(self._under_way), _WAIT_SECONDS, "FIRST_COMPLETED").done
        except TimeoutError:
            return
        for future in done:
            yield self._under_way.pop(future), self._result(future)

    def _result(self, future: Any) -> bytes:
        try:
            # Where its worker died before it was fetched, this waits until it was measured again.
            result: bytes = future.result()
        except self._killed as fault:
            raise LeanschemaError(f"workers keep dying: {fault}") from fault
        return result


def _count(part: AnyPart, settings: Settings, floors: Floors) -> bytes:
    return count_part(part, settings, floors).to_bytes()


def _connect(scheduler: str | None, workers: int | None) -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtra("dask and distributed", "cluster") from None
    dask: Any = distributed
    if scheduler is None:
        cluster = dask.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        )
        return dask.Client(cluster)
    try:
        return dask.Client(scheduler, timeout=_CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as fault:
        raise LeanschemaError(f"no Dask scheduler answers at {scheduler}: {fault}") from fault
