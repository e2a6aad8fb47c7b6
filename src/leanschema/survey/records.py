"""Tools on lines, read without what a survey does not ask for.

Most of a corpus is one tool a line, and a third of such a line is text that is not measured: the
tool's own description, where it came from. A decoder that knows the few keys of a tool skips it.
What is of another form, `find_tools` reads.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET

from leanschema.errors import UnreadableInput
from leanschema.tools.documents import parse_document
from leanschema.tools.envelopes import FoundTool, find_tools


class _Record(msgspec.Struct, gc=False):
    """The keys by which `find_tools` knows a tool; those of rarer forms are left to it."""

    name: Any = None
    tool: Any = None
    provider: Any = None
    namespace: Any = None
    inputSchema: Any = UNSET
    input_schema: Any = UNSET
    function: Any = UNSET
    toolSpec: Any = UNSET


_decode: Final = msgspec.json.Decoder(_Record).decode


class Records:
    """Reads the lines of one text."""

    def __init__(self, text: bytes) -> None:
        # Text that is skipped is not checked either, so it is checked here: all of it at once.
        self._is_quick = _is_unicode(text)

    def read(self, line: bytes) -> list[FoundTool] | str:
        """Find the tools on a line, or say why there are none."""
        if self._is_quick:
            try:
                record = _decode(line)
            except (msgspec.MsgspecError, RecursionError):
                pass
            else:
                found = _tool_of(record)
                if found is not None:
                    return [found]
                # The next lines will be of this other form too.
                self._is_quick = False
        document = parse_document(line, "")
        if isinstance(document, UnreadableInput):
            return document.reason
        return find_tools(document.value)


def _tool_of(record: _Record) -> FoundTool | None:
    schema, key = record.inputSchema, "inputSchema"
    if record.function is not UNSET or record.toolSpec is not UNSET:
        return None
    if schema is UNSET:
        schema, key = record.input_schema, "input_schema"
        if schema is UNSET:
            return None
    elif schema.__class__ is dict and "json" in schema:
        return None
    name, tool = record.name, record.tool
    if name.__class__ is not str:
        name = tool if tool.__class__ is str else "(unnamed)"
    provider, namespace = record.provider, record.namespace
    if provider.__class__ is not str or not provider:
        provider = namespace if namespace.__class__ is str else None
    return FoundTool(name, provider, None, schema, (), (key,))


def _is_unicode(text: bytes) -> bool:
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
