"""The same schemas through us and through the libraries that people use for this today.

    python benchmarks/peers.py [--cache FOLDER] [--markdown] [TARGET …]

Each peer is installed into a virtual environment of its own, under --cache (a temporary folder
where it is not given), at the newest version of the index that pip is set to, and run there by
`peers_worker.py` through an adapter of a few lines (`peers_adapters.py`), at its best setting for
the target. The schemas are a seeded sample of the corpus, where it is present, and the reported
faults of tests/lower/cases.jsonl with the arguments that each tool accepts and refuses.

A cell `a / b` counts schemas of the corpus / faults. `refused` are outputs that the target's
checker refuses; `args lost` arguments that the tool accepts and the output refuses; `kept` the
share of what the tool refuses that the output still refuses, both over the outputs that came and
that jsonschema-rs reads; `tokens` o200k_base, in percent of what the same schemas cost as published.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from peers_measures import Measures
from peers_table import ROWS, Row
from peers_venvs import UnavailableError, run
from rich.console import Console
from rich.table import Table

_REPOSITORY: Final = Path(__file__).parent.parent
_CORPUS: Final = _REPOSITORY.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_FAULTS: Final = _REPOSITORY / "tests" / "lower" / "cases.jsonl"
_COLUMNS: Final = (
    *("target", "peer", "version", "schemas/s", "exceptions", "dangling", "refused"),
    *("args lost", "kept", "tokens"),
)


def cases(size: int, seed: int) -> list[dict[str, Any]]:
    """Give the sample of the corpus, then the faults, as the worker reads them."""
    found = [
        {"kind": "corpus", "schema": schema, "accepts": [], "rejects": [], "timed": True}
        for schema in sample(size, seed)
    ]
    for line in _FAULTS.read_text("utf-8").splitlines():
        fault = json.loads(line)
        if not fault.get("unusable"):
            judged = {key: fault[key] for key in ("schema", "accepts", "rejects")}
            found.append({"kind": "faults", "timed": not found, **judged})
    return found


def sample(size: int, seed: int) -> list[dict[str, Any]]:
    """Draw from the corpus the schemas whose root is an object; none where it is not present."""
    if not _CORPUS.exists():
        return []
    with gzip.open(_CORPUS, "rt", encoding="utf-8") as lines:
        schemas = [json.loads(line)["input_schema"] for line in lines]
    usable = [schema for schema in schemas if isinstance(schema, dict)]
    return random.Random(seed).sample(usable, min(size, len(usable)))


def cells(row: Row, given: list[dict[str, Any]], cache: Path, rounds: int) -> list[str]:
    """Run one row, and give its cells."""
    name = row.adapter or row.distribution
    try:
        head, results = run(row, given, cache, rounds)
    except UnavailableError as why:
        return [row.target, name, f"not run: {why}", *[""] * (len(_COLUMNS) - 3)]
    measures = Measures(row.target)
    for case, result in zip(given, results, strict=True):
        measures.add(case, result)
    note(name, measures)
    speed = f"{head['timed'] / head['seconds']:,.0f}" if head["seconds"] else ""
    first = [row.target, name, head["version"], speed, both(measures, "exceptions")]
    if row.makes_no_schema:
        return [*first, *["makes no schema"], *[""] * (len(_COLUMNS) - len(first) - 1)]
    return [*first, *outputs(measures)]


def outputs(measures: Measures) -> list[str]:
    """Give the cells that are about what came out."""
    kept = measures.rejects_refused / measures.rejects if measures.rejects else 0
    tokens = measures.tokens / measures.published_tokens if measures.published_tokens else 0
    return [
        both(measures, "dangling"),
        both(measures, "refused"),
        f"{measures.accepts_refused} of {measures.accepts}",
        f"{kept:.0%} of {measures.rejects}",
        f"{tokens:.0%}",
    ]


def both(measures: Measures, what: str) -> str:
    """Write a count over the corpus and one over the faults."""
    counts = getattr(measures, what)
    return f"{counts['corpus']} / {counts['faults']}"


def note(name: str, measures: Measures) -> None:
    """Write to stderr which rules were broken and what was raised, for whoever doubts a cell."""
    rules = ", ".join(f"{rule} {count}" for rule, count in measures.rules.most_common(6))
    raised = ", ".join(f"{error} {count}" for error, count in measures.raised.most_common(4))
    print(
        f"{name}: at the row's target {measures.strict}, not read by jsonschema-rs "
        f"{measures.uncompiled}; rules: {rules or 'none'}; raised: {raised or 'none'}",
        file=sys.stderr,
        flush=True,
    )


def show(lines: Iterator[list[str]], *, markdown: bool) -> None:
    """Print the table."""
    if markdown:
        print(f"| {' | '.join(_COLUMNS)} |\n|{' --- |' * len(_COLUMNS)}", flush=True)
        for line in lines:
            print(f"| {' | '.join(line)} |", flush=True)
        return
    table = Table(*_COLUMNS)
    for line in lines:
        table.add_row(*line)
    Console().print(table)


def main() -> None:
    """Read the command line, run, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="only the rows of these")
    parser.add_argument("--cache", type=Path, help="where the environments are, and stay")
    parser.add_argument("--schemas", type=int, default=500, help="how many of the corpus")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3, help="timed rounds; the median counts")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    given = cases(asked.schemas, asked.seed)
    count = sum(case["kind"] == "corpus" for case in given)
    print(f"{count} schemas of the corpus, {len(given) - count} faults", file=sys.stderr)
    with tempfile.TemporaryDirectory() as temporary:
        cache = (asked.cache or Path(temporary)).absolute()
        rows = [row for row in ROWS if not asked.targets or row.target in asked.targets]
        show(
            (cells(row, given, cache, asked.rounds) for row in rows),
            markdown=asked.markdown,
        )


if __name__ == "__main__":
    main()
