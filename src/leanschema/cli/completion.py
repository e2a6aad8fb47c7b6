"""`leanschema completion`: print what makes a shell complete commands, options and files."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from leanschema.cli.arguments import Commands
from leanschema.errors import MissingExtra

SHELLS: Final = ("bash", "zsh", "tcsh")

_EPILOG: Final = """\
bash:  leanschema completion bash > ~/.local/share/bash-completion/completions/leanschema
zsh:   leanschema completion zsh > a folder of $fpath, as _leanschema
tcsh:  leanschema completion tcsh > a file that ~/.tcshrc sources
"""


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "completion",
        help="print shell completion",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell to write it for")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise MissingExtra("shtab", "completion") from None
    from leanschema.cli import parser_of_all

    parser = parser_of_all()
    _offer_files(parser)
    sys.stdout.write(shtab.complete(parser, shell=options.shell))
    return 0


def _offer_files(parser: argparse.ArgumentParser) -> None:
    """Let every argument that names a file be completed as one."""
    import shtab

    pending = [parser]
    while pending:
        for action in pending.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                pending.extend(action.choices.values())
            elif action.metavar in ("FILE", "SOURCE", "BEFORE", "AFTER"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
