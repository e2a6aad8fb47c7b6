"""Fair timing: what is compared runs in turns, and the median turn counts."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Final

Work = Callable[[], object]

ROUNDS: Final = 11


def seconds(work: Work) -> float:
    """Time one run in seconds of this process: what else the machine does is not counted."""
    gc.collect()
    start = process_time()
    work()
    return process_time() - start


def ratios(reference: Work, works: Mapping[str, Work], *, rounds: int = ROUNDS) -> dict[str, float]:
    """Give for each work its time over the reference's, the median of interleaved rounds.

    Everything alive before is the benchmark's own, and no collector looks at it meanwhile.
    """
    for work in (reference, *works.values()):
        work()
    gc.collect()
    gc.freeze()
    try:
        turns = []
        for _ in range(rounds):
            unit = seconds(reference)
            turns.append({name: seconds(work) / unit for name, work in works.items()})
    finally:
        gc.unfreeze()
    return {name: median(turn[name] for turn in turns) for name in works}


def ratio(work: Work, reference: Work, *, rounds: int = ROUNDS) -> float:
    """Give the time of one work over that of another."""
    return ratios(reference, {"work": work}, rounds=rounds)["work"]


def each(change: Callable[..., object], inputs: list[object]) -> Work:
    """Make the work of calling a function on every input, dropping what it gives."""

    def run() -> None:
        for value in inputs:
            change(value)

    return run
