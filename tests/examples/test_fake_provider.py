"""The fake refuses what the target's rules refuse, and takes what we make of it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from leanschema import (
    Tool,
    compile_tools,
    read_tools,
    to_anthropic,
    to_chat,
    to_gemini,
    to_responses,
)
from leanschema.tools.write import Form
from tests.examples.fake_provider import MODEL, Provider, fake_provider

CALENDAR = Path(__file__).parents[2] / "examples" / "calendar.json"
PUBLISHED = read_tools(json.loads(CALENDAR.read_text())["tools"])


def openapi(tools: list[Tool]) -> list[dict[str, Any]]:
    return to_gemini(tools, openapi=True)


RESPONSES = ("/v1/responses", {"input": "Hi."})
CHAT = ("/v1/chat/completions", {"messages": [{"role": "user", "content": "Hi."}]})
MESSAGES = ("/v1/messages", {"messages": [{"role": "user", "content": "Hi."}]})
GEMINI = (
    f"/v1beta/models/{MODEL}:generateContent",
    {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]},
)
EACH = pytest.mark.parametrize(
    ("target", "form", "api", "write"),
    [
        ("openai", "responses", RESPONSES, to_responses),
        ("openai-strict", "responses", RESPONSES, to_responses),
        ("openai", "chat", CHAT, to_chat),
        ("anthropic", "anthropic", MESSAGES, to_anthropic),
        ("anthropic-strict", "anthropic", MESSAGES, to_anthropic),
        ("gemini", "gemini-openapi", GEMINI, openapi),
        ("gemini-json", "gemini", GEMINI, to_gemini),
        ("groq", "chat", ("/groq/v1/chat/completions", CHAT[1]), to_chat),
        ("deepseek", "chat", ("/deepseek/v1/chat/completions", CHAT[1]), to_chat),
    ],
)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with fake_provider() as running:
        yield running


def post(provider: Provider, api: tuple[str, Any], tools: Any) -> tuple[int, Any]:
    path, asked = api
    body = json.dumps({"model": MODEL, **asked, "tools": tools}).encode()
    request = urllib.request.Request(provider.url + path, body, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


@EACH
def test_published_tools_are_refused_and_compiled_ones_are_taken(
    target: str,
    form: Form,
    api: tuple[str, Any],
    write: Callable[[list[Tool]], Any],
    provider: Provider,
) -> None:
    status, said = post(provider, api, write(PUBLISHED))

    assert 400 == status
    assert "Invalid schema for function" in said["error"]["message"]

    compiled = compile_tools(PUBLISHED, target=target, form=form)
    status, said = post(provider, api, compiled.tools)

    assert (200, ()) == (status, compiled.dropped)
    assert "list_events" in json.dumps(said)


@pytest.mark.parametrize("name", ["list events", "x" * 65, ""])
def test_a_name_that_the_target_refuses_is_refused(name: str, provider: Provider) -> None:
    tool = Tool(name=name, input_schema={"type": "object", "properties": {}}, strict=False)

    status, said = post(provider, RESPONSES, to_responses([tool]))

    assert 400 == status
    assert said["error"]["message"].startswith("Invalid name")


def test_a_model_that_it_does_not_have_is_refused(provider: Provider) -> None:
    status, said = post(provider, ("/v1/responses", {"model": "retired", "input": "Hi."}), [])

    assert (400, "The model 'retired' does not exist") == (status, said["error"]["message"])
