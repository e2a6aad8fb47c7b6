"""`leanschema tokens`: what each tool's schema costs, in o200k_base tokens, as published."""

from __future__ import annotations

import argparse

import msgspec

from leanschema.cli.arguments import Commands, add_files
from leanschema.cli.terminal import Faults, print_table, read_documents, table
from leanschema.fit.sizes import count_tokens
from leanschema.tools.envelopes import find_tools


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser("tokens", help="count o200k_base tokens", description=__doc__)
    add_files(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count the tokens of every tool's compact JSON; give the exit status."""
    faults = Faults()
    made = table("tool", "bytes", "tokens")
    total_bytes = total_tokens = 0
    for document in read_documents(options.files, faults):
        for tool in find_tools(document.value):
            text = msgspec.json.encode(tool.schema)
            tokens = count_tokens(text)
            total_bytes += len(text)
            total_tokens += tokens
            made.add_row(tool.name, str(len(text)), str(tokens))
    made.add_section()
    made.add_row("in all", str(total_bytes), str(total_tokens))
    print_table(made)
    return faults.status
