"""Small corpora made from the tools in examples/, and surveys counted the slow way."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.survey.counting import count_part
from leanschema.survey.engine import survey_here
from leanschema.survey.parts import TextPart, plan
from leanschema.survey.report import report_of
from leanschema.survey.stages import Settings
from leanschema.survey.survey import Survey
from leanschema.tools.envelopes import find_tools

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def example_lines() -> list[bytes]:
    """Give the tools of the examples, one a line, the largest and one malformed among them."""
    tools = [
        tool
        for name in ("calendar", "page_editor", "issue_tracker", "gemini", "anthropic")
        for tool in find_tools(json.loads((EXAMPLES / f"{name}.json").read_text("utf-8")))
    ]
    lines = [
        json.dumps({"name": t.name, "provider": f"p{n % 3}", "inputSchema": t.schema}).encode()
        for n, t in enumerate(tools)
    ]
    return [*lines, *(EXAMPLES / "malformed.jsonl").read_bytes().splitlines()]


def many_lines(count: int) -> list[bytes]:
    """Repeat the tools of the examples under names of their own."""
    lines = enumerate(islice(cycle(example_lines()), count))
    return [
        line.replace(b'"name": "', b'"name": "%d ' % number, 1) + b" " * (number % 7)
        for number, line in lines
    ]


def as_lines(tools: Iterable[tuple[str, str, Any]]) -> bytes:
    """Write tools (name, provider, schema), one a line."""
    return b"".join(
        msgspec.json.encode({"name": name, "provider": provider, "inputSchema": schema}) + b"\n"
        for name, provider, schema in tools
    )


def survey_of(text: bytes, settings: Settings, file: int = 0) -> Survey:
    """Survey the lines of a text."""
    return count_part(TextPart(file, f"file {file}", len(text), text), settings)


def survey_of_sources(*sources: str | Path, settings: Settings | None = None) -> Survey:
    """Survey sources in this process."""
    return survey_here(plan([str(source) for source in sources]), settings or Settings())


def report_on(*sources: str | Path) -> dict[str, Any]:
    """Survey sources and make the report."""
    names = [str(source) for source in sources]
    return report_of(survey_of_sources(*names), Settings(), names)


class Slow:
    """Counts kept as whole lists, the way that needs no proof."""

    def __init__(self, schemas: Sequence[Any], settings: Settings) -> None:
        self.published: list[int] = []
        self.lowered: list[int] = []
        self.compacted: list[int] = []
        self.totals = dict.fromkeys(settings.stages().names, 0)
        self.changed = dict.fromkeys(settings.stages().names, 0)
        for schema in schemas:
            try:
                self._add(schema, settings)
            except InvalidToolSchema:
                continue

    def _add(self, schema: Any, settings: Settings) -> None:
        steps = compaction_steps(schema, settings.max_bytes)
        published = msgspec.json.encode(schema)
        self.published.append(count_tokens(published))
        self.lowered.append(count_tokens(steps[0].schema.to_json()))
        self.compacted.append(count_tokens(steps[-1].schema.to_json()))
        before = published
        for number, name in enumerate(self.totals):
            after = steps[number].schema.to_json() if number < len(steps) else before
            self.totals[name] += count_tokens(after)
            self.changed[name] += after != before
            before = after

    def columns(self) -> dict[str, list[int]]:
        return {
            "published": self.published,
            "lowered": self.lowered,
            "compacted": self.compacted,
        }


def slow_percentile(sizes: Sequence[int], percent: int) -> int:
    """Give the smallest size such that so many of a hundred are that or smaller."""
    enough = (
        size
        for size in sizes
        if 100 * sum(other <= size for other in sizes) >= percent * len(sizes)
    )
    return min(enough, default=0)
