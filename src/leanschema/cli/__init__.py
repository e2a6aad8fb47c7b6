"""The command line: `leanschema COMMAND`, one command a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from leanschema.cli import check, completion, doctor, explain, lower, survey, targets, tokens
from leanschema.errors import LeanschemaError

_COMMANDS = (lower, explain, check, survey, targets, tokens, doctor, completion)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Gives the exit status: 0, 1 where something was found wrong with a tool, 2 where the command
    could not do its work.
    """
    options = parser_of_all().parse_args(arguments)
    # A name or description may hold what the terminal's encoding, or UTF-8, cannot say.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except LeanschemaError as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away (`| head`): nothing is left to say, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def parser_of_all() -> argparse.ArgumentParser:
    """Make the parser of every command."""
    parser = argparse.ArgumentParser(
        prog="leanschema", description="Read, lower, fit and explain the JSON Schemas of tools."
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser


def _version() -> str:
    from importlib.metadata import version

    return f"leanschema {version('leanschema')}"
