"""Collecting: the tools of servers as JSON Lines that the other commands read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from leanschema.live.collecting import collect
from leanschema.live.connections import MCPError, anyio, dispatcher_over, greet, streams_of
from leanschema.live.servers import Server, server_of_command, server_of_url
from leanschema.live.stderr import tail_of_stderr

FAKE = str(Path(__file__).parent / "fake_server.py")


def fake(mode: str) -> Server:
    return Server(name=mode, command=sys.executable, args=(FAKE, mode))


def leanschema(*words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "leanschema", *words]
    return subprocess.run(command, capture_output=True, check=False, timeout=120)


def test_servers_are_collected_at_once_and_one_that_fails_stops_no_other() -> None:
    absent = server_of_command(["no-such-command"])

    results = collect([fake("fine"), fake("exits"), absent, fake("malformed")], seconds=30)

    assert [len(one.tools) for one in results] == [1, 0, 0, 6]
    ended, missing = results[1].fault, results[2].fault
    assert ended is not None
    assert ended.stderr == ("first line", "no licence was found")
    assert "ended before it answered" in str(ended)
    assert missing is not None
    assert missing.reason == "could not be started: No such file or directory"


def test_a_server_that_is_silent_is_given_up_after_its_time() -> None:
    silent = Server(name="silent", command="sleep", args=("60",))

    (result,) = collect([silent], seconds=1.5)

    assert result.fault is not None
    assert result.fault.reason == "no list of tools within 1.5 seconds"


def test_the_command_writes_lines_that_the_others_read(tmp_path: Path) -> None:
    file = tmp_path / "tools.jsonl"

    done = leanschema("collect", "-o", str(file), "--", sys.executable, FAKE, "many")

    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 500
    assert lines[0]["_meta"]["server"]
    summary = leanschema("lower", "--summary", str(file))
    assert summary.returncode == 0
    assert b"echo_499" in summary.stdout


def test_a_failing_server_is_reported_with_the_end_of_its_stderr() -> None:
    done = leanschema("collect", "--", sys.executable, FAKE, "exits")

    assert done.returncode == 1
    assert b"no licence was found" in done.stderr
    assert done.stdout == b""


def test_no_server_at_all_is_a_mistake() -> None:
    done = leanschema("collect")

    assert done.returncode == 2
    assert b"expected --url, --config, or a command" in done.stderr


def test_check_and_survey_take_a_server_directly() -> None:
    checked = leanschema("check", "--target", "gemini", "--", sys.executable, FAKE, "fine")
    surveyed = leanschema("survey", "--", sys.executable, FAKE, "fine")

    assert checked.returncode == 1
    assert b"echo" in checked.stdout
    assert b"additionalProperties" in checked.stdout
    assert surveyed.returncode == 0
    assert b"over 1,000" in surveyed.stdout


def test_a_flood_on_stderr_leaves_its_end() -> None:
    with tail_of_stderr() as (file, tail):
        for number in range(50_000):
            file.write(f"line {number} of many\n")
        file.flush()

    assert tail.lines()[-1] == "line 49999 of many"
    assert len(tail.lines()) == 5


def test_an_address_where_nobody_listens_is_told_of_without_it() -> None:
    async def ask() -> str:
        proxy = Server(
            name="proxy",
            command=sys.executable,
            args=("-m", "leanschema", "proxy", "--url", "http://127.0.0.1:9/mcp"),
        )
        async with streams_of(proxy) as streams, dispatcher_over(streams) as link:
            try:
                await greet(link.send_raw_request)
            except MCPError as fault:
                return fault.error.message
        return ""

    (collected,) = collect([server_of_url("http://127.0.0.1:9/mcp")], seconds=30)

    assert collected.fault is not None
    assert "127.0.0.1:9" not in collected.fault.reason
    assert anyio.run(ask).startswith("server 127_0_0_1 ")
