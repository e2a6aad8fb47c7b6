"""The proxy behind streamable HTTP: who may come in, and that sessions are apart."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from tests.live.talking import PROXY, Heard, plain, session_over

FAKE = str(Path(__file__).parent / "fake_server.py")
TOKEN = "a-token-of-the-test"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def listening(*options: str, server: list[str] | None = None) -> Iterator[str]:
    """Run the proxy on a port of loopback; give its address."""
    port = free_port()
    words = [*PROXY, "--target", "mcp", "--listen", f"127.0.0.1:{port}", *options]
    words += ["--", *(server or [sys.executable, FAKE, "slow"])]
    environment = {**os.environ, "TOKEN_OF_TEST": TOKEN}
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            deadline = time.monotonic() + 60
            while True:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
            process.wait(timeout=30)


def posted(url: str, headers: dict[str, str], body: Any = None) -> tuple[int, str]:
    about = {"name": "c", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
    first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    request = urllib.request.Request(
        url,
        data=json.dumps(body or first).encode(),
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **headers,
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_clients_are_served_each_in_a_session_of_its_own() -> None:
    async def talk(url: str, client: int) -> list[Any]:
        heard = Heard()
        said = []
        async with streamable_http_client(url) as streams, session_over(streams, heard) as session:
            await session.list_tools()
            for number in range(20):
                text = f"{client} {number}"
                arguments = {"text": text, "n": (number * 7 + client) % 5}
                result = plain(await session.call_tool("echo", arguments))
                said.append(json.loads(result["content"][0]["text"])["arguments"]["text"] == text)
        return said

    async def run(url: str) -> list[list[Any]]:
        results: list[list[Any]] = []

        async def one(client: int) -> None:
            results.append(await talk(url, client))

        with anyio.fail_after(120):
            async with anyio.create_task_group() as group:
                for client in range(5):
                    group.start_soon(one, client)
        return results

    with listening() as url:
        results = anyio.run(run, url)

    assert results == [[True] * 20] * 5


def test_everything_passes_over_http_too(everything: list[str]) -> None:
    async def run(url: str) -> Any:
        heard, seen = Heard(), []

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            seen.append(progress)

        with anyio.fail_after(60):
            async with (
                streamable_http_client(url) as streams,
                session_over(streams, heard) as session,
            ):
                await session.list_tools()
                long = {"duration": 0.4, "steps": 4}
                name = "trigger-long-running-operation"
                await session.call_tool(name, long, progress_callback=on_progress)
                sample = {"prompt": "Say it", "maxTokens": 7}
                answer = plain(await session.call_tool("trigger-sampling-request", sample))
        return heard.asked, seen, answer

    with listening(server=everything) as url:
        asked, seen, answer = anyio.run(run, url)

    assert "sampling" in {kind for kind, _ in asked}
    assert seen == [1.0, 2.0, 3.0, 4.0]
    assert "a sampled answer" in json.dumps(answer)


def test_another_host_or_origin_is_refused_as_rebinding() -> None:
    with listening() as url:
        assert posted(url, {})[0] == 200
        assert posted(url, {"Host": "evil.example"})[0] == 421
        assert posted(url, {"Origin": "http://evil.example"})[0] == 403
        assert posted(url.replace("/mcp", "/other"), {})[0] == 404
        assert posted(url, {"Mcp-Session-Id": "0" * 32})[0] == 404


def test_a_token_is_asked_for_where_one_is_set() -> None:
    with listening("--token-env", "TOKEN_OF_TEST") as url:
        assert posted(url, {})[0] == 401
        assert posted(url, {"Authorization": "Bearer wrong"})[0] == 401
        assert posted(url, {"Authorization": f"Basic {TOKEN}"})[0] == 401
        assert posted(url, {"Authorization": f"Bearer {TOKEN}"})[0] == 200

        async def run() -> list[str]:
            headers = {"Authorization": f"Bearer {TOKEN}"}
            async with (
                create_mcp_http_client(headers=headers) as client,
                streamable_http_client(url, http_client=client) as streams,
                session_over(streams) as session,
            ):
                return [tool.name for tool in (await session.list_tools()).tools]

        assert anyio.run(run) == ["echo"]


def test_an_error_names_no_path_and_no_environment() -> None:
    with listening(server=["/no/such/place/secret-server"]) as url:
        status, said = posted(url, {})

    assert status == 200
    assert "secret-server could not be started" in said
    assert "/no/such/place" not in said
    assert TOKEN not in said


def test_a_collected_server_at_an_address(tmp_path: Path) -> None:
    with listening() as url:
        done = subprocess.run(
            [sys.executable, "-m", "leanschema", "collect", "--url", url],
            capture_output=True, check=False, timeout=60,
        )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["echo"]


@pytest.mark.parametrize("address", ["8080", "host:", "host:port"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    done = subprocess.run(
        [*PROXY, "--listen", address, "--", "x"], capture_output=True, check=False, timeout=60
    )

    assert done.returncode == 2
    assert b"expected HOST:PORT" in done.stderr
