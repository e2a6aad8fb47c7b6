"""`leanschema explain BEFORE AFTER`: what differs between two files of schemas or tools."""

from __future__ import annotations

import argparse
import sys

import msgspec

from leanschema.changes import Change
from leanschema.cli.arguments import Commands
from leanschema.cli.changes import print_changes
from leanschema.cli.terminal import Faults, read_documents
from leanschema.errors import InvalidToolSchema
from leanschema.explain import explain
from leanschema.tools.envelopes import FoundTool, find_tools


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "explain", help="list what differs between two schemas", description=__doc__
    )
    parser.add_argument("before", metavar="BEFORE", help="a schema or tools, as published")
    parser.add_argument("after", metavar="AFTER", help="the same, as lowered by any library")
    parser.add_argument("--json", action="store_true", help="print JSON Lines instead of a table")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Explain each tool of BEFORE by the one of the same name in AFTER."""
    faults = Faults()
    before, after = (
        [
            tool
            for document in read_documents([source], faults)
            for tool in find_tools(document.value)
        ]
        for source in (options.before, options.after)
    )
    compared: list[tuple[str, tuple[Change, ...], str | None]] = []
    for old, new in _pairs(before, after):
        if new is None:
            compared.append((old.name, (), "only in the first file"))
            continue
        try:
            compared.append((old.name, explain(old.schema, new.schema), None))
        except InvalidToolSchema as fault:
            faults.report(fault.of_tool(old.name))
    if options.json:
        for name, changes, note in compared:
            line = {"tool": name, "changes": changes} | ({"note": note} if note else {})
            sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    else:
        print_changes(compared)
    return faults.status


def _pairs(
    before: list[FoundTool], after: list[FoundTool]
) -> list[tuple[FoundTool, FoundTool | None]]:
    """Pair tools by name; a single schema on each side is a pair whatever it is called."""
    if len(before) == len(after) == 1:
        return [(before[0], after[0])]
    named = {(tool.provider, tool.name): tool for tool in after}
    return [(tool, named.get((tool.provider, tool.name))) for tool in before]
