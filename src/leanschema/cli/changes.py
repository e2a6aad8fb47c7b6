"""The table of changes that `lower --explain` and `explain` print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from leanschema.changes import Change
from leanschema.cli.terminal import print_table, table

_SHOWN = 60


def print_changes(tools: Iterable[tuple[str, Sequence[Change], str | None]]) -> None:
    """Print, for each tool, what the model no longer sees or sees otherwise."""
    made = table("tool", "pointer", "keyword", "before", "after", "law", "by", left=True)
    for name, changes, note in tools:
        if note is not None:
            made.add_row(name, "", "", "", note, "", "")
        for change in changes:
            made.add_row(
                name,
                change.pointer or "the root",
                change.keyword,
                shown(change.before),
                shown(change.after),
                change.law,
                f"{change.by}: {change.reason}" if change.by else change.reason,
            )
    print_table(made)


def shown(value: Any) -> str:
    """Write a JSON value in a cell; a dash where the keyword is absent."""
    if value is UNSET:
        return "-"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
