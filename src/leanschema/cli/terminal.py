"""What the commands share: reading sources, reporting faults, tables."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rich.box import ASCII2, SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from leanschema.errors import LeanschemaError, UnreadableInput
from leanschema.tools.documents import Document, read_source

# Where no terminal says how wide it is, nothing is cut.
_UNBOUNDED_WIDTH = 10_000


class Faults:
    """Reports what went wrong, as it goes wrong, and remembers the exit status."""

    def __init__(self) -> None:
        self.status = 0

    def report(self, fault: LeanschemaError) -> None:
        """Say on stderr what is wrong with a tool or server (status 1), or with a source (2)."""
        print(f"error: {printable(str(fault))}", file=sys.stderr)
        hint = getattr(fault, "hint", None)
        if hint:
            print(f"hint: {hint}", file=sys.stderr)
        self.status = max(self.status, 2 if isinstance(fault, UnreadableInput) else 1)


def read_documents(sources: Iterable[str], faults: Faults) -> Iterator[Document]:
    """Read the documents of all sources; what can't be read is reported."""
    for source in sources:
        for document in read_source(source):
            if isinstance(document, UnreadableInput):
                faults.report(document)
            else:
                yield document


def printable(text: str) -> str:
    """Escape what a terminal would act on or not show: a tool's text is a stranger's."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


class _SafeTable(Table):
    """A table whose cells cannot steer the terminal."""

    def add_row(self, *cells: Any, **style: Any) -> None:
        super().add_row(*(printable(c) if isinstance(c, str) else c for c in cells), **style)


def table(*columns: str, title: str | None = None, left: bool = False) -> Table:
    """Start a table of one column of text and others of numbers, or, with `left`, of text alone."""
    is_terminal = sys.stdout.isatty()
    made = _SafeTable(title=title, box=SIMPLE_HEAD if is_terminal else ASCII2, title_justify="left")
    for index, column in enumerate(columns):
        of_numbers = index > 0 and not left
        made.add_column(
            column,
            justify="right" if of_numbers else "left",
            overflow="fold",
            no_wrap=of_numbers,
        )
    return made


def print_table(made: Table) -> None:
    """Write a table to stdout."""
    width = None if sys.stdout.isatty() else _UNBOUNDED_WIDTH
    Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False).print(made)
