"""Several servers that look like one: their capabilities, their lists, and whose a thing is."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from leanschema.live.connections import OWN_NAME, MCPError, Params, Result, all_pages, own_version
from leanschema.live.upstream import Upstream

Ask: TypeAlias = Callable[[str, Params], Awaitable[Result]]


def merged_greeting(greeted: Sequence[tuple[str, Result]], *, has_tools_changed: bool) -> Result:
    """Say what all of them can: each capability that one has, the oldest revision of all."""
    capabilities: dict[str, Any] = {}
    for _, about in greeted:
        for name, value in about.get("capabilities", {}).items():
            known = capabilities.setdefault(name, {})
            if isinstance(value, dict) and isinstance(known, dict):
                capabilities[name] = {**known, **{k: v for k, v in value.items() if v}}
    if has_tools_changed and "tools" in capabilities:
        capabilities["tools"] = {**capabilities["tools"], "listChanged": True}
    told = [
        f"{name}: {about['instructions']}" for name, about in greeted if about.get("instructions")
    ]
    return {
        "protocolVersion": min(str(about.get("protocolVersion", "")) for _, about in greeted),
        "capabilities": capabilities,
        "serverInfo": {"name": OWN_NAME, "version": own_version()},
        **({"instructions": "\n\n".join(told)} if told else {}),
    }


async def merged_lists(ask: Ask, method: str, key: str) -> list[Any]:
    """Ask one server for all pages of a list; one that refuses has none."""
    try:
        return await all_pages(ask, method, key)
    except MCPError:
        return []


def prefixed_prompts(server: str, prompts: Sequence[Any]) -> list[Any]:
    """Put the server's name before each prompt's."""
    return [
        {**prompt, "name": f"{server}_{prompt['name']}"}
        for prompt in prompts
        if isinstance(prompt, dict) and isinstance(prompt.get("name"), str)
    ]


def own_prompt(server: str, name: Any) -> str | None:
    """Give the name that a server has for a prompt, or None where it is not its own."""
    prefix = f"{server}_"
    is_own = isinstance(name, str) and name.startswith(prefix)
    return name[len(prefix) :] if is_own else None


class Owners:
    """Whose a resource or a prompt is, as far as it was listed."""

    def __init__(self) -> None:
        self._resources: dict[str, Upstream] = {}
        self._templates: list[tuple[re.Pattern[str], Upstream]] = []
        self._prompts: dict[str, Upstream] = {}

    def learn(self, key: str, items: Sequence[Any], owner: Upstream) -> None:
        """Remember whose the items of a list are; of two with one address, the first is."""
        for item in items:
            if not isinstance(item, dict):
                continue
            if key == "prompts":
                self._prompts.setdefault(str(item.get("name")), owner)
            elif key == "resources":
                self._resources.setdefault(str(item.get("uri")), owner)
            else:
                pattern = _pattern_of(str(item.get("uriTemplate")))
                self._templates.append((pattern, owner))
                self._resources.setdefault(str(item.get("uriTemplate")), owner)

    def of_resource(self, uri: Any) -> Upstream | None:
        """Find the server of a resource, by its address or a template that fits it."""
        known = self._resources.get(str(uri))
        if known is not None:
            return known
        return next((u for pattern, u in self._templates if pattern.fullmatch(str(uri))), None)

    def of_prompt(self, name: Any) -> Upstream | None:
        """Find the server of a prompt by the name that the client sees."""
        return self._prompts.get(str(name))


def _pattern_of(template: str) -> re.Pattern[str]:
    """Give what fits a URI template (RFC 6570): anything in the place of each expression."""
    parts = re.split(r"\{[^{}]*\}", template)
    return re.compile(".*".join(map(re.escape, parts)))
