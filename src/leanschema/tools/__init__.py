"""Tools: the envelopes in which schemas reach a model.

from leanschema.tools import compile_tools

compiled = compile_tools(tools, target="openai", max_tokens=20_000)
request = {"tools": compiled.tools}
call = compiled.call(name, arguments)      # the model's call, mapped back and validated
"""

from leanschema.tools.calls import Call
from leanschema.tools.compiled import Compiled, CompiledTool, Dropped, ToolChange
from leanschema.tools.compiling import compile_tools
from leanschema.tools.dynamic import DynamicToolFault, validate_dynamic_tools
from leanschema.tools.messages import Fault
from leanschema.tools.reading import read_tools
from leanschema.tools.repair import Repair
from leanschema.tools.tool import Tool
from leanschema.tools.toolset import FittedTools, fit_tools
from leanschema.tools.write import (
    to_anthropic,
    to_bedrock,
    to_chat,
    to_gemini,
    to_mcp,
    to_responses,
)

__all__ = [
    "Call",
    "Compiled",
    "CompiledTool",
    "Dropped",
    "DynamicToolFault",
    "Fault",
    "FittedTools",
    "Repair",
    "Tool",
    "ToolChange",
    "compile_tools",
    "fit_tools",
    "read_tools",
    "to_anthropic",
    "to_bedrock",
    "to_chat",
    "to_gemini",
    "to_mcp",
    "to_responses",
    "validate_dynamic_tools",
]
