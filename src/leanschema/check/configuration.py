"""The project's own settings: `leanschema.toml`, or `[tool.leanschema]` of `pyproject.toml`.

```toml
targets = ["openai", "gemini"]
max-tokens-per-tool = 800
ignore = ["LS202", "LS201:create_issue", "*:legacy_search"]
baseline = "leanschema-baseline.json"
```
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from leanschema.errors import UnreadableInput


class Configuration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a project's file may set; the command line goes before it."""

    targets: tuple[str, ...] = ()
    max_tokens_per_tool: int | None = None
    ignore: tuple[str, ...] = ()
    baseline: str | None = None


def read_configuration(folder: Path) -> Configuration:
    """Read the nearest file at or above a folder; defaults where there is none.

    Raises UnreadableInput for a file that is no TOML, or says what is not known.
    """
    for home in (folder, *folder.parents):
        own = home / "leanschema.toml"
        if own.is_file():
            return _read(own, _table(own))
        project = home / "pyproject.toml"
        if project.is_file():
            table = _table(project).get("tool", {}).get("leanschema")
            if table is not None:
                return _read(project, table)
    return Configuration()


def _table(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as fault:
        raise UnreadableInput(str(file), str(fault)) from None


def _read(file: Path, table: Any) -> Configuration:
    try:
        return msgspec.convert(table, Configuration)
    except msgspec.ValidationError as fault:
        raise UnreadableInput(str(file), str(fault)) from None


def read_baseline(file: Path) -> frozenset[str]:
    """Read the fingerprints of the findings that are known; none where there is no file yet."""
    if not file.exists():
        return frozenset()
    try:
        return frozenset(msgspec.json.decode(file.read_bytes(), type=list[str]))
    except (msgspec.MsgspecError, OSError, UnicodeError) as fault:
        raise UnreadableInput(str(file), f"expected a list of fingerprints: {fault}") from None


def write_baseline(file: Path, fingerprints: frozenset[str]) -> None:
    """Write the fingerprints, in an order that keeps diffs small."""
    text = msgspec.json.format(msgspec.json.encode(sorted(fingerprints)), indent=2)
    file.write_bytes(text + b"\n")
