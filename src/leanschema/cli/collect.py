"""`leanschema collect`: the tools of real MCP servers, as JSON Lines that every command reads."""

from __future__ import annotations

import argparse
import sys

from leanschema.cli.arguments import Commands
from leanschema.cli.live import add_servers, collected
from leanschema.cli.terminal import Faults
from leanschema.errors import UnreadableInput


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "collect",
        help="collect the tools of MCP servers",
        description=__doc__,
        usage="%(prog)s [-h] [--url URL] [--config FILE] [--timeout SECONDS] [-o FILE] "
        "[-- COMMAND ARGS...]",
    )
    add_servers(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to stdout")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Collect; give the exit status: 1 where a server failed, 2 where none was named."""
    import msgspec

    faults = Faults()
    if not (options.url or options.config or options.server_command):
        raise UnreadableInput("collect", "expected --url, --config, or a command behind --")
    lines = []
    for result in collected(options, faults):
        for tool in result.tools:
            about = {"server": result.server.name}
            tool_line = {**tool, "_meta": {**(tool.get("_meta") or {}), **about}}
            lines.append(msgspec.json.encode(tool_line) + b"\n")
    if options.output:
        with open(options.output, "wb") as file:
            file.writelines(lines)
    else:
        sys.stdout.buffer.writelines(lines)
    return faults.status
