"""Text to JSON documents: JSON or JSON Lines, plain or gzip, each document with its place."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.errors import UnreadableInput

_GZIP_MAGIC: Final = b"\x1f\x8b"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Document(NamedTuple):
    """A JSON value and its place: a file, or a file and a line of it."""

    where: str
    value: Any
    is_line: bool = False


def read_source(source: str) -> Iterator[Document | UnreadableInput]:
    """Read the documents of a file, or of standard input for `-`.

    What can't be read comes as an UnreadableInput in its place; the rest goes on.
    """
    where = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        text = gzip.decompress(raw) if raw.startswith(_GZIP_MAGIC) else raw
    except (OSError, EOFError, zlib.error) as fault:
        yield UnreadableInput(where, getattr(fault, "strerror", None) or str(fault))
        return
    yield from parse_documents(text, where)


def parse_documents(text: bytes, where: str) -> Iterator[Document | UnreadableInput]:
    """Read one JSON document, or, where the text is no such, one document a line."""
    text = text.removeprefix(_BYTE_ORDER_MARK)
    whole = parse_document(text, where)
    lines = text.splitlines()
    if not isinstance(whole, UnreadableInput) or len(lines) < 2:  # noqa: PLR2004 - one line is no list
        yield whole
        return
    first = parse_document(lines[0], where)
    if isinstance(first, UnreadableInput) and not any(map(_is_document, lines[1:2])):
        yield whole
        return
    for number, line in enumerate(lines, start=1):
        if line.strip():
            document = parse_document(line, f"{where}:{number}")
            yield (
                document
                if isinstance(document, UnreadableInput)
                else document._replace(is_line=True)
            )


def parse_document(text: bytes, where: str) -> Document | UnreadableInput:
    """Read one JSON document."""
    try:
        return Document(where, msgspec.json.decode(text))
    except RecursionError:
        return UnreadableInput(where, "nested too deeply to read")
    except (msgspec.MsgspecError, UnicodeError) as fault:
        return UnreadableInput(where, f"expected JSON: {fault}")


def _is_document(line: bytes) -> bool:
    return isinstance(parse_document(line, ""), Document)
