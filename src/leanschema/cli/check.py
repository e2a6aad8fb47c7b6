"""`leanschema check`: which provider would refuse these tools, what is lost, what they cost."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from leanschema.check.configuration import (
    Configuration,
    read_baseline,
    read_configuration,
    write_baseline,
)
from leanschema.check.formats import FORMATS
from leanschema.check.run import Placed, Settings, check_tools, worst
from leanschema.cli.arguments import Commands, add_files, positive
from leanschema.cli.live import add_servers, collected
from leanschema.cli.terminal import Faults, printable, read_documents
from leanschema.errors import UnreadableInput
from leanschema.targets import TARGETS, target_named
from leanschema.tools.envelopes import find_tools


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "check", help="check tools before a provider does", description=__doc__
    )
    add_files(parser, may_be_none=True)
    add_servers(parser)
    parser.add_argument(
        "--target",
        action="append",
        metavar="T",
        help=f"{', '.join(TARGETS)}; may be given several times (default: mcp)",
    )
    parser.add_argument("--format", choices=tuple(FORMATS), default="text")
    parser.add_argument("--max-tokens-per-tool", type=positive, metavar="N")
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="RULE[:TOOL]",
        help="a rule's code or name, for all tools or for one; * is every rule",
    )
    parser.add_argument("--baseline", metavar="FILE", help="only findings that it lacks count")
    parser.add_argument(
        "--write-baseline", action="store_true", help="put all findings into the baseline"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the tools of every file; give the exit status: 1 for findings, 2 if it could not run."""
    configuration = read_configuration(Path.cwd())
    settings = _settings(options, configuration)
    faults = Faults()
    placed = [
        Placed(tool, document.where)
        for document in read_documents(options.files, faults)
        for tool in find_tools(document.value)
    ]
    for live in collected(options, faults):
        where = live.server.name
        placed += [Placed(tool, where) for tool in find_tools({"tools": list(live.tools)})]
    if not placed and not options.files and not faults.status:
        raise UnreadableInput("check", "expected a file, --url, --config, or a command behind --")
    result = check_tools(placed, settings)
    if options.write_baseline:
        file = options.baseline or configuration.baseline or "leanschema-baseline.json"
        known = frozenset(finding.fingerprint() for finding in result.findings)
        write_baseline(Path(file), known | settings.baseline)
        print(f"{len(known)} findings written to {file}", file=sys.stderr)
        return faults.status
    text = FORMATS[options.format](result)
    sys.stdout.write(printable(text) if options.format == "text" else text)
    return max(faults.status, worst(result.findings))


def _settings(options: argparse.Namespace, configuration: Configuration) -> Settings:
    names = options.target or configuration.targets or ("mcp",)
    baseline = options.baseline or configuration.baseline
    return Settings(
        targets=tuple(target_named(name) for name in names),
        max_tokens_per_tool=options.max_tokens_per_tool or configuration.max_tokens_per_tool,
        ignored=frozenset((*configuration.ignore, *options.ignore)),
        baseline=read_baseline(Path(baseline)) if baseline else frozenset(),
    )
