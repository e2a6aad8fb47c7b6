"""Where a survey is measured changes nothing: processes, clusters, deaths and interruptions."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import leanschema.survey.parts as parts_module
from leanschema.errors import LeanschemaError
from leanschema.survey import local
from leanschema.survey.cluster import survey_on_cluster
from leanschema.survey.counting import count_part
from leanschema.survey.engine import in_pieces, survey_here
from leanschema.survey.local import survey_on_cores
from leanschema.survey.parts import TextPart, plan
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Survey, merge
from tests.survey.corpora import many_lines, survey_of_sources

COMMAND = (sys.executable, "-m", "leanschema", "survey")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of files of every form, with faults in them."""
    folder = tmp_path_factory.mktemp("corpus")
    lines = many_lines(900)
    (folder / "a.jsonl").write_bytes(b"\n".join(lines[:400] + [b"broken"] + lines[400:500]))
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines[500:])))
    (folder / "c.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines))[:9_000])
    (folder / "d.json").write_bytes(b"[" + b",".join(lines[:7]) + b"]")
    return folder


@pytest.fixture
def small_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_module, "RANGE_BYTES", 50_000)


@pytest.mark.usefixtures("small_ranges")
def test_any_order_of_parts_gives_the_same_bytes(corpus: Path) -> None:
    whole = survey_of_sources(corpus)
    parts = list(in_pieces(plan([str(corpus)])))
    for seed in range(3):
        random.Random(seed).shuffle(parts)

        shuffled = merge(*(count_part(part, Settings()) for part in parts))

        assert whole.to_bytes() == shuffled.to_bytes()


@pytest.mark.usefixtures("small_ranges")
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_gives_the_same_bytes(corpus: Path, workers: int) -> None:
    whole = survey_of_sources(corpus)

    survey = survey_on_cores(plan([str(corpus)]), Settings(), workers)

    assert whole.to_bytes() == survey.to_bytes()


class KillsOnce:
    """Kills a process when the first part is done."""

    def __init__(self) -> None:
        self.killed: int | None = None

    def __call__(self, size: int, tools: int, /) -> None:
        if self.killed is None:
            children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
            server = max(children, key=lambda pid: len(_children(pid)))
            self.killed = int(_children(server)[0])
            os.kill(self.killed, signal.SIGKILL)


