"""The corpus, where it is present: a sample compiles for every target, and calls come back."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from leanschema.targets import TARGETS
from leanschema.tools.compiling import compile_tools
from leanschema.tools.reading import Unread, read_each
from leanschema.tools.tool import Tool

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "schemas.jsonl.gz"
pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")


@pytest.fixture(scope="module")
def tools() -> list[Tool]:
    """Read every 60th tool, each provider a namespace."""
    sample: list[Tool] = []
    with gzip.open(CORPUS) as lines:
        for number, line in enumerate(lines):
            if number % 60 == 0:
                row: dict[str, Any] = json.loads(line)
                published = {
                    "name": row["tool"],
                    "namespace": row["provider"],
                    "description": row["description"],
                    "inputSchema": row["input_schema"],
                }
                (read,) = read_each([published])
                assert not isinstance(read, Unread)
                sample.append(read)
    return sample


@pytest.mark.parametrize("target", TARGETS)
def test_every_tool_compiles(target: str, tools: list[Tool]) -> None:
    compiled = compile_tools(tools, target=target)

    # The published lowering refuses what it refuses.
    assert target == "codex" or () == compiled.dropped
    assert len(tools) == len(compiled.compiled) + len(compiled.dropped)
    names = [(one.namespace, one.name) for one in compiled.compiled]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(TARGETS[target].tool_name, name) for _, name in names)


def test_calls_are_judged_for_every_tool(tools: list[Tool]) -> None:
    compiled = compile_tools(tools, target="anthropic")

    for one in compiled.compiled:
        call = compiled.call(one.name, {})
        assert call.ok == (not call.faults)
        assert call.ok or call.message
