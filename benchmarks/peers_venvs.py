"""A virtual environment for each peer, and one peer's run in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from peers_table import Row

_WORKER: Final = Path(__file__).with_name("peers_worker.py")
_MOST_SECONDS: Final = 1_800


class UnavailableError(Exception):
    """A peer cannot be run; the text says why, in one line."""


def python_for(row: Row, cache: Path) -> Path:
    """Give the interpreter that has a peer, made under the cache where it is not there yet.

    Raises UnavailableError with pip's last error line.
    """
    if row.requirement is None:
        return Path(sys.executable)
    place = cache / row.distribution
    python, done = place / "bin" / "python", place / "installed"
    if done.exists() and done.read_text() == row.requirement:
        return python
    _run([sys.executable, "-m", "venv", str(place)])
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, row.requirement])
    done.write_text(row.requirement)
    return python


def _run(command: list[str]) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        errors = [line for line in ended.stderr.splitlines() if line.startswith("ERROR: ")]
        raise UnavailableError(errors[-1].removeprefix("ERROR: ") if errors else "pip failed")


def run(
    row: Row, cases: list[dict[str, Any]], cache: Path, rounds: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Give the worker's head line and its result for each case.

    Raises UnavailableError where the peer cannot be installed or its adapter does not run.
    """
    python = python_for(row, cache)
    if row.adapter is None:
        raise UnavailableError("no adapter: the package was not to be had when this was written")
    ended = subprocess.run(
        [str(python), str(_WORKER), row.distribution, row.adapter, str(rounds)],
        input="".join(json.dumps(case) + "\n" for case in cases),
        capture_output=True,
        text=True,
        check=False,
        timeout=_MOST_SECONDS,
    )
    if ended.returncode:
        raise UnavailableError((ended.stderr.strip().splitlines() or ["the worker died"])[-1])
    head, *results = (json.loads(line) for line in ended.stdout.splitlines())
    return head, results
