"""The proxy's own streams: pipes are read by the event loop, all else as the SDK does."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

FAKE = str(Path(__file__).parent / "fake_server.py")
GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.mark.parametrize("is_pipe", [True, False], ids=["pipe", "file"])
def test_the_greeting_is_answered_whatever_stdout_is(is_pipe: bool, tmp_path: Path) -> None:
    shown = tmp_path / "stdout"
    command = [sys.executable, "-m", "leanschema", "proxy", "--", sys.executable, FAKE, "fine"]
    with shown.open("wb") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE if is_pipe else file
        )
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(GREETING).encode() + b"\n")
            process.stdin.flush()
            if process.stdout is not None:
                line = process.stdout.readline()
            else:
                end = time.monotonic() + 60
                while not (line := shown.read_bytes()).endswith(b"\n") and time.monotonic() < end:
                    time.sleep(0.05)
        finally:
            process.communicate(timeout=60)

    answer = json.loads(line)
    assert 1 == answer["id"]
    assert "tools" in answer["result"]["capabilities"]
    assert 0 == process.returncode
