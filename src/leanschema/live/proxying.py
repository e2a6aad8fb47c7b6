"""The proxy of one client's session: everything passes, and only tools are changed.

It stands on the SDK's transports and its JSON-RPC dispatcher, one towards the client and one
towards each server. Requests, results, errors and notifications are passed on as they came, in
their order, in both directions; so a method that nobody has thought of yet passes too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from leanschema.live.connections import (
    Context,
    JSONRPCDispatcher,
    Params,
    Result,
    Streams,
    TransportContext,
    anyio,
    dispatcher_over,
)
from leanschema.live.journal import Journal
from leanschema.live.many import Many, in_spite_of_faults
from leanschema.live.outbox import Outbox
from leanschema.live.servers import Server
from leanschema.live.toolset import Compiling, Published, ToolSet, named_apart
from leanschema.live.upstream import Upstream

_SHOWN_AFTER_SECONDS: Final = 0.3
_TOOLS_CHANGED: Final = "notifications/tools/list_changed"


class Settings(NamedTuple):
    """What all sessions of a proxy share."""

    servers: Sequence[Server]
    compiling: Compiling
    seconds: float = 300.0  # how long a server may take for one answer
    journal: Journal = Journal()
    compiled: Callable[[ToolSet], None] = lambda tools: None  # told of each compilation


class Proxy:
    """One session: a client on one side, its servers on the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._upstreams: list[Upstream] = []
        self._outward = Outbox()  # towards the client
        self._inward = Outbox()  # towards the servers
        self._in_flight: dict[int, list[Context]] = {}
        self._tokens: dict[Any, Context] = {}
        self._tools: ToolSet | None = None
        self._tools_extra: Result = {}
        self._compiling = anyio.Lock()
        self._generation = 0
        self._many = Many(self._upstreams, self._forward, settings.journal)
        self._group: Any = None
        self._client: JSONRPCDispatcher[TransportContext] | None = None

    async def serve(self, streams: Streams) -> None:
        """Serve a client until it leaves; its servers end with it."""
        settings, over = self._settings, anyio.Event()
        async with anyio.create_task_group() as group:
            self._group = group
            self._upstreams.extend(
                Upstream(server, group, self, settings.seconds) for server in settings.servers
            )
            group.start_soon(self._outward.run)
            group.start_soon(self._inward.run)
            async with dispatcher_over(streams, self._answer, self._told, over.set) as client:
                self._client = client
                await over.wait()
            group.cancel_scope.cancel()

    # From the client.

    def _told(self, method: str, params: Params) -> bool:
        """Pass on a notification; a cancellation has its effect on the request that it names."""
        if method != "notifications/cancelled":
            for upstream in self._upstreams:
                self._inward.put(partial(upstream.tell, method, params))
        return True

    async def _answer(self, context: Context, method: str, params: Params) -> Result:
        await self._inward.flush()
        if method == "tools/list":
            return await self._tools_list(params)
        if method == "tools/call":
            return await self._tools_call(context, params or {})
        if len(self._upstreams) == 1:
            upstream = self._upstreams[0]
            if method == "initialize":
                return await upstream.greet(params)
            return await self._forward(context, upstream, method, params)
        return await self._many.answer(context, method, params)

    async def _forward(
        self, context: Context, upstream: Upstream, method: str, params: Params
    ) -> Result:
        """Ask a server for the client; what it says meanwhile belongs to this request."""
        token = _progress_token(params)
        talks = self._in_flight.setdefault(id(upstream), [])
        talks.append(context)
        if token is not None:
            self._tokens[token] = context
        try:
            result = await upstream.ask(method, params)
            await self._outward.flush()
            return result
        finally:
            talks.remove(context)
            if token is not None:
                self._tokens.pop(token, None)

    # From a server.

    async def asked(self, upstream: Upstream, method: str, params: Params) -> Result:
        """Pass a server's request (sampling, elicitation, roots) on to the client."""
        await self._outward.flush()
        talks = self._in_flight.get(id(upstream))
        assert self._client is not None
        if talks and talks[-1].can_send_request:
            return await talks[-1].send_raw_request(method, params)
        return await self._client.send_raw_request(method, params)

    def heard(self, upstream: Upstream, method: str, params: Params) -> None:
        """Pass a server's notification on, behind those before it."""
        if method == "notifications/cancelled":
            return
        if method == _TOOLS_CHANGED:
            self._generation += 1
            self._tools = None
        self._outward.put(partial(self._deliver, upstream, method, params))

    async def _deliver(self, upstream: Upstream, method: str, params: Params) -> None:
        context: Context | None = None
        if method == "notifications/progress":
            context = self._tokens.get((params or {}).get("progressToken"))
        elif talks := self._in_flight.get(id(upstream)):
            context = talks[-1]
        if context is not None:
            await context.notify(method, params)
        elif self._client is not None:
            await self._client.notify(method, params)

    # Tools.

    async def _tools_list(self, params: Params) -> Result:
        if (params or {}).get("cursor") is not None:
            return {"tools": []}
        tools = await self._current(params)
        return {**self._tools_extra, "tools": tools.shown}

    async def _tools_call(self, context: Context, params: Mapping[str, Any]) -> Result:
        tools = await self._current(params)
        name, arguments = params.get("name"), params.get("arguments")
        journal = self._settings.journal
        if not isinstance(name, str):
            return await self._forward(context, self._upstreams[0], "tools/call", params)
        if tools.describes(name):
            text, is_error = tools.description_of(arguments)
            journal.write("described", tool=name, arguments=arguments)
            return _text_result(text, is_error=is_error)
        call, published = tools.call(name, arguments)
        if published is None:
            # What is wrong holds values: only the places are told without --log-arguments.
            places = [fault.pointer for fault in call.faults]
            journal.write("refused", tool=name, places=places, arguments=arguments)
            return _text_result(call.message or "", is_error=True)
        if call.repairs:
            places = [one.pointer for one in call.repairs]
            journal.write("repaired", tool=published.own_name, places=places, arguments=arguments)
        journal.write("called", tool=published.own_name, arguments=call.arguments)
        own: dict[str, Any] = {**params, "name": published.own_name}
        if arguments is not None or call.arguments:
            own["arguments"] = call.arguments
        return await self._forward(context, self._upstreams[published.server], "tools/call", own)

    async def _current(self, params: Params) -> ToolSet:
        """Give the compiled tools; they are asked for again after a server's list changed."""
        async with self._compiling:
            while self._tools is None:
                generation = self._generation
                lists = await self._lists_of_tools(params)
                made = await anyio.to_thread.run_sync(
                    partial(ToolSet, named_apart(lists), self._settings.compiling)
                )
                if generation == self._generation:
                    self._tools = made
                    self._note(made)
            return self._tools

    async def _lists_of_tools(self, params: Params) -> list[tuple[str, list[Any]]]:
        meta = {key: value for key, value in (params or {}).items() if key == "_meta"}
        meta = {"_meta": _without_token(meta["_meta"])} if meta else {}
        journal = self._settings.journal
        lists: list[tuple[str, list[Any]]] = [(u.server.name, []) for u in self._upstreams]

        async def one(index: int, upstream: Upstream) -> None:
            if len(self._upstreams) > 1 and "tools" not in upstream.about.get("capabilities", {}):
                return
            page: Result = {"nextCursor": None}
            seen: set[Any] = set()
            while "nextCursor" in page and page["nextCursor"] not in seen:
                seen.add(page["nextCursor"])
                cursor = page["nextCursor"]
                asked = {**meta, **({} if cursor is None else {"cursor": cursor})}
                page = await upstream.ask("tools/list", asked or None)
                found = page.get("tools")
                lists[index][1].extend(found if isinstance(found, list) else ())
            if len(self._upstreams) == 1:
                gone = ("tools", "nextCursor")
                self._tools_extra = {k: v for k, v in page.items() if k not in gone}

        if len(self._upstreams) == 1:
            await one(0, self._upstreams[0])
        else:
            async with anyio.create_task_group() as group:
                for index, upstream in enumerate(self._upstreams):
                    group.start_soon(in_spite_of_faults, partial(one, index, upstream), journal)
        return lists

    def _note(self, tools: ToolSet) -> None:
        """Record a compilation."""
        self._group.start_soon(self._show, tools)
        if not self._settings.journal.is_kept:
            return
        rows = tools.rows()
        self._settings.journal.write(
            "compiled",
            target=tools.compiled.target.name,
            tools=[{"name": r.name, "before": r.before, "after": r.after} for r in rows],
            dropped=[{"name": d.name, "reason": d.reason} for d in tools.compiled.dropped],
        )

    async def _show(self, tools: ToolSet) -> None:
        """Show a compilation once the client has its answer: to count tokens takes longer."""
        try:
            await anyio.sleep(_SHOWN_AFTER_SECONDS)
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._settings.compiled, tools)


def _progress_token(params: Params) -> Any:
    meta = (params or {}).get("_meta")
    token = meta.get("progressToken") if isinstance(meta, Mapping) else None
    return token if isinstance(token, (str, int)) and not isinstance(token, bool) else None


def _without_token(meta: Any) -> Any:
    if not isinstance(meta, Mapping):
        return meta
    return {key: value for key, value in meta.items() if key != "progressToken"}


def _text_result(text: str, *, is_error: bool) -> Result:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


__all__ = ["Proxy", "Published", "Settings"]
