"""The tools of a session: compiled for the target, and the way back for what is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.fit.sizes import count_tokens
from leanschema.targets.target import Target
from leanschema.tools import Call, Compiled, compile_tools

ON_DEMAND: Final = "describe_tool"


class Compiling(NamedTuple):
    """How a session's tools are compiled: the target, the budget, and whether more can be asked."""

    target: Target
    max_tokens: int | None = None
    max_bytes: int | None = None
    is_on_demand: bool = False


class Published(NamedTuple):
    """A tool as its server publishes it, under the name that tells it from all others."""

    server: int
    tool: Any
    name: str

    @property
    def own_name(self) -> str:
        """The name that its server knows."""
        return str(self.tool["name"])


class Row(NamedTuple):
    """What a tool costs in o200k tokens, as published and as shown."""

    name: str
    before: int
    after: int | None  # None where it was left out


class ToolSet:
    """The tools that a client is shown, and what each call of them means to its server."""

    def __init__(self, published: Sequence[Published], compiling: Compiling) -> None:
        self._compiling = compiling
        self._by_name: dict[str, Published] = {}
        candidates = []
        for one in published:
            if isinstance(one.tool, dict) and isinstance(one.tool.get("name"), str):
                self._by_name.setdefault(one.name, one)
                candidates.append({**one.tool, "name": one.name})
            else:
                candidates.append(one.tool)
        self.compiled: Compiled = compile_tools(
            candidates,
            target=compiling.target,
            form="mcp",
            max_tokens=compiling.max_tokens,
            max_bytes=compiling.max_bytes,
        )
        self.shown = [self._shown(one) for one in self.compiled.compiled]
        if compiling.is_on_demand:
            self.shown.append(self._describing())

    def _shown(self, one: Any) -> dict[str, Any]:
        """Give a tool as its server does, but for what the model reads of it."""
        tool = {**self._by_name[one.tool.name].tool, "name": one.name}
        tool["inputSchema"] = msgspec.json.decode(one.schema.to_json())
        if one.description is not None:
            tool["description"] = one.description
        else:
            tool.pop("description", None)
        return tool

    def _describing(self) -> dict[str, Any]:
        return {
            "name": self.on_demand_name,
            "description": "Gives the full description and argument schema of a tool, where what "
            "is shown of it is not enough.",
            "inputSchema": {
                "type": "object",
                "properties": {"name": {"type": "string", "description": "The tool's name"}},
                "required": ["name"],
            },
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }

    @property
    def on_demand_name(self) -> str:
        """The name of the tool that describes the others; none of theirs."""
        taken = {one.name for one in self.compiled.compiled}
        name = ON_DEMAND
        while name in taken:
            name += "_"
        return name

    def describes(self, name: str) -> bool:
        """Tell whether a call asks for a description."""
        return self._compiling.is_on_demand and name == self.on_demand_name

    def description_of(self, arguments: Any) -> tuple[str, bool]:
        """Give the text that answers such a call, and whether it is an error."""
        name = arguments.get("name") if isinstance(arguments, Mapping) else None
        if not isinstance(name, str):
            return "Expected the name of a tool in `name`.", True
        try:
            published = self._by_name[self.compiled.original(name)].tool
        except KeyError:
            call = self.compiled.call(name, {})
            return call.message or f"There is no tool {name}.", True
        keys = ("title", "description", "inputSchema", "outputSchema", "annotations")
        whole = {"name": name, **{key: published[key] for key in keys if key in published}}
        return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode(), False

    def call(self, name: str, arguments: Any) -> tuple[Call, Published | None]:
        """Map a call back: what its server is to be asked, and which tool that is."""
        call = self.compiled.call(name, {} if arguments is None else arguments)
        return call, self._by_name.get(call.name) if call.ok else None

    def rows(self) -> list[Row]:
        """Give what each tool costs, before and after, those left out at the end."""
        rows = []
        for one in self.compiled.compiled:
            published = self._by_name[one.tool.name].tool
            rows.append(Row(one.name, _tokens(published), count_tokens(one.text)))
        return rows + [Row(one.name, 0, None) for one in self.compiled.dropped]


def _tokens(tool: dict[str, Any]) -> int:
    """Count what the model would read of a tool as published."""
    read = {key: tool[key] for key in ("name", "description", "inputSchema") if key in tool}
    return count_tokens(msgspec.json.encode(read))


def named_apart(lists: Sequence[tuple[str, Sequence[Any]]]) -> list[Published]:
    """Name the tools of several servers apart: each behind its server's name.

    One server's tools keep their names. Where two would have one name, the later gets a number.
    """
    is_alone = len(lists) == 1
    taken: Counter[str] = Counter()
    found: list[Published] = []
    for index, (server, tools) in enumerate(lists):
        for tool in tools:
            own = str(tool.get("name", "")) if isinstance(tool, dict) else ""
            name = own if is_alone else f"{server}_{own}"
            taken[name] += 1
            if taken[name] > 1 and not is_alone:
                name = f"{name}_{taken[name]}"
                taken[name] += 1
            found.append(Published(index, tool, name))
    return found
