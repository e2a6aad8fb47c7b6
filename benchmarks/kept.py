"""How much of what a schema refuses its lowered form still refuses, and whether it refuses more.

    python benchmarks/kept.py [TARGET …]

Measured on the reported faults (the shared cases where they are present, else the project's own):
of the arguments that the tool refuses, the share that the lowered schema refuses too; of those
that it accepts, how many the lowered schema refuses. The numbers to hold: openai .90, anthropic
.97, mcp .99, gemini and moonshot .85, and nothing refused that the tool accepts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from leanschema import Lowered, lower
from leanschema.errors import InvalidToolSchema
from leanschema.targets import TARGETS

_REPOSITORY: Final = Path(__file__).parent.parent
_SHARED: Final = _REPOSITORY.parent / "shared" / "cases" / "cases.jsonl"
_OWN: Final = _REPOSITORY / "tests" / "lower" / "cases.jsonl"


def cases() -> list[tuple[str, Any, list[Any], list[Any]]]:
    """Read each case's name, its schema, and what the tool accepts and refuses."""
    path = _SHARED if _SHARED.exists() else _OWN
    found = [json.loads(line) for line in path.read_text().splitlines()]
    return [
        (one.get("id") or one["name"], one.get("input_schema", one.get("schema")))
        + (one["accepts"], one["rejects"])
        for one in found
    ]


def plain(node: Any) -> Any:
    """Say OpenAPI's `nullable` in JSON Schema."""
    if isinstance(node, list):
        return [plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    bare = {key: plain(value) for key, value in node.items() if key != "nullable"}
    return {"anyOf": [bare, {"type": "null"}]} if node.get("nullable") is True else bare


def judge(lowered: Lowered) -> jsonschema_rs.Validator:
    """Give what decides whether the lowered schema accepts arguments."""
    schema = lowered.to_dict()
    is_openapi = lowered.target.vocabulary == "openapi"
    return jsonschema_rs.Draft202012Validator(plain(schema) if is_openapi else schema)


def show(target: str) -> None:
    """Print one target's shares, and the cases in which it refuses what the tool accepts."""
    refused = kept = accepted = lost = 0
    wrong: list[str] = []
    for name, schema, accepts, rejects in cases():
        try:
            lowered = lower(schema, target)
        except InvalidToolSchema:
            continue  # A root that is no object: the tool is left out, with its reason.
        valid = judge(lowered).is_valid
        refused += len(rejects)
        kept += sum(not valid(lowered.present(one)) for one in rejects)
        accepted += len(accepts)
        missed = sum(not valid(lowered.present(one)) for one in accepts)
        lost += missed
        wrong += [name] * bool(missed)
    print(
        f"{target:18} still refused {kept / refused:.3f} of {refused}   "
        f"refused of what it accepts {lost} of {accepted} {' '.join(wrong)}"
    )


if __name__ == "__main__":
    for chosen in sys.argv[1:] or [t.name for t in TARGETS.values() if t.reading != "published"]:
        show(chosen)
