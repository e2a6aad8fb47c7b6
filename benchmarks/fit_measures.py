"""What a fitted schema still shows: property paths, words; and the corpus that it is measured on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from leanschema.errors import LeanschemaError
from leanschema.fit.sizes import count_tokens
from leanschema.fit.waterfall import PASSES
from leanschema.schema import JsonSchema

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus" / "schemas.jsonl.gz"
_HEADS = ("#/$defs/", "#/definitions/")
_MOST_PATHS = 50_000
_ANY_REFERENCES = 60


class Record(NamedTuple):
    """A tool as published."""

    provider: str
    name: str
    description: str | None
    schema: Any


class Unit(NamedTuple):
    """What a budget counts."""

    name: str
    cost: Callable[[bytes], int]


def tokens(text: bytes) -> int:
    return count_tokens(text.decode())


BYTES = Unit("bytes", len)
TOKENS = Unit("tokens", tokens)


def records() -> list[Record]:
    """Read the corpus beside the repository, or the examples where there is none."""
    if CORPUS.exists():
        lines = map(json.loads, gzip.open(CORPUS))  # noqa: SIM115
        return [
            Record(line["provider"], line["tool"], line.get("description"), line["input_schema"])
            for line in lines
        ]
    return list(_examples())


def _examples() -> Iterator[Record]:
    from leanschema.tools.envelopes import find_tools

    for path in sorted((ROOT / "examples").glob("*.json")):
        for tool in find_tools(json.loads(path.read_text())):
            yield Record(path.stem, tool.name, tool.description, tool.schema)


def lowered(found: list[Record], low: Callable[[Any], JsonSchema]) -> list[JsonSchema]:
    schemas = []
    for record in found:
        try:
            schemas.append(low(record.schema))
        except LeanschemaError:
            continue
    return schemas


def fallen(schema: JsonSchema, most: int, unit: Unit) -> JsonSchema:
    """Run the published passes in any unit, each only while the schema is over the budget."""
    for _, change in PASSES:
        if unit.cost(schema.to_json()) <= most:
            break
        schema = change(schema)
    return schema


def skeleton(schema: JsonSchema) -> JsonSchema:
    names = dict.fromkeys(schema.properties or {}, JsonSchema())
    return JsonSchema(type=schema.type, properties=names, required=schema.required)


Steps = tuple[str, ...]


def paths(
    schema: JsonSchema, most_references: int = 6, within: dict[Steps, float] | None = None
) -> dict[Steps, float]:
    """Weigh each visible property path: 1 at the root, half for each step below.

    With `within`, only those paths are looked for, however many references lead there.
    """
    tables = (schema.defs or {}, schema.definitions or {})
    seen: dict[Steps, float] = {}
    pending: list[tuple[JsonSchema, Steps, float, int]] = [(schema, (), 1.0, most_references)]
    done: set[tuple[int, Steps]] = set()
    while pending and len(seen) < _MOST_PATHS:
        node, path, weight, left = pending.pop()
        if within is not None:
            if (id(node), path) in done:
                continue
            done.add((id(node), path))
        for head, table in zip(_HEADS, tables, strict=True):
            name = (node.ref or "").removeprefix(head)
            if node.ref is not None and left and name != node.ref and name in table:
                pending.append((table[name], path, weight, left - 1))
        for name, child in (node.properties or {}).items():
            inner = (*path, name)
            if within is None or inner in within:
                seen[inner] = weight
                pending.append((child, inner, weight / 2, left))
        if node.items is not None:
            pending.append((node.items, (*path, "[]"), weight, left))
        if isinstance(node.additionalProperties, JsonSchema):
            pending.append((node.additionalProperties, (*path, "*"), weight, left))
        for branch in (node.anyOf or ()) + (node.oneOf or ()) + (node.allOf or ()):
            pending.append((branch, path, weight, left))
    return seen


def paths_kept(before: dict[Steps, float], after: JsonSchema) -> float:
    """Give the share of the paths of an original that a fitted schema shows."""
    total = sum(before.values())
    seen = paths(after, _ANY_REFERENCES, before)
    return sum(before[path] for path in seen) / total if total else 1.0


def words(schema: JsonSchema) -> int:
    """Count the words of all descriptions, marks of a cut left out."""
    total, pending = 0, [schema]
    while pending:
        node = pending.pop()
        total += len((node.description or "").replace("…", " ").split())
        pending.extend(child for _, child in node.children())
    return total
