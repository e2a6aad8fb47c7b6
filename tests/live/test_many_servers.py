"""Several servers behind one proxy: tools, prompts and resources of all, each call to its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from leanschema.errors import UnreadableInput
from leanschema.live.merging import merged_greeting
from leanschema.live.servers import read_config, server_of_command, server_of_url
from leanschema.live.toolset import named_apart
from tests.live.talking import PROXY, Heard, plain, started

FAKE = str(Path(__file__).parent / "fake_server.py")


def config(folder: Path, servers: dict[str, Any]) -> str:
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    return str(file)


def test_each_call_goes_to_its_own_server(tmp_path: Path, everything: list[str]) -> None:
    fake = {"command": sys.executable, "args": [FAKE]}
    file = config(
        tmp_path,
        {
            "one": fake,
            "two": fake,
            "gone": {"command": "no-such-command"},
            "every": {"command": everything[0]},
        },
    )

    async def run() -> Any:
        heard = Heard()
        with anyio.fail_after(90):
            async with started([*PROXY, "--target", "mcp", "--config", file], heard) as session:
                tools = [tool.name for tool in (await session.list_tools()).tools]
                said = plain(await session.call_tool("two_echo", {"text": "a", "n": "1"}))
                added = plain(await session.call_tool("every_get-sum", {"a": 1, "b": 2}))
                sample = {"prompt": "Say it", "maxTokens": 7}
                await session.call_tool("every_trigger-sampling-request", sample)
                prompts = (await session.list_prompts()).prompts
                prompt = plain(await session.get_prompt(prompts[0].name))
                resources = (await session.list_resources()).resources
                read = plain(await session.read_resource(resources[0].uri))
                await session.send_ping()
        return tools, said, added, heard.asked, prompts, prompt, read

    tools, said, added, asked, prompts, prompt, read = anyio.run(run)

    assert {"one_echo", "two_echo", "every_echo"} <= set(tools)
    own = json.loads(said["content"][0]["text"])
    assert own == {"name": "echo", "arguments": {"text": "a", "n": 1}}
    assert "3" in added["content"][0]["text"]
    assert "sampling" in {kind for kind, _ in asked}
    assert all(one.name.startswith("every_") for one in prompts)
    assert prompt["messages"]
    assert read["contents"]


def test_names_of_several_servers_never_meet() -> None:
    tool = {"name": "c"}
    named = named_apart([("a_b", [tool]), ("a", [{"name": "b_c"}, tool, None])])

    assert [one.name for one in named] == ["a_b_c", "a_b_c_2", "a_c", "a_"]
    assert [one.server for one in named] == [0, 1, 1, 1]
    assert [one.name for one in named_apart([("a", [tool])])] == ["c"]


def test_what_all_can_is_merged_and_the_oldest_revision_is_spoken() -> None:
    about = merged_greeting(
        [
            ("a", {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}),
            (
                "b",
                {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {"resources": {"subscribe": True}, "tools": {}},
                    "instructions": "Ask first.",
                },
            ),
        ],
        has_tools_changed=True,
    )

    assert about["protocolVersion"] == "2025-06-18"
    assert about["capabilities"] == {
        "tools": {"listChanged": True},
        "resources": {"subscribe": True},
    }
    assert about["instructions"] == "b: Ask first."
    assert about["serverInfo"]["name"] == "leanschema"


# Configuration.


def test_variables_are_expanded_and_secrets_never_shown(tmp_path: Path) -> None:
    entry = {"command": "run", "args": ["${WHERE:-here}"], "env": {"KEY": "${KEY}"}}
    remote = {"url": "https://h.example/mcp", "headers": {"Authorization": "Bearer ${KEY}"}}
    file = Path(config(tmp_path, {"a server": entry, "remote": remote}))

    servers = read_config(file, {"KEY": "s3cret"})

    assert [one.name for one in servers] == ["a_server", "remote"]
    assert servers[0].args == ("here",)
    assert servers[0].env == {"KEY": "s3cret"}
    assert servers[1].headers == {"Authorization": "Bearer s3cret"}
    assert "s3cret" not in repr(servers)


@pytest.mark.parametrize(
    ("servers", "said"),
    [
        ({}, "mcpServers"),
        ({"a": {}}, "`command` and `url`"),
        ({"a": {"command": "c", "url": "u"}}, "`command` and `url`"),
        ({"a": {"command": "c", "args": "x"}}, "`args`"),
        ({"a": {"command": "c", "env": {"K": 1}}}, "`env`"),
        ({"a": {"command": "${NONE}"}}, "NONE"),
        ({"a": 3}, "an object"),
    ],
)
def test_a_wrong_configuration_is_told_with_its_place(
    tmp_path: Path, servers: dict[str, Any], said: str
) -> None:
    with pytest.raises(UnreadableInput, match=said):
        read_config(Path(config(tmp_path, servers)), {})


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["npx", "-y", "@modelcontextprotocol/server-everything"], "server-everything"),
        (["uvx", "mcp-server-time"], "mcp-server-time"),
        (["python", "-c", "import sys; print(1)"], "python"),
        (["/opt/bin/notes.sh", "--fast"], "notes"),
    ],
)
def test_a_command_is_named_by_its_most_telling_word(words: list[str], name: str) -> None:
    assert server_of_command(words).name == name
    assert server_of_url("https://notes.example/mcp").name == "notes_example"
