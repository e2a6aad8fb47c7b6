"""Whether time grows as the input does: each door on shapes of 1, 2, 4 and 8 times a size.

python benchmarks/linear.py [--quick]

The last column is the time of the largest for each of its parts over that of the smallest:
1 where time is linear, 8 where it is quadratic. In between are steps: texts over a megabyte take
the slower lane of `lower_tool_input_schema_json`, and large memory is slower than small.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from timing import seconds

from leanschema import (
    fit,
    lower,
    lower_tool_input_schema_json,
    parse_tool_input_schema,
    parse_tool_input_schema_without_compaction,
)

_STEPS: Final = (1, 2, 4, 8)
_MOST: Final = 4.0
_LONG: Final = 10_000_000
_TEXT: Final = {"type": "string", "description": "What it is. In a few words."}


class Shape(NamedTuple):
    """A schema that grows by one number, and how large the issue wants it."""

    name: str
    size: int
    make: Callable[[int], dict[str, Any]]


def _wide(count: int) -> dict[str, Any]:
    return {"type": "object", "properties": {f"field_{n}": {**_TEXT} for n in range(count)}}


def _chain(count: int) -> dict[str, Any]:
    table = {
        f"d{n}": {"type": "array", "items": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(count)
    }
    table[f"d{count}"] = {**_TEXT}
    root = {"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}}
    return {**root, "$defs": table}


def _union(count: int) -> dict[str, Any]:
    branches = [
        {
            "type": "object",
            "properties": {"op": {"const": f"op_{n}"}, f"field_{n % 97}": {**_TEXT}},
            "required": ["op"],
        }
        for n in range(count)
    ]
    return {"type": "object", "properties": {"a": {"anyOf": branches}}}


def _constants(count: int) -> dict[str, Any]:
    branches = [{"const": f"value {n}"} for n in range(count)]
    return {"type": "object", "properties": {"a": {"oneOf": branches}}}


def _words(count: int) -> dict[str, Any]:
    text = "A sentence of some words. " * (count // 26)
    return {"type": "object", "properties": {"a": {"type": "string", "description": text}}}


def _enum(count: int) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": {"enum": [*range(count)]}}}


def _mixed_enum(count: int) -> dict[str, Any]:
    values: list[Any] = [n if n % 2 else f"value {n}" for n in range(count)]
    return {"type": "object", "properties": {"a": {"enum": values}}}


SHAPES: Final = (
    Shape("20,000 properties", 20_000, _wide),
    Shape("a chain of 5,000 definitions", 5_000, _chain),
    Shape("anyOf of 50,000 objects", 50_000, _union),
    Shape("oneOf of 50,000 constants", 50_000, _constants),
    Shape("a description of 10 MB", _LONG, _words),
    Shape("1,000,000 enum values", 1_000_000, _enum),
    Shape("200,000 enum values of two types", 200_000, _mixed_enum),
)


def _from_text(schema: dict[str, Any]) -> bytes:
    return lower_tool_input_schema_json(json.dumps(schema))


DOORS: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "parse_tool_input_schema": parse_tool_input_schema,
    "… without_compaction": parse_tool_input_schema_without_compaction,
    "json.dumps, lower_…_json": _from_text,
    "lower, mcp": lambda schema: lower(schema, target="mcp"),
    "lower, openai": lambda schema: lower(schema, target="openai"),
    "lower, openai-strict": lambda schema: lower(schema, target="openai-strict"),
    "lower, gemini": lambda schema: lower(schema, target="gemini"),
    "lower, moonshot": lambda schema: lower(schema, target="moonshot"),
    "lower, llama-cpp": lambda schema: lower(schema, target="llama-cpp"),
    "fit, 4,000 bytes": lambda schema: fit(lower(schema, target="mcp").schema, max_bytes=4_000),
}


def main() -> None:
    """Print for each door and shape the time of each size, and how it grows."""
    parser = argparse.ArgumentParser(description="Whether time grows as the input does.")
    parser.add_argument("--quick", action="store_true", help="an eighth of each size")
    parser.add_argument("--door", default="", help="only the doors whose name has this in it")
    options = parser.parse_args()
    worst = 0.0
    for shape in SHAPES:
        whole = shape.size // 8 if options.quick else shape.size
        print(shape.name if not options.quick else f"an eighth of {shape.name}")
        made = [shape.make(whole * step // _STEPS[-1]) for step in _STEPS]
        for name, door in DOORS.items():
            if options.door not in name:
                continue
            taken = [_fastest(door, schema) for schema in made]
            growth = (taken[-1] / _STEPS[-1]) / max(taken[0], 1e-6)
            worst = max(worst, growth)
            each = "".join(f"{1_000 * one:10,.1f}" for one in taken)
            print(f"  {name:26}{each} ms{growth:8.2f}{'  over' if growth > _MOST else ''}")
    print(f"\nthe worst grows by {worst:.2f}; more than {_MOST} would not be linear")


def _fastest(door: Callable[[dict[str, Any]], object], schema: dict[str, Any]) -> float:
    gc.freeze()
    times = [seconds(lambda: door(schema)) for _ in range(2)]
    gc.unfreeze()
    return min(times)


if __name__ == "__main__":
    main()
