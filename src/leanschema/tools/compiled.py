"""Compiled: a request's list of tools, what it leaves out, and the way back for calls."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from leanschema.changes import Change
from leanschema.fit.sizes import TokenCounter, count_tokens
from leanschema.fit.toolset import tool_text
from leanschema.lowered import Lowered
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target
from leanschema.tools.calls import Call, checked_call
from leanschema.tools.messages import Fault
from leanschema.tools.tool import Tool


class Dropped(NamedTuple):
    """A tool that was left out, by its name as far as one can tell, and why."""

    name: str
    reason: str


class ToolChange(NamedTuple):
    """A change, and the tool (by its own name, with its namespace) that it is about."""

    tool: str
    change: Change


class CompiledTool(NamedTuple):
    """A tool as published, as lowered, and as the model sees it."""

    tool: Tool
    lowered: Lowered
    name: str
    namespace: str | None
    description: str | None
    schema: JsonSchema
    changed: tuple[Change, ...] = ()  # its name and description
    fitted: tuple[Change, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the model no longer sees, or sees otherwise."""
        return (*self.changed, *self.lowered.changes, *self.fitted)

    @property
    def text(self) -> bytes:
        """The tool as its cost is counted: name, description, parameters."""
        return tool_text(self.name, self.description, self.schema)


class Compilation:
    """What compiling gives, shared by all who compile the same tools: never changed."""

    def __init__(
        self,
        target: Target,
        compiled: tuple[CompiledTool, ...],
        dropped: tuple[Dropped, ...],
        write: Callable[[], bytes],
        *,
        tokenizer: TokenCounter | None = None,
        warnings: tuple[str, ...] = (),
        holds: bool = True,
    ) -> None:
        self.target = target
        self.compiled = compiled
        self.dropped = dropped
        self.warnings = warnings
        self.holds = holds
        self.text = write()
        self._tokenizer = tokenizer

    @cached_property
    def tokens(self) -> int:
        """What the tools cost together."""
        count = self._tokenizer or count_tokens
        return sum(count(one.text.decode()) for one in self.compiled)

    @cached_property
    def changes(self) -> tuple[ToolChange, ...]:
        """What the model no longer sees, tool by tool."""
        return tuple(
            ToolChange(one.tool.qualified_name, change)
            for one in self.compiled
            for change in one.changes
        )

    @cached_property
    def by_name(self) -> dict[str, list[CompiledTool]]:
        """The tools by the names that the model sees."""
        named: dict[str, list[CompiledTool]] = {}
        for one in self.compiled:
            named.setdefault(one.name, []).append(one)
        return named


class Compiled:
    """Tools ready for a request, and the way back for what the model calls.

    `tools` is the list that the provider's SDK takes; it is yours to change. `dropped` are tools
    that cannot be used; `warnings` say what the provider may still refuse; `holds` is False where
    even the bare skeletons cost more than the budget.
    """

    def __init__(self, compilation: Compilation) -> None:
        self._of = compilation
        self.target = compilation.target
        self.dropped = compilation.dropped
        self.warnings = compilation.warnings
        self.holds = compilation.holds

    @cached_property
    def tools(self) -> list[dict[str, Any]]:
        """The tools in the provider's form."""
        written: list[dict[str, Any]] = msgspec.json.decode(self._of.text)
        return written

    def to_json(self) -> bytes:
        """Give `tools`, as they were compiled, as compact JSON."""
        return self._of.text

    @property
    def compiled(self) -> tuple[CompiledTool, ...]:
        """Each tool as published, as lowered, and as the model sees it."""
        return self._of.compiled

    @property
    def changes(self) -> tuple[ToolChange, ...]:
        """What the model no longer sees, or sees otherwise, tool by tool."""
        return self._of.changes

    @property
    def tokens(self) -> int:
        """The tokens (o200k_base, or the tokenizer's own) of all names, descriptions, schemas."""
        return self._of.tokens

    def original(self, name: str, *, namespace: str | None = None) -> str:
        """Give the tool's own name of a name that the model sees.

        Raises KeyError where there is no such tool, or several in different namespaces.
        """
        return self.tool(name, namespace=namespace).name

    def tool(self, name: str, *, namespace: str | None = None) -> Tool:
        """Give the tool, as published, of a name that the model sees; KeyError as `original`."""
        return self._named(name, namespace).tool

    def call(self, name: str, arguments: Any, *, namespace: str | None = None) -> Call:
        """Turn a model's call into the tool's own: restored, repaired where certain, and judged.

        `arguments` are a JSON object, or its text as providers send it. What is wrong is told in
        the result, in words for the model, and never raised; MissingExtra is, without
        jsonschema-rs.
        """
        try:
            one = self._named(name, namespace)
        except KeyError:
            return self._unknown(name, namespace, arguments)
        return checked_call(one.tool, one.lowered, one.name, arguments)

    def _named(self, name: str, namespace: str | None) -> CompiledTool:
        found = self._of.by_name.get(name, [])
        inside = [one for one in found if one.namespace == namespace]
        if len(inside) == 1:
            return inside[0]
        if namespace is None and len(found) == 1:
            return found[0]
        raise KeyError(name if namespace is None else f"{namespace}.{name}")

    def _unknown(self, name: str, namespace: str | None, arguments: Any) -> Call:
        names = list(self._of.by_name)
        alike = get_close_matches(name, names, n=5, cutoff=0.5)
        if name in names:
            alike = [f"{one.namespace}.{name}" for one in self._of.by_name[name]]
        offer = f" Did you mean {' or '.join(alike)}?" if alike else ""
        message = f"There is no tool {name}.{offer}"
        fault = Fault("", f"there is no tool {name}", " or ".join(alike) or None)
        return Call(name, namespace, arguments, (), (fault,), message)

    def __repr__(self) -> str:
        counts = f"{len(self.compiled)} tools, {len(self.dropped)} dropped"
        return f"Compiled({counts}, target={self.target.name!r})"
