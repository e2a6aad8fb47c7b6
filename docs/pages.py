"""Pages that are written when the site is built, so that they cannot differ from the code.

One for each target, and those of the passes, of the loss model and of the command line.
"""

from __future__ import annotations

import argparse
import importlib
import io
import pkgutil
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import mkdocs_gen_files

from leanschema import TARGETS, Limits, Target, passes
from leanschema.cli import parser_of_all
from leanschema.fit import loss
from leanschema.survey.charts import draw_distribution, draw_waterfall
from leanschema.survey.content import count_text
from leanschema.survey.engine import survey_here
from leanschema.survey.parts import plan
from leanschema.survey.report import report_of
from leanschema.survey.stages import Settings
from leanschema.targets import looser_of


def cell(text: object) -> str:
    """Give text that stands in a cell of a table, and reads there as it is."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", " ".join(str(text).split()))


def link(source: str) -> str:
    """Give a source that can be followed, where it begins with an address."""
    address = re.match(r"https?://\S+", source)
    if address is None:
        return cell(source)
    return f"<{address[0]}> {cell(source[address.end() :])}".strip()


def limits_of(target: Target) -> list[str]:
    """Write the limits that a target has."""
    fields = [field for field in Limits.__struct_fields__ if getattr(target.limits, field)]
    if target.limits.max_large_enum_characters is None:
        fields.remove("large_enum_values")
    rows = [
        f"| {field.replace('_', ' ')} | {getattr(target.limits, field):,} |" for field in fields
    ]
    return ["", "## Limits", "", "| limit | value |", "| --- | ---: |", *rows] if rows else []


def of_docstring(text: str | None) -> Iterator[str]:
    """Write a docstring as Markdown: tables, and what shows before and after, stand as code."""
    for block in (text or "").strip().split("\n\n"):
        if block.startswith(("Before:", " ")):
            yield f"```text\n{block}\n```\n"
        else:
            yield f"{block}\n"


def page_of(target: Target) -> str:
    """Write a target's page: what it is, and each of its rules with its source."""
    looser = looser_of(target)
    lines = [
        f"# {target.title}",
        "",
        f"Target `{target.name}`."
        + (f" What cannot be strict goes as `{looser.name}`." if looser else ""),
        "",
        "```sh",
        f"leanschema lower --target {target.name} --explain tools.json",
        "```",
        "",
        "| about | rule | confidence | date | source |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {cell(fact.keyword)} | {cell(fact.rule)} | {fact.confidence} | {fact.date} "
        f"| {'<br>'.join(map(link, fact.sources))} |"
        for fact in target.facts
    ]
    words = ", ".join(f"`{word}`" for word in sorted(target.keywords))
    lines += ["", "## Keywords that it reads", "", words]
    lines += ["", "## Names of tools", "", f"All of `{target.tool_name}`."]
    return "\n".join([*lines, *limits_of(target), ""])


def survey_of(settings: Settings) -> dict[str, Any]:
    """Survey the tools in examples/."""
    sources = [str(Path(__file__).parent.parent / "examples")]
    return report_of(survey_here(plan(sources), settings), settings, sources)


def pictures() -> Iterator[str]:
    """Draw what the waterfall and the loss model leave of the tools in examples/."""
    yield "\n## What it leaves, in pictures\n"
    yield "The tools in `examples/`, surveyed as `leanschema survey examples` does, when this page was"
    yield "built. Both fit each schema into the same 1,500 bytes, in the published agent's vocabulary.\n"
    named = {"waterfall": "The published waterfall", "best-first": "The loss model"}
    for fitter, title in named.items():
        report = survey_of(Settings(max_bytes=1_500, fitter=fitter))  # type: ignore[arg-type]
        before, after = (
            [count_text(bytes(tool[stage])) for tool in report["details"]]
            for stage in ("published", "compacted")
        )
        paths = sum(one.paths for one in after) / sum(one.paths for one in before)
        words = sum(one.words for one in after) / sum(one.words for one in before)
        yield f"### {title}\n"
        yield f"Of the property paths {paths:.0%} stay, of the words {words:.0%}.\n"
        for number, drawn in enumerate(
            (draw_distribution(report["histograms"]), draw_waterfall(report["savings"]))
        ):
            (wide,) = (drawing.svg for drawing in drawn if drawing.style == "wide")
            caption = (
                "Tools by their tokens: as published (grey), lowered (blue), fitted (orange).",
                "Tokens of all tools together, and what each step saves (green).",
            )[number]
            svg = re.sub(r'(?<= id=")|(?<=url\(#)', f"{fitter}-{number}-", wide)
            yield f'<figure class="survey" style="{COLOURS}">{svg}<figcaption>{caption}</figcaption></figure>\n'


# The charts take their colours from the page that they stand in.
COLOURS = (
    "--ink: var(--md-typeset-color); --faint: var(--md-default-fg-color--light);"
    " --line: var(--md-default-fg-color--lightest); --published: #858b94; --lowered: #2d6ca6;"
    " --compacted: #c2542a; --saved: #2b8a66; display: block; width: 100%; max-width: 44rem"
)

for target in TARGETS.values():
    with mkdocs_gen_files.open(f"targets/{target.name}.md", "w") as page:
        page.write(page_of(target))
with mkdocs_gen_files.open("targets/index.md", "w") as page:
    page.write("# Targets\n\n| target | what it is | rules |\n| --- | --- | ---: |\n")
    for target in TARGETS.values():
        row = (
            f"| [`{target.name}`]({target.name}.md) | {cell(target.title)} | {len(target.facts)} |"
        )
        page.write(row + "\n")

with mkdocs_gen_files.open("reference/command-line.md", "w") as page:
    page.write("# The command line\n\n")
    listed = next(
        action.choices
        for action in parser_of_all()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    for command in ("", *listed):
        said = io.StringIO()
        with redirect_stdout(said), suppress(SystemExit):
            parser_of_all().parse_args([*([command] if command else []), "--help"])
        title = f"leanschema {command}".strip()
        page.write(f"## `{title}`\n\n```text\n{said.getvalue()}```\n\n")

with mkdocs_gen_files.open("explanation/passes.md", "w") as page:
    page.write("# The passes\n\nEach rewrite is one pass with its law: `exact` accepts the same ")
    page.write("arguments, `widens` more, `narrows` fewer, where the target forces it.\n\n")
    for module in pkgutil.iter_modules(passes.__path__):
        told = importlib.import_module(f"leanschema.passes.{module.name}").__doc__ or ""
        if "Law" in told:
            page.write("\n".join((f"## {module.name}\n", *of_docstring(told), "")))

with mkdocs_gen_files.open("explanation/loss.md", "w") as page:
    page.write("\n".join(("# The loss model\n", *of_docstring(loss.__doc__))))
    page.write("\n".join(pictures()))
