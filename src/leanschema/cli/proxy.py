"""`leanschema proxy`: what a client's configuration names in place of a server."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from leanschema.cli.arguments import Commands, add_target, positive
from leanschema.cli.live import add_servers, servers_of
from leanschema.errors import UnreadableInput
from leanschema.targets import target_named

if TYPE_CHECKING:
    from leanschema.live.toolset import ToolSet


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "proxy",
        help="stand between a client and MCP servers",
        description=__doc__,
        usage="%(prog)s [-h] [--target T] [--max-tokens N] [--on-demand] [--config FILE] "
        "[--listen HOST:PORT] [-- COMMAND ARGS...]",
    )
    add_target(parser, "portable")
    add_servers(parser)
    parser.add_argument(
        "--max-tokens", type=positive, metavar="N", help="o200k tokens of all tools together"
    )
    parser.add_argument("--max-bytes", type=positive, metavar="N", help="bytes, in place of tokens")
    parser.add_argument(
        "--on-demand",
        action="store_true",
        help="add a tool that gives the full schema and description of another",
    )
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help="serve streamable HTTP at /mcp instead of stdio"
    )
    parser.add_argument(
        "--token-env",
        metavar="NAME",
        help="with --listen: the variable that holds the bearer token that clients must send",
    )
    parser.add_argument("--log", metavar="FILE", help="JSON Lines of what was done")
    parser.add_argument("--log-arguments", action="store_true", help="with the arguments of calls")
    parser.set_defaults(run=run, timeout=300)


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves; give the exit status."""
    servers = servers_of(options)
    if not servers:
        raise UnreadableInput("proxy", "expected --url, --config, or a command behind --")
    if options.max_tokens and options.max_bytes:
        raise UnreadableInput("proxy", "expected one of --max-tokens and --max-bytes")
    from leanschema.live.connections import anyio
    from leanschema.live.journal import Journal
    from leanschema.live.proxying import Settings
    from leanschema.live.toolset import Compiling

    compiling = Compiling(
        target_named(options.target), options.max_tokens, options.max_bytes, options.on_demand
    )
    with ExitStack() as stack:
        file = None
        if options.log:
            file = stack.enter_context(open(options.log, "a", encoding="utf-8"))
        journal = Journal(file, has_arguments=options.log_arguments)
        settings = Settings(servers, compiling, options.timeout, journal, _shown_once())
        try:
            anyio.run(partial(_serve, options, settings))
        except KeyboardInterrupt:
            return 0
    return 0


async def _serve(options: argparse.Namespace, settings: Any) -> None:
    from leanschema.live.proxying import Proxy

    # What was imported stays: a full collection in the middle of a compilation would look at it
    # all again, which takes longer than to compile 500 tools.
    gc.freeze()
    if options.listen is None:
        from leanschema.live.standard_streams import standard_streams

        async with standard_streams() as streams:
            await Proxy(settings).serve(streams)
        return
    from leanschema.live.http import PATH, listen

    host, port = _address(options.listen)
    token = None
    if options.token_env:
        token = os.environ.get(options.token_env)
        if not token:
            raise UnreadableInput("--token-env", f"the environment has no {options.token_env}")

    async def session(streams: Any) -> None:
        await Proxy(settings).serve(streams)

    print(f"listening on http://{options.listen}{PATH}", file=sys.stderr, flush=True)
    await listen(session, host, port, token)


def _address(text: str) -> tuple[str, int]:
    host, found, port = text.rpartition(":")
    if not found or not port.isdigit():
        raise UnreadableInput("--listen", "expected HOST:PORT, as in 127.0.0.1:8765")
    return host.strip("[]") or "127.0.0.1", int(port)


def _shown_once() -> Any:
    """Give what prints the table of tools for the first compilation, and nothing for others."""
    is_shown = False

    def show(tools: ToolSet) -> None:
        nonlocal is_shown
        if not is_shown:
            is_shown = True
            _show(tools)

    return show


def _show(tools: ToolSet) -> None:
    """Print to stderr what each tool cost and costs, and what was left out."""
    from rich.console import Console

    from leanschema.cli.terminal import printable, table

    made = table("tool", "tokens published", "tokens shown")
    rows = tools.rows()
    for row in rows:
        made.add_row(
            row.name, f"{row.before:,}", "left out" if row.after is None else f"{row.after:,}"
        )
    made.add_row(
        "all", f"{sum(row.before for row in rows):,}", f"{sum(row.after or 0 for row in rows):,}"
    )
    console = Console(file=sys.stderr, width=100, highlight=False, markup=False, emoji=False)
    console.print(made)
    for dropped in tools.compiled.dropped:
        console.print(f"left out: {printable(dropped.name)}: {printable(dropped.reason)}")
