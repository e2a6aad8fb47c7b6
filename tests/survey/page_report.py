"""A report as the survey gives it, made from the tools in examples/ and from hostile ones."""

from __future__ import annotations

import json
from collections import Counter
from math import ceil
from pathlib import Path
from typing import Any

from leanschema.compatible import compaction_steps
from leanschema.fit.sizes import count_tokens

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

# The tokenizer reads its vocabulary by a function that Python 3.11 wants replaced.
TOKENIZER_WARNING = "ignore:open_binary is deprecated:DeprecationWarning"

HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><!--"
HOSTILE_SCHEMA = {
    "type": "object",
    "title": HOSTILE,
    "properties": {
        HOSTILE: {"type": "string", "description": HOSTILE},
        "</style><script>document.title='owned'</script>": {"enum": [HOSTILE, "\u2028", "é\0"]},
        "half a pair": {"const": "\ud83d"},
        "number": {"const": 12345678901234567890, "default": 1.0},
    },
    "required": [HOSTILE],
}

_CHANGES = [
    ["/properties/blocks", "description", "shorten_description", 12],
    ["/properties/blocks", "items", f"collapse {HOSTILE}", 0],
]
_STAGES = ("published", "lowered", "compacted")
_RANKS = {"p10": 0.1, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p99": 0.99}


def example_tools() -> list[tuple[str, str, Any]]:
    """Give name, provider and schema of the example tools, the hostile one last."""
    tools = []
    for name in ("page_editor", "calendar"):
        document = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
        tools += [(tool["name"], name, tool["inputSchema"]) for tool in document["tools"]]
    return [*tools, (HOSTILE, f"provider {HOSTILE}", HOSTILE_SCHEMA)]


def sample_report(*, rows_in_all: int = 0) -> dict[str, Any]:
    """Build the report; small made-up rows fill it up to `rows_in_all`."""
    rows: list[list[Any]] = []
    details = []
    for name, provider, schema in example_tools():
        safe = json.loads(json.dumps(schema).replace("\\ud83d", "?"))
        steps = [step.schema for step in compaction_steps(safe)]
        published = json.dumps(safe, ensure_ascii=False, separators=(",", ":")).encode()
        texts = [published, steps[0].to_json(), steps[-1].to_json()]
        tokens, sizes = [count_tokens(text) for text in texts], [len(text) for text in texts]
        row = [name, provider, "examples", *tokens, sizes[0], sizes[-1], len(steps) - 1]
        is_whole = name == "list_events"
        rows.append([*row, *((None,) * 4 if is_whole else (20, 12, 90, 30))])
        compacted = steps[-1].to_dict()
        details.append(
            {
                "name": name,
                "provider": provider,
                "published": schema,
                "compacted": compacted,
                "changes": _CHANGES if name == "create_space" else [],
            }
        )
    details.sort(key=lambda detail: -len(json.dumps(detail["published"])))
    for number in range(len(rows), rows_in_all):
        sizes = [60 + number % 977, 50 + number % 700, 40 + number % 500]
        rows.append([f"tool_{number}", f"provider {number % 500}", "made up", *sizes])
        rows[-1] += [4 * sizes[0], 4 * sizes[2], number % 4, 9, 8, 70, 60]
    return _report(rows, details)


def _report(rows: list[list[Any]], details: list[dict[str, Any]]) -> dict[str, Any]:
    columns = [[row[3 + index] for row in rows] for index in range(3)]
    totals = [sum(column) for column in columns]
    return {
        "format": 1,
        "title": f"Sample tools {HOSTILE}",
        "settings": {"target": "codex", "max_bytes": 4000, "note": HOSTILE},
        "tools": len(rows) + 1,
        "parsed": len(rows),
        "faults_total": 1,
        "sources": ["examples/page_editor.json", HOSTILE],
        "percentiles": [
            {"stage": stage, **_percentiles(column)}
            for stage, column in zip(_STAGES, columns, strict=True)
        ],
        "histograms": {
            stage: sorted([size, count] for size, count in Counter(column).items())
            for stage, column in zip(_STAGES, columns, strict=True)
        },
        "savings": [
            _saving("as published", totals[0], 0),
            _saving("no compaction", totals[1], totals[0] - totals[1]),
            _saving(f"drop_descriptions {HOSTILE}", totals[2], totals[1] - totals[2]),
        ],
        "rows": rows,
        "rows_left_out": 0,
        "largest_tools": [],
        "providers": _providers(rows),
        "details": details,
        "details_left_out": len(rows) - len(details),
        "faults": [
            {
                "kind": "invalid schema",
                "tool": f"broken {HOSTILE}",
                "provider": HOSTILE,
                "pointer": "/properties/a/items",
                "reason": HOSTILE,
                "where": "examples/malformed.jsonl:2",
            }
        ],
        "fault_kinds": [["invalid schema", 1]],
        "stopped_early": False,
    }


def _percentiles(column: list[int]) -> dict[str, int]:
    ordered = sorted(column)
    ranks = {name: ordered[ceil(rank * len(ordered)) - 1] for name, rank in _RANKS.items()}
    over = sum(size > 1_000 for size in column)
    ends = {"p0": ordered[0], "max": ordered[-1]}
    return {**ends, **ranks, "over_1000": over, "total": sum(column)}


def _saving(step: str, total: int, saved: int) -> dict[str, Any]:
    return {"step": step, "total_tokens": total, "saved_tokens": saved, "changed": int(saved > 0)}


def _providers(rows: list[list[Any]]) -> list[dict[str, Any]]:
    found: dict[str, Counter[str]] = {}
    for row in rows:
        counts = found.setdefault(row[1], Counter())
        counts["tools"] += 1
        for stage, size in zip(_STAGES, row[3:6], strict=True):
            counts[f"{stage}_tokens"] += size
        if row[9] is not None:
            counts["paths_lost"] += row[9] - row[10]
            counts["words_lost"] += row[11] - row[12]
    return [{"provider": name, **counts} for name, counts in found.items()]
