"""The schemas that the benchmarks run on: the corpus where it is present, else the examples."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import leanschema

_REPOSITORY: Final = Path(__file__).parent.parent
_CORPUS: Final = _REPOSITORY.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_REPEATED: Final = 200  # The examples are few.


def load_schemas() -> list[dict[str, Any]]:
    """Give the tool input schemas that the compatible door accepts."""
    found = _recorded() if _CORPUS.exists() else [*_examples()] * _REPEATED
    return [schema for schema in found if is_accepted(schema)]


def is_accepted(schema: object) -> bool:
    """Tell whether the compatible door accepts a schema."""
    try:
        leanschema.parse_tool_input_schema(schema)
    except leanschema.InvalidToolSchema:
        return False
    return True


def _recorded() -> list[dict[str, Any]]:
    with gzip.open(_CORPUS, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["input_schema"] for line in lines]


def _examples() -> Iterator[dict[str, Any]]:
    for path in sorted((_REPOSITORY / "examples").glob("*.json")):
        yield from _schemas_in(json.loads(path.read_bytes()))


def _schemas_in(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas of whatever tools stand anywhere in a value."""
    if isinstance(value, list):
        for item in value:
            yield from _schemas_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("inputSchema", "input_schema", "parameters") and isinstance(item, dict):
                yield item
            else:
                yield from _schemas_in(item)
