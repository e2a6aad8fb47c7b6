"""leanschema: read, lower, fit and explain the JSON Schemas of tools that a model can call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from leanschema.tools import (
        Call,
        Compiled,
        CompiledTool,
        Dropped,
        DynamicToolFault,
        Fault,
        FittedTools,
        Repair,
        Tool,
        ToolChange,
        compile_tools,
        fit_tools,
        read_tools,
        to_anthropic,
        to_bedrock,
        to_chat,
        to_gemini,
        to_mcp,
        to_responses,
        validate_dynamic_tools,
    )

__all__ = [
    "TARGETS",
    "Call",
    "Change",
    "Compiled",
    "CompiledTool",
    "Dropped",
    "DynamicToolFault",
    "Fact",
    "Fault",
    "Fitted",
    "FittedTools",
    "InvalidToolSchema",
    "JsonSchema",
    "LeanschemaError",
    "Limits",
    "Lowered",
    "MissingExtra",
    "Repair",
    "Target",
    "Tool",
    "ToolChange",
    "UnknownTarget",
    "UnreadableInput",
    "compile_tools",
    "explain",
    "fit",
    "fit_tools",
    "lower",
    "lower_tool_input_schema_json",
    "parse_tool_input_schema",
    "parse_tool_input_schema_json",
    "parse_tool_input_schema_without_compaction",
    "parse_tool_input_schema_without_compaction_json",
    "read_tools",
    "to_anthropic",
    "to_bedrock",
    "to_chat",
    "to_gemini",
    "to_mcp",
    "to_responses",
    "validate_dynamic_tools",
]


def __getattr__(name: str) -> Any:
    """Import what is about whole tools when it is first asked for: a schema needs none of it."""
    if name in __all__:
        value = getattr(import_module("leanschema.tools"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
