"""The published fitter: three passes, each run only while the schema is over its budget.

Before:  {"type": "object", "properties": {"a": {"type": "string", "description": "…4,000 bytes…"}}}
After:   {"type": "object", "properties": {"a": {"type": "string"}}}

Left alone: a schema within the budget. Best effort, as published: what comes out may still be over.
Law: widens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from leanschema.references import definition_of
from leanschema.schema import EMPTY, JsonSchema

MAX_BYTES: Final = 4_000
_COLLAPSED_DEPTH: Final = 2


class Step(NamedTuple):
    """A pass that ran: its name, what it left, and how many bytes that has."""

    name: str
    schema: JsonSchema
    size_bytes: int


def waterfall(schema: JsonSchema, max_bytes: int, size_bytes: int) -> tuple[Step, ...]:
    """Run the passes in order until the compact JSON has at most `max_bytes` bytes.

    `size_bytes` is what the schema has now. Gives the steps, first the schema as it came; the
    last one is the result.
    """
    steps = [Step("lowered", schema, size_bytes)]
    for name, change in PASSES:
        last = steps[-1]
        if last.size_bytes <= max_bytes:
            break
        smaller = change(last.schema)
        size = last.size_bytes if smaller is last.schema else len(smaller.to_json())
        steps.append(Step(name, smaller, size))
    return tuple(steps)


def drop_descriptions(schema: JsonSchema) -> JsonSchema:
    """Drop the `description` keyword of every schema node."""
    slim = schema.map_children(drop_descriptions)
    return slim if slim.description is None else replace(slim, description=None)


def drop_definitions(schema: JsonSchema) -> JsonSchema:
    """Replace references to root definitions by `{}` and drop the root tables."""
    slim = _without_references(schema)
    if slim.defs is None and slim.definitions is None:
        return slim
    return replace(slim, defs=None, definitions=None)


def _without_references(schema: JsonSchema) -> JsonSchema:
    if schema.ref is not None and definition_of(schema.ref) is not None:
        return EMPTY
    return _map_outside_tables(schema, _without_references)


def collapse_deep_schemas(schema: JsonSchema, depth: int = 0) -> JsonSchema:
    """Collapse to `{}` each structured node that is two or more steps below the root."""
    if depth >= _COLLAPSED_DEPTH and _has_structure(schema):
        return EMPTY
    return _map_outside_tables(schema, lambda child: collapse_deep_schemas(child, depth + 1))


def _has_structure(schema: JsonSchema) -> bool:
    return not (
        schema.items is None
        and schema.anyOf is None
        and schema.properties is None
        and schema.additionalProperties is None
        and schema.ref is None
    )


def _map_outside_tables(
    schema: JsonSchema, change: Callable[[JsonSchema], JsonSchema]
) -> JsonSchema:
    if schema.defs is None and schema.definitions is None:
        return schema.map_children(change)
    outside = replace(schema, defs=None, definitions=None).map_children(change)
    return replace(outside, defs=schema.defs, definitions=schema.definitions)


PASSES: Final[tuple[tuple[str, Callable[[JsonSchema], JsonSchema]], ...]] = (
    ("drop_descriptions", drop_descriptions),
    ("drop_definitions", drop_definitions),
    ("collapse_deep_schemas", collapse_deep_schemas),
)
