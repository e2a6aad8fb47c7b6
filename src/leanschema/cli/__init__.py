"""The command line: `leanschema COMMAND`, one command a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from leanschema.cli import (
    check,
    collect,
    completion,
    doctor,
    explain,
    lower,
    proxy,
    survey,
    targets,
    tokens,
)
from leanschema.errors import LeanschemaError

_COMMANDS = (
    lower, explain, check, survey, collect, proxy, targets, tokens, doctor, completion
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Gives the exit status: 0, 1 where something was found wrong with a tool, 2 where the command
    could not do its work.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    # What follows `--` is a server's own command line, with options of its own.
    head, _, command = _parted(given)
    options = parser_of_all().parse_args(head)
    if command and not hasattr(options, "server_command"):
        options = parser_of_all().parse_args(given)
    options.server_command = command
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


def _parted(words: list[str]) -> tuple[list[str], bool, list[str]]:
    if "--" not in words:
        return words, False, []
    at = words.index("--")
    return words[:at], True, words[at + 1 :]


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
