"""What the proxy changes of tools and calls, and what it does when a server misbehaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError

from leanschema.live.connections import dispatcher_over, greet, streams_of
from leanschema.live.servers import server_of_command
from tests.live.talking import PROXY, Heard, plain, proxied, started

FAKE = str(Path(__file__).parent / "fake_server.py")
Talk = Callable[[ClientSession, Heard], Awaitable[Any]]


def fake(mode: str = "fine") -> list[str]:
    return [sys.executable, FAKE, mode]


def through(mode: str, talk: Talk, *options: str, seconds: float = 60) -> Any:
    """Talk to a misbehaving server through the proxy, and give what came of it."""

    async def run() -> Any:
        heard = Heard()
        with anyio.fail_after(seconds):
            async with started(proxied(fake(mode), *options), heard) as session:
                return await talk(session, heard)

    return anyio.run(run)


async def echoed(session: ClientSession, **arguments: Any) -> Any:
    result = plain(await session.call_tool("echo", arguments))
    assert not result["isError"], result
    return json.loads(result["content"][0]["text"])["arguments"]


# Calls.


def test_a_call_is_mapped_back_and_repaired_where_that_is_certain() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        (tool,) = (await session.list_tools()).tools
        return plain(tool), await echoed(session, text="x", n="3")

    tool, arguments = through("fine", talk, "--target", "openai-strict")

    assert tool["inputSchema"]["required"] == ["text", "n"]
    assert arguments == {"text": "x", "n": 3}


def test_a_call_that_the_server_would_refuse_never_reaches_it(tmp_path: Path) -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        wrong = plain(await session.call_tool("echo", {"text": "secret", "n": -1}))
        none = plain(await session.call_tool("ecko", {}))
        return wrong, none, await echoed(session, text="right")

    log = tmp_path / "log.jsonl"
    wrong, none, right = through("fine", talk, "--log", str(log))

    assert wrong["isError"]
    assert "/n" in wrong["content"][0]["text"]
    assert "at least 0" in wrong["content"][0]["text"]
    assert "Did you mean echo?" in none["content"][0]["text"]
    assert right == {"text": "right"}
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["event"] for one in events] == ["compiled", "refused", "refused", "called"]
    assert events[1]["places"] == ["/n"]
    assert "secret" not in log.read_text()


def test_arguments_are_logged_where_they_are_asked_for(tmp_path: Path) -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        return await echoed(session, text="told", n="7")

    log = tmp_path / "log.jsonl"
    through("fine", talk, "--log", str(log), "--log-arguments")

    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["event"] for one in events] == ["compiled", "repaired", "called"]
    assert events[1]["places"] == ["/n"]
    assert events[2]["arguments"] == {"text": "told", "n": 7}


def test_what_was_fitted_away_can_be_asked_for() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        tools = {tool.name: plain(tool) for tool in (await session.list_tools()).tools}
        told = plain(await session.call_tool("describe_tool", {"name": "echo"}))
        missing = plain(await session.call_tool("describe_tool", {"name": "nothing"}))
        return tools, told, missing

    tools, told, missing = through("fine", talk, "--max-tokens", "20", "--on-demand")

    assert "What to say" not in json.dumps(tools["echo"])
    whole = json.loads(told["content"][0]["text"])
    described = whole["inputSchema"]["properties"]["text"]["description"]
    assert described == "What to say. It comes back as it is."
    assert missing["isError"]


def test_the_first_run_prints_one_table_on_stderr(tmp_path: Path) -> None:
    said = tmp_path / "stderr"
    with said.open("wb") as stderr:
        answers, _ = piped("malformed", [*opening(), {**opening()[2], "id": 3}], stderr)

    text = said.read_text()
    assert [one["id"] for one in answers] == [1, 2, 3]
    assert text.count("tokens published") == 1
    assert "echo" in text
    assert "left out: text" in text


def piped(mode: str, lines: list[dict[str, Any]], stderr: Any) -> tuple[list[Any], int]:
    """Write lines to a proxy's stdin; give its answers, and its peak memory in kilobytes."""
    command = [*PROXY, "--target", "mcp", "--", *fake(mode)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines:
            process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.flush()
        asked = sum("id" in line for line in lines)
        answers = [json.loads(process.stdout.readline()) for _ in range(asked)]
        peak = memory_of(process.pid)
        process.stdin.close()
        process.wait(timeout=60)
    return answers, peak


def opening() -> list[dict[str, Any]]:
    about = {"name": "c", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
    return [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]


# Faults.


def test_a_server_that_dies_is_told_of_and_started_again() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        with pytest.raises(MCPError) as fault:
            await session.call_tool("echo", {"text": "a"})
        # Its successor dies at its first call too, but it was there.
        with pytest.raises(MCPError) as again:
            await session.call_tool("echo", {"text": "b"})
        return str(fault.value), str(again.value), (await session.list_tools()).tools

    first, second, tools = through("dies", talk)

    assert "ended during tools/call" in first
    assert "ended during tools/call" in second
    assert [tool.name for tool in tools] == ["echo"]


def test_a_server_that_hangs_is_given_up_after_its_time() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        before = time.monotonic()
        with pytest.raises(MCPError, match="timed out"):
            await session.call_tool("echo", {"text": "a"})
        return time.monotonic() - before

    assert 1.0 < through("hangs", talk, "--timeout", "2") < 30


def test_a_gigabyte_on_stderr_takes_no_memory() -> None:
    call = {"name": "echo", "arguments": {"text": "a"}}
    request = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": call}

    answers, kilobytes = piped("floods", [*opening(), request], subprocess.DEVNULL)

    assert sorted(one["id"] for one in answers) == [1, 2, 3]
    assert kilobytes < 300_000


def memory_of(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def test_what_is_no_message_on_stdout_is_passed_over() -> None:
    async def talk(session: ClientSession, heard: Heard) -> Any:
        return await echoed(session, text="a"), await echoed(session, text="b"), heard.told

    first, second, told = through("chatters", talk)

    assert (first, second) == ({"text": "a"}, {"text": "b"})
    assert not [kind for kind, _ in told if kind == "exception"]


def test_a_list_of_fifty_megabytes_leaves_one_tool_out_and_keeps_the_other() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        tools = [tool.name for tool in (await session.list_tools()).tools]
        return tools, await echoed(session, text="a")

    tools, arguments = through("huge", talk, seconds=240)

    assert tools == ["echo"]
    assert arguments == {"text": "a"}


def test_malformed_tools_take_no_other_down() -> None:
    async def talk(session: ClientSession, _: Heard) -> Any:
        return [tool.name for tool in (await session.list_tools()).tools]

    assert through("malformed", talk) == ["echo"]


def test_tools_that_change_are_compiled_again_and_the_client_is_told() -> None:
    async def talk(session: ClientSession, heard: Heard) -> Any:
        before = [tool.name for tool in (await session.list_tools()).tools]
        await echoed(session, text="a")
        after = [tool.name for tool in (await session.list_tools()).tools]
        late = plain(await session.call_tool("late", {"text": "b"}))
        return before, after, late["isError"], [kind for kind, _ in heard.told]

    before, after, is_error, told = through("changes", talk)

    assert (before, after, is_error) == (["echo"], ["echo", "late"], False)
    assert "notifications/tools/list_changed" in told


def test_a_server_that_does_not_start_is_told_of_by_name_alone() -> None:
    async def run() -> str:
        server = server_of_command([*PROXY, "--", "/no/such/place/secret-server"])
        message = ""
        with anyio.fail_after(30):
            async with streams_of(server) as streams, dispatcher_over(streams) as link:
                try:
                    await greet(link.send_raw_request)
                except MCPError as fault:
                    message = fault.error.message
        return message

    message = anyio.run(run)

    assert message == "server secret-server could not be started: No such file or directory"


def test_a_client_that_leaves_mid_call_leaves_no_process() -> None:
    async def run() -> None:
        with anyio.fail_after(60):
            async with started(proxied(fake("hangs"))) as session:
                await session.list_tools()
                with anyio.move_on_after(0.5):
                    await session.call_tool("echo", {"text": "a"})

    before = processes_of(FAKE)
    anyio.run(run)
    deadline = time.monotonic() + 20
    while processes_of(FAKE) - before and time.monotonic() < deadline:
        time.sleep(0.1)

    assert processes_of(FAKE) <= before


def processes_of(script: str) -> set[int]:
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if os.fsencode(script) in words:
                found.add(int(folder.name))
    return found


def test_ten_thousand_calls_a_hundred_at_a_time_are_neither_lost_nor_crossed() -> None:
    async def run() -> list[int]:
        server = server_of_command(proxied(fake("fine")))
        wrong: list[int] = []
        with anyio.fail_after(300):
            async with streams_of(server) as streams, dispatcher_over(streams) as link:
                await greet(link.send_raw_request)
                await link.notify("notifications/initialized", None)
                numbers = iter(range(10_000))

                async def caller() -> None:
                    for number in numbers:
                        call = {"name": "echo", "arguments": {"text": str(number), "n": number}}
                        result = await link.send_raw_request("tools/call", call)
                        said = json.loads(result["content"][0]["text"])
                        if said["arguments"] != call["arguments"]:
                            wrong.append(number)

                async with anyio.create_task_group() as group:
                    for _ in range(100):
                        group.start_soon(caller)
        return wrong

    assert anyio.run(run) == []
