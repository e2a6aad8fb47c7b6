"""The tables of a report: rows of text and numbers, written as CSV or as Markdown."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from leanschema.survey.report import row_fields

Cell = str | int | None

_PERCENTILES: Final = ("p0", "p10", "p25", "p50", "p75", "p90", "p95", "p99", "max")
_SHOWN_FAULTS: Final = 20


class Table(NamedTuple):
    """A table: a name for a file, a title, its columns, and how many of them are words."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    words: int = 1


def tables_of(report: dict[str, Any], *, faults: int = _SHOWN_FAULTS) -> list[Table]:
    """Give the tables that a person reads, in order, with at most so many faults."""
    tables = [
        percentile_table(report),
        savings_table(report),
        _largest_tools(report),
        _providers(report),
    ]
    return [*tables, _fault_kinds(report), _faults(report, faults)] if report["faults"] else tables


def percentile_table(report: dict[str, Any]) -> Table:
    """Give the percentiles of tokens by stage, a stage a column."""
    stages = report["percentiles"]
    names = [*_PERCENTILES, "over_1000", "total"]
    labels = [*_PERCENTILES, "over 1,000", "total"]
    rows = [
        (label, *(stage[name] for stage in stages))
        for name, label in zip(names, labels, strict=True)
    ]
    columns = ("tokens", *(stage["stage"] for stage in stages))
    return Table("percentiles", "Tokens of a schema", columns, rows)


def savings_table(report: dict[str, Any]) -> Table:
    """Give what each step saves."""
    rows = [tuple(row.values()) for row in report["savings"]]
    columns = ("step", "total tokens", "saved by the step", "schemas changed")
    return Table("savings", "What each step saves", columns, rows)


def all_rows(report: dict[str, Any]) -> Table:
    """Give the numbers of every tool that the report has."""
    return Table("tools", "Tools", row_fields(), [tuple(row) for row in report["rows"]], 3)


def _largest_tools(report: dict[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            tool["name"],
            tool["provider"],
            tool["published_tokens"],
            tool["lowered_tokens"],
            tool["compacted_tokens"],
            tool["passes_run"],
            _lost(tool, "paths"),
            _lost(tool, "words"),
            _lost(tool, "definitions"),
        )
        for tool in report["largest_tools"]
    ]
    columns = (
        *("tool", "provider", "published", "lowered", "compacted", "passes"),
        *("paths lost", "words lost", "definitions lost"),
    )
    return Table("largest_tools", "The largest tools", columns, rows, 2)


def _lost(tool: dict[str, Any], what: str) -> Cell:
    before, after = tool[f"{what}_before"], tool[f"{what}_after"]
    return 0 if before == after else f"{before - after} of {before}"


def _providers(report: dict[str, Any]) -> Table:
    rows = [tuple(provider.values()) for provider in report["providers"]]
    columns = (
        *("provider", "tools", "published", "lowered", "compacted"),
        *("words lost", "paths lost"),
    )
    return Table("providers", "The largest providers", columns, rows)


def _fault_kinds(report: dict[str, Any]) -> Table:
    rows = [tuple(pair) for pair in report["fault_kinds"]]
    return Table("fault_kinds", "What could not be measured, by kind", ("kind", "count"), rows)


def _faults(report: dict[str, Any], most: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (fault["tool"], fault["provider"], fault["pointer"], fault["reason"], fault["where"])
        for fault in report["faults"]
    ]
    shown = f", the first {most:,}" if report["faults_total"] > most else ""
    columns = ("tool", "provider", "pointer", "reason", "where")
    return Table("faults", f"What could not be measured{shown}", columns, rows[:most], 5)


def write_csv(tables: Iterable[Table], folder: Path) -> None:
    """Write each table to a file of its own in a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        path = folder / f"{table.name}.csv"
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.columns)
            writer.writerows([[_inert(cell) for cell in row] for row in table.rows])


def markdown(tables: Iterable[Table]) -> str:
    """Write tables as Markdown, each under its title."""
    return "\n".join(_markdown(table) for table in tables)


def _markdown(table: Table) -> str:
    rule = ["---" if index < table.words else "---:" for index in range(len(table.columns))]
    lines = [table.columns, rule, *([number(cell) for cell in row] for row in table.rows)]
    body = "\n".join("| " + " | ".join(map(_escaped, line)) + " |" for line in lines)
    return f"### {table.title}\n\n{body}\n"


def number(cell: Cell) -> str:
    """Write a cell: a number with its thousands, nothing for None."""
    if cell is None:
        return ""
    return f"{cell:,}" if isinstance(cell, int) else cell


def _escaped(text: str) -> str:
    """Write text so that Markdown shows it as it is."""
    for special in "\\`*_[]<>|~#":
        text = text.replace(special, f"\\{special}") if special in text else text
    return " ".join(text.split())


def _inert(cell: Cell) -> Cell:
    """Keep a spreadsheet from running a stranger's text as a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell
