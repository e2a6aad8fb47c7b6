"""`leanschema lower`: the same document with every schema lowered, or a table of what it saves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from leanschema.cli.terminal import Faults, print_table, read_documents, table
from leanschema.compatible import compaction_steps
from leanschema.errors import InvalidToolSchema
from leanschema.fit.sizes import count_tokens
from leanschema.fit.waterfall import MAX_BYTES, Step
from leanschema.references import DEFINITION_TABLES
from leanschema.schema import JsonSchema
from leanschema.tools.documents import Document
from leanschema.tools.envelopes import FoundTool, find_tools, put_back


class _Lowered(NamedTuple):
    tool: FoundTool
    steps: tuple[Step, ...]

    @property
    def schema(self) -> JsonSchema:
        return self.steps[-1].schema


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser("lower", help="lower the schemas of tools", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON or JSON Lines, or -")
    parser.add_argument(
        "--no-compaction", action="store_true", help="keep descriptions and definitions"
    )
    parser.add_argument(
        "--max-bytes",
        type=_positive,
        default=MAX_BYTES,
        metavar="N",
        help="compact what is over N bytes (default: %(default)s)",
    )
    parser.add_argument("--summary", action="store_true", help="print one line a tool instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lower every tool of every file; give the exit status."""
    faults = Faults()
    max_bytes = None if options.no_compaction else options.max_bytes
    rows = []
    for document in read_documents(options.files, faults):
        tools = find_tools(document.value)
        lowered = list(_lower(tools, max_bytes, faults))
        if options.summary:
            rows.extend(map(_row, lowered))
        else:
            _print_document(document, tools, lowered)
    if options.summary:
        _print_summary(rows)
    return faults.status


def _lower(tools: list[FoundTool], max_bytes: int | None, faults: Faults) -> Iterator[_Lowered]:
    for tool in tools:
        try:
            yield _Lowered(tool, compaction_steps(tool.schema, max_bytes))
        except InvalidToolSchema as fault:
            faults.report(fault.of_tool(tool.name))


def _print_document(document: Document, tools: list[FoundTool], lowered: list[_Lowered]) -> None:
    good = {result.tool.tool_path for result in lowered}
    dropped = [tool for tool in tools if tool.tool_path not in good]
    if dropped and not good and () in {tool.tool_path for tool in dropped}:
        return
    schemas = [(result.tool, result.schema) for result in lowered]
    text = msgspec.json.encode(put_back(document.value, schemas, dropped))
    if not document.is_line:
        text = msgspec.json.format(text, indent=2)
    sys.stdout.write(text.decode() + "\n")


def _row(lowered: _Lowered) -> tuple[str, ...]:
    before = msgspec.json.encode(lowered.tool.schema)
    after = lowered.schema.to_json()
    definitions = f"{_raw_definitions(lowered.tool.schema)} -> {_definitions(lowered.schema)}"
    references = f"{_raw_references(lowered.tool.schema)} -> {_references(lowered.schema)}"
    passes = ", ".join(step.name for step in lowered.steps[1:]) or "none"
    return (
        lowered.tool.name,
        str(len(before)),
        str(len(after)),
        definitions,
        references,
        str(count_tokens(before)),
        str(count_tokens(after)),
        passes,
    )


def _print_summary(rows: list[tuple[str, ...]]) -> None:
    made = table(
        "tool", "bytes", "lowered", "definitions", "references", "tokens", "lowered", "passes"
    )
    for row in rows:
        made.add_row(*row)
    print_table(made)


def _raw_definitions(raw: Any) -> int:
    tables = [raw.get(word) for word in DEFINITION_TABLES] if isinstance(raw, dict) else []
    return sum(len(entries) for entries in tables if isinstance(entries, dict))


def _definitions(schema: JsonSchema) -> int:
    return len(schema.defs or ()) + len(schema.definitions or ())


def _raw_references(raw: Any) -> int:
    count = 0
    pending = [raw]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            count += isinstance(value.get("$ref"), str)
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return count


def _references(schema: JsonSchema) -> int:
    count = 0
    pending = [schema]
    while pending:
        node = pending.pop()
        count += node.ref is not None
        pending.extend(child for _, child in node.children())
    return count


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number of bytes above 0, found {text}")
    return number
