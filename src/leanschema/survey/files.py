"""Files, wherever they are: found by path, folder, glob or address, and opened for reading.

Files of this machine need nothing but the standard library; `remote` reads all other addresses.
"""

from __future__ import annotations

import glob
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple

from leanschema.errors import MissingExtra
from leanschema.survey import remote

# What a folder is searched for.
SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".gz", ".parquet", ".zip")

READ_FAULTS: Final = (OSError, EOFError, ValueError, RuntimeError, zlib.error, zipfile.BadZipFile)


class File(NamedTuple):
    """A file to survey: its address and size, or the reason why there is none."""

    address: str
    size: int = 0
    reason: str | None = None


def find_files(source: str) -> Iterator[File]:
    """Find the files of a source, in the order of their names."""
    try:
        if source == "-":
            yield File("-")
        elif remote.is_remote(source):
            found = [File(address, size) for address, size in remote.find(source, SUFFIXES)]
            yield from found or [File(source, reason="no file is there")]
        else:
            yield from _find_here(source)
    except MissingExtra:
        raise
    except Exception as fault:  # noqa: BLE001,RUF100 - each file system has errors of its own
        yield File(source, reason=reason_of(fault))


def open_file(address: str) -> IO[bytes]:
    """Open a file for reading, at its start."""
    if address == "-":
        return sys.stdin.buffer
    if not remote.is_remote(address):
        return Path(address).open("rb")
    try:
        return remote.open_address(address)
    except MissingExtra:
        raise
    except Exception as fault:
        # The libraries behind fsspec raise what they like.
        raise OSError(reason_of(fault)) from fault


def reason_of(fault: BaseException) -> str:
    """Say in a few words why something could not be read."""
    text = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return " ".join(str(text).split())


def _find_here(source: str) -> Iterator[File]:
    path = Path(source)
    if path.is_dir():
        names = sorted(
            os.path.join(folder, name)
            for folder, _, files in os.walk(path)
            for name in files
            if name.lower().endswith(SUFFIXES)
        )
        yield from map(_sized, names)
        if not names:
            yield File(source, reason="no file of tools in this folder")
    elif path.exists() or not glob.has_magic(source):
        yield _sized(source)
    else:
        names = sorted(name for name in glob.glob(source, recursive=True) if os.path.isfile(name))
        yield from map(_sized, names)
        if not names:
            yield File(source, reason="no file matches")


def _sized(address: str) -> File:
    try:
        return File(address, Path(address).stat().st_size)
    except OSError as fault:
        return File(address, reason=reason_of(fault))
