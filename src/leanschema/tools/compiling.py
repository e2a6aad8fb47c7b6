"""`compile_tools`: a list of anything to a request's list of tools.

read each ─► lower each ─► name ─► fit all ─► write        (a tool that fails is left out)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from leanschema.fit.fitting import Budget, budget_of
from leanschema.fit.sizes import TokenCounter
from leanschema.fit.toolset import Member, fit_set
from leanschema.lower import lower
from leanschema.lowered import Lowered
from leanschema.targets import looser_of, target_of
from leanschema.targets.target import Target
from leanschema.tools.allowance import StrictAllowance
from leanschema.tools.cache import ContentCache
from leanschema.tools.compiled import Compilation, Compiled, CompiledTool, Dropped
from leanschema.tools.reading import (
    Unread,
    content_of,
    items_of,
    listed,
    read_each,
    reason_of,
)
from leanschema.tools.showing import as_shown, named_tools
from leanschema.tools.tool import Tool
from leanschema.tools.write import WRITERS, Form, form_of


class _Options(NamedTuple):
    target: Target
    form: Form
    budget: Budget | None
    keep: Mapping[str, float]
    weights: Mapping[str, float]
    tokenizer: TokenCounter | None

    def key(self) -> tuple[Any, ...]:
        """Give what two runs with the same results share; the cache keeps the objects alive."""
        most = self.budget and (self.budget.most, self.budget.cost is len)
        shares = (frozenset(self.keep.items()), frozenset(self.weights.items()))
        return (id(self.target), self.form, most, shares, id(self.tokenizer))


def compile_tools(
    tools: Iterable[Any],
    *,
    target: str | Target = "mcp",
    form: Form | None = None,
    max_tokens: int | None = None,
    max_bytes: int | None = None,
    keep: Mapping[str, float] | None = None,
    weights: Mapping[str, float] | None = None,
    tokenizer: TokenCounter | None = None,
) -> Compiled:
    """Compile tools for a provider: lower each, fit all into one budget, name, write.

    `tools` are `Tool`s, published forms, SDK objects, functions or Pydantic models, in any mix.
    `form` is how the tools are written, where it is not the usual one of the target. A budget
    (`max_tokens`, or `max_bytes`) is for all tools together, names and descriptions included;
    `keep` is the share (0 to 1) of its size that a tool keeps whatever it costs the others, by
    name, and `weights` make what a tool loses dearer (above 1) or cheaper. Results are kept by
    content: the same tools again cost next to nothing, least as `Tool`s.
    Raises UnknownTarget, InvalidTarget, MissingExtra, and ValueError for a budget that is none.
    """
    goal = target_of(target)
    budget = budget_of(max_bytes, max_tokens, tokenizer)
    written_as = form or form_of(goal)
    options = _Options(goal, written_as, budget, keep or {}, weights or {}, tokenizer)
    items = listed(tools)
    content = content_of(items)
    if content is None:
        items = read_each(items)
        content = content_of(items)
    if content is None:
        return Compiled(_compile(items, options))
    key = (options.key(), content)
    kept = _COMPILATIONS.get(key)
    if kept is None:
        if isinstance(content, bytes):
            # What is kept must not change with what was given.
            items = read_each(items_of(content), are_ours=True)
        kept = _COMPILATIONS.put(key, (_compile(items, options), options))
    return Compiled(kept[0])


def _compile(items: list[Tool | Unread], options: _Options) -> Compilation:
    dropped: list[Dropped] = []
    lowered = _lowered(items, options.target, dropped)
    compiled, holds = _fitted(
        named_tools(lowered, options.form, options.target), options, options.target
    )
    looser = looser_of(options.target)
    if not holds and looser is not None and any(one.lowered.strict for one in compiled):
        # A strict form can only lose words: the other one is asked instead.
        lowered = _lowered(items, looser, [])
        compiled, holds = _fitted(
            named_tools(lowered, options.form, options.target), options, looser
        )
    return Compilation(
        options.target,
        compiled,
        tuple(dropped),
        partial(_written, compiled, options.form),
        tokenizer=options.tokenizer,
        warnings=_warnings(compiled, options.target),
        holds=holds,
    )


def _lowered(
    items: list[Tool | Unread], target: Target, dropped: list[Dropped]
) -> list[tuple[Tool, bytes, Lowered]]:
    """Lower each tool; what is none, fails, or came before is left out with its reason."""
    allowance, looser = StrictAllowance(target), looser_of(target) or target
    done: dict[tuple[str, bytes], None] = {}
    lowered: list[tuple[Tool, bytes, Lowered]] = []
    for item in items:
        if isinstance(item, Unread):
            dropped.append(Dropped(item.name, item.reason))
            continue
        tool = item
        try:
            tool, content = _written_whole(item)
            if (tool.qualified_name, content) in done:
                dropped.append(Dropped(tool.qualified_name, "the same tool came before"))
                continue
            result = _lower(tool, content, looser if allowance.is_spent else target)
            if result.strict and not allowance.takes(result.schema):
                result = _lower(tool, content, looser)
        except Exception as fault:
            dropped.append(Dropped(tool.qualified_name, reason_of(fault)))
            continue
        done[tool.qualified_name, content] = None
        lowered.append((tool, content, result))
    return lowered


def _lower(tool: Tool, content: bytes, target: Target) -> Lowered:
    if tool.strict is False:
        target = looser_of(target) or target
    key = (content, id(target))
    kept = _LOWERED.get(key)
    if kept is None:
        kept = _LOWERED.put(key, (lower(tool.input_schema, target), target))
    return kept[0]


def _fitted(
    compiled: list[CompiledTool], options: _Options, target: Target
) -> tuple[tuple[CompiledTool, ...], bool]:
    if options.budget is None:
        return tuple(compiled), True
    members = [
        Member(
            one.name,
            one.description,
            one.schema,
            _of_tool(options.weights, one.tool, 1.0),
            _of_tool(options.keep, one.tool, 0.0),
        )
        for one in compiled
    ]
    fitted = fit_set(members, target, options.budget)
    together = tuple(
        one._replace(schema=member.schema, description=member.description, fitted=member.changes)
        for one, member in zip(compiled, fitted.members, strict=True)
    )
    return together, fitted.holds


def _of_tool(shares: Mapping[str, float], tool: Tool, default: float) -> float:
    return shares.get(tool.qualified_name, shares.get(tool.name, default))


def _written(compiled: Iterable[CompiledTool], form: Form) -> bytes:
    return msgspec.json.encode(WRITERS[form]([as_shown(one, form) for one in compiled]))


def _written_whole(tool: Tool) -> tuple[Tool, bytes]:
    """See that a tool can be written, without what no request can carry, and give its content."""
    try:
        content = tool.content
    except UnicodeEncodeError:
        tool = Tool(**_clean({field: getattr(tool, field) for field in Tool.__struct_fields__}))
        content = tool.content
    except (TypeError, ValueError, OverflowError):
        # Whether the schema can be used is for lowering to say.
        content = repr(tool).encode("utf-8", "surrogatepass")
    if tool.output_schema is not None or tool.annotations is not None:
        msgspec.json.encode((tool.output_schema, tool.annotations))
    return tool, content


def _clean(value: Any) -> Any:
    """Replace the lone surrogates of a JSON value: no request can carry them."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if isinstance(value, dict):
        return {_clean(name): _clean(member) for name, member in value.items()}
    return [_clean(item) for item in value] if isinstance(value, (list, tuple)) else value


def _warnings(compiled: tuple[CompiledTool, ...], target: Target) -> tuple[str, ...]:
    """Say what the provider may still refuse."""
    most = (looser_of(target) or target).limits.max_tools
    if most is None or len(compiled) <= most:
        return ()
    return (f"{len(compiled)} tools, and {target.title} takes {most} in one request",)


_COMPILATIONS: Final[ContentCache[tuple[Compilation, _Options]]] = ContentCache(64)
_LOWERED: Final[ContentCache[tuple[Lowered, Target]]] = ContentCache(8_192)


def forget() -> None:
    """Forget the results that are kept by content."""
    _COMPILATIONS.clear()
    _LOWERED.clear()
