"""How long `import leanschema` takes, and a first use after it, beside a bare interpreter.

    python benchmarks/importing.py

Medians of whole processes, in turns. The number to hold: the import, with the interpreter's own
start, in at most 60 ms on a machine of today.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Final

_ROUNDS: Final = 11
_WAYS: Final = {
    "a bare interpreter": "pass",
    "import msgspec": "import msgspec",
    "import leanschema": "import leanschema",
    "… and parse a schema": "import leanschema; leanschema.parse_tool_input_schema({})",
    "… and lower a schema": "import leanschema; leanschema.lower({'type': 'object'}, 'openai')",
}


def main() -> None:
    """Time each way in a process of its own."""
    taken: dict[str, list[float]] = {}
    for _ in range(_ROUNDS):
        for name, code in _WAYS.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            taken.setdefault(name, []).append(perf_counter() - start)
    for name, seconds in taken.items():
        print(f"{name:24}{median(seconds) * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
