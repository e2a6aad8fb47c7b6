"""A progress bar on stderr: how much is done, how fast, and how long it will take."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from leanschema.survey.engine import Progress as Told


@contextmanager
def progress_bar(size: int | None) -> Iterator[Told | None]:
    """Show a bar for so many bytes (None: nobody knows); none where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Progress(
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[tools]:,} tools, {task.fields[rate]:,} a second"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    with bar:
        task = bar.add_task("", total=size, tools=0, rate=0)
        tools = 0

        def tell(size: int, more: int) -> None:
            nonlocal tools
            tools += more
            seconds = bar.tasks[0].elapsed or 1.0
            bar.update(task, advance=size, tools=tools, rate=int(tools / seconds))
            bar.refresh()

        yield tell
