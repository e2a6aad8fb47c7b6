"""Drive one peer inside its own virtual environment: schemas in, results out, as JSON Lines.

    python benchmarks/peers_worker.py DISTRIBUTION ADAPTER ROUNDS < schemas.jsonl > results.jsonl

A line in is `{"schema": …, "accepts": […], "rejects": […], "timed": bool}`. The first line out is
`{"version": …, "seconds": …}`, the processor time that the median round over the timed schemas
took; then a line for each schema, `{"schema": …, "target": …, "accepts": …, "rejects": …}` or
`{"error": "TypeError: …"}`. Standard library only.
"""

from __future__ import annotations

import copy
import gc
import io
import json
import logging
import signal
import sys
import warnings
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import Any, Final

from peers_adapters import ADAPTERS, Convert

_MOST_SECONDS: Final = 5.0  # for one schema


class OutOfTimeError(Exception):
    """A peer did not come to an end with one schema."""


def _stop(*_: object) -> None:
    raise OutOfTimeError(f"no end within {_MOST_SECONDS:.0f} s")


def result_of(convert: Convert, row: dict[str, Any]) -> dict[str, Any]:
    """Convert one schema, and write its arguments as the peer says; or give what it raised."""
    signal.setitimer(signal.ITIMER_REAL, _MOST_SECONDS)
    try:
        made = convert(copy.deepcopy(row["schema"]))
        result: dict[str, Any] = {"schema": made.schema, "target": made.target}
        if made.present is not None:
            result |= {
                kind: [made.present(one) for one in row[kind]] for kind in ("accepts", "rejects")
            }
        return dict(json.loads(json.dumps(result)))
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def seconds(convert: Convert, schemas: list[Any], rounds: int) -> float:
    """Time all schemas once over, the median of some rounds; copies are made before the clock."""
    taken = []
    for _ in range(rounds):
        copies = [copy.deepcopy(schema) for schema in schemas]
        gc.collect()
        start = process_time()
        for schema in copies:
            try:
                convert(schema)
            except Exception:
                continue
        taken.append(process_time() - start)
    return median(taken)


def main(distribution: str, name: str, rounds: int) -> None:
    """Read standard input to its end, then write what this module's docstring says."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    results, sys.stdout = sys.stdout, io.StringIO()  # a peer may print
    signal.signal(signal.SIGALRM, _stop)
    rows = [json.loads(line) for line in sys.stdin]
    convert = ADAPTERS[name]()
    found = [result_of(convert, row) for row in rows]
    # A schema that did not come to an end would stop the clock's loop, too.
    timed = [
        row["schema"]
        for row, result in zip(rows, found, strict=True)
        if row["timed"] and not result.get("error", "").startswith(OutOfTimeError.__name__)
    ]
    taken = seconds(convert, timed, rounds)
    head = {"version": version(distribution), "seconds": taken, "timed": len(timed)}
    for line in (head, *found):
        results.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
