"""How long `compile_tools` takes: the first time as a ratio to a json round trip, then again.

    python benchmarks/tools.py [TARGET …]

500 tools, no budget. The first time is to stay within 5 round trips and the second under a
hundredth of the first. Processor time, medians, the baseline taken between the targets. `again`
is with the same plain JSON, whose content is looked at each time; `as Tools` with tools that
`read_tools` gave once, which remember theirs. `.tools` is what decoding the list costs, each time
that somebody asks a new result for it.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

from leanschema.tools.compiling import compile_tools, forget
from leanschema.tools.reading import read_tools

_REPOSITORY: Final = Path(__file__).parent.parent
_CORPUS: Final = _REPOSITORY.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_TARGETS: Final = ("mcp", "openai", "anthropic", "gemini", "codex")
_TOOLS: Final = 500
_ROUNDS: Final = 15


def some_tools() -> list[dict[str, Any]]:
    """Take 500 tools of the corpus where it is present, else make them."""
    if not _CORPUS.exists():
        return [_made(number) for number in range(_TOOLS)]
    with gzip.open(_CORPUS) as lines:
        rows = [json.loads(line) for line in lines]
    return [
        {
            "name": row["tool"],
            "description": row["description"],
            "inputSchema": row["input_schema"],
        }
        for row in random.Random(1).sample(rows, _TOOLS)
    ]


def _made(number: int) -> dict[str, Any]:
    properties = {
        f"field_{index}": {"type": "string", "description": f"What field {index} is for"}
        for index in range(number % 12)
    }
    schema = {"type": "object", "properties": properties, "required": list(properties)[:1]}
    return {"name": f"tool_{number}", "description": f"Tool {number}", "inputSchema": schema}


def seconds(work: Callable[[], object]) -> float:
    """Time some work once."""
    start = process_time()
    work()
    return process_time() - start


def main(targets: list[str]) -> None:
    """Print a line for each target."""
    plain = some_tools()
    read = read_tools(plain)
    print(
        f"{len(plain)} tools, {len(json.dumps(plain)):,} bytes; round trips of json, 1/n of first"
    )
    print(f"{'target':18}{'first':>8}{'again':>9}{'as Tools':>10}{'.tools':>8}")
    for target in targets or list(_TARGETS):
        # In turns, so that a machine that is slower for a while is so for all of them.
        rounds = [measured(plain, read, target) for _ in range(_ROUNDS)]
        first, again, as_tools, decoding = (median(column) for column in zip(*rounds, strict=True))
        print(
            f"{target:18}{first:8.2f}{f'1/{again:.0f}':>9}{f'1/{as_tools:.0f}':>10}{decoding:8.2f}",
            flush=True,
        )


def measured(plain: list[Any], read: list[Any], target: str) -> tuple[float, float, float, float]:
    """Give the first compilation and the decoding in round trips, and the first in later ones."""
    forget()
    round_trip = seconds(lambda: json.loads(json.dumps(plain)))
    first = seconds(lambda: compile_tools(plain, target=target))
    again = seconds(lambda: compile_tools(plain, target=target))
    decoding = seconds(lambda: compile_tools(plain, target=target).tools) - again
    compile_tools(read, target=target)
    as_tools = seconds(lambda: compile_tools(read, target=target))
    return first / round_trip, first / again, first / as_tools, decoding / round_trip


if __name__ == "__main__":
    main(sys.argv[1:])
