"""The programs of examples/ run against a provider that refuses what its documents refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.examples.fake_provider import provider

ROOT = Path(__file__).parents[2]
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")


def run(program: str, address: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        **dict.fromkeys(KEYS, "a-key-of-the-test"),
        "OPENAI_BASE_URL": f"{address}/v1",
        "ANTHROPIC_BASE_URL": address,
        "GEMINI_BASE_URL": address,
        "NO_PROXY": "127.0.0.1",
    }
    return subprocess.run(
        [sys.executable, f"examples/{program}", "examples/calendar.json"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120, env=environment,
    )  # fmt: skip


@pytest.mark.parametrize(
    "program", ["openai_responses.py", "anthropic_messages.py", "gemini_generate.py"]
)
def test_a_request_is_taken_and_its_call_comes_back_repaired(program: str) -> None:
    with provider() as (address, refusals):
        done = run(program, address)

    assert done.returncode == 0, done.stderr
    name, _, arguments = done.stdout.partition(" ")
    assert name == "list_events"
    assert json.loads(arguments)["limit"] == 20
    assert refusals == []


def test_the_author_of_a_server_sees_what_would_be_refused() -> None:
    done = subprocess.run(
        [sys.executable, "examples/server_author.py"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert "enum-type" in next(line for line in lines if "for gemini" in line)
    assert all(line.endswith("; now 0") for line in lines)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/responses", lambda schema: {"model": "m", "tools": [{"name": "t", "parameters": schema}]}),
        ("/v1/messages", lambda schema: {"model": "m", "tools": [{"name": "t", "input_schema": schema}]}),
        (
            "/v1beta/models/m:generateContent",
            lambda schema: {"tools": [{"functionDeclarations": [{"name": "t", "parameters": schema}]}]},
        ),
    ],
)  # fmt: skip
def test_the_provider_refuses_what_is_published_as_it_is(path: str, body: Any) -> None:
    schema = {"anyOf": [{"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}}]}
    with provider() as (address, refusals):
        request = urllib.request.Request(address + path, data=json.dumps(body(schema)).encode())
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=30)
        refused.value.close()

    assert refused.value.code == 400
    assert len(refusals) == 1