def _children(pid: str) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def family_seconds(pid: str) -> float:
    """Sum the processor time of a process and of all below it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(family_seconds, _children(pid)))


def wait_until_idle(pid: int, at_least: float = 1) -> None:
    """Wait until a process has worked for some seconds, and then not at all for one."""
    last, deadline = 0.0, time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(1)
        spent = family_seconds(str(pid))
        if spent > at_least and spent - last < 0.03:
            return
        last = spent


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="needs /proc to look at other processes"
)


@needs_proc
def test_a_worker_process_that_dies_costs_nothing(corpus: Path) -> None:
    whole = survey_of_sources(*[corpus] * 6)
    killer = KillsOnce()

    survey = survey_on_cores(plan([str(corpus)] * 6), Settings(), 2, progress=killer)

    assert killer.killed is not None
    assert whole.to_bytes() == survey.to_bytes()


class KillsWhoeverWrites:
    """Kills every worker when the first part is done and the others cannot get their results out.

    Their results are larger than a pipe holds and nobody reads while this runs, so each of them
    has written the half of one.
    """

    def __init__(self) -> None:
        self.killed: list[int] = []

    def __call__(self, size: int, tools: int, /) -> None:
        if not self.killed:
            workers = [
                int(pid) for child in _children(str(os.getpid())) for pid in _children(child)
            ]
            for pid in workers:
                wait_until_idle(pid, 0.1)
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
            self.killed = workers


@needs_proc
def test_workers_that_die_halfway_through_a_result_cost_nothing() -> None:
    text = b"\n".join(many_lines(900))
    parts = [TextPart(number, f"file {number}", len(text), text) for number in range(6)]
    killer = KillsWhoeverWrites()

    survey = survey_on_cores(parts, Settings(), 3, progress=killer)

    assert 3 == len(killer.killed)
    assert len(count_part(parts[0], Settings()).to_bytes()) > 1_000_000
    assert survey_here(parts, Settings()).to_bytes() == survey.to_bytes()


class KillsAlways:
    """Kills every worker as soon as there is one."""

    def __init__(self) -> None:
        self.over = False

    def __call__(self) -> None:
        while not self.over:
            with suppress(ProcessLookupError, FileNotFoundError):
                for child in _children(str(os.getpid())):
                    for pid in _children(child):
                        os.kill(int(pid), signal.SIGKILL)
            time.sleep(0.001)


@needs_proc
def test_a_part_that_kills_every_worker_is_named(corpus: Path) -> None:
    killer = KillsAlways()
    thread = threading.Thread(target=killer)
    thread.start()
    try:
        with pytest.raises(LeanschemaError, match=r"a\.jsonl: worker processes keep dying of it"):
            survey_on_cores(plan([str(corpus / "a.jsonl")]), Settings(), 1)
    finally:
        killer.over = True
        thread.join()


@pytest.mark.parametrize("fault", [BrokenPipeError, EOFError])
def test_workers_that_die_while_they_start_cost_nothing(
    corpus: Path, fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = survey_of_sources(corpus)
    kind = type(local._context().Process())
    start, starts = kind.start, [0]

    def fails_at_first(process: Any) -> None:
        # What `start` raises where the process is gone before it was told what to do, or its pid.
        starts[0] += 1
        if starts[0] <= 3:
            raise fault
        start(process)

    monkeypatch.setattr(kind, "start", fails_at_first)

    survey = survey_on_cores(plan([str(corpus)]), Settings(), 2)

    assert starts[0] > 3
    assert whole.to_bytes() == survey.to_bytes()


def test_a_worker_hands_over_what_it_cannot_do() -> None:
    # No part of a plan is like this: it stands for any slip of ours in a worker.
    part = TextPart(0, "file 0", 0, text=5)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="bytes-like object is required, not 'int'") as caught:
        survey_on_cores([part], Settings(), 1)

    assert "in count_part" in caught.value.__notes__[0]


@needs_proc
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_with_what_was_done_so_far(tmp_path: Path, workers: str) -> None:
    written = tmp_path / "report.json"
    lines = many_lines(4_000)
    with subprocess.Popen(
        [*COMMAND, "-", "--workers", workers, "--json", str(written)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b"\n".join(lines) + b"\n")
        running.stdin.flush()
        wait_until_idle(running.pid)  # It waits for more, having measured what it got.
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=30)

    report = json.loads(written.read_bytes())
    assert 130 == running.returncode
    assert report["stopped_early"]
    assert 500 < report["tools"] <= len(lines)
    assert b"Tokens of a schema" in out
    assert b"stopped early" in err and b"Traceback" not in err and b"%" not in err


class Dask:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.file = folder / "scheduler.json"
        self.log = (folder / "log").open("wb")
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
        deadline = time.monotonic() + 30
        while not self.file.exists():
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        self.workers = [
            self._start("worker", "--nthreads", "1", "--no-nanny", "--name", str(n))
            for n in range(workers)
        ]
        self.address: str = json.loads(self.file.read_bytes())["address"]

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        line = ("-m", "dask", what, "--scheduler-file", str(self.file), "--no-dashboard", *options)
        return subprocess.Popen([sys.executable, *line], stdout=self.log, stderr=self.log)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    pytest.importorskip("distributed")
    running = Dask(tmp_path, 3)
    yield running
    running.close()


# Dask warns of its own when a worker of a cluster goes away.
@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed_halfway(
    tmp_path: Path, dask: Dask
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    lines = many_lines(6_000)
    for number in range(24):
        path = folder / f"{number}.jsonl.gz"
        path.write_bytes(gzip.compress(b"\n".join(lines[number::24]), 1))
    whole = survey_of_sources(folder)
    done = 0
    victim = dask.workers[0]

    def kill_halfway(size: int, tools: int, /) -> None:
        nonlocal done
        done += tools
        if done > len(lines) // 2 and victim.poll() is None:
            victim.kill()
            victim.wait()

    survey = survey_on_cluster(plan([str(folder)]), Settings(), dask.address, progress=kill_halfway)

    assert victim.returncode == -signal.SIGKILL
    assert whole.to_bytes() == survey.to_bytes()


def test_a_scheduler_that_is_not_there_is_told() -> None:
    pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("leanschema.survey.cluster._CONNECT_SECONDS", 1)
        with pytest.raises(LeanschemaError, match="no Dask scheduler answers at tcp://"):
            survey_on_cluster([], Settings(), "tcp://127.0.0.1:1")


def test_stopping_gives_what_was_done(corpus: Path) -> None:
    calls: list[Any] = []

    def stop() -> bool:
        calls.append(None)
        return len(calls) > 100

    survey = survey_here(plan([str(corpus)]), Settings(), stop=stop)

    assert survey.stopped_early
    assert 50 < survey.tools < 150
    assert survey.to_bytes() == Survey.from_bytes(survey.to_bytes()).to_bytes()
