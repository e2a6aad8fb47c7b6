"""The survey as one HTML page that needs nothing else: no network, no other file.

What the schemas say is text of strangers. The template escapes it, the script writes it with
`textContent` only, and a content security policy lets no other script, style or address in.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leanschema.errors import MissingExtra
from leanschema.survey.charts import STAGES, draw_distribution, draw_tail, draw_waterfall
from leanschema.survey.embedded import embed_details, embed_rows

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLE: Final = "page.css"
_SCRIPTS: Final = ("rows.js", "icicle.js", "tool.js")

_PERCENTILES: Final = ("p0", "p10", "p25", "p50", "p75", "p90", "p95", "p99", "max")
_TOOL_COLUMNS: Final = (
    *("tool", "provider", "published", "lowered", "compacted", "saved"),
    *("passes", "paths lost", "words lost"),
)
_KINDS: Final = (
    *("schema or property", "definitions", "branches", "description"),
    *("enum, default, example", "other keyword"),
)

_MAX_PROVIDERS: Final = 25
_MAX_FAULTS: Final = 500


def write_page(report: dict[str, Any], path: str | Path) -> None:
    """Write the page of a report to a file.

    Raises MissingExtra where a library of the extra `survey` is not installed.
    """
    # Half of a surrogate pair has no UTF-8; as `\ud83d` it is legal in the embedded JSON.
    Path(path).write_bytes(render_page(report).encode("utf-8", "backslashreplace"))


def render_page(report: dict[str, Any]) -> str:
    """Render the page of a report as HTML.

    Raises MissingExtra where a library of the extra `survey` is not installed.
    """
    environment = _environment()
    style = _source(environment, _STYLE)
    script = "".join(_source(environment, name) for name in _SCRIPTS)
    script = f'"use strict";\n(() => {{\n{script}}})();\n'
    return environment.get_template("page.html").render(
        report=report,
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        stages=STAGES,
        percentile_names=_PERCENTILES,
        tool_columns=_TOOL_COLUMNS,
        kinds=_KINDS,
        **_charts(report),
        **_tables(report),
        **_embedded(report),
    )


def _environment() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise MissingExtra("jinja2", "survey") from None
    environment = Environment(
        loader=PackageLoader("leanschema.survey", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters.update(number=_number, share=_share, percent_of=_percent_of)
    return environment


def _source(environment: Environment, name: str) -> str:
    if environment.loader is None:
        raise LookupError(name)
    return environment.loader.get_source(environment, name)[0].replace("\r\n", "\n")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,}"


def _percent_of(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "0"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def _charts(report: dict[str, Any]) -> dict[str, Any]:
    histograms = report["histograms"]
    has_tools = any(histograms.get(stage) for stage in STAGES)
    return {
        "distribution": draw_distribution(histograms) if has_tools else [],
        "tail": draw_tail(histograms) if has_tools else [],
        "waterfall": draw_waterfall(report["savings"]) if report["savings"] else [],
    }


def _tables(report: dict[str, Any]) -> dict[str, Any]:
    providers = sorted(
        report["providers"], key=lambda row: (-row["published_tokens"], row["provider"] or "")
    )
    stages = {row["stage"]: row for row in report["percentiles"]}
    published = stages.get("published", {}).get("total", 0)
    return {
        "lead": _lead(report, len(providers)),
        "figures": _figures(stages),
        "published_total": published,
        "providers": providers[:_MAX_PROVIDERS],
        "providers_left_out": len(providers[_MAX_PROVIDERS:]),
        "largest_provider": max((row["published_tokens"] for row in providers), default=0),
        "faults": report["faults"][:_MAX_FAULTS],
        "settings": list(_settings(report)),
    }


def _lead(report: dict[str, Any], providers: int) -> str:
    read = f"{report['parsed']:,} of {report['tools']:,} tools from {providers:,} providers"
    said = f"What the input schemas of {read} cost a model, before and after."
    if report["faults_total"]:
        said += f" {report['faults_total']:,} could not be read."
    return said


def _figures(stages: dict[str, dict[str, Any]]) -> Iterable[dict[str, str]]:
    if not {"published", "compacted"} <= stages.keys():
        return
    before, after = stages["published"], stages["compacted"]
    total = "total"
    saved = _share(before[total] - after[total], before[total])
    for name, key, note in (
        ("Tokens of all schemas", total, f"{saved} saved"),
        ("The median schema", "p50", "tokens"),
        ("The 99th percentile", "p99", "tokens"),
        ("Over 1,000 tokens", "over_1000", "schemas"),
    ):
        yield {
            "name": name,
            "value": _number(before[key]),
            "after": _number(after[key]),
            "note": note,
        }


def _settings(report: dict[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in report["settings"].items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield name.replace("_", " "), text
    sources = report.get("sources") or []
    if sources:
        more = f" and {len(sources) - 3:,} more" if len(sources) > 3 else ""  # noqa: PLR2004 - what fits a line
        yield "sources", ", ".join(map(str, sources[:3])) + more


def _embedded(report: dict[str, Any]) -> dict[str, str]:
    details, taken = embed_details(report["details"])
    left_out = report.get("details_left_out", 0) + len(report["details"]) - taken
    note = f"The {taken:,} largest tools carry their details: open one to see where its tokens go."
    if left_out:
        note = (
            f"This file carries the details of the {taken:,} largest tools only: open one to see"
            f" where its tokens go. {left_out:,} more are listed with their numbers."
        )
    rows = embed_rows(report["rows"], report["details"][:taken])
    return {"details": details, "rows": rows, "details_note": note}
