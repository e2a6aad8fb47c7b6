"""The charts of the page: a report's numbers as inline SVG, drawn by Vega-Altair.

Each chart is drawn twice, for a wide and for a narrow screen. Colours are the page's own CSS
variables, so that one drawing serves light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor, log10
from operator import itemgetter
from typing import Any, Final, NamedTuple

from leanschema.errors import MissingExtra

STAGES: Final = ("published", "lowered", "compacted")
LARGE_TOKENS: Final = 1_000

Histograms = Mapping[str, Sequence[Sequence[int]]]
Rows = list[dict[str, Any]]

_BINS_IN_A_DECADE: Final = 10
_POINTS_IN_A_DECADE: Final = 100
_ROW_HEIGHT: Final = 34
_LABEL_WIDTH: Final = 150
_TICK_WIDTH: Final = 100

# What the browser's font needs beyond the font that the drawing was measured with.
_PADDING: Final = {"left": 16, "right": 26, "top": 4, "bottom": 4}
_SHORT_NUMBER: Final = "format(datum.value, '~s')"

_INK, _FAINT, _GRID = "var(--ink)", "var(--faint)", "var(--line)"
_SIZE: Final = re.compile(r'^<svg [^>]*?viewBox="([^"]*)"[^>]*>')
_ID: Final = re.compile(r'(?<= id=")\w+|(?<=url\(#)\w+')


class Drawing(NamedTuple):
    """A chart for one width of screen: the name of its style, and its SVG."""

    style: str
    svg: str


def draw_distribution(histograms: Histograms) -> list[Drawing]:
    """Draw how many tools have how many tokens, each stage a line, on one log axis."""
    alt = _altair()
    rows = list(_binned(histograms))

    def chart(width: int) -> Any:
        base = alt.Chart(alt.Data(values=rows)).encode(
            x=_token_axis(alt, rows),
            y=alt.Y("tools:Q", stack=None, axis=alt.Axis(tickCount=4, labelExpr=_SHORT_NUMBER)),
            color=_stage_colours(alt),
        )
        area = base.mark_area(interpolate="step-after", opacity=0.13).transform_filter(
            f"datum.stage == '{STAGES[0]}'"
        )
        line = base.mark_line(interpolate="step-after", strokeWidth=1.6)
        return (area + line + _large(alt)).properties(width=width, height=220)

    return _draw(chart, "distribution", "How many tools have how many tokens", (460, 290))


def draw_tail(histograms: Histograms) -> list[Drawing]:
    """Draw how many tools are at least so large: few are very large, so log by log."""
    alt = _altair()
    rows = list(_at_least(histograms))
    powers = [10**power for power in range(8)]

    def chart(width: int) -> Any:
        line = alt.Chart(alt.Data(values=rows)).encode(
            x=_token_axis(alt, rows),
            y=alt.Y(
                "tools:Q",
                scale=alt.Scale(type="log", nice=False),
                axis=alt.Axis(values=powers, labelExpr=_SHORT_NUMBER),
            ),
            color=_stage_colours(alt),
        )
        line = line.mark_line(interpolate="step-before", strokeWidth=1.6)
        return (line + _large(alt)).properties(width=width, height=220)

    return _draw(chart, "tail", "How many tools have at least so many tokens", (460, 290))


def draw_waterfall(savings: Sequence[Mapping[str, Any]]) -> list[Drawing]:
    """Draw what each step leaves, and what it saves as the piece that it takes off."""
    alt = _altair()
    rows = [_bar(step) for step in savings]

    def chart(width: int) -> Any:
        steps = alt.Axis(labelLimit=_LABEL_WIDTH, domain=False, ticks=False, labelPadding=8)
        base = alt.Chart(alt.Data(values=rows)).encode(
            y=alt.Y("step:N", sort=None, title=None, axis=steps)
        )
        tokens = alt.Axis(labelExpr=_SHORT_NUMBER, tickCount=max(2, width // _TICK_WIDTH))
        left = alt.X("left:Q", title="tokens", axis=tokens)
        kept = base.mark_bar(color="var(--published)", opacity=0.35, height=18).encode(x=left)
        saved = base.mark_bar(color="var(--saved)", height=18).encode(x=left, x2="until:Q")
        label = base.mark_text(align="left", dx=6, color=_INK, fontSize=12).encode(
            x="until:Q", text="label:N"
        )
        size = {"width": width, "height": _ROW_HEIGHT * len(rows)}
        return (kept + saved + label).properties(padding=_PADDING, **size)

    return _draw(chart, "waterfall", "Tokens that each step leaves and saves", (520, 130))


def _altair() -> Any:
    """Import both libraries; vl-convert is the one that turns a chart into SVG."""
    try:
        import altair
    except ImportError:
        raise MissingExtra("altair", "survey") from None
    try:
        import vl_convert  # noqa: F401 - used in _draw
    except ImportError:
        raise MissingExtra("vl-convert-python", "survey") from None
    return altair


def _binned(histograms: Histograms) -> Iterator[dict[str, Any]]:
    """Give the bins of each stage, every bin between the smallest and the largest of all."""
    bins = {stage: _bins(histograms.get(stage, ())) for stage in STAGES}
    present = [number for counts in bins.values() for number in counts]
    for stage, counts in bins.items():
        for number in range(min(present), max(present) + 2):
            tokens = round(10 ** (number / _BINS_IN_A_DECADE), 3)
            yield {"stage": stage, "tokens": tokens, "tools": counts.get(number, 0)}


def _bins(histogram: Sequence[Sequence[int]]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for tokens, tools in histogram:
        number = floor(log10(max(tokens, 1)) * _BINS_IN_A_DECADE + 1e-9)
        counts[number] = counts.get(number, 0) + tools
    return counts


def _at_least(histograms: Histograms) -> Iterator[dict[str, Any]]:
    """Give how many tools have at least so many tokens, one point for each small step."""
    for stage in STAGES:
        histogram = sorted(histograms.get(stage, ()), key=itemgetter(0))
        left = sum(tools for _, tools in histogram)
        last = -1
        for index, (tokens, tools) in enumerate(histogram):
            place = floor(log10(max(tokens, 1)) * _POINTS_IN_A_DECADE)
            if place != last or index == len(histogram) - 1:
                yield {"stage": stage, "tokens": max(tokens, 1), "tools": left}
            last, left = place, left - tools


def _bar(step: Mapping[str, Any]) -> dict[str, Any]:
    left, saved = step["total_tokens"], step["saved_tokens"]
    return {
        "step": step["step"].replace("_", " "),
        "left": left,
        "until": left + saved,
        "label": f"−{saved:,}" if saved else f"{left:,}",
    }


def _token_axis(alt: Any, rows: Rows) -> Any:
    largest = max(10, *(row["tokens"] for row in rows))
    smallest = min(row["tokens"] for row in rows)
    powers = [10**power for power in range(ceil(log10(largest)) + 1)]
    return alt.X(
        "tokens:Q",
        title="tokens of a schema",
        scale=alt.Scale(type="log", domain=[smallest, largest], nice=False),
        axis=alt.Axis(values=powers, labelExpr=_SHORT_NUMBER),
    )


def _stage_colours(alt: Any) -> Any:
    colours = [f"var(--{stage})" for stage in STAGES]
    return alt.Color("stage:N", scale=alt.Scale(domain=STAGES, range=colours), legend=None)


def _large(alt: Any) -> Any:
    """Draw the line at 1,000 tokens."""
    place = alt.Chart(alt.Data(values=[{"tokens": LARGE_TOKENS}]))
    return place.mark_rule(strokeDash=[3, 3], color=_FAINT, clip=True).encode(x="tokens:Q")


def _draw(
    chart: Callable[[int], Any], name: str, title: str, widths: tuple[int, int]
) -> list[Drawing]:
    """Draw a chart in both widths, as SVG that scales and whose ids no other drawing has."""
    from vl_convert import vegalite_to_svg

    drawings = []
    for style, width in zip(("wide", "narrow"), widths, strict=True):
        svg = vegalite_to_svg(_configured(chart(width)).to_dict())
        opening = rf'<svg viewBox="\1" role="img" aria-label="{title}">'
        svg = _SIZE.sub(opening, _renamed(svg, f"{name}-{style}"))
        drawings.append(Drawing(style, svg))
    return drawings


def _renamed(svg: str, name: str) -> str:
    """Number the ids anew: Vega counts on from drawing to drawing."""
    ids: dict[str, str] = {}
    return _ID.sub(lambda found: ids.setdefault(found[0], f"{name}-{len(ids)}"), svg)


def _configured(chart: Any) -> Any:
    axis: dict[str, Any] = {f"{part}Color": _FAINT for part in ("label", "title")}
    axis |= {f"{part}Color": _GRID for part in ("domain", "tick", "grid")}
    axis |= {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    return chart.configure(
        aria=False,
        background="transparent",
        font="system-ui, sans-serif",
        padding=4,
        view={"stroke": None},
        axis=axis,
        axisX={"grid": False},
    )
