"""A corpus in parts: what a worker is given, and how sources are cut into it.

    a JSON Lines file               ranges of bytes, each line in the range that its first byte is in
    a Parquet file                  its row groups
    a zip archive                   its members
    any other file, gzip or plain   the file

How a source is cut depends on the source alone, so the result never depends on who measures it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from leanschema.survey.files import READ_FAULTS, File, find_files, open_file, reason_of
from leanschema.survey.parquet import row_groups

RANGE_BYTES: Final = 2_000_000

STANDARD_INPUT: Final = "standard input"
_LINES: Final = (".jsonl", ".ndjson")
_MAGIC_BYTES: Final = 4
_ZIP: Final = b"PK\x03\x04"
_PARQUET: Final = b"PAR1"


class Part(msgspec.Struct, frozen=True, tag_field="kind"):
    """A piece of a corpus: the file's number, its address, and how many of its bytes this is."""

    file: int
    address: str
    size: int = 0


class FilePart(Part, frozen=True, tag="file"):
    """A whole file, or a member of a zip archive."""

    member: str | None = None


class RangePart(Part, frozen=True, tag="range"):
    """The lines that start in these bytes of a file."""

    start: int = 0
    end: int = 0


class GroupPart(Part, frozen=True, tag="group"):
    """A row group of a Parquet file, and the number of its first row."""

    group: int = 0
    row: int = 1


class TextPart(Part, frozen=True, tag="text"):
    """Text that was read already: whole lines of a file, or, with `line` 0, a whole document."""

    text: bytes = b""
    line: int = 1


class FaultPart(Part, frozen=True, tag="fault"):
    """What could not be read: nothing is left to do but to count it."""

    reason: str = ""
    line: int = 0


AnyPart = FilePart | RangePart | GroupPart | TextPart | FaultPart


def plan(sources: Iterable[str]) -> Iterator[AnyPart]:
    """Cut sources (files, folders, globs, addresses, `-`) into parts."""
    number = 0
    for source in sources:
        for file in find_files(source):
            yield from _cut(number, file)
            number += 1


def name_of(part: Part) -> str:
    """Name the file of a part, and the member of an archive."""
    member = getattr(part, "member", None)
    name = STANDARD_INPUT if part.address == "-" else part.address
    return name if member is None else f"{name}/{member}"


def _cut(number: int, file: File) -> Iterator[AnyPart]:
    if file.reason is not None:
        yield FaultPart(number, file.address, reason=file.reason)
        return
    if file.address == "-":
        yield FilePart(number, file.address)
        return
    try:
        with open_file(file.address) as opened:
            magic = opened.read(_MAGIC_BYTES)
            if magic == _ZIP:
                yield from _members(number, file, zipfile.ZipFile(opened))
                return
            if magic == _PARQUET:
                yield from _groups(number, file, row_groups(opened))
                return
    except READ_FAULTS as fault:
        yield FaultPart(number, file.address, file.size, reason=reason_of(fault))
        return
    is_plain = file.address.lower().endswith(_LINES) and not magic.startswith(b"\x1f\x8b")
    if is_plain and file.size > RANGE_BYTES:
        yield from _ranges(number, file)
    else:
        yield FilePart(number, file.address, file.size)


def _members(number: int, file: File, archive: zipfile.ZipFile) -> Iterator[FilePart]:
    for member in archive.infolist():
        if not member.is_dir():
            yield FilePart(number, file.address, member.compress_size, member.filename)


def _groups(number: int, file: File, rows: list[int]) -> Iterator[GroupPart]:
    first = 1
    for group, count in enumerate(rows):
        yield GroupPart(number, file.address, file.size // len(rows), group, first)
        first += count


def _ranges(number: int, file: File) -> Iterator[RangePart]:
    for start in range(0, file.size, RANGE_BYTES):
        end = min(start + RANGE_BYTES, file.size)
        yield RangePart(number, file.address, end - start, start, end)
