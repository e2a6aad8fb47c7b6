"""Faults that users reported, reduced to schemas of our own, and what a right lowering does.

`cases.jsonl` holds one case a line; `report` is a public report of its kind.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leanschema import Lowered, lower
from leanschema.conformity import violations
from leanschema.json_values import same_json
from leanschema.targets import TARGETS
from tests.lower.judges import judge_of, shown_judge
from tests.lower.musts import check

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text().splitlines()
]
USABLE = [case for case in CASES if not case.get("unusable")]
BY_TARGET = [
    pytest.param(case, name, id=f"{case['name']}-{name}")
    for case in USABLE
    for name in case["targets"]
]
OPEN = [name for name, target in TARGETS.items() if target.reading != "published"]


def lowered_for(case: dict[str, Any], name: str) -> Lowered:
    return lower(case["schema"], name, max_bytes=case.get("max_bytes"))


def without_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return value


@pytest.mark.parametrize(("case", "name"), BY_TARGET)
def test_the_lowered_schema_is_what_it_must_be(case: dict[str, Any], name: str) -> None:
    lowered = lowered_for(case, name)

    asked = [must for must in case["must"] if name in must.get("for", case["targets"])]
    for must in asked:
        check(lowered, must)
    for one in case["rejects"]:
        assert not shown_judge(lowered).is_valid(lowered.present(one)), one


@pytest.mark.parametrize("case", USABLE, ids=lambda case: case["name"])
def test_every_target_takes_it_and_refuses_nothing_that_the_tool_accepts(
    case: dict[str, Any],
) -> None:
    for name in OPEN:
        lowered = lowered_for(case, name)
        for one in case["accepts"]:
            restored = lowered.restore(lowered.present(one))
            # Where null is a value of an optional property, strict mode has one word for both.
            same = without_nulls if lowered.strict else (lambda value: value)
            assert same_json(same(restored), same(one)), (name, one)
        judge = shown_judge(lowered)
        assert not list(violations(lowered.to_dict(), lowered.target)), name
        assert lower(lowered.to_dict(), lowered.target).to_dict() == lowered.to_dict(), name
        if any(change.law == "narrows" for change in lowered.changes):
            continue
        for one in case["accepts"]:
            assert judge.is_valid(lowered.present(one)), (name, one, lowered.to_dict())


@pytest.mark.parametrize("case", USABLE, ids=lambda case: case["name"])
def test_a_case_is_what_it_says(case: dict[str, Any]) -> None:
    judge = judge_of(lower(case["schema"], "mcp").to_dict())
    assert judge is not None
    assert all(judge.is_valid(one) for one in case["accepts"])
    assert not any(judge.is_valid(one) for one in case["rejects"])


def test_more_properties_than_strict_takes_are_sent_without_it() -> None:
    fields = {f"field_{k}": {"type": "string"} for k in range(900)}
    groups = {group: {"type": "object", "properties": fields} for group in "abcdef"}

    lowered = lower({"type": "object", "properties": groups}, "openai-strict")

    assert not lowered.strict
    assert lowered.reason == "5406 properties, the limit is 5000"
    assert "required" not in lowered.to_dict()
