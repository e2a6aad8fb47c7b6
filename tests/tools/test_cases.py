"""The reported faults (tests/lower/cases.jsonl) as whole tools: names, calls, tools left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from leanschema import Compiled, compile_tools
from leanschema.json_values import same_json

LINES = (Path(__file__).parents[1] / "lower" / "cases.jsonl").read_text().splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
SIBLING = {"name": "sibling", "inputSchema": {"type": "object", "properties": {}}}


def compiled(case: dict[str, Any], target: str) -> Compiled:
    name = case.get("tool_name", "the_tool")
    return compile_tools([{"name": name, "inputSchema": case["schema"]}, SIBLING], target=target)


def pairs(*, of: str) -> list[Any]:
    return [
        pytest.param(case, target, id=f"{case['name']}-{target}")
        for case in CASES
        for target in case["targets"]
        if of in case
    ]


@pytest.mark.parametrize(("case", "target"), pairs(of="calls"))
def test_a_call_comes_back_as_the_tool_expects_it_or_is_explained(
    case: dict[str, Any], target: str
) -> None:
    tools = compiled(case, target)
    for asked in case["calls"]:
        call = tools.call("the_tool", asked["given"])
        if "gives" in asked:
            assert call.ok, call
            assert same_json(call.arguments, asked["gives"])
            assert bool(call.repairs) == (not same_json(asked["given"], asked["gives"]))
        else:
            assert not call.ok
            assert call.message is not None
            assert all(word in call.message for word in asked["says"]), call.message


@pytest.mark.parametrize(("case", "target"), pairs(of="sent_name"))
def test_a_name_that_the_target_refuses_is_sent_as_another_and_comes_back(
    case: dict[str, Any], target: str
) -> None:
    tools = compiled(case, target)
    sent = tools.compiled[0].name

    assert sent != case["tool_name"]
    assert re.fullmatch(case["sent_name"], sent)
    assert tools.original(sent) == case["tool_name"]
    assert tools.call(sent, case["accepts"][0]).name == case["tool_name"]


@pytest.mark.parametrize(("case", "target"), pairs(of="unusable"))
def test_a_tool_that_cannot_be_used_is_left_out_by_name_and_the_others_stay(
    case: dict[str, Any], target: str
) -> None:
    tools = compiled(case, target)

    assert [dropped.name for dropped in tools.dropped] == ["the_tool"]
    assert "object" in tools.dropped[0].reason
    assert [tool.name for tool in tools.compiled] == ["sibling"]


@pytest.mark.parametrize("case", [c for c in CASES if "unusable" not in c], ids=lambda c: c["name"])
def test_what_the_tool_accepts_comes_back_through_every_target_of_the_case(
    case: dict[str, Any],
) -> None:
    for target in case["targets"]:
        tools = compiled(case, target)
        shown = tools.compiled[0]
        for one in case["accepts"]:
            call = tools.call(shown.name, shown.lowered.present(one))
            assert call.ok, (target, one, call.message)
        for one in case["rejects"]:
            if isinstance(one, dict):
                call = tools.call(shown.name, shown.lowered.present(one))
                assert not call.ok or call.repairs, (target, one, call)
