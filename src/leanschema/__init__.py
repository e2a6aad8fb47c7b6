"""leanschema: read, lower, fit and explain the JSON Schemas of tools that a model can call."""

from leanschema.compatible import (
    parse_tool_input_schema,
    parse_tool_input_schema_json,
    parse_tool_input_schema_without_compaction,
    parse_tool_input_schema_without_compaction_json,
)
from leanschema.errors import InvalidToolSchema, LeanschemaError, MissingExtra, UnreadableInput
from leanschema.schema import JsonSchema

__all__ = [
    "InvalidToolSchema",
    "JsonSchema",
    "LeanschemaError",
    "MissingExtra",
    "UnreadableInput",
    "parse_tool_input_schema",
    "parse_tool_input_schema_json",
    "parse_tool_input_schema_without_compaction",
    "parse_tool_input_schema_without_compaction_json",
]
