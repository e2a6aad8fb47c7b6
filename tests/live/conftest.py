"""The real servers of Node: installed once, from the package registry, where npm is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the command of the server that shows every capability of the protocol."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("node")
    package = "@modelcontextprotocol/server-everything"
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", package]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [str(Path(folder, "node_modules", ".bin", "mcp-server-everything"))]
