"""The report: a survey as data, which `--json` writes and the page and the tables read.

    format              1
    title               what was surveyed
    settings            how: `target`, `fitter`, `max_bytes` or `max_tokens`
    tools               how many tools were found
    parsed              how many of them were measured; all tables are about these
    faults_total        how many tools, lines and files could not be measured
    sources             as they were given
    stopped_early       whether the survey was interrupted: then it is of what was done until then
    percentiles         a row for each stage (`published`, `lowered`, `compacted`) of o200k_base tokens
                        of compact JSON: p0, p10, p25, p50, p75, p90, p95, p99, max, `over_1000` (how
                        many tools have more than 1,000) and `total`
    histograms          for each stage [tokens, how many tools], ascending
    savings             a row for each step, in order: `step`, `total_tokens` after it,
                        `saved_tokens` by it, and how many schemas it `changed`; a pass runs only on
                        what is still over the budget
    rows                the largest tools by tokens as published, 20,000 at most, each a list: name,
                        provider, source, published tokens, lowered tokens, compacted tokens,
                        published bytes, compacted bytes, passes run, property paths before, after,
                        description words before, after (all four null where nothing of it was
                        lost); `rows_left_out` says how many more there are
    largest_tools       the first 20 rows as objects, with definitions before and after
    providers           the 20 largest, each with its tools, tokens by stage, words and paths lost
    details             the 300 largest tools with their schemas, `published` and `compacted`, and
                        the `changes` that fitting them took, in their order, each a list: pointer,
                        keyword, edit, estimated tokens or bytes saved; `details_left_out` says how
                        many more tools there are
    faults              the first 1,000 in the order of the sources: kind, tool, provider, pointer,
                        reason, where
    fault_kinds         [kind, how many], most frequent first

A percentile is the nearest rank: pN is the smallest token count such that at least N of a hundred
tools have that many or fewer; p0 is the smallest of all. It is read off the exact histogram. A tool
that names no provider is counted under the name of its file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from leanschema.survey.content import Content
from leanschema.survey.measure import Row
from leanschema.survey.parts import RANGE_BYTES
from leanschema.survey.stages import Settings, Stages
from leanschema.survey.survey import STAGES, Detail, Fault, Survey

PERCENTILES: Final = (0, 10, 25, 50, 75, 90, 95, 99)
LARGE_TOKENS: Final = 1_000

# The entries of a tool: its row's numbers, then what it lost. A row has no definitions.
_NUMBERS: Final = Row.__struct_fields__[:-1]
_CONTENT: Final = tuple(
    f"{what}_{when}" for what in Content._fields for when in ("before", "after")
)
_ROW_CONTENT: Final = 4
_LARGEST: Final = 20
_MAX_CHANGES: Final = 500


def report_of(
    survey: Survey, settings: Settings, sources: Sequence[str], *, title: str | None = None
) -> dict[str, Any]:
    """Make the report of a survey: plain data, and `msgspec.Raw` for schemas."""
    survey.settle()
    parsed = survey.parsed
    stages = settings.stages()
    return {
        "format": 1,
        "title": title or _title(sources),
        "settings": settings.described(),
        "tools": survey.tools,
        "parsed": parsed,
        "faults_total": sum(survey.fault_kinds.values()),
        "sources": list(sources),
        "percentiles": [
            {"stage": stage, **percentiles(histogram)}
            for stage, histogram in zip(STAGES, survey.histograms, strict=True)
        ],
        "histograms": {
            stage: [[size, count] for size, count in sorted(histogram.items())]
            for stage, histogram in zip(STAGES, survey.histograms, strict=True)
        },
        "savings": _savings(survey, stages.names),
        "rows": [_entries(row)[: len(row_fields())] for row in survey.rows],
        "rows_left_out": parsed - len(survey.rows),
        "largest_tools": [_tool(row) for row in survey.rows[:_LARGEST]],
        "providers": _providers(survey),
        "details": [_detail(detail, stages) for detail in survey.details],
        "details_left_out": parsed - len(survey.details),
        "faults": [_fault(fault, survey.lines) for fault in survey.faults],
        "fault_kinds": sorted(
            ([kind, count] for kind, count in survey.fault_kinds.items()),
            key=lambda pair: (-pair[1], pair[0]),
        ),
        "stopped_early": survey.stopped_early,
    }


def percentiles(histogram: Mapping[int, int]) -> dict[str, int]:
    """Read the percentiles off an exact histogram; of nothing, all are 0."""
    sizes = sorted(histogram)
    count = sum(histogram.values())
    found: dict[str, int] = {}
    position, passed = -1, 0
    for percent in PERCENTILES:
        # The nearest rank, in whole numbers: no share of a rank is lost to rounding.
        rank = max(1, -(-percent * count // 100))
        while passed < rank and position + 1 < len(sizes):
            position += 1
            passed += histogram[sizes[position]]
        found[f"p{percent}"] = sizes[position] if sizes else 0
    return {
        **found,
        "max": sizes[-1] if sizes else 0,
        "over_1000": sum(count for size, count in histogram.items() if size > LARGE_TOKENS),
        "total": sum(size * count for size, count in histogram.items()),
    }


def _tool(row: Row) -> dict[str, Any]:
    return dict(zip((*_NUMBERS, *_CONTENT), _entries(row), strict=True))


def _entries(row: Row) -> list[str | int | None]:
    *numbers, loss = msgspec.structs.astuple(row)
    return [*numbers, *(loss or (None,) * len(_CONTENT))]


def _savings(survey: Survey, names: Iterable[str]) -> list[dict[str, Any]]:
    total = sum(size * count for size, count in survey.histograms[0].items())
    rows = [{"step": "as published", "total_tokens": total, "saved_tokens": 0, "changed": 0}]
    for step, name in enumerate(names):
        saved, changed = survey.steps.get(step, (0, 0))
        total -= saved
        rows.append(
            {"step": name, "total_tokens": total, "saved_tokens": saved, "changed": changed}
        )
    return rows


def _detail(detail: Detail, stages: Stages) -> dict[str, Any]:
    changes = islice(stages.changes(detail.published), _MAX_CHANGES)
    # As texts: as trees, the schemas of the largest tools would be most of what is in memory.
    return {
        "name": detail.name,
        "provider": detail.provider,
        "published": msgspec.Raw(detail.published),
        "compacted": msgspec.Raw(detail.compacted),
        "changes": [[one.pointer, one.keyword, one.by, one.saved] for one in changes],
    }


def _providers(survey: Survey) -> list[dict[str, Any]]:
    largest = sorted(
        survey.providers.items(), key=lambda item: (-item[1].published_tokens, item[0])
    )
    return [
        {"provider": name, **msgspec.structs.asdict(provider)}
        for name, provider in largest[:_LARGEST]
    ]


def _fault(fault: Fault, lines: Mapping[str, Mapping[int, int]]) -> dict[str, Any]:
    return {
        "kind": fault.kind,
        "tool": fault.tool,
        "provider": fault.provider,
        "pointer": fault.pointer,
        "reason": fault.reason,
        "where": _where(fault, lines.get(fault.source, {})),
    }


def _where(fault: Fault, lines: Mapping[int, int]) -> str:
    """Name the file and the line of a fault; lines before its part are counted by other parts."""
    if not fault.line:
        return fault.source
    before = {start: count for start, count in lines.items() if start < fault.start}
    if fault.start and not _is_whole(before, fault.start):
        return f"{fault.source}: line {fault.line} after byte {fault.start}"
    return f"{fault.source}:{sum(before.values()) + fault.line}"


def _is_whole(before: Mapping[int, int], start: int) -> bool:
    """Tell whether all parts before a place were counted: they are of one size."""
    return len(before) == -(-start // RANGE_BYTES)


def _title(sources: Sequence[str]) -> str:
    more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
    return f"Tool schemas of {sources[0]}{more}" if sources else "Tool schemas"


def row_fields() -> tuple[str, ...]:
    """Name the entries of a row."""
    return (*_NUMBERS, *_CONTENT[:_ROW_CONTENT])
