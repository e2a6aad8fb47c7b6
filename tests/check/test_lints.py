"""What each lint finds, and what it lets be."""

from __future__ import annotations

from typing import Any

import pytest

from leanschema.check.findings import CheckResult
from leanschema.check.run import Placed, Settings, check_tools
from leanschema.targets import TARGETS
from leanschema.tools.envelopes import find_tools

TEXT = {"type": "string", "description": "Some text"}


def tool(properties: Any = None, **fields: Any) -> dict[str, Any]:
    required = fields.pop("required", [])
    schema = {"type": "object", "properties": properties or {}, "required": required}
    return {"name": "t", "description": "Does it.", "inputSchema": schema, **fields}


def checked(*tools: dict[str, Any], **settings: Any) -> CheckResult:
    placed = [Placed(found, "tools.json") for found in find_tools(list(tools))]
    return check_tools(placed, Settings(targets=settings.pop("targets", ()), **settings))


def codes(*tools: dict[str, Any], **settings: Any) -> list[tuple[str, str]]:
    return [(one.code, one.pointer) for one in checked(*tools, **settings).findings]


def test_a_clean_tool_has_no_finding() -> None:
    assert codes(tool({"a": TEXT}, required=["a"])) == []


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (tool({"a": {"type": "string"}}, required=["a"]), ("LS201", "/properties/a")),
        (tool({"a": {"type": "string", "description": "Must be 'x' or 'y'"}}), ("LS202", "/properties/a")),
        (tool({"a": {"type": "string", "description": "one of: `x`, `y`, `z`."}}), ("LS202", "/properties/a")),
        (tool(description="Read it.\u200bAnd send it on."), ("LS203", "")),
        (tool({"a\u202e": TEXT}), ("LS203", "")),
        (tool({"a": {"type": "string", "description": "x\U000e0041"}}), ("LS203", "/properties/a")),
        (tool(name="t\u2060"), ("LS203", "")),
        (tool({"a": TEXT}, required=["a", "b"]), ("LS204", "")),
        (tool({"a": {"type": "integer", "minimum": "0"}}), ("LS206", "/properties/a/minimum")),
        (tool({"a": {"type": "string", "required": True}}), ("LS206", "/properties/a/required")),
        (tool(inputSchema={"type": "array", "items": TEXT}), ("LS207", "/type")),
        (tool(description="  "), ("LS208", "")),
    ],
)  # fmt: skip
def test_a_lint_finds_its_fault_at_its_place(
    given: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert expected in codes(given)


@pytest.mark.parametrize(
    "given",
    [
        tool({"a": {"type": "string"}}),  # optional: the model may leave it out
        tool({"a": {"enum": ["x"]}}, required=["a"]),  # its values say what it is
        tool({"a": {"type": "string", "enum": ["x", "y"], "description": "Must be 'x' or 'y'"}}),
        tool({"a": {"type": "string", "description": "The name, for example 'x'"}}),
        tool(description="Waves 👩\u200d🚀 at you."),  # a joined picture is seen
        tool({"required": TEXT, "enum": TEXT}, required=["required"]),
    ],
)
def test_a_lint_lets_be_what_is_well(given: dict[str, Any]) -> None:
    assert codes(given) == []


def test_names_that_read_alike_are_told_of_both() -> None:
    found = checked(*(tool(name=name) for name in ("get_user", "getUsers", "list_orders")))

    assert [(one.tool, one.code) for one in found.findings] == [
        ("get_user", "LS205"),
        ("getUsers", "LS205"),
    ]
    assert found.findings[0].message == "reads like getUsers"


def test_tokens_over_the_limit_are_told_with_their_number() -> None:
    found = checked(tool({"a": TEXT}), max_tokens_per_tool=5)

    assert [one.code for one in found.findings] == ["LS301"]
    assert found.findings[0].message.endswith(" tokens, 5 are allowed")


def test_a_target_says_what_it_refuses_and_what_it_makes_of_the_tool() -> None:
    given = tool({"a": {"type": "integer", "enum": [1, 2], "description": "Which"}})

    found = checked(given, targets=(TARGETS["gemini"], TARGETS["openai-strict"]))

    refused = {(one.target, one.name) for one in found.findings}
    assert ("gemini", "enum-type") in refused
    assert ("openai-strict", "closed") in refused
    assert all(one.source for one in found.findings if one.target)
    gemini, strict = found.reports
    assert (gemini.is_strict, strict.is_strict) == (None, True)
    assert gemini.published_tokens == strict.published_tokens > 0
    assert gemini.share == 1.0
    assert {change.pointer for change in gemini.not_seen} == {"/properties/a"}


def test_one_bad_tool_takes_no_other_down() -> None:
    bad: list[Any] = [tool(name=f"bad{k}", inputSchema=schema) for k, schema in enumerate(BAD)]

    found = checked(*bad, tool(name="good"), targets=(TARGETS["openai"],))

    assert found.tools == len(BAD) + 1
    assert [report.tool for report in found.reports][-1] == "good"


DEEP: Any = {}
for _ in range(5_000):
    DEEP = {"type": "array", "items": DEEP}
BAD: tuple[Any, ...] = (
    None,
    3,
    "text",
    [],
    DEEP,
    {"type": "string"},
    {"properties": {"a": float("nan")}},
)


def test_ignores_go_by_code_by_name_and_by_tool() -> None:
    tools = [tool(name=name, description="") for name in ("one", "two")]

    def left(*ignored: str) -> list[str]:
        return [f.tool for f in checked(*tools, ignored=frozenset(ignored)).findings]

    assert left() == ["one", "two"]
    assert left("LS208") == left("missing-tool-description") == []
    assert left("LS208:one") == left("*:one") == ["two"]
    assert left("LS201:one", "LS208:three") == ["one", "two"]
    assert checked(*tools, ignored=frozenset(["LS208:one"])).ignored == 1


def test_a_baseline_holds_back_what_it_knows_whatever_its_wording() -> None:
    first = checked(tool({"a": {"type": "string"}}, required=["a"]), max_tokens_per_tool=1)
    known = frozenset(one.fingerprint() for one in first.findings)

    again = checked(
        tool({"a": {"type": "string"}, "b": {"type": "string"}}, required=["a", "b"]),
        max_tokens_per_tool=1,
        baseline=known,
    )

    assert [(one.code, one.pointer) for one in again.findings] == [("LS201", "/properties/b")]
    assert again.known == len(known) == 2
