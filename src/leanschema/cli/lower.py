"""`leanschema lower`: the same document with every schema lowered, or a table of what it saves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from leanschema.changes import Change
from leanschema.cli.arguments import Commands, add_files, add_target, positive
from leanschema.cli.changes import print_changes
from leanschema.cli.summary import print_summary
from leanschema.cli.terminal import Faults, read_documents
from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.explain import explain
from leanschema.fit.waterfall import MAX_BYTES
from leanschema.lower import lower
from leanschema.schema import JsonSchema
from leanschema.targets import target_named
from leanschema.tools.documents import Document
from leanschema.tools.envelopes import FoundTool, find_tools, put_back


class Result(NamedTuple):
    """A tool with its lowered schema, what ran, and how to list what changed."""

    tool: FoundTool
    schema: JsonSchema
    passes: tuple[str, ...]
    changes: Callable[[], tuple[Change, ...]]
    note: str | None = None


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
    parser.add_argument(
        "--max-bytes",
        type=positive,
        metavar="N",
        help=f"codex only: compact what is over N bytes (default: {MAX_BYTES})",
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
    door = _door(options)
    results: list[Result] = []
    for document in read_documents(options.files, faults):
        tools = find_tools(document.value)
        lowered = list(_lower(tools, door, faults))
        if options.summary or options.explain:
            results.extend(lowered)
        else:
            _print_document(document, tools, lowered)
    if options.explain:
        print_changes((result.tool.name, result.changes(), result.note) for result in results)
    elif options.summary:
        print_summary(results)
    return faults.status


def _door(options: argparse.Namespace) -> Callable[[FoundTool], Result]:
    target = target_named(options.target)
    if target.reading == "published":
        limit = None if options.no_compaction else options.max_bytes or MAX_BYTES
        return lambda tool: _published(tool, limit)
    return lambda tool: _better(tool, options)


def _published(tool: FoundTool, max_bytes: int | None) -> Result:
    steps = compaction_steps(tool.schema, max_bytes)
    schema = steps[-1].schema
    passes = tuple(step.name for step in steps[1:])
    return Result(tool, schema, passes, lambda: explain(tool.schema, schema))


def _better(tool: FoundTool, options: argparse.Namespace) -> Result:
    lowered = lower(tool.schema, options.target, strict=options.strict_reading)
    note = None if lowered.reason is None else f"not strict: {lowered.reason}"
    passes = tuple(dict.fromkeys(change.by for change in lowered.changes if change.by))
    return Result(tool, lowered.schema, passes, lambda: lowered.changes, note)


def _lower(
    tools: list[FoundTool], door: Callable[[FoundTool], Result], faults: Faults
) -> Iterator[Result]:
    for tool in tools:
        try:
            yield door(tool)
        except InvalidToolSchema as fault:
            for one in (fault, *fault.others):
                faults.report(one.of_tool(tool.name))


def _print_document(document: Document, tools: list[FoundTool], lowered: list[Result]) -> None:
    good = {result.tool.tool_path for result in lowered}
    dropped = [tool for tool in tools if tool.tool_path not in good]
    if any(not tool.tool_path for tool in dropped):
        return
    schemas: list[tuple[FoundTool, Any]] = [(result.tool, result.schema) for result in lowered]
    text = msgspec.json.encode(put_back(document.value, schemas, dropped))
    if not document.is_line:
        text = msgspec.json.format(text, indent=2)
    sys.stdout.write(text.decode() + "\n")
