"""`leanschema targets`: the providers, and the table of one: keyword, what happens, source, date."""

from __future__ import annotations

import argparse

from leanschema.cli.arguments import Commands
from leanschema.cli.terminal import print_table, table
from leanschema.targets import TARGETS, target_named
from leanschema.targets.target import Target


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "targets", help="list the providers and their rules", description=__doc__
    )
    parser.add_argument("name", nargs="?", metavar="T", help="the target whose table to print")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the list of targets, or the table of one."""
    if options.name is None:
        made = table("target", "what it is", "rules", left=True)
        for target in TARGETS.values():
            made.add_row(target.name, target.title, str(len(target.facts)))
        print_table(made)
    else:
        _print_facts(target_named(options.name))
    return 0


def _print_facts(target: Target) -> None:
    made = table(
        "keyword", "what happens", "confidence", "date", "source", left=True, title=target.title
    )
    for fact in target.facts:
        made.add_row(fact.keyword, fact.rule, fact.confidence, fact.date, "\n".join(fact.sources))
    print_table(made)
    reads = ", ".join(sorted(target.keywords))
    print(f"reads: {reads}\ntool name: {target.tool_name}")
