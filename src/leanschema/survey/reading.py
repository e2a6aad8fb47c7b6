"""The tools in a part of a corpus, and what of it could not be read.

A broken line, the end of a damaged archive or a file that cannot be opened comes as a `Broken` in
its place; the rest goes on.
"""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from typing import IO, Final, NamedTuple, cast

import msgspec

from leanschema.errors import UnreadableInput
from leanschema.survey.files import READ_FAULTS, open_file, reason_of
from leanschema.survey.parquet import Cell, read_group
from leanschema.survey.parts import (
    AnyPart,
    FaultPart,
    FilePart,
    GroupPart,
    RangePart,
    TextPart,
    name_of,
)
from leanschema.survey.records import Published, Records, published
from leanschema.tools.documents import Document, parse_document
from leanschema.tools.envelopes import find_tools

UNREADABLE: Final = "unreadable file"
NOT_JSON: Final = "not JSON"

BLOCK_BYTES: Final = 1_000_000
_GZIP: Final = b"\x1f\x8b"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Tools(msgspec.Struct, frozen=True, gc=False):
    """The tools of a document; `line` is 0 where it is a whole file."""

    line: int
    tools: list[Published]


class Broken(NamedTuple):
    """A line, or with `line` 0 a file, that holds no tools, and why."""

    line: int
    kind: str
    reason: str


class Lines(NamedTuple):
    """How many lines a range of a file had; comes last."""

    number: int


Item = Tools | Broken | Lines


def read_part(part: AnyPart) -> Iterator[Item]:
    """Read the tools of a part."""
    if isinstance(part, TextPart):
        yield from _read_text(part.text, part.line)
    elif isinstance(part, FaultPart):
        yield Broken(part.line, UNREADABLE, part.reason)
    elif isinstance(part, FilePart):
        for piece in expand(part):
            yield from read_part(piece)
    else:
        try:
            yield from _read_range(part) if isinstance(part, RangePart) else _read_group(part)
        except READ_FAULTS as fault:
            yield Broken(0, UNREADABLE, reason_of(fault))


def expand(part: FilePart) -> Iterator[TextPart | FaultPart]:
    """Read a file into texts: blocks of whole lines, or one whole document."""
    line, left, name = 1, part.size, name_of(part)
    try:
        with ExitStack() as stack:
            raw, stream = _open(part, stack)
            blocks = _blocks(stream)
            first = next(blocks, b"").removeprefix(_BYTE_ORDER_MARK)
            if not _holds_lines(first):
                text = b"".join((first, *blocks))
                yield TextPart(part.file, name, part.size, text, 0)
                return
            block: bytes | None = first
            while block is not None:
                size = min(left, max(0, raw.tell() - (part.size - left)) if raw else 0)
                left -= size
                yield TextPart(part.file, name, size, block, line)
                line += block.count(b"\n")
                block = next(blocks, None)
    except READ_FAULTS as fault:
        where = line if line > 1 else 0
        yield FaultPart(part.file, name, left, reason_of(fault), where)


def _open(part: FilePart, stack: ExitStack) -> tuple[IO[bytes] | None, IO[bytes]]:
    """Open a file; gives what tells how far it was read (None where nothing does), and its text."""
    opened = raw = open_file(part.address)
    if part.address != "-":
        stack.enter_context(opened)
    if part.member is not None:
        archive = stack.enter_context(zipfile.ZipFile(opened))
        opened = stack.enter_context(archive.open(part.member))
    if _magic(opened) == _GZIP:
        opened = cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=opened)))
    return (raw if part.address != "-" and part.member is None else None), opened


def _magic(opened: IO[bytes]) -> bytes:
    if hasattr(opened, "peek"):
        return bytes(opened.peek(2)[:2])
    magic = opened.read(2)
    opened.seek(0)
    return magic


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """Read blocks that end where a line ends; what a damaged archive still gives comes first."""
    # `read` of a damaged archive loses what it has when it fails; `read1` gives it before.
    read = getattr(stream, "read1", stream.read)
    pieces: list[bytes] = []  # The first `lines` are whole lines, then comes the start of one.
    lines, size = 0, 0
    while True:
        try:
            piece = read(BLOCK_BYTES)
        except READ_FAULTS:
            if lines:
                yield b"".join(pieces[:lines])
            raise
        if not piece:
            break
        last = piece.rfind(b"\n") + 1
        size += len(piece)
        if not last:
            pieces.append(piece)
            continue
        pieces += piece[:last], piece[last:]
        lines = len(pieces) - 1
        if size >= BLOCK_BYTES:
            yield b"".join(pieces[:lines])
            pieces, lines, size = [piece[last:]], 0, len(piece) - last
    if size:
        yield b"".join(pieces)


def _holds_lines(block: bytes) -> bool:
    """Tell documents on lines from one document on several, by the first two that are not blank."""
    heads = [line for line in block.split(b"\n", 9) if line.strip()][:2]
    if not heads:
        return False
    if isinstance(parse_document(heads[0], ""), Document):
        return True
    opens = heads[0].strip() in (b"[", b"{")
    return len(heads) > 1 and not opens and isinstance(parse_document(heads[1], ""), Document)


def _read_text(text: bytes, line: int) -> Iterator[Tools | Broken]:
    if line == 0:
        document = parse_document(text, "")
        if isinstance(document, UnreadableInput):
            yield Broken(0, NOT_JSON, document.reason)
        else:
            yield Tools(0, list(map(published, find_tools(document.value))))
        return
    records = Records()
    # A third of the time of `split`, which looks at each byte.
    for number, record in enumerate(BytesIO(text), start=line):
        if record.isspace():
            continue
        found = records.read(record)
        if isinstance(found, str):
            yield Broken(number, NOT_JSON, found)
        else:
            yield Tools(number, found)


def _read_range(part: RangePart) -> Iterator[Item]:
    """Read the lines whose first byte is in the range, counted from its first line."""
    with open_file(part.address) as opened:
        if part.start:
            opened.seek(part.start - 1)
            skipped = len(opened.readline()) - 1
        else:
            skipped = 0
        wanted = part.end - part.start - skipped
        text = opened.read(wanted) if wanted > 0 else b""
        if text and not text.endswith(b"\n"):
            text += opened.readline()
    if part.start == 0:
        text = text.removeprefix(_BYTE_ORDER_MARK)
    yield from _read_text(text, 1)
    yield Lines(text.count(b"\n"))


def _read_group(part: GroupPart) -> Iterator[Tools | Broken]:
    with open_file(part.address) as opened:
        for number, cell in enumerate(read_group(opened, part.group), start=part.row):
            yield _read_cell(cell, number)


def _read_cell(cell: Cell, number: int) -> Tools | Broken:
    if cell.text is None:
        return Broken(number, NOT_JSON, "the cell is empty")
    text = cell.text.encode("utf-8", "surrogatepass") if isinstance(cell.text, str) else cell.text
    document = parse_document(text, "")
    if isinstance(document, UnreadableInput):
        return Broken(number, NOT_JSON, document.reason)
    tools = find_tools(document.value)
    if len(tools) == 1 and not tools[0].tool_path and not tools[0].schema_path:
        # A bare schema: other columns say whose it is.
        tools = [tools[0]._replace(name=cell.name or tools[0].name)]
    owned = [t._replace(provider=t.provider or cell.provider) for t in tools]
    return Tools(number, list(map(published, owned)))
