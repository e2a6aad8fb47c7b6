"""The compatible door: what the published coding agent does with a tool's input schema.

Rules: the published behaviour, keyword for keyword, checked against recorded vectors. It narrows
and widens as published; `lower` is the sound door.
"""

from __future__ import annotations

from typing import Any

import msgspec

from leanschema.errors import InvalidToolSchema
from leanschema.fit.waterfall import MAX_BYTES, Step, waterfall
from leanschema.read.limits import too_deep
from leanschema.read.published import read_published
from leanschema.read.unicode import find_surrogate
from leanschema.read.wire import lower_text
from leanschema.read.wire_fit import fit_text
from leanschema.schema import JsonSchema


def parse_tool_input_schema(value: Any) -> JsonSchema:
    """Lower a tool's input schema, prune it, and compact it while it is over 4,000 bytes.

    Takes any parsed JSON value and does not change it. Best effort: a schema of very many root
    properties stays over. Raises InvalidToolSchema with the pointer of the offending node.
    """
    schema, text = _lowered(value)
    if len(text) <= MAX_BYTES:
        return schema
    smaller = fit_text(text, MAX_BYTES)  # The waterfall on lighter nodes, in half of its time.
    if smaller is None:
        return waterfall(schema, MAX_BYTES, len(text))[-1].schema
    return JsonSchema.decode(smaller[-1])


def parse_tool_input_schema_without_compaction(value: Any) -> JsonSchema:
    """Lower and prune a tool's input schema, and keep every description and definition.

    For trusted tools whose field guidance must survive. Raises InvalidToolSchema.
    """
    return _lowered(value)[0]


def parse_tool_input_schema_json(text: bytes | str) -> JsonSchema:
    """Do what `parse_tool_input_schema` does, from JSON text (UTF-8)."""
    return parse_tool_input_schema(read_json(text))


def parse_tool_input_schema_without_compaction_json(text: bytes | str) -> JsonSchema:
    """Do what `parse_tool_input_schema_without_compaction` does, from JSON text (UTF-8)."""
    return parse_tool_input_schema_without_compaction(read_json(text))


def lower_tool_input_schema_json(text: bytes | str, *, compaction: bool = True) -> bytes:
    """Do what `parse_tool_input_schema_json(text).to_json()` does, in half of its time.

    `compaction=False` keeps every description and definition. Raises InvalidToolSchema, for all
    that the other does but a number beyond a double under a keyword that is dropped.
    """
    lowered = lower_text(text, MAX_BYTES) if compaction else lower_text(text)
    if lowered is not None:
        return lowered
    if compaction:
        return parse_tool_input_schema_json(text).to_json()
    return parse_tool_input_schema_without_compaction_json(text).to_json()


def compaction_steps(value: Any, max_bytes: int | None = MAX_BYTES) -> tuple[Step, ...]:
    """Give what each stage left: the lowered schema, then each waterfall pass that ran.

    `max_bytes` is the budget in bytes of compact JSON; None runs no pass.
    """
    schema, text = _lowered(value)
    return waterfall(schema, len(text) if max_bytes is None else max_bytes, len(text))


def compacted_texts(lowered: bytes, max_bytes: int = MAX_BYTES) -> list[bytes]:
    """Give the compact JSON that each waterfall pass left which ran on a lowered schema's."""
    texts = fit_text(lowered, max_bytes)
    if texts is not None:
        return texts
    steps = waterfall(JsonSchema.decode(lowered), max_bytes, len(lowered))
    return [step.schema.to_json() for step in steps[1:]]


def _lowered(value: Any) -> tuple[JsonSchema, bytes]:
    """Give the lowered schema and its compact JSON."""
    try:
        schema = read_published(value)
        return schema, schema.to_json()
    except UnicodeEncodeError:
        raise find_surrogate(schema) from None
    except RecursionError:
        raise too_deep() from None


def read_json(text: bytes | str) -> Any:
    """Read JSON text (UTF-8). Raises InvalidToolSchema."""
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise too_deep() from None
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise InvalidToolSchema(f"expected JSON text: {fault}") from None
