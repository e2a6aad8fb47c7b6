"""A lowered tool as the model sees it: a name and a description that the target takes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from leanschema.changes import Change
from leanschema.lowered import Lowered
from leanschema.targets.target import Target
from leanschema.tools.compiled import CompiledTool
from leanschema.tools.names import Named, shown_tool_names
from leanschema.tools.tool import Tool
from leanschema.tools.write import Form

# What OpenAI takes as the name of a namespace, whatever the rule for tools.
_NAMESPACE_RULE: Final = r"[A-Za-z0-9_-]{1,64}"


def named_tools(
    lowered: list[tuple[Tool, bytes, Lowered]], form: Form, target: Target
) -> list[CompiledTool]:
    """Give each tool a name that the target takes; beside its namespace where the form has such."""
    rule = target.tool_name
    spaces = form == "responses"
    tools = [tool for tool, _, _ in lowered]
    groups: dict[str | None, list[int]] = {}
    for index, tool in enumerate(tools):
        groups.setdefault(tool.namespace if spaces else None, []).append(index)
    listed_spaces = [space for space in groups if space is not None]
    shown = shown_tool_names([Named(space, b"") for space in listed_spaces], _NAMESPACE_RULE)
    shown_spaces: dict[str | None, str | None] = dict(zip(listed_spaces, shown, strict=True))
    compiled: dict[int, CompiledTool] = {}
    for space, members in groups.items():
        asked = [
            Named(tools[i].name if spaces else tools[i].qualified_name, lowered[i][1])
            for i in members
        ]
        names = shown_tool_names(asked, rule)
        for index, was, name in zip(members, asked, names, strict=True):
            tool, _, result = lowered[index]
            text, changed = _description(tool, target)
            changes = (*_renamed(was.name, name, target), *changed)
            compiled[index] = CompiledTool(
                tool, result, name, shown_spaces.get(space), text, result.schema, changes
            )
    return [compiled[index] for index in range(len(tools))]


def _renamed(before: str, after: str, target: Target) -> tuple[Change, ...]:
    if before == after:
        return ()
    reason = "the target takes other names, or two were the same"
    words = ("tool name", "function name", "toolSpec.name")
    source = next(filter(None, map(target.source_of, words)), None)
    return (Change("", "name", before, after, "exact", "repair_tool_names", reason, source),)


def _description(tool: Tool, target: Target) -> tuple[str | None, tuple[Change, ...]]:
    """Cut a description to what the target takes."""
    most = target.limits.max_tool_description_characters
    text = tool.description
    if text is None or most is None or len(text) <= most:
        return text, ()
    # At a blank, where there is one near.
    head = text[: most - 1]
    cut = (head[:-40] + head[-40:].rsplit(maxsplit=1)[0] if head[-40:].strip() else head) + "…"
    source = target.source_of("tool description")
    reason = f"the target takes {most} characters"
    return cut, (Change("", "description", text, cut, "exact", "cut_description", reason, source),)


def as_shown(one: CompiledTool, form: Form) -> Tool:
    """Give the tool as the model sees it."""
    is_mcp = form == "mcp"
    return replace(
        one.tool,
        name=one.name,
        namespace=one.namespace,
        description=one.description,
        input_schema=one.schema,
        # What a tool gives back is told only where an MCP client looks for it.
        output_schema=one.tool.output_schema if is_mcp else None,
        strict=one.lowered.strict or None,
    )
