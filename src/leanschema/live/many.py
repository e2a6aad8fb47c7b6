"""Several servers behind one: whose a request is, and answers that are put together.

Each resource, prompt and list has its server; what nobody owns goes to the first that has an answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from leanschema.live.connections import (
    METHOD_NOT_FOUND,
    Context,
    MCPError,
    Params,
    Result,
    anyio,
)
from leanschema.live.journal import Journal
from leanschema.live.merging import (
    Owners,
    merged_greeting,
    merged_lists,
    own_prompt,
    prefixed_prompts,
)
from leanschema.live.upstream import Upstream

Forward: TypeAlias = Callable[[Context, Upstream, str, Params], Awaitable[Result]]
# Lists that are merged where several servers stand behind the proxy, and what each holds.
_LISTS: Final = {
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
}


async def in_spite_of_faults(ask: Callable[[], Awaitable[Any]], journal: Journal) -> None:
    """Ask one of several servers: one that fails takes nothing of the others away."""
    try:
        await ask()
    except MCPError as fault:
        journal.write("failed", reason=fault.error.message)


class Many:
    """Answers for several servers; `forward` asks one of them for the client."""

    def __init__(self, upstreams: Sequence[Upstream], forward: Forward, journal: Journal) -> None:
        self._upstreams = upstreams
        self._forward = forward
        self._journal = journal
        self._owners = Owners()

    async def answer(self, context: Context, method: str, params: Params) -> Result:
        """Answer a request that is not about tools."""
        if method == "ping":
            return {}
        if method == "initialize":
            return await self._greet_many(params)
        if method in _LISTS:
            return await self._merged(context, method, params)
        if method == "logging/setLevel":
            for upstream in self._with("logging"):
                await self._forward(context, upstream, method, params)
            return {}
        owner, own = self._owner_of(method, params)
        if owner is not None:
            return await self._forward(context, owner, method, own)
        # Nobody knows whose it is: the first that has an answer.
        fault = MCPError(METHOD_NOT_FOUND, "Method not found")
        for upstream in self._upstreams:
            try:
                return await self._forward(context, upstream, method, params)
            except MCPError as refused:
                fault = refused
        raise fault

    async def _greet_many(self, params: Params) -> Result:
        async with anyio.create_task_group() as group:
            for upstream in self._upstreams:
                group.start_soon(in_spite_of_faults, partial(upstream.greet, params), self._journal)
        greeted = [(u.server.name, u.about) for u in self._upstreams if u.about]
        if not greeted:
            names = ", ".join(u.server.name for u in self._upstreams)
            raise MCPError(METHOD_NOT_FOUND, f"none of the servers answered: {names}")
        return merged_greeting(greeted, has_tools_changed=True)

    def _with(self, capability: str) -> list[Upstream]:
        return [u for u in self._upstreams if capability in u.about.get("capabilities", {})]

    async def _merged(self, context: Context, method: str, params: Params) -> Result:
        if (params or {}).get("cursor") is not None:
            return {_LISTS[method]: []}
        capability, key = method.partition("/")[0], _LISTS[method]
        pages: list[tuple[Upstream, list[Any]]] = []
        for upstream in self._with(capability):
            ask = partial(self._forward, context, upstream)
            items = await merged_lists(ask, method, key)
            if key == "prompts":
                items = prefixed_prompts(upstream.server.name, items)
            self._owners.learn(key, items, upstream)
            pages.append((upstream, items))
        return {key: [item for _, items in pages for item in items]}

    def _owner_of(self, method: str, params: Params) -> tuple[Upstream | None, Params]:
        """Find whose resource or prompt a request is about, and how its server calls it."""
        given = dict(params or {})
        reference = given.get("ref") if method == "completion/complete" else given
        if not isinstance(reference, dict):
            return None, params
        if "uri" in reference:
            return self._owners.of_resource(reference["uri"]), params
        name = reference.get("name")
        for upstream in self._upstreams:
            own = own_prompt(upstream.server.name, name)
            if own is not None and self._owners.of_prompt(name) in (None, upstream):
                renamed = {**reference, "name": own}
                return upstream, {**given, "ref": renamed} if "ref" in given else renamed
        return None, params
