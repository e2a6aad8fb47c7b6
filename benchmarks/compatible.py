"""The speed of the compatible door, in round trips through json and orjson on the same schemas.

python benchmarks/compatible.py
"""

from __future__ import annotations

import json
from typing import Any

import orjson
from corpus import load_schemas
from timing import each, ratios

from leanschema import parse_tool_input_schema, parse_tool_input_schema_json
from leanschema.compatible import lower_tool_input_schema_json
from leanschema.read.published import read_published
from leanschema.read.wire import lower_text


def main() -> None:
    """Print a table of ratios, and how many schemas the text lane leaves to the tree."""
    schemas: list[Any] = [*load_schemas()]
    texts: list[Any] = [json.dumps(schema, ensure_ascii=False) for schema in schemas]
    raw: list[Any] = [orjson.dumps(schema) for schema in schemas]
    left = sum(lower_text(text) is None for text in raw)
    print(f"{len(schemas):,} schemas, {sum(map(len, raw)):,} bytes; {left} left to the tree\n")

    reference = each(lambda text: json.dumps(json.loads(text)), texts)
    parsed = {
        "read_published": each(read_published, schemas),
        "parse_tool_input_schema": each(parse_tool_input_schema, schemas),
    }
    show("parsed JSON to tree, over json.loads + json.dumps", ratios(reference, parsed), 0.8)

    reference = each(lambda text: orjson.dumps(orjson.loads(text)), raw)
    from_text = {
        "parse_tool_input_schema_json(…).to_json()": each(
            lambda text: parse_tool_input_schema_json(text).to_json(), raw
        ),
        "lower_tool_input_schema_json": each(lower_tool_input_schema_json, raw),
    }
    show("bytes to bytes, over orjson.loads + orjson.dumps", ratios(reference, from_text), 2.0)


def show(title: str, measured: dict[str, float], most: float) -> None:
    """Print ratios, the last of which has a number to hold."""
    print(title)
    for name, value in measured.items():
        print(f"  {name:44}{value:6.2f}")
    print(f"  {'the last holds':44}{most:6.2f}\n")


if __name__ == "__main__":
    main()
