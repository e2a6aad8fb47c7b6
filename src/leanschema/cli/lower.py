"""`leanschema lower`: the same document with every schema lowered, or a table of what it saves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from leanschema.changes import Change
from leanschema.cli.arguments import Commands, add_files, add_target, positive
from leanschema.cli.changes import print_changes
from leanschema.cli.summary import print_summary
from leanschema.cli.terminal import Faults, read_documents
from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.explain import explain
from leanschema.fit.sizes import size_bytes
from leanschema.fit.waterfall import MAX_BYTES, waterfall
from leanschema.lower import lower
from leanschema.pointer import Token
from leanschema.schema import JsonSchema
from leanschema.targets import target_named
from leanschema.tools.documents import Document
from leanschema.tools.envelopes import FoundTool, find_tools, put_back
from leanschema.tools.toolset import FittedTool, fit_found


class Result(NamedTuple):
    """A tool with its lowered schema, what ran, and how to list what changed."""

    tool: FoundTool
    schema: JsonSchema
    passes: tuple[str, ...]
    changes: Callable[[], tuple[Change, ...]]
    note: str | None = None
    # What its description became: UNSET where nothing is left, None where it is as it was.
    description: str | UnsetType | None = None


class _Read(NamedTuple):
    document: Document
    tools: list[FoundTool]


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser("lower", help="lower the schemas of tools", description=__doc__)
    add_files(parser)
    add_target(parser, default="codex")
    parser.add_argument(
        "--no-compaction",
        action="store_true",
        help="codex only: keep descriptions and definitions",
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--max-bytes", type=positive, metavar="N", help="fit each schema into N bytes"
    )
    budget.add_argument(
        "--max-tokens", type=positive, metavar="N", help="fit each schema into N o200k tokens"
    )
    budget.add_argument(
        "--total-tokens", type=positive, metavar="N", help="fit all tools together into N tokens"
    )
    parser.add_argument(
        "--fitter",
        choices=("waterfall", "best-first"),
        help="how to fit (default: the published waterfall for codex by bytes, else best-first)",
    )
    parser.add_argument(
        "--strict-reading",
        action="store_true",
        help="a value of the wrong shape is an error, not a repair",
    )
    parser.add_argument("--summary", action="store_true", help="print one line a tool instead")
    parser.add_argument("--explain", action="store_true", help="print what changed instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lower every tool of every file; give the exit status."""
    faults = Faults()
    if options.total_tokens is not None:
        read = [_Read(d, find_tools(d.value)) for d in read_documents(options.files, faults)]
        fitted = iter(_fit_together([t for one in read for t in one.tools], options, faults))
        lowered = [(one, [next(fitted) for _ in one.tools]) for one in read]
        return _print(((one, [r for r in rs if r]) for one, rs in lowered), options, faults)
    door = _door(options)
    documents = read_documents(options.files, faults)
    each = (_Read(document, find_tools(document.value)) for document in documents)
    return _print(((one, list(_lower(one.tools, door, faults))) for one in each), options, faults)


def _print(
    lowered: Iterable[tuple[_Read, list[Result]]], options: argparse.Namespace, faults: Faults
) -> int:
    results: list[Result] = []
    for read, of_document in lowered:
        if options.summary or options.explain:
            results.extend(of_document)
        else:
            _print_document(read, of_document)
    if options.explain:
        print_changes((result.tool.name, result.changes(), result.note) for result in results)
    elif options.summary:
        print_summary(results)
    return faults.status


def _door(options: argparse.Namespace) -> Callable[[FoundTool], Result]:
    target = target_named(options.target)
    published = target.reading == "published"
    if published and options.max_tokens is None and options.fitter != "best-first":
        limit = None if options.no_compaction else options.max_bytes or MAX_BYTES
        return lambda tool: _published(tool, limit)
    if options.fitter == "waterfall":
        return lambda tool: _by_waterfall(tool, options)
    return lambda tool: _better(tool, options)


def _published(tool: FoundTool, max_bytes: int | None) -> Result:
    steps = compaction_steps(tool.schema, max_bytes)
    schema = steps[-1].schema
    passes = tuple(step.name for step in steps[1:])
    return Result(tool, schema, passes, lambda: explain(tool.schema, schema))


def _by_waterfall(tool: FoundTool, options: argparse.Namespace) -> Result:
    lowered = lower(tool.schema, options.target, strict=options.strict_reading).schema
    steps = waterfall(lowered, options.max_bytes or MAX_BYTES, size_bytes(lowered))
    schema = steps[-1].schema
    passes = tuple(step.name for step in steps[1:])
    return Result(tool, schema, passes, lambda: explain(tool.schema, schema))


def _better(tool: FoundTool, options: argparse.Namespace) -> Result:
    lowered = lower(
        tool.schema,
        options.target,
        strict=options.strict_reading,
        max_bytes=options.max_bytes,
        max_tokens=options.max_tokens,
    )
    notes = [f"not strict: {lowered.reason}"] if lowered.reason else []
    if not lowered.holds:
        notes.append("over the budget: its property names alone are")
    passes = tuple(dict.fromkeys(change.by for change in lowered.changes if change.by))
    return Result(tool, lowered.schema, passes, lambda: lowered.changes, "; ".join(notes) or None)


def _fit_together(
    tools: list[FoundTool], options: argparse.Namespace, faults: Faults
) -> Iterator[Result | None]:
    """Fit the tools of all files into one budget; None in the place of one that can't be used."""
    together = fit_found(tools, max_tokens=options.total_tokens, target=options.target)
    for fault in together.dropped:
        faults.report(fault)
    if not together.holds:
        print(
            f"warning: {together.size} tokens: the names and required properties alone are over",
            file=sys.stderr,
        )
    fitted = {id(one.found): one for one in together.tools}
    for tool in tools:
        one = fitted.get(id(tool))
        yield None if one is None else _together(one)


def _together(one: FittedTool) -> Result:
    passes = tuple(dict.fromkeys(change.by for change in one.changes if change.by))
    member = one.fitted
    left = UNSET if member.description is None else member.description
    return Result(one.found, member.schema, passes, lambda: one.changes, None, left)


def _lower(
    tools: list[FoundTool], door: Callable[[FoundTool], Result], faults: Faults
) -> Iterator[Result]:
    for tool in tools:
        try:
            yield door(tool)
        except InvalidToolSchema as fault:
            for one in (fault, *fault.others):
                faults.report(one.of_tool(tool.name))


def _print_document(read: _Read, lowered: list[Result]) -> None:
    good = {result.tool.tool_path for result in lowered}
    dropped = [tool for tool in read.tools if tool.tool_path not in good]
    if any(not tool.tool_path for tool in dropped):
        return
    values: list[tuple[tuple[Token, ...], Any]] = []
    for result in lowered:
        values.append((result.tool.schema_path, result.schema))
        if result.description is not None and result.tool.description_path:
            values.append((result.tool.description_path, result.description))
    text = msgspec.json.encode(put_back(read.document.value, values, dropped))
    if not read.document.is_line:
        text = msgspec.json.format(text, indent=2)
    sys.stdout.write(text.decode() + "\n")
