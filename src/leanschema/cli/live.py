"""The options that name live servers, shared by the commands that take them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from leanschema.cli.arguments import positive
from leanschema.errors import UnreadableInput

if TYPE_CHECKING:
    from leanschema.cli.terminal import Faults
    from leanschema.live.collecting import Collected
    from leanschema.live.servers import Server


def add_servers(parser: argparse.ArgumentParser) -> None:
    """Declare where live servers come from; a command stands behind `--`."""
    group = parser.add_argument_group("live servers")
    group.add_argument("--url", action="append", default=[], help="a server's address (HTTP)")
    group.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME: VALUE",
        help="a header for --url; $NAME in the value is taken from the environment",
    )
    group.add_argument(
        "--config", metavar="FILE", help="a client's file of `mcpServers`: all of its servers"
    )
    group.add_argument(
        "--timeout",
        type=positive,
        default=60,
        metavar="SECONDS",
        help="how long one server may take (default: %(default)s)",
    )
    parser.set_defaults(server_command=[])


def servers_of(options: argparse.Namespace) -> list[Server]:
    """Give the servers that the options name; none where they name none."""
    from leanschema.live.servers import read_config, server_of_command, server_of_url

    servers = read_config(Path(options.config)) if options.config else []
    headers = dict(_header(text) for text in options.header)
    servers += [server_of_url(url, headers) for url in options.url]
    if options.server_command:
        servers.append(server_of_command(options.server_command))
    return servers


def _header(text: str) -> tuple[str, str]:
    name, found, value = text.partition(":")
    if not found or not name.strip():
        raise UnreadableInput("--header", "expected `Name: value`")
    return name.strip(), os.path.expandvars(value.strip())


def collected(options: argparse.Namespace, faults: Faults) -> list[Collected]:
    """Collect the tools of the servers that the options name; one that fails is reported."""
    servers = servers_of(options)
    if not servers:
        return []
    from leanschema.live.collecting import collect

    results = collect(servers, seconds=options.timeout)
    for result in results:
        if result.fault is not None:
            faults.report(result.fault)
    return results
