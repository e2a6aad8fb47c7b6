"""`compile_tools`: failures apart, results kept by content, budgets, and what is reported."""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from leanschema.errors import MissingExtra, UnknownTarget
from leanschema.targets import TARGETS
from leanschema.tools import compiling
from leanschema.tools.compiling import compile_tools
from leanschema.tools.reading import read_tools
from leanschema.tools.tool import Tool


def published(number: int, words: int = 3) -> dict[str, Any]:
    """Make a tool of some size."""
    properties = {
        f"field_{index}": {
            "type": ["string", "null"] if index % 2 else "integer",
            "description": f"Field {index} of tool {number}, as the server wants it",
        }
        for index in range(words)
    }
    schema = {"type": "object", "properties": properties, "required": ["field_0"]}
    return {"name": f"tool.{number}", "description": f"Tool {number}", "inputSchema": schema}


def many(count: int, seed: int = 0) -> list[dict[str, Any]]:
    chance = random.Random(seed)
    return [
        published(chance.randrange(10_000) * 100 + n, chance.randrange(1, 12)) for n in range(count)
    ]


def test_a_tool_that_cannot_be_used_takes_no_other_down() -> None:
    bad: list[Any] = [
        5,
        {"name": "nothing", "inputSchema": None, "type": "custom"},
        {"name": "text", "inputSchema": "{}"},
        {"name": "null", "input_schema": {"type": "null"}},
        {"type": "web_search"},
    ]

    compiled = compile_tools([bad[0], published(1), *bad[1:], published(2)], target="openai")

    assert ["tool_1", "tool_2"] == [tool["name"] for tool in compiled.tools]
    assert ["(unnamed)", "nothing", "text", "null", "(unnamed)"] == [
        d.name for d in compiled.dropped
    ]
    assert all(dropped.reason for dropped in compiled.dropped)


@pytest.mark.parametrize("target", TARGETS)
def test_texts_that_no_request_can_carry_are_cleaned(target: str) -> None:
    torn = {"name": "to\ud800rn", "description": "a \udfff b", "inputSchema": {"type": "object"}}

    inside = published(2)
    inside["inputSchema"]["properties"]["to\ud800rn"] = {"enum": ["\udfff"]}

    compiled = compile_tools([torn, published(1), inside], target=target)

    assert 3 == len(compiled.compiled)
    assert "\\ud8" not in json.dumps(compiled.tools)
    assert compiled.call(compiled.compiled[-1].name, {"field_0": 1}).ok


@pytest.mark.parametrize(
    "value",
    [2**70, -(2**70), 1e308, {1: 2}, (1, 2), {1, 2}, object()],
    # The text of an object says where it lies in memory, which no name of a test may.
    ids=["large", "small", "double", "number as key", "tuple", "set", "object"],
)
@pytest.mark.parametrize("target", ["openai", "gemini", "mcp", "codex"])
def test_a_value_of_any_kind_takes_no_other_down(value: Any, target: str) -> None:
    odd = published(1)
    odd["inputSchema"]["properties"]["field_0"] = {"type": "integer", "default": value}

    compiled = compile_tools([odd, published(2)], target=target)

    assert 2 == len(compiled.compiled) + len(compiled.dropped)
    assert "tool.2" == compiled.compiled[-1].tool.name
    assert compiled.call(compiled.compiled[0].name, {"field_0": 1}).ok


def test_the_same_tool_twice_is_one() -> None:
    compiled = compile_tools([published(1), published(1)], target="openai")

    assert ["tool_1"] == [tool["name"] for tool in compiled.tools]
    assert ["tool.1"] == [dropped.name for dropped in compiled.dropped]


def test_what_was_changed_is_told_with_its_tool() -> None:
    long = published(1) | {"description": "word " * 500}

    compiled = compile_tools([long, published(2)], target="openai")

    told = {(change.tool, change.change.keyword) for change in compiled.changes}
    assert {("tool.1", "name"), ("tool.1", "description"), ("tool.2", "name")} <= told
    assert 1_024 >= len(compiled.tools[0]["description"])


@pytest.mark.parametrize("text", [" " * 2_000, "x" * 2_000, "word " * 400, "\n" * 1_025])
def test_a_description_of_any_shape_is_cut(text: str) -> None:
    (tool,) = compile_tools([published(1) | {"description": text}], target="openai").tools

    assert 1_000 > 1_024 - len(tool["description"]) >= 0


