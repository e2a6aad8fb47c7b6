"""Two reports side by side: percentiles and savings, each with the difference."""

from __future__ import annotations

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
        "savings": [
            {
                "step": one["step"],
                **{
                    name: _with_difference(one[name], other[name])
                    for name in ("total_tokens", "saved_tokens", "changed")
                },
            }
            for one, other in zip(first["savings"], second["savings"], strict=True)
        ],
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
        (side, one["title"], f"{one['settings']['max_bytes']:,}", one["tools"], one["parsed"])
        for side, one in zip(("first", "second"), comparison["compared"], strict=True)
    ]
    columns = ("side", "what", "bytes at most", "tools", "measured")
    return Table("compared", "Compared", columns, rows, 2)


def _with_difference(first: int, second: int) -> list[int]:
    return [first, second, second - first]


def _signed(numbers: list[int]) -> tuple[Cell, ...]:
    first, second, difference = numbers
    return first, second, f"{difference:+,}"
