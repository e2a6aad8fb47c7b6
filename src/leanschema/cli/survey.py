"""`leanschema survey`: what a corpus of tools costs, before and after lowering."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import msgspec

from leanschema.cli.arguments import Commands, positive
from leanschema.cli.live import add_servers, collected
from leanschema.cli.progress import progress_bar
from leanschema.cli.terminal import Faults, print_table, printable, table
from leanschema.errors import LeanschemaError
from leanschema.fit.waterfall import MAX_BYTES
from leanschema.survey.compare import compare, comparison_tables
from leanschema.survey.counting import Stop
from leanschema.survey.engine import survey_here
from leanschema.survey.parts import AnyPart, plan
from leanschema.survey.reading import UNREADABLE
from leanschema.survey.report import report_of
from leanschema.survey.stages import PUBLISHED_TARGET, Settings
from leanschema.survey.survey import Survey
from leanschema.survey.tables import Table, all_rows, markdown, number, tables_of, write_csv
from leanschema.targets import TARGETS

_INTERRUPTED: Final = 130


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "survey", help="measure a corpus of tools", description=__doc__, epilog=_EPILOG
    )
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="files, folders, globs, addresses such as s3://..., or -",
    )
    _add_settings(parser, "", "")
    _add_outputs(parser)
    _add_engines(parser)
    versus = parser.add_argument_group("side by side")
    versus.add_argument(
        "--compare", nargs=2, metavar=("A", "B"), help="compare two sources instead of one survey"
    )
    _add_settings(versus, "compare-", "compare with: ")
    add_servers(parser)
    parser.set_defaults(run=run, fail=parser.error)


def _add_settings(parser: argparse._ActionsContainer, prefix: str, lead: str) -> None:
    """Declare what is surveyed, or with a prefix what it is compared with."""
    parser.add_argument(
        f"--{prefix}target",
        choices=sorted(TARGETS),
        metavar="T",
        help=f"{lead}lower for this target (default: codex, the published lowering)",
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        f"--{prefix}max-bytes",
        type=positive,
        metavar="N",
        help=f"{lead}fit each schema into N bytes (default: 4000 for codex)",
    )
    budget.add_argument(
        f"--{prefix}max-tokens",
        type=positive,
        metavar="N",
        help=f"{lead}fit each schema into N o200k tokens",
    )
    parser.add_argument(
        f"--{prefix}fitter",
        choices=("waterfall", "best-first"),
        help=f"{lead}how to fit (default: the published waterfall for codex by bytes)",
    )


_EPILOG: Final = """JSON, JSON Lines, Parquet with a column of schema text; plain, gzip or zip. The
exit status is 1 where a tool or line could not be measured, 2 where a source could not be read, and
130 where Ctrl-C ended it early."""


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    outputs = parser.add_argument_group("outputs")
    outputs.add_argument("--title", metavar="TEXT", help="what to call the survey")
    outputs.add_argument("--json", type=Path, metavar="FILE", help="write all of it as data")
    outputs.add_argument("--csv", type=Path, metavar="DIR", help="write the tables as CSV")
    outputs.add_argument("--html", type=Path, metavar="FILE", help="write it as one page")
    outputs.add_argument("--markdown", action="store_true", help="print the tables as Markdown")


def _add_engines(parser: argparse.ArgumentParser) -> None:
    engines = parser.add_argument_group("where the work is done")
    engines.add_argument(
        "--workers", type=positive, metavar="N", help="processes (default: one for each core)"
    )
    cluster = engines.add_mutually_exclusive_group()
    cluster.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster: tcp://host:8786")
    cluster.add_argument("--cluster", action="store_true", help="a Dask cluster on this machine")


def run(options: argparse.Namespace) -> int:
    """Survey the sources, or compare two; give the exit status."""
    with ExitStack() as stack:
        live_status = _collected(options, stack)
        _check(options)
        return max(live_status, _run(options))


def _collected(options: argparse.Namespace, stack: ExitStack) -> int:
    """Put the tools of live servers into files, which are surveyed like others."""
    if not (options.url or options.config or options.server_command):
        return 0
    faults = Faults()
    folder = Path(stack.enter_context(TemporaryDirectory()))
    for result in collected(options, faults):
        file = folder / f"{result.server.name}.jsonl"
        file.write_bytes(b"".join(msgspec.json.encode(tool) + b"\n" for tool in result.tools))
        if result.tools:
            options.sources.append(str(file))
    return faults.status


def _run(options: argparse.Namespace) -> int:
    with _interruptible(reads_input="-" in options.sources) as stop:
        settings = _settings(options, "")
        if not _is_compared(options):
            report = _surveyed(options, options.sources, settings, stop)
            _write(options, report, tables_of(report), [*tables_of(report, faults=1_000)])
            return _status([report])
        first, second = options.compare or (None, None)
        other = _settings(options, "compare_") if _has_other_settings(options) else settings
        sides = [
            _surveyed(options, [first] if first else options.sources, settings, stop),
            _surveyed(options, [second] if second else options.sources, other, stop),
        ]
        comparison = compare(*sides)
        _write(options, comparison, comparison_tables(comparison), comparison_tables(comparison))
        return _status(sides)


def _is_compared(options: argparse.Namespace) -> bool:
    return options.compare is not None or _has_other_settings(options)


def _has_other_settings(options: argparse.Namespace) -> bool:
    return any(getattr(options, f"compare_{name}") is not None for name in _SETTINGS)


_SETTINGS: Final = ("target", "max_bytes", "max_tokens", "fitter")


def _settings(options: argparse.Namespace, prefix: str) -> Settings:
    """Read the settings; what is not said follows from the target, as `lower` has it."""
    target, max_bytes, max_tokens, fitter = (getattr(options, prefix + name) for name in _SETTINGS)
    target = target or PUBLISHED_TARGET
    is_published = target == PUBLISHED_TARGET and max_tokens is None
    if max_bytes is None and is_published:
        max_bytes = MAX_BYTES
    if fitter is None:
        fitter = "waterfall" if is_published else "best-first"
    elif fitter == "waterfall" and not is_published:
        options.fail("--fitter waterfall is for the target codex and a budget in bytes")
    return Settings(max_bytes, max_tokens, target, fitter)


def _check(options: argparse.Namespace) -> None:
    if options.compare is None:
        if not options.sources:
            options.fail("the following arguments are required: SOURCE")
    elif options.sources:
        options.fail("--compare A B takes the place of SOURCE")
    is_compared = _is_compared(options)
    if is_compared and options.html:
        options.fail("--html shows one survey, not two")
    if is_compared and "-" in (options.compare or options.sources):
        options.fail("- cannot be compared: it can be read only once")


def _surveyed(
    options: argparse.Namespace, sources: Sequence[str], settings: Settings, stop: Stop
) -> dict[str, Any]:
    parts = list(plan(sources))
    size = sum(part.size for part in parts) if "-" not in sources else None
    with progress_bar(size) as progress:
        told = {"progress": progress, "stop": stop}
        survey = _survey(options, parts, settings, told)
    return report_of(survey, settings, sources, title=options.title)


def _survey(
    options: argparse.Namespace, parts: list[AnyPart], settings: Settings, told: dict[str, Any]
) -> Survey:
    if options.cluster or options.scheduler:
        from leanschema.survey.cluster import survey_on_cluster

        return survey_on_cluster(
            parts, settings, options.scheduler, workers=options.workers, **told
        )
    workers = options.workers or _cores()
    size = sum(part.size for part in parts)
    if options.workers is None and size < _SMALL_BYTES and all(p.address != "-" for p in parts):
        # Starting processes would take longer than the work.
        workers = 1
    if workers == 1:
        return survey_here(parts, settings, **told)
    from leanschema.survey.local import survey_on_cores

    return survey_on_cores(parts, settings, workers, **told)


_SMALL_BYTES: Final = 500_000


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _write(
    options: argparse.Namespace, report: dict[str, Any], tables: list[Table], written: list[Table]
) -> None:
    try:
        if options.json:
            options.json.write_bytes(msgspec.json.encode(report) + b"\n")
        if options.csv:
            rows = [all_rows(report)] if "rows" in report else []
            write_csv([*written, *rows], options.csv)
        if options.html:
            from leanschema.survey.page import write_page

            write_page(report, options.html)
    except OSError as fault:
        raise LeanschemaError(f"cannot write {fault.filename}: {fault.strerror}") from None
    if options.markdown:
        sys.stdout.write(markdown(tables))
        return
    if "title" in report:
        print(_lead(report), end="\n\n")
    for one in tables:
        made = table(*one.columns, title=one.title, left=one.words == len(one.columns))
        for column in made.columns[: one.words]:
            column.justify, column.no_wrap = "left", False
        for row in one.rows:
            made.add_row(*(number(cell) for cell in row))
        print_table(made)
        print()


def _lead(report: dict[str, Any]) -> str:
    """Say in a line what was surveyed."""
    lead = f"{report['title']}: {report['tools']:,} tools, {report['parsed']:,} measured"
    faults = report["faults_total"]
    return printable(f"{lead}, {faults:,} faults" if faults else lead)


def _status(reports: list[dict[str, Any]]) -> int:
    kinds = {kind for report in reports for kind, _ in report.get("fault_kinds", ())}
    for report in reports:
        if report["stopped_early"]:
            print("stopped early: this is what was done until then", file=sys.stderr)
            return _INTERRUPTED
    return 2 if UNREADABLE in kinds else 1 if kinds else 0


@contextmanager
def _interruptible(*, reads_input: bool) -> Iterator[Stop]:
    """Let the first Ctrl-C end the work with what was done so far, and the second end it at once."""
    stopped = False

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if reads_input:
            # Ends a read that waits for more.
            os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda: stopped
    finally:
        signal.signal(signal.SIGINT, before)
