"""`leanschema doctor`: what is installed, and whether it works, in a second."""

from __future__ import annotations

import argparse
import platform
import re
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from time import perf_counter
from typing import Any, Final, NamedTuple

from leanschema.cli.arguments import Commands
from leanschema.cli.terminal import print_table, table
from leanschema.compatible import parse_tool_input_schema
from leanschema.conformity import violations
from leanschema.errors import LeanschemaError
from leanschema.fit.sizes import count_tokens
from leanschema.lower import lower
from leanschema.targets import TARGETS

# Extras for those who work on the project, not for those who use it.
_NOT_FOR_USERS: Final = frozenset(("all", "docs", "test"))
_REQUIREMENT: Final = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9._-]*)[^;]*(?:;.*extra == [\"']([^\"']+))?"
)

_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "when": {"type": ["string", "null"], "format": "date", "description": "The day."},
        "who": {"type": "array", "items": {"$ref": "#/$defs/Guest"}, "minItems": 1},
        "room": {"oneOf": [{"const": "attic"}, {"const": 2}]},
    },
    "required": ["when"],
    "$defs": {"Guest": {"type": "object", "properties": {"name": {"type": "string"}}}},
}
_ARGUMENTS: Final = {"when": None, "who": [{"name": "Ada"}], "room": 2}
_PUBLISHED: Final = (
    b'{"type":"object","properties":{"room":{"type":"string","enum":[2]},'
    b'"when":{"type":["string","null"],"description":"The day."}}}'
)
_SAMPLE, _SAMPLE_TOKENS = '{"type":"object","properties":{}}', 9


class Check(NamedTuple):
    """Something that must hold: its name, and what says so or raises."""

    name: str
    run: Callable[[], str]


def add_parser(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "doctor", help="tell versions and extras, and check itself", description=__doc__
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what there is and what works; give 1 where something does not."""
    started = perf_counter()
    installed = table("package", "version", "for", left=True)
    for row in _packages():
        installed.add_row(*row)
    print_table(installed)
    print()
    checked = table("check", "result", left=True)
    failed = 0
    for check in CHECKS:
        try:
            result = check.run()
        except Exception as fault:
            result, failed = f"FAILED: {type(fault).__name__}: {fault}", failed + 1
        checked.add_row(check.name, result)
    print_table(checked)
    print(f"\n{'all is well' if not failed else f'{failed} checks failed'}", end="")
    print(f" ({perf_counter() - started:.2f} s)")
    return 1 if failed else 0


def _packages() -> Iterator[tuple[str, str, str]]:
    """Yield this program, and what it needs and may use: name, version, what for."""
    yield "python", platform.python_version(), sys.implementation.name
    yield "leanschema", metadata.version("leanschema"), platform.system()
    for requirement in metadata.requires("leanschema") or ():
        found = _REQUIREMENT.match(requirement)
        if found is None or found[2] in _NOT_FOR_USERS or found[1] == "leanschema":
            continue
        extra = found[2]
        missing = f"missing: pip install 'leanschema[{extra}]'" if extra else "missing"
        yield found[1], _version(found[1]) or missing, extra or "everything"


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _tokenizer() -> str:
    count = count_tokens(_SAMPLE)
    if count != _SAMPLE_TOKENS:
        raise LeanschemaError(f"{_SAMPLE} has {_SAMPLE_TOKENS} tokens, counted {count}")
    return "o200k_base, offline"


def _compatible_door() -> str:
    raw = {name: {**node} for name, node in _SCHEMA["properties"].items() if name != "who"}
    raw["room"] = {"const": 2}
    lowered = parse_tool_input_schema({"properties": raw}).to_json()
    if lowered != _PUBLISHED:
        raise LeanschemaError(f"expected {_PUBLISHED.decode()}, found {lowered.decode()}")
    return f"as published, {len(lowered)} bytes"


def _every_target() -> str:
    """Lower for every target and look at the result with its own rules; call there and back."""
    for target in TARGETS.values():
        lowered = lower(_SCHEMA, target)
        for violation in violations(lowered.to_dict(), lowered.target):
            raise LeanschemaError(
                f"{target.name}: {violation.message} at {violation.pointer or 'the root'}"
            )
        back = lowered.restore(lowered.present(_ARGUMENTS))
        if back != _ARGUMENTS:
            raise LeanschemaError(f"{target.name}: {_ARGUMENTS} came back as {back}")
    return f"{len(TARGETS)} targets take what is lowered for them, and arguments come back"


def _fitting() -> str:
    most = 60
    fitted = lower(_SCHEMA, "openai", max_tokens=most)
    if fitted.tokens > most:
        raise LeanschemaError(f"{fitted.tokens} tokens in a budget of {most}")
    return f"{lower(_SCHEMA, 'openai').tokens} tokens into {most}: {fitted.tokens}"


CHECKS: Final = (
    Check("tokenizer", _tokenizer),
    Check("compatible door", _compatible_door),
    Check("targets", _every_target),
    Check("fitting", _fitting),
)
