"""The published rules for dynamic tools: those that a client registers when it starts a thread.

Names and namespaces are what OpenAI Responses takes (https://github.com/openai/codex/pull/20724);
deferred tools need a namespace to be found under (https://github.com/openai/codex/pull/18413); a
namespace with its tools inside is the newer form (https://github.com/openai/codex/pull/27371).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from leanschema.compatible import parse_tool_input_schema
from leanschema.errors import InvalidToolSchema, shown

_MAX_NAME: Final = 128
_MAX_NAMESPACE: Final = 64
_LETTERS: Final = re.compile("[A-Za-z0-9_-]+")

# The names under which Responses runs its own tools, by the same pull request.
RESERVED_NAMESPACES: Final = frozenset(
    ("api_tool", "browser", "computer", "container", "file_search", "functions", "image_gen")
    + ("multi_tool_use", "python", "python_user_visible", "submodel_delegator", "terminal")
    + ("tool_search", "web")
)


class DynamicToolFault(NamedTuple):
    """A rule that a dynamic tool breaks: the position of its item in the list, its name, and what is wrong.

    `pointer` is the place in its input schema, where that is the fault.
    """

    position: int
    tool: str
    reason: str
    pointer: str = ""

    def __str__(self) -> str:
        where = f" at {self.pointer}" if self.pointer else ""
        return f"dynamic tool {self.tool}: {self.reason}{where}"


class _Spec(NamedTuple):
    position: int
    fields: dict[str, Any]
    namespace: Any


def validate_dynamic_tools(tools: Iterable[Any]) -> tuple[DynamicToolFault, ...]:
    """Give every rule that dynamic tools break, in their order; nothing where they are fine.

    `tools` are dynamic tool specifications as JSON, or namespaces that hold such.
    """
    faults: list[DynamicToolFault] = []
    seen: set[tuple[Any, str]] = set()
    spaces: set[str] = set()
    for index, tool in enumerate(tools):
        if not isinstance(tool, dict):
            faults.append(
                DynamicToolFault(index, "(unnamed)", f"must be an object, found {shown(tool)}")
            )
        elif tool.get("type") == "namespace":
            faults.extend(_namespace_faults(index, tool, spaces, seen))
        else:
            spec = _Spec(index, tool, tool.get("namespace"))
            faults.extend(_faults(spec, seen, is_inside=False))
    return tuple(faults)


def _namespace_faults(
    index: int, space: dict[str, Any], spaces: set[str], seen: set[tuple[Any, str]]
) -> Iterator[DynamicToolFault]:
    name, members = space.get("name"), space.get("tools")
    label = _label(name)
    for reason in _namespace_reasons(name):
        yield DynamicToolFault(index, label, reason)
    if isinstance(name, str) and name in spaces:
        yield DynamicToolFault(index, label, "the namespace came before")
    elif isinstance(name, str):
        spaces.add(name)
    if not isinstance(members, list) or not members:
        yield DynamicToolFault(index, label, "the namespace must hold at least one tool")
        return
    for member in members:
        if isinstance(member, dict):
            yield from _faults(_Spec(index, member, name), seen, is_inside=True)
        else:
            yield DynamicToolFault(index, label, f"must hold tools, found {shown(member)}")


def _faults(
    spec: _Spec, seen: set[tuple[Any, str]], *, is_inside: bool
) -> Iterator[DynamicToolFault]:
    tool, space = spec.fields, spec.namespace
    name = tool.get("name")
    label = _label(name)
    reasons = list(_name_reasons("name", name, _MAX_NAME))
    if space is not None and not is_inside:
        reasons.extend(_namespace_reasons(space))
    if isinstance(name, str) and name:
        # A space that is no text is a fault of its own.
        key = (space if isinstance(space, str) else None, name)
        if key in seen:
            where = f" in the namespace {_label(space)}" if isinstance(space, str) else ""
            reasons.append(f"the name came before{where}")
        seen.add(key)
    if _is_deferred(tool) and space is None:
        reasons.append("a deferred tool needs a namespace")
    for reason in reasons:
        yield DynamicToolFault(spec.position, label, reason)
    yield from _schema_faults(spec, label)


def _name_reasons(what: str, name: Any, longest: int) -> Iterator[str]:
    if not isinstance(name, str):
        yield f"the {what} must be text, found {shown(name)}"
        return
    bare = name.strip()
    if not bare:
        yield f"the {what} must not be empty"
        return
    if bare != name:
        yield f"the {what} has blanks around it"
    if _LETTERS.fullmatch(bare) is None:
        yield f"the {what} must be letters, digits, _ and -, found {bare[:60]!a}"
    if len(bare) > longest:
        yield f"the {what} must be at most {longest} characters, found {len(bare)}"
    if bare == "mcp" or bare.startswith("mcp__"):
        yield f"the {what} is reserved: `mcp`, and what begins with `mcp__`"


def _namespace_reasons(space: Any) -> Iterator[str]:
    yield from _name_reasons("namespace", space, _MAX_NAMESPACE)
    if isinstance(space, str) and space.strip() in RESERVED_NAMESPACES:
        yield "the namespace is reserved by OpenAI Responses"


def _schema_faults(spec: _Spec, label: str) -> Iterator[DynamicToolFault]:
    keys = [key for key in ("inputSchema", "input_schema") if key in spec.fields]
    if not keys:
        yield DynamicToolFault(spec.position, label, "it has no input schema")
        return
    try:
        parse_tool_input_schema(spec.fields[keys[0]])
    except InvalidToolSchema as fault:
        reason = f"the input schema cannot be used: {fault.reason}"
        yield DynamicToolFault(spec.position, label, reason, fault.pointer)


def _is_deferred(tool: dict[str, Any]) -> bool:
    deferred = tool.get("deferLoading", tool.get("defer_loading"))
    return deferred is True or (deferred is None and tool.get("exposeToContext") is False)


def _label(name: Any) -> str:
    """Write a name so that nothing in it can steer a terminal."""
    return ascii(name[:60])[1:-1] if isinstance(name, str) and name else "(unnamed)"
