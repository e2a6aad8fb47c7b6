"""`fit_tools`: lower the tools of a set and fit them into one budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from leanschema.changes import Change
from leanschema.errors import InvalidToolSchema
from leanschema.fit.fitting import budget_of
from leanschema.fit.sizes import TokenCounter
from leanschema.fit.toolset import FittedMember, Member, fit_set
from leanschema.lower import lower
from leanschema.lowered import Lowered
from leanschema.targets import target_of
from leanschema.targets.target import Target
from leanschema.tools.envelopes import FoundTool, find_tools


class FittedTool(NamedTuple):
    """A tool of a fitted set: as it was found, as it was lowered, and as it was fitted."""

    found: FoundTool
    lowered: Lowered
    fitted: FittedMember

    @property
    def changes(self) -> tuple[Change, ...]:
        """What lowering changed, then what the budget took, in order."""
        return (*self.lowered.changes, *self.fitted.changes)


class FittedTools(NamedTuple):
    """A tool set within its budget.

    `size` is what the tools cost together, in the budget's unit; `holds` is False where even the
    bare skeletons cost more. `dropped` are tools whose schema cannot be used, each with its error.
    """

    tools: tuple[FittedTool, ...]
    size: int
    holds: bool
    dropped: tuple[InvalidToolSchema, ...]


def fit_tools(
    tools: Iterable[Any],
    *,
    max_tokens: int | None = None,
    max_bytes: int | None = None,
    target: str | Target = "mcp",
    keep: Mapping[str, float] | None = None,
    weights: Mapping[str, float] | None = None,
    tokenizer: TokenCounter | None = None,
) -> FittedTools:
    """Lower a set of tools for a target and fit them into one budget together.

    `tools` are tools in any form that `leanschema lower` reads. Names and descriptions of tools
    count, as the provider sees them. `keep` is the share (0 to 1) of its size that a tool keeps
    whatever it costs the others, by name; `weights` make what a tool loses dearer (above 1) or
    cheaper. Raises ValueError where no budget is given, UnknownTarget and InvalidTarget.
    """
    return fit_found(
        find_tools(list(tools)),
        max_tokens=max_tokens,
        max_bytes=max_bytes,
        target=target,
        keep=keep or {},
        weights=weights or {},
        tokenizer=tokenizer,
    )


def fit_found(
    tools: Iterable[FoundTool],
    *,
    max_tokens: int | None = None,
    max_bytes: int | None = None,
    target: str | Target = "mcp",
    keep: Mapping[str, float] = MappingProxyType({}),
    weights: Mapping[str, float] = MappingProxyType({}),
    tokenizer: TokenCounter | None = None,
) -> FittedTools:
    """Do what `fit_tools` does, for tools that were found already."""
    goal = target_of(target)
    budget = budget_of(max_bytes, max_tokens, tokenizer)
    if budget is None:
        raise ValueError("a tool set needs a budget: max_tokens or max_bytes")
    lowered, dropped = _lowered(tools, goal)
    members = [
        Member(
            tool.name,
            tool.description,
            result.schema,
            weights.get(tool.name, 1.0),
            keep.get(tool.name, 0.0),
        )
        for tool, result in lowered
    ]
    fitted = fit_set(members, goal, budget)
    together = tuple(
        FittedTool(tool, result, member)
        for (tool, result), member in zip(lowered, fitted.members, strict=True)
    )
    return FittedTools(together, fitted.size, fitted.holds, tuple(dropped))


def _lowered(
    tools: Iterable[FoundTool], target: Target
) -> tuple[list[tuple[FoundTool, Lowered]], list[InvalidToolSchema]]:
    lowered, dropped = [], []
    for tool in tools:
        try:
            lowered.append((tool, lower(tool.schema, target)))
        except InvalidToolSchema as fault:
            dropped.append(fault.of_tool(tool.name))
    return lowered, dropped
