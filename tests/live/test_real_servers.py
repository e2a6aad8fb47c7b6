"""Real servers answer the same with and without the proxy between, tool schemas aside."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError

from leanschema.conformity import violations
from leanschema.fit.sizes import count_tokens
from leanschema.targets import TARGETS
from tests.live.talking import Heard, plain, proxied, started

MODULE = [sys.executable, "-m"]


async def answers(words: list[str], calls: list[tuple[str, Any]]) -> dict[str, Any]:
    """Ask a server for everything that it has, and give all of its answers."""
    heard = Heard()
    found: dict[str, Any] = {}
    async with started(words, heard) as session:
        about = session.initialize_result
        found["about"] = plain(about)
        found["tools"] = [without_schema(one) for one in (await session.list_tools()).tools]
        for name, arguments in calls:
            found[f"call {name} {arguments}"] = await told(session.call_tool(name, arguments))
        capabilities = plain(about)["capabilities"]
        if "logging" in capabilities:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                await session.set_logging_level("debug")
        if "resources" in capabilities:
            await resources_of(session, found)
        if "prompts" in capabilities:
            await prompts_of(session, found)
        if "get-roots-list" in {tool["name"] for tool in found["tools"]}:
            await talked_back(session, found)
        await session.send_ping()
    found["asked"] = heard.asked
    found["kinds told"] = sorted({kind for kind, _ in heard.told})
    return found


def without_schema(tool: Any) -> Any:
    return {k: v for k, v in plain(tool).items() if k not in ("inputSchema", "description")}


async def told(answer: Any) -> Any:
    try:
        return plain(await answer)
    except MCPError as fault:
        return fault.error.code, fault.error.message


async def resources_of(session: ClientSession, found: dict[str, Any]) -> None:
    listed = await session.list_resources()
    found["resources"] = plain(listed)
    found["templates"] = plain(await session.list_resource_templates())
    for resource in listed.resources[:3]:
        found[f"read {resource.uri}"] = await told(session.read_resource(resource.uri))
    found["read nothing"] = await told(session.read_resource("none://such"))


async def prompts_of(session: ClientSession, found: dict[str, Any]) -> None:
    listed = await session.list_prompts()
    found["prompts"] = plain(listed)
    for prompt in listed.prompts:
        arguments = {one.name: "Paris" for one in prompt.arguments or []}
        found[f"prompt {prompt.name}"] = await told(session.get_prompt(prompt.name, arguments))
        for name in arguments:
            reference = types.PromptReference(type="ref/prompt", name=prompt.name)
            asked = session.complete(reference, {"name": name, "value": "P"})
            found[f"complete {prompt.name} {name}"] = await told(asked)


async def talked_back(session: ClientSession, found: dict[str, Any]) -> None:
    """Let the server ask for samples, forms and roots, and report its progress."""
    seen: list[Any] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    long = {"duration": 0.4, "steps": 4}
    name = "trigger-long-running-operation"
    found["long"] = plain(await session.call_tool(name, long, progress_callback=on_progress))
    found["progress"] = list(seen)
    sample = {"prompt": "Say it", "maxTokens": 7}
    found["sample"] = plain(await session.call_tool("trigger-sampling-request", sample))
    found["form"] = plain(await session.call_tool("trigger-elicitation-request", {}))
    found["roots"] = plain(await session.call_tool("get-roots-list", {}))
    with anyio.move_on_after(0.3) as waiting:
        await session.call_tool(name, {"duration": 60, "steps": 2})
    found["cancelled"] = waiting.cancelled_caught


def both(words: list[str], calls: list[tuple[str, Any]], *options: str) -> Any:
    async def ask() -> Any:
        direct = await answers(words, calls)
        return direct, await answers(proxied(words, *options), calls)

    return anyio.run(ask)


def test_the_server_with_every_capability(everything: list[str]) -> None:
    calls = [
        ("echo", {"message": "hello"}),
        ("get-sum", {"a": 2, "b": 40}),
        ("get-tiny-image", {}),
        ("get-structured-content", {"location": "New York"}),
        ("get-annotated-message", {"messageType": "success", "includeImage": True}),
        ("get-resource-links", {"count": 2}),
    ]

    direct, through = both(everything, calls, "--target", "mcp")

    assert direct == through
    assert len(through["progress"]) == 4
    kinds = {kind for kind, _ in through["asked"]}
    assert kinds == {"roots", "sampling", "elicitation"}
    assert through["cancelled"]


def test_the_clock_of_a_real_server() -> None:
    calls = [
        ("convert_time", {"source_timezone": "UTC", "time": "25:99", "target_timezone": "UTC"}),
        ("get_current_time", {"timezone": "No/Where"}),
    ]

    direct, through = both([*MODULE, "mcp_server_time"], calls, "--target", "gemini")

    assert direct == through


def test_the_history_of_a_real_repository(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "a.txt").write_text("one\n")
    git("add", ".")
    git("commit", "-qm", "First")
    calls = [
        ("git_status", {"repo_path": str(tmp_path)}),
        ("git_log", {"repo_path": str(tmp_path), "max_count": 1}),
        ("git_show", {"repo_path": str(tmp_path), "revision": "HEAD"}),
    ]

    direct, through = both([*MODULE, "mcp_server_git"], calls, "--target", "openai")

    assert direct == through


def test_schemas_are_those_of_the_target_and_within_the_budget(everything: list[str]) -> None:
    async def shown() -> Any:
        words = proxied(everything, "--target", "openai", "--max-tokens", "900")
        async with started(words) as session:
            return [plain(tool) for tool in (await session.list_tools()).tools]

    tools = anyio.run(shown)

    assert all(not violations(tool["inputSchema"], TARGETS["openai"]) for tool in tools)
    read = ("name", "description", "inputSchema")
    texts = [json.dumps({k: t[k] for k in read if k in t}, separators=(",", ":")) for t in tools]
    assert sum(count_tokens(text.encode()) for text in texts) < 900 * 1.2
