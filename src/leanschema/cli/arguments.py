"""Options that several commands share."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from leanschema.targets import TARGETS

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_files(parser: argparse.ArgumentParser, *, may_be_none: bool = False) -> None:
    """Declare the files that a command reads."""
    parser.add_argument(
        "files",
        nargs="*" if may_be_none else "+",
        metavar="FILE",
        help="JSON or JSON Lines, plain or gzip, or -",
    )


def add_target(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare `--target`; an unknown name is answered with the closest one."""
    parser.add_argument(
        "--target",
        default=default,
        metavar="T",
        help=f"{', '.join(TARGETS)} (default: %(default)s)",
    )


def positive(text: str) -> int:
    """Read a number above 0."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, found {text}")
    return number
