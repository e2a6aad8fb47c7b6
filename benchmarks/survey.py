"""A survey beside tokenizing its texts alone, on one worker and on two, and its peak memory.

python benchmarks/survey.py             all of it
python benchmarks/survey.py --quick     the first number alone

The corpus is ../shared/corpus/schemas.jsonl.gz where that is there, else the tools in examples/.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.survey.counting import measurer
from leanschema.survey.engine import survey_here
from leanschema.survey.parts import plan
from leanschema.survey.stages import Settings
from leanschema.tools.envelopes import find_tools

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_MANY = 300_000
LIMITS = {"speed": 1.5, "workers": 1.7, "memory": 1.2}


def lines() -> list[bytes]:
    """Give the corpus, one tool a line."""
    if CORPUS.exists():
        return gzip.decompress(CORPUS.read_bytes()).splitlines()
    found = (
        tool
        for path in sorted((ROOT / "examples").glob("*.json"))
        for tool in find_tools(msgspec.json.decode(path.read_bytes()))
    )
    return [msgspec.json.encode({"name": t.name, "inputSchema": t.schema}) for t in found] * 1_000


def texts_of(corpus: list[bytes]) -> list[bytes]:
    """Give each distinct text that a survey of the corpus tokenizes."""
    texts: dict[bytes, None] = {}
    for line in corpus:
        (tool,) = find_tools(msgspec.json.decode(line))
        try:
            steps = compaction_steps(tool.schema)
        except InvalidToolSchema:
            continue
        texts[msgspec.json.encode(tool.schema)] = None
        texts.update((step.schema.to_json(), None) for step in steps)
    return list(texts)


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start


def by_library(texts: list[bytes]) -> Callable[[], Any]:
    """Count as one would with the tokenizer's documented call."""
    import bpe_openai

    encode = bpe_openai.get_encoding("o200k_base").encode_ordinary
    return lambda: [len(encode(text.decode())) for text in texts]


def compare_speed(corpus: list[bytes], folder: Path, rounds: int) -> None:
    path = folder / "corpus.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n".join(corpus)))
    texts = texts_of(corpus)
    library = by_library(texts)

    def survey() -> None:
        measurer.cache_clear()
        survey_here(plan([str(path)]), Settings())

    def own() -> None:
        for text in texts:
            count_tokens(text)

    # All three run in this process alone, so its own time says what the wall would on an idle
    # machine, and says it on a busy one too.
    works = (survey, library, own)
    taken = [[seconds(work, time.process_time) for work in works] for _ in range(rounds)]
    middle = [median(column) for column in zip(*taken, strict=True)]
    print(f"{len(corpus):,} tools, {len(texts):,} distinct texts, medians of {rounds}, CPU time")
    print(f"survey, one worker          {middle[0]:.3f} s")
    for column, name in ((1, "encode_ordinary"), (2, "count_tokens")):
        took, ratio = middle[column], median(row[0] / row[column] for row in taken)
        print(
            f"texts alone, {name:15} {took:.3f} s   ratio {ratio:.2f} (at most {LIMITS['speed']})"
        )


def command(source: Path, workers: int) -> list[str]:
    return [sys.executable, "-m", "leanschema", "survey", str(source), "--workers", str(workers)]


def compare_workers(corpus: list[bytes], folder: Path, rounds: int) -> None:
    path = repeated(corpus, folder, max(_MANY, len(corpus)))
    runs = [[watched(command(path, workers)) for workers in (1, 2)] for _ in range(rounds)]
    one, two = (median(run.seconds for run in column) for column in zip(*runs, strict=True))
    ratio = median(first.seconds / second.seconds for first, second in runs)
    print(f"whole command, {_MANY:,} tools: one worker {one:.2f} s, two workers {two:.2f} s")
    print(f"two workers are {ratio:.2f} times as fast (at least {LIMITS['workers']})")
    # On a machine that others use, the processes' own time says at least how fast it would be:
    # the two workers side by side, and all others one after the other.
    least = median(sum(first.cpu) / second.side_by_side(2) for first, second in runs)
    print(f"by CPU time, two idle cores: {least:.2f} times or more")


def compare_memory(corpus: list[bytes], folder: Path) -> None:
    for workers in (1, 2):
        peaks = []
        for count in (20_000, 200_000):
            path = repeated(corpus, folder, count)
            peaks.append(watched(command(path, workers)).peak_bytes)
            print(f"peak of {count:,} tools, {workers} workers: {peaks[-1] / 1e6:.0f} MB")
        ratio = peaks[1] / peaks[0]
        print(f"ratio {ratio:.2f} (at most {LIMITS['memory']})")


def repeated(corpus: list[bytes], folder: Path, count: int) -> Path:
    """Write the corpus over and over; each tool's provider stays what it is."""
    path = folder / f"{count}.jsonl"
    with path.open("wb") as file:
        for number in range(count):
            file.write(corpus[number % len(corpus)] + b"\n")
    return path


class Run(NamedTuple):
    """A command that ran: how long, the most that was held at once, and each process's time."""

    seconds: float
    peak_bytes: int
    cpu: list[float]

    def side_by_side(self, workers: int) -> float:
        longest = sorted(self.cpu, reverse=True)
        return longest[0] + sum(longest[workers:])


def watched(line: list[str]) -> Run:
    """Run a command and watch it and its children; shared pages are split among them."""
    start = time.perf_counter()
    peak, cpu = 0, dict[int, float]()
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as running:
        while running.poll() is None:
            processes = list(family(running.pid))
            peak = max(peak, sum(map(held_bytes, processes)))
            cpu.update((pid, spent) for pid in processes if (spent := cpu_seconds(pid)))
            time.sleep(0.05)
    return Run(time.perf_counter() - start, peak, list(cpu.values()))


def cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from family(int(child))


def held_bytes(pid: int) -> int:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    sizes = (line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:"))
    return 1024 * sum(map(int, sizes))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    corpus = lines()
    count_tokens("")
    print(f"{os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as name:
        compare_speed(corpus, Path(name), options.rounds)
        if not options.quick:
            compare_workers(corpus, Path(name), min(options.rounds, 3))
            compare_memory(corpus, Path(name))


if __name__ == "__main__":
    main()
