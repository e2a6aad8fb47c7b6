"""Two reports side by side: percentiles and savings, each with the difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from leanschema.survey.tables import Cell, Table

_MEASURES: Final = (
    *("p0", "p10", "p25", "p50", "p75", "p90", "p95", "p99"),
    *("max", "over_1000", "total"),
)


def compare(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Set two reports side by side; a difference is the second less the first.

    The result has `format`, `compared` (title, settings, tools and parsed of each), and
    `percentiles` and `savings`, where each number is a list: first, second, difference.
    """
    both = (first, second)
    named = ("title", "settings", "tools", "parsed", "sources", "faults_total", "stopped_early")
    return {
        "format": 1,
        "compared": [{name: report[name] for name in named} for report in both],
        "percentiles": [
            {
                "stage": one["stage"],
                **{name: _with_difference(one[name], other[name]) for name in _MEASURES},
            }
            for one, other in zip(first["percentiles"], second["percentiles"], strict=True)
        ],
        "savings": list(_savings(first["savings"], second["savings"])),
    }


def _savings(first: list[dict[str, Any]], second: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the steps of both sides; a step that one side does not have saves nothing there."""
    steps = {row["step"]: row for row in first}, {row["step"]: row for row in second}
    totals = [0, 0]
    for name in dict.fromkeys((*steps[0], *steps[1])):
        rows = [
            side.get(name, {"total_tokens": total, "saved_tokens": 0, "changed": 0})
            for side, total in zip(steps, totals, strict=True)
        ]
        totals = [row["total_tokens"] for row in rows]
        yield {
            "step": name,
            **{
                measure: _with_difference(*(row[measure] for row in rows))
                for measure in ("total_tokens", "saved_tokens", "changed")
            },
        }


def comparison_tables(comparison: dict[str, Any]) -> list[Table]:
    """Give the tables of a comparison."""
    rows: list[tuple[Cell, ...]] = [
        (stage["stage"], name.replace("_1000", " 1,000"), *_signed(stage[name]))
        for stage in comparison["percentiles"]
        for name in _MEASURES
    ]
    columns = ("stage", "tokens", "first", "second", "difference")
    compared = Table("percentiles", "Tokens of a schema", columns, rows, 2)
    savings: list[tuple[Cell, ...]] = [
        (row["step"], name, *_signed(row[key]))
        for row in comparison["savings"]
        for key, name in (
            ("total_tokens", "total tokens"),
            ("saved_tokens", "saved by the step"),
            ("changed", "schemas changed"),
        )
    ]
    columns = ("step", "of it", "first", "second", "difference")
    return [
        _sides(comparison),
        compared,
        Table("savings", "What each step saves", columns, savings, 2),
    ]


def _sides(comparison: dict[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (side, one["title"], _described(one["settings"]), one["tools"], one["parsed"])
        for side, one in zip(("first", "second"), comparison["compared"], strict=True)
    ]
    columns = ("side", "what", "how", "tools", "measured")
    return Table("compared", "Compared", columns, rows, 3)


def _described(settings: dict[str, Any]) -> str:
    """Say the settings in a few words: `openai, best-first, 1,000 tokens`."""
    words = [settings["target"], settings["fitter"]]
    for name, unit in (("max_bytes", "bytes"), ("max_tokens", "tokens")):
        if settings.get(name) is not None:
            return ", ".join((*words, f"{settings[name]:,} {unit}"))
    return str(settings["target"])


def _with_difference(first: int, second: int) -> list[int]:
    return [first, second, second - first]


def _signed(numbers: list[int]) -> tuple[Cell, ...]:
    first, second, difference = numbers
    return first, second, f"{difference:+,}"