def test_a_budget_holds_for_all_tools_together() -> None:
    tools = many(20)
    whole = compile_tools(tools, target="openai")

    fitted = compile_tools(tools, target="openai", max_tokens=whole.tokens // 2)

    assert fitted.holds
    assert whole.tokens // 2 >= fitted.tokens
    assert len(whole.tools) == len(fitted.tools)
    assert len(fitted.changes) > len(whole.changes)
    assert not compile_tools(tools, target="openai", max_tokens=10).holds


def test_a_tool_keeps_the_share_that_it_is_given() -> None:
    tools = many(8)
    most = compile_tools(tools).tokens // 3
    name = tools[3]["name"]

    plain = compile_tools(tools, max_tokens=most)
    kept = compile_tools(tools, max_tokens=most, keep={name: 1.0})

    assert tools[3]["inputSchema"] == kept.tools[3]["inputSchema"]
    assert tools[3]["inputSchema"] != plain.tools[3]["inputSchema"]


def test_a_strict_target_that_cannot_hold_the_budget_is_asked_loosely() -> None:
    tools = many(6)
    most = compile_tools(tools, target="openai-strict").tokens
    while compile_tools(tools, target="openai-strict", max_tokens=most).tools[0]["strict"]:
        most = most * 9 // 10

    compiled = compile_tools(tools, target="openai-strict", max_tokens=most)

    assert compiled.holds
    assert {False} == {tool["strict"] for tool in compiled.tools}


def test_strict_is_told_to_the_provider_and_only_where_it_is() -> None:
    tools = [published(1), published(2) | {"strict": False}]

    strict = compile_tools(tools, target="openai-strict").tools
    loose = compile_tools(tools, target="openai").tools

    assert [True, False] == [tool["strict"] for tool in strict]
    assert [False, False] == [tool["strict"] for tool in loose]


def test_no_more_strict_tools_than_a_request_may_have() -> None:
    tools = [published(number, 1) for number in range(30)]

    compiled = compile_tools(tools, target="anthropic-strict")

    assert [True] * 20 + [None] * 10 == [tool.get("strict") for tool in compiled.tools]


def test_more_tools_than_a_request_takes_is_a_warning() -> None:
    assert () == compile_tools(many(128), target="openai").warnings
    (warning,) = compile_tools(many(129), target="openai").warnings
    assert "129" in warning and "128" in warning


def test_a_namespace_is_kept_or_stands_before_the_name() -> None:
    tools = [
        Tool(name="search", namespace=space, description=space, input_schema={"type": "object"})
        for space in ("files", "web.pages")
    ]

    responses = compile_tools(tools, target="openai")
    chat = compile_tools(tools, target="mistral")

    assert ["files", "web_pages"] == [space["name"] for space in responses.tools]
    assert "web.pages" == responses.tool("search", namespace="web_pages").namespace
    assert responses.call("search", {}, namespace="web_pages").ok
    assert not responses.call("search", {}).ok
    assert ["files__search", "web_pages__search"] == [t["function"]["name"] for t in chat.tools]
    assert "web.pages" == chat.tool("web_pages__search").namespace
    assert "search" == chat.original("web_pages__search")


def test_a_name_that_no_tool_has_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        compile_tools([published(1)]).original("tool.2")


def test_a_form_of_ones_own_choice() -> None:
    compiled = compile_tools([published(1)], target="openai", form="chat")

    assert "tool_1" == compiled.tools[0]["function"]["name"]


def test_an_unknown_target_is_an_error() -> None:
    with pytest.raises(UnknownTarget):
        compile_tools([], target="nobody")


# Kept by content.


def test_the_same_content_is_compiled_once() -> None:
    tools = many(10)

    first = compile_tools(tools, target="openai")
    again = compile_tools(json.loads(json.dumps(tools)), target="openai")

    assert first.compiled is again.compiled
    assert first.tools == again.tools
    assert first.compiled is not compile_tools(tools, target="anthropic").compiled
    assert first.compiled is not compile_tools(tools, target="openai", max_bytes=100).compiled


@pytest.mark.parametrize(
    ("before", "after"), [(True, 1), (1, 1.0), (None, float("nan")), ("1", 1)], ids=str
)
def test_a_change_of_content_is_seen(before: Any, after: Any) -> None:
    tool = published(1)
    tool["inputSchema"]["properties"]["field_0"] = {"default": before}
    first = compile_tools([tool])

    tool["inputSchema"]["properties"]["field_0"]["default"] = after
    second = compile_tools([tool])

    assert first.compiled is not second.compiled


def test_what_is_kept_changes_with_nothing_outside() -> None:
    tools = many(3)
    first = compile_tools(tools, target="anthropic")
    expected = json.loads(first.to_json())

    first.tools[-1]["cache_control"] = {"type": "ephemeral"}
    first.tools[0]["input_schema"]["properties"].clear()
    tools_again = json.loads(json.dumps(tools))
    tools[0]["inputSchema"]["properties"].clear()

    assert expected == compile_tools(tools_again, target="anthropic").tools
    assert (
        compile_tools(tools_again, target="anthropic").call(expected[0]["name"], {"field_0": 1}).ok
    )


@pytest.mark.parametrize("make", [lambda tools: tools, read_tools], ids=["plain JSON", "Tools"])
def test_the_second_time_nothing_is_compiled(make: Any) -> None:
    tools = make(many(20))
    compiling.forget()

    first = compile_tools(tools, target="openai")
    again = compile_tools(tools, target="openai")
    other = compile_tools(tools, target="gemini")

    # What that saves is measured by benchmarks/tools.py.
    assert first.compiled is again.compiled
    assert first.compiled is not other.compiled


def test_what_is_kept_is_bounded() -> None:
    for number in range(200):
        compile_tools([published(number, 1)])

    assert 64 >= len(compiling._COMPILATIONS)


def test_threads_give_what_one_thread_gives() -> None:
    jobs = [(many(25, seed), target) for seed in range(8) for target in ("openai", "gemini", "mcp")]
    shared = published(7)

    def text(job: tuple[list[dict[str, Any]], str]) -> tuple[bytes, int, int]:
        compiled = compile_tools([shared, *job[0]], target=job[1])
        call = compiled.call(compiled.compiled[0].name, {"field_0": "5"})
        assert {"field_0": 5} == call.arguments
        return compiled.to_json(), len(compiled.changes), compiled.tokens

    compiling.forget()
    alone = [text(job) for job in jobs]
    compiling.forget()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(text, jobs))
    finally:
        sys.setswitchinterval(interval)

    assert alone == together


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile_tools([published(77)])
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)

    with pytest.raises(MissingExtra) as caught:
        compiled.call("tool.77", {"field_0": 1})

    assert ("jsonschema-rs", "validate") == (caught.value.package, caught.value.extra)


def test_a_function_without_pydantic_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic", None)

    def ping() -> None: ...

    with pytest.raises(MissingExtra):
        compile_tools([ping])
