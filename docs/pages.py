"""Pages that are written when the site is built: one for each target, and the command line's."""

from __future__ import annotations

import io
from contextlib import redirect_stdout, suppress

import mkdocs_gen_files

from leanschema import TARGETS, Target
from leanschema.cli import parser_of_all


def cell(text: object) -> str:
    """Give text that stands in a cell of a table."""
    return " ".join(str(text).replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[").split())


def page_of(target: Target) -> str:
    """Write a target's page: what it is, and each of its rules with its source."""
    lines = [
        f"# {target.title}",
        "",
        f"Target `{target.name}`."
        + (
            f" What cannot be strict goes as `{target.falls_back_to}`."
            if target.falls_back_to
            else ""
        ),
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
        f"| {cell('; '.join(fact.sources))} |"
        for fact in target.facts
    ]
    words = ", ".join(f"`{word}`" for word in sorted(target.keywords))
    return "\n".join([*lines, "", "## Keywords that it reads", "", words, ""])


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
    for command in (
        "",
        "lower",
        "explain",
        "check",
        "survey",
        "collect",
        "proxy",
        "targets",
        "tokens",
    ):
        said = io.StringIO()
        with redirect_stdout(said), suppress(SystemExit):
            parser_of_all().parse_args([*([command] if command else []), "--help"])
        title = f"leanschema {command}".strip()
        page.write(f"## `{title}`\n\n```text\n{said.getvalue()}```\n\n")
