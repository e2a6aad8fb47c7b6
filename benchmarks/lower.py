"""How long `lower` takes: as a ratio to a json round trip, and on inputs made to be slow.

    python benchmarks/lower.py [ratios | hostile] [TARGET …]

Ratios are medians, the baseline timed between the targets in the same run. The number to hold is
3.0 for every target but the strict ones; an inlining bomb must end within 50 ms.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from leanschema import InvalidToolSchema, lower
from leanschema.targets import TARGETS

_REPOSITORY: Final = Path(__file__).parent.parent
_CORPUS: Final = _REPOSITORY.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_ROUNDS: Final = 5


def corpus() -> list[Any]:
    """Read the schemas of the corpus where it is present, else those of the examples."""
    if _CORPUS.exists():
        with gzip.open(_CORPUS) as lines:
            return [json.loads(line)["input_schema"] for line in lines]
    found = []
    for path in sorted((_REPOSITORY / "examples").rglob("*.json")):
        listed = json.loads(path.read_bytes())
        tools = listed.get("tools", []) if isinstance(listed, dict) else listed
        found += [tool["inputSchema"] for tool in tools if "inputSchema" in tool]
    return found * 200


def seconds_of(work: Callable[[], object]) -> float:
    """Time one call."""
    start = perf_counter()
    work()
    return perf_counter() - start


def show_ratios(targets: list[str]) -> None:
    """Print for each target what lowering costs, in round trips through json."""
    schemas = corpus()
    texts = [json.dumps(schema) for schema in schemas]

    def round_trip() -> None:
        for text in texts:
            json.dumps(json.loads(text))

    def lower_all(target: str) -> None:
        for schema in schemas:
            try:
                lower(schema, target)
            except InvalidToolSchema:
                continue

    ratios: dict[str, list[float]] = {target: [] for target in targets}
    for _ in range(_ROUNDS):
        for target, measured in ratios.items():
            base = seconds_of(round_trip)
            measured.append(seconds_of(partial(lower_all, target)) / base)
    for target, measured in ratios.items():
        kind = "strict" if TARGETS[target].falls_back_to else ""
        print(f"{target:18}{median(measured):7.2f}  {kind}")


def show_hostile(targets: list[str]) -> None:
    """Print for each hostile input its slowest target."""
    for target in targets:
        _tried(_root({"type": "string"}), target)  # Imports are not what is measured.
    for name, schema in hostile():
        slowest = max((seconds_of(lambda t=t, s=schema: _tried(s, t)), t) for t in targets)  # type: ignore[misc]
        print(f"{name:44}{slowest[0] * 1000:9.1f} ms  {slowest[1]}")


def _tried(schema: Any, target: str) -> None:
    try:
        lower(schema, target)
    except InvalidToolSchema as fault:
        print(f"    refused: {fault}")


def hostile() -> Iterator[tuple[str, Any]]:
    """Yield inputs that are small, or flat, and that a careless lowering takes long for."""
    yield "bomb: 64 definitions, each twice the next", _bomb(lambda ref: ref)
    yield "bomb, with siblings", _bomb(lambda ref: {**ref, "description": "A", "minProperties": 1})
    yield "bomb, inside allOf", _bomb(lambda ref: {"allOf": [ref, {"required": ["left"]}]})
    yield "bomb, inside allOf twice", _bomb(lambda ref: {"allOf": [ref, ref]})
    yield "bomb, inside oneOf", _bomb(lambda ref: {"oneOf": [ref, {"type": "null"}]})
    yield "bomb, inside oneOf twice", _bomb(lambda ref: {"oneOf": [ref, {"not": ref}]})
    everyone = {f"p{i}": _reference(f"D{i}") for i in range(30)}
    yield (
        "30 definitions, each refers to all",
        _root(
            _reference("D0"),
            {f"D{i}": {"type": "object", "properties": everyone} for i in range(30)},
        ),
    )
    chain = {
        f"D{i}": {"type": "object", "properties": {"next": _reference(f"D{i + 1}")}}
        for i in range(5_000)
    }
    yield "a chain of 5,000 definitions", _root(_reference("D0"), {**chain, "D5000": {}})
    same = {f"{'ü' * (i % 7 + 1)}{chr(0x4E00 + i)}": {"type": "string"} for i in range(5_000)}
    properties = {name: _reference(name) for name in same}
    yield (
        "5,000 definitions whose names look alike",
        {"type": "object", "properties": properties, "$defs": same},
    )
    many = {f"p{i}": {"type": "string", "default": "x"} for i in range(20_000)}
    yield "20,000 properties", {"type": "object", "properties": many, "required": list(many)}
    odd = {f"ü{i}": {"type": "string"} for i in range(20_000)}
    yield "20,000 properties with names to rename", {"type": "object", "properties": odd}
    yield (
        "anyOf of 50,000",
        _root({"anyOf": [{"type": "string", "maxLength": i} for i in range(50_000)]}),
    )
    yield "anyOf of 1,000 constants", _root({"anyOf": [{"const": i} for i in range(1_000)]})
    members = [{"properties": {f"p{i}": {"type": "string"}}} for i in range(10_000)]
    yield "allOf of 10,000", _root({"allOf": members})
    yield "allOf of 10,000 at the root", {"type": "object", "allOf": members}
    yield "anyOf of 2,000 at the root", {"type": "object", "anyOf": members[:2_000]}
    texts = [f"v{i}" for i in range(1_000_000)]
    yield "enum of 1,000,000 texts", _root({"type": "string", "enum": texts})
    # Fewer where time still grows with the square: see `fit_enums._wide`.
    yield "enum of 1,000 numbers", _root({"type": "integer", "enum": list(range(1_000))})


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _root(value: Any, defs: dict[str, Any] | None = None) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"value": value}}
    return schema if defs is None else {**schema, "$defs": defs}


def _bomb(around: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    defs: dict[str, Any] = {
        f"D{i}": {
            "type": "object",
            "properties": {side: around(_reference(f"D{i + 1}")) for side in ("left", "right")},
        }
        for i in range(64)
    }
    return _root(_reference("D0"), {**defs, "D64": {"type": "string"}})


def main(words: list[str]) -> None:
    """Show what the words name: `ratios`, `hostile` or both, for some targets or all."""
    named = [word for word in words if word in TARGETS]
    targets = named or [name for name in TARGETS if name != "codex"]
    if "hostile" not in words:
        show_ratios(targets)
    if "ratios" not in words:
        show_hostile(targets)


if __name__ == "__main__":
    main(sys.argv[1:])
