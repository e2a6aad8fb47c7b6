"""The house's rules, as far as a machine can hold them."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHECKS = ("ruff check", "ruff format --check", "mypy", "lint-imports --no-logo")


@pytest.mark.parametrize("command", CHECKS)
def test_the_linters_have_nothing_to_say(command: str) -> None:
    program, *options = command.split()
    said = subprocess.run(
        [Path(sysconfig.get_path("scripts")) / program, *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == said.returncode, said.stdout + said.stderr
