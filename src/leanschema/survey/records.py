"""Tools on lines, read without what a survey does not ask for.

Most of a corpus is one tool a line, and a third of such a line is text that is not measured: the
tool's own description, where it came from. A decoder that knows the few keys of a tool skips it,
and hands the schema on as the text that it is, without white space. What is of another form,
`find_tools` reads.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from leanschema.errors import InvalidToolSchema, UnreadableInput
from leanschema.tools.documents import parse_document
from leanschema.tools.envelopes import FoundTool, find_tools


class Published(msgspec.Struct, frozen=True):
    """A tool as published: its schema's compact JSON, or why it has none."""

    name: str
    provider: str | None
    text: bytes
    fault: InvalidToolSchema | None = None


class _Record(msgspec.Struct, gc=False):
    """The keys by which `find_tools` knows a tool; those of rarer forms are left to it."""

    name: Any = None
    tool: Any = None
    provider: Any = None
    namespace: Any = None
    inputSchema: Raw | UnsetType = UNSET
    input_schema: Raw | UnsetType = UNSET
    function: Raw | UnsetType = UNSET
    toolSpec: Raw | UnsetType = UNSET


_decode: Final = msgspec.json.Decoder(_Record).decode
# What a reader of JSON writes otherwise than it was published.
_ESCAPES: Final = (b"\\u", b"\\/")


class Records:
    """Reads lines, and expects the next one to be of the form of the last."""

    def __init__(self) -> None:
        self._is_quick = True

    def read(self, line: bytes) -> list[Published] | str:
        """Find the tools on a line, or say why there are none."""
        if self._is_quick:
            try:
                if not line.isascii():
                    line.decode()  # The decoder does not look at what it skips.
                record = _decode(line)
                self._is_quick = _is_known(record)
                found = _tool_of(record) if self._is_quick else None
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                found = None
            if found is not None:
                return [found]
        document = parse_document(line, "")
        if isinstance(document, UnreadableInput):
            return document.reason
        return list(map(published, find_tools(document.value)))


def published(tool: FoundTool) -> Published:
    """Write a tool's schema."""
    try:
        return Published(tool.name, tool.provider, msgspec.json.encode(tool.schema))
    except RecursionError:
        fault = InvalidToolSchema("nested too deeply to write")
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as reason:
        fault = InvalidToolSchema(f"no JSON value: {reason}")
    return Published(tool.name, tool.provider, b"", fault)


def _is_known(record: _Record) -> bool:
    if record.function is not UNSET or record.toolSpec is not UNSET:
        return False
    return record.inputSchema is not UNSET or record.input_schema is not UNSET


def _tool_of(record: _Record) -> Published | None:
    schema = record.inputSchema
    if schema is UNSET:
        schema = record.input_schema
    elif b'"json"' in bytes(schema):
        return None  # Perhaps Bedrock's form.
    name, tool = record.name, record.tool
    if name.__class__ is not str:
        name = tool if tool.__class__ is str else "(unnamed)"
    provider, namespace = record.provider, record.namespace
    if provider.__class__ is not str or not provider:
        provider = namespace if namespace.__class__ is str else None
    return Published(name, provider, _compact(schema))  # type: ignore[arg-type]


def _compact(text: Raw) -> bytes:
    compact: bytes = msgspec.json.format(text, indent=-1)
    if b"\\" in compact and any(escape in compact for escape in _ESCAPES):
        return msgspec.json.encode(msgspec.json.decode(compact))
    return compact
