"""leanschema: read, lower, fit and explain the JSON Schemas of tools that a model can call."""

from leanschema.changes import Change
from leanschema.compatible import (
    lower_tool_input_schema_json,
    parse_tool_input_schema,
    parse_tool_input_schema_json,
    parse_tool_input_schema_without_compaction,
    parse_tool_input_schema_without_compaction_json,
)
from leanschema.errors import (
    InvalidToolSchema,
    LeanschemaError,
    MissingExtra,
    UnknownTarget,
    UnreadableInput,
)
from leanschema.explain import explain
from leanschema.fit import Fitted, fit
from leanschema.lower import lower
from leanschema.lowered import Lowered
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS
from leanschema.targets.target import Fact, Limits, Target
from leanschema.tools.toolset import FittedTools, fit_tools

__all__ = [
    "TARGETS",
    "Change",
    "Fact",
    "Fitted",
    "FittedTools",
    "InvalidToolSchema",
    "JsonSchema",
    "LeanschemaError",
    "Limits",
    "Lowered",
    "MissingExtra",
    "Target",
    "UnknownTarget",
    "UnreadableInput",
    "explain",
    "fit",
    "fit_tools",
    "lower",
    "lower_tool_input_schema_json",
    "parse_tool_input_schema",
    "parse_tool_input_schema_json",
    "parse_tool_input_schema_without_compaction",
    "parse_tool_input_schema_without_compaction_json",
]
