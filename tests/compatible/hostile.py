"""What is asked of every parse of hostile input."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import leanschema
from leanschema import InvalidToolSchema, JsonSchema

SECONDS = 60.0
PARSERS = (
    leanschema.parse_tool_input_schema,
    leanschema.parse_tool_input_schema_without_compaction,
)
TEXT_PARSERS = (
    leanschema.parse_tool_input_schema_json,
    leanschema.parse_tool_input_schema_without_compaction_json,
)


def assert_ends_well(parse: Callable[[Any], JsonSchema], value: Any) -> JsonSchema | None:
    """Parse; give the result, if there is one. No message shows the value: it may be endless."""
    start = time.perf_counter()
    try:
        schema = parse(value)
    except InvalidToolSchema as refused:
        assert isinstance(refused.pointer, str)
        assert isinstance(refused.reason, str)
        assert str(refused)
        schema = None
    if schema is not None:
        assert schema.to_json()
        assert len(schema.to_dict()) >= 0
    assert time.perf_counter() - start < SECONDS
    return schema
