"""The charts of the page: a report's numbers as inline SVG, drawn by Vega-Altair.

Each chart is drawn twice, for a wide and for a narrow screen. Colours are the page's own CSS
variables, so that one drawing serves light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leanschema.errors import MissingExtra

if TYPE_CHECKING:
    import altair

STAGES: Final = ("published", "lowered", "compacted")
LARGE_TOKENS: Final = 1_000
_WIDTHS: Final = (("wide", 640), ("narrow", 250))
_BINS_IN_A_DECADE: Final = 16
_STAGE_COLOURS: Final = tuple(f"var(--{stage})" for stage in STAGES)
_INK, _FAINT, _GRID = "var(--ink)", "var(--faint)", "var(--line)"
_DRAWINGS: Final = count()
_SIZE: Final = re.compile(r'^<svg [^>]*?viewBox="([^"]*)"[^>]*>')
_ID: Final = re.compile(r'(?<= id=")(?=\w)|(?<=url\(#)(?=\w)')


class Drawing(NamedTuple):
    """A chart for one width of screen: the name of its style, and its SVG."""

    style: str
    svg: str


def draw_distribution(histograms: dict[str, list[list[int]]]) -> list[Drawing]:
    """Draw how many tools have how many tokens, each stage a line, on one log axis."""
    alt = _altair()
    rows = list(_binned(histograms))
    drawings = []
    for style, width in _WIDTHS:
        base = alt.Chart(alt.Data(values=rows)).encode(
            x=_token_axis(alt, rows, is_titled=True),
            y=alt.Y("tools:Q", title="tools", axis=alt.Axis(tickCount=4, format="~s")),
        )
        stages = alt.Color("stage:N", scale=_stage_colours(alt), legend=None)
        area = base.mark_area(interpolate="step-after", opacity=0.1).encode(
            y=alt.Y("tools:Q", stack=None, title="tools"), color=stages
        )
        line = base.mark_line(interpolate="step-after", strokeWidth=1.8).encode(color=stages)
        chart = (area + line + _large(alt)).properties(width=width, height=200)
        drawings.append(_draw(alt, style, chart, "How many tools have how many tokens"))
    return drawings


def draw_tail(histograms: dict[str, list[list[int]]]) -> list[Drawing]:
    """Draw how many tools have more than so many tokens: the large ones are few, so log by log."""
    alt = _altair()
    rows = list(_at_least(histograms))
    drawings = []
    for style, width in _WIDTHS:
        line = (
            alt.Chart(alt.Data(values=rows))
            .mark_line(interpolate="step-before", strokeWidth=1.8)
            .encode(
                x=_token_axis(alt, rows, is_titled=True),
                y=alt.Y(
                    "tools:Q",
                    title="tools that large",
                    scale=alt.Scale(type="log", nice=False),
                    axis=alt.Axis(values=[10**power for power in range(8)], format="~s"),
                ),
                color=alt.Color("stage:N", scale=_stage_colours(alt), legend=None),
            )
        )
        chart = (line + _large(alt)).properties(width=width, height=160)
        drawings.append(_draw(alt, style, chart, "How many tools have at least so many tokens"))
    return drawings


def draw_waterfall(savings: Sequence[dict[str, Any]]) -> list[Drawing]:
    """Draw what each step leaves, and what it saves as the piece that it takes off."""
    alt = _altair()
    rows = [
        {
            "step": step["step"].replace("_", " "),
            "left": step["total_tokens"],
            "until": step["total_tokens"] + step["saved_tokens"],
            "label": f"−{step['saved_tokens']:,}" if step["saved_tokens"] else "",
        }
        for step in savings
    ]
    drawings = []
    for style, width in _WIDTHS:
        y = alt.Y(
            "step:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=170, domain=False, labelPadding=8),
        )
        base = alt.Chart(alt.Data(values=rows)).encode(y=y)
        x = alt.X("left:Q", title="tokens", axis=alt.Axis(format="~s", tickCount=4))
        kept = base.mark_bar(color="var(--published)", opacity=0.35, height=18).encode(x=x)
        saved = base.mark_bar(color="var(--compacted)", height=18).encode(x=x, x2="until:Q")
        label = base.mark_text(align="left", dx=6, color=_INK, fontSize=12).encode(
            x="until:Q", text="label:N"
        )
        inner = width - (150 if style == "wide" else 130)
        chart = (kept + saved + label).properties(width=inner, height=34 * len(rows))
        drawings.append(_draw(alt, style, chart, "Tokens that each step leaves and saves"))
    return drawings


def _altair() -> Any:
    """Import both libraries; vl-convert is the one that turns a chart into SVG."""
    try:
        import altair
    except ImportError:
        raise MissingExtra("altair", "survey") from None
    try:
        import vl_convert  # noqa: F401 - altair imports it when it saves
    except ImportError:
        raise MissingExtra("vl-convert-python", "survey") from None
    return altair


def _binned(histograms: dict[str, list[list[int]]]) -> Iterable[dict[str, Any]]:
    """Give the bins of each stage, every bin between the smallest and the largest of all."""
    bins = {
        stage: _bins(histograms.get(stage, ())) for stage in STAGES if histograms.get(stage, ())
    }
    present = [number for counts in bins.values() for number in counts]
    if not present:
        return
    for stage, counts in bins.items():
        for number in range(min(present), max(present) + 2):
            yield {
                "stage": stage,
                "tokens": round(10 ** (number / _BINS_IN_A_DECADE), 3),
                "tools": counts.get(number, 0),
            }


def _bins(histogram: Iterable[Sequence[int]]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for tokens, tools in histogram:
        number = floor(log10(max(tokens, 1)) * _BINS_IN_A_DECADE + 1e-9)
        counts[number] = counts.get(number, 0) + tools
    return counts


def _at_least(histograms: dict[str, list[list[int]]]) -> Iterable[dict[str, Any]]:
    """Give how many tools have at least so many tokens, at the lower end of each fine bin."""
    for stage in STAGES:
        left = sum(tools for _, tools in histograms.get(stage, ()))
        last = -1
        for tokens, tools in sorted(histograms.get(stage, ())):
            place = floor(log10(max(tokens, 1)) * 100)
            if place != last or left == tools:
                yield {"stage": stage, "tokens": max(tokens, 1), "tools": left}
            last, left = place, left - tools


def _token_axis(alt: Any, rows: Sequence[dict[str, Any]], *, is_titled: bool) -> altair.X:
    largest = max((row["tokens"] for row in rows), default=10)
    smallest = min((row["tokens"] for row in rows), default=1)
    decades = [10**power for power in range(ceil(log10(max(largest, 10))) + 1)]
    x: altair.X = alt.X(
        "tokens:Q",
        title="tokens of a schema (log)" if is_titled else None,
        scale=alt.Scale(type="log", domain=[smallest, max(largest, 10)], nice=False),
        axis=alt.Axis(values=decades, format="~s", grid=False),
    )
    return x


def _stage_colours(alt: Any) -> altair.Scale:
    scale: altair.Scale = alt.Scale(domain=list(STAGES), range=list(_STAGE_COLOURS))
    return scale


def _large(alt: Any) -> altair.LayerChart:
    """Draw the rule at 1,000 tokens."""
    data = alt.Chart(alt.Data(values=[{"tokens": LARGE_TOKENS, "label": "1,000"}]))
    rule = data.mark_rule(strokeDash=[3, 3], color=_FAINT, clip=True).encode(x="tokens:Q")
    chart: altair.LayerChart = alt.layer(rule)
    return chart


def _draw(alt: Any, style: str, chart: Any, title: str) -> Drawing:
    from vl_convert import vegalite_to_svg

    spec = chart.configure(
        aria=False,
        background="transparent",
        font="system-ui, sans-serif",
        padding=4,
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            labelColor=_FAINT,
            titleColor=_FAINT,
            titleFontWeight="normal",
            labelFontSize=12,
            titleFontSize=12,
            domainColor=_GRID,
            tickColor=_GRID,
            gridColor=_GRID,
        ),
    ).to_dict()
    svg = vegalite_to_svg(spec)
    mark = f"drawing{next(_DRAWINGS)}-"
    svg = _ID.sub(mark, svg)
    svg = _SIZE.sub(rf'<svg viewBox="\1" role="img" aria-label="{title}">', svg, count=1)
    return Drawing(style, svg)
