"""Which servers: from a command, an address, or the `mcpServers` file that every client has.

```json
{"mcpServers": {
  "clock": {"command": "uvx", "args": ["mcp-server-time"], "env": {"ZONE": "${ZONE:-UTC}"}},
  "notes": {"url": "https://notes.example/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}
}}
```

`${NAME}` and `${NAME:-otherwise}` are expanded from the environment. What an `env` or a `headers`
holds is a secret: no message and no representation of a server shows it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from leanschema.errors import UnreadableInput

_RUNNERS: Final = frozenset(
    ("bunx", "deno", "docker", "node", "npx", "pipx", "python", "python3", "uv", "uvx")
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9@_./][A-Za-z0-9@_./-]{0,80}")
_VARIABLE: Final = re.compile(r"\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<otherwise>[^}]*))?\}")


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server, as a client's configuration names it: a command to start, or an address."""

    name: str
    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = {}
    cwd: str | None = None
    url: str | None = None
    headers: Mapping[str, str] = {}
    is_sse: bool = False  # the transport before streamable HTTP

    def __repr__(self) -> str:
        return f"Server({self.name!r})"


def server_of_command(words: Sequence[str]) -> Server:
    """Name the server that a command starts, by the most telling of its words."""
    plain = [word for word in words[1:] if _PLAIN.fullmatch(word)]
    is_runner = Path(words[0]).stem in _RUNNERS and plain
    name = Path(plain[0] if is_runner else words[0]).stem
    return Server(name=_bare(name), command=words[0], args=tuple(words[1:]))


def server_of_url(url: str, headers: Mapping[str, str] | None = None) -> Server:
    """Name the server at an address by its host."""
    from urllib.parse import urlsplit

    host = urlsplit(url).hostname or "server"
    return Server(name=_bare(host), url=url, headers=headers or {}, is_sse=url.endswith("/sse"))


def read_config(file: Path, environment: Mapping[str, str] | None = None) -> list[Server]:
    """Read the servers of a client's configuration, in its order.

    `mcpServers` (or `servers`, as one editor has it) at the top. Raises UnreadableInput, which
    names the file and the server, and never what an `env` or a `headers` holds.
    """
    try:
        whole = msgspec.json.decode(file.read_bytes())
    except (OSError, msgspec.DecodeError) as fault:
        raise UnreadableInput(str(file), str(fault)) from None
    table = whole.get("mcpServers", whole.get("servers")) if isinstance(whole, dict) else None
    if not isinstance(table, dict) or not table:
        raise UnreadableInput(str(file), "expected an object `mcpServers` with a server in it")
    known = os.environ if environment is None else environment
    return [_server(f"{file}: {name}", name, entry, known) for name, entry in table.items()]


def _server(where: str, name: str, entry: Any, known: Mapping[str, str]) -> Server:
    if not isinstance(entry, dict):
        raise UnreadableInput(where, "expected an object with `command` or `url`")
    command, url = entry.get("command"), entry.get("url")
    if isinstance(command, str) == isinstance(url, str):
        raise UnreadableInput(where, "expected one of `command` and `url`")
    return Server(
        name=_bare(name),
        command=_expanded(where, command, known) if isinstance(command, str) else None,
        args=tuple(_expanded(where, word, known) for word in _texts(where, entry, "args")),
        env=_table(where, entry, "env", known),
        cwd=entry["cwd"] if isinstance(entry.get("cwd"), str) else None,
        url=_expanded(where, url, known) if isinstance(url, str) else None,
        headers=_table(where, entry, "headers", known),
        is_sse=entry.get("type", entry.get("transport")) == "sse",
    )


def _texts(where: str, entry: dict[str, Any], key: str) -> list[str]:
    words = entry.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UnreadableInput(where, f"expected a list of texts in `{key}`")
    return words


def _table(where: str, entry: dict[str, Any], key: str, known: Mapping[str, str]) -> dict[str, str]:
    table = entry.get(key, {})
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise UnreadableInput(where, f"expected an object of texts in `{key}`")
    return {name: _expanded(where, value, known) for name, value in table.items()}


def _expanded(where: str, text: str, known: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        found = known.get(match["name"], match["otherwise"])
        if found is None:
            raise UnreadableInput(where, f"the environment has no variable {match['name']}")
        return found

    return _VARIABLE.sub(value, text)


def _bare(name: str) -> str:
    """Give a name that can stand before a tool's."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", name).strip("_") or "server"
