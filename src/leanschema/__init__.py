"""leanschema: read, lower, fit and explain the JSON Schemas of tools that a model can call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from leanschema.explain import explain
from leanschema.fit import fit
from leanschema.lower import lower

if TYPE_CHECKING:
    from leanschema.changes import Change
    from leanschema.compatible import (
        lower_tool_input_schema_json,
        parse_tool_input_schema,
        parse_tool_input_schema_json,
        parse_tool_input_schema_without_compaction,
        parse_tool_input_schema_without_compaction_json,
    )
    from leanschema.errors import (
        InvalidTarget,
        InvalidToolSchema,
        LeanschemaError,
        MissingExtra,
        UnknownTarget,
        UnreadableInput,
    )
    from leanschema.fit.fitting import Fitted
    from leanschema.lowered import Lowered
    from leanschema.schema import JsonSchema
    from leanschema.targets import TARGETS
    from leanschema.targets.target import Fact, Limits, Target
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
    "InvalidTarget",
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

# Where each name is at home that is not imported with the package; every other is in `tools`.
_HOMES: Final = {
    "Change": "leanschema.changes",
    "lower_tool_input_schema_json": "leanschema.compatible",
    "parse_tool_input_schema": "leanschema.compatible",
    "parse_tool_input_schema_json": "leanschema.compatible",
    "parse_tool_input_schema_without_compaction": "leanschema.compatible",
    "parse_tool_input_schema_without_compaction_json": "leanschema.compatible",
    "InvalidTarget": "leanschema.errors",
    "InvalidToolSchema": "leanschema.errors",
    "LeanschemaError": "leanschema.errors",
    "MissingExtra": "leanschema.errors",
    "UnknownTarget": "leanschema.errors",
    "UnreadableInput": "leanschema.errors",
    "Fitted": "leanschema.fit.fitting",
    "Lowered": "leanschema.lowered",
    "JsonSchema": "leanschema.schema",
    "TARGETS": "leanschema.targets",
    "Fact": "leanschema.targets.target",
    "Limits": "leanschema.targets.target",
    "Target": "leanschema.targets.target",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for: `import leanschema` waits for none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, "leanschema.tools")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
