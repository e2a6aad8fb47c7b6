"""Files at any address that fsspec reads: `s3://…`, `gs://…`, `https://…`, `zip://…::…`."""

from __future__ import annotations

import re
from typing import IO, Any, Final, cast

from leanschema.errors import MissingExtra

_ADDRESS: Final = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]+::?//|^[A-Za-z0-9+.-]+::")


def is_remote(source: str) -> bool:
    """Tell an address from a path of this machine."""
    return _ADDRESS.match(source) is not None


def find(source: str, suffixes: tuple[str, ...]) -> list[tuple[str, int]]:
    """Find the files of an address, a folder or a glob, each with its size, sorted by name."""
    system, path = _fsspec().core.url_to_fs(source)
    if "*" in source or "?" in source or "[" in source:
        found = system.glob(path, detail=True)
    elif system.isdir(path):
        everything = system.find(path, detail=True)
        found = {n: entry for n, entry in everything.items() if n.lower().endswith(suffixes)}
    else:
        return [(source, int(system.info(path).get("size") or 0))]
    return [
        (_address(system, name, source), int(entry.get("size") or 0))
        for name, entry in sorted(found.items())
        if entry.get("type") != "directory"
    ]


def open_address(address: str) -> IO[bytes]:
    """Open a file for reading."""
    return cast("IO[bytes]", _fsspec().open(address, "rb").open())


def _address(system: Any, name: str, source: str) -> str:
    """Give the address of a file that was found, inside the same archive as the source."""
    _, chained, rest = source.partition("::")
    address = str(system.unstrip_protocol(name))
    return f"{address}::{rest}" if chained else address


def _fsspec() -> Any:
    try:
        import fsspec
    except ImportError:
        raise MissingExtra("fsspec", "survey") from None
    return fsspec
