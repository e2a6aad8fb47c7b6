"""The laws of lowering, held to for every target on schemas shaped for the passes."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from leanschema import Lowered, lower
from leanschema.conformity import violations
from leanschema.json_values import same_json
from leanschema.read.any_dialect import read_any_dialect
from leanschema.targets import TARGETS
from leanschema.targets.target import Target
from leanschema.tools.envelopes import find_tools
from tests.lower.shapes import ARGUMENTS, ROOTS

TARGET_LIST = [target for target in TARGETS.values() if target.reading != "published"]
BY_NAME = pytest.mark.parametrize("target", TARGET_LIST, ids=lambda target: target.name)
LAW = settings(
    max_examples=8, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
# Root names alone can be more than a target takes; nothing can be left out of them.
UNAVOIDABLE = {"limit-properties"}


def in_json_schema(node: Any) -> Any:
    """Say OpenAPI's `nullable` in JSON Schema, for a judge that knows only that."""
    if isinstance(node, list):
        return [in_json_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: in_json_schema(value) for key, value in node.items()}
    if plain.get("nullable") is True:
        return {"anyOf": [{k: v for k, v in plain.items() if k != "nullable"}, {"type": "null"}]}
    return plain


def judge_of(schema: Any) -> jsonschema_rs.Validator | None:
    """Give a validator, or None for a schema that compiles in no engine."""
    try:
        return jsonschema_rs.Draft202012Validator(schema)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None


def shown_judge(lowered: Lowered) -> jsonschema_rs.Validator:
    schema = lowered.to_dict()
    is_openapi = lowered.target.vocabulary == "openapi"
    judge = judge_of(in_json_schema(schema) if is_openapi else schema)
    assert judge is not None, schema
    return judge


@BY_NAME
@LAW
@given(ROOTS, st.lists(ARGUMENTS, min_size=3, max_size=6))
def test_what_the_tool_accepts_the_lowered_schema_accepts(
    target: Target, schema: Any, arguments: list[Any]
) -> None:
    own = judge_of(read_any_dialect(schema).schema.to_dict())
    assume(own is not None)
    assert own is not None
    accepted = [one for one in arguments if own.is_valid(one)]
    assume(accepted)
    lowered = lower(schema, target)
    if any(change.law == "narrows" for change in lowered.changes):
        return
    judge = shown_judge(lowered)
    for one in accepted:
        presented = lowered.present(one)
        assert judge.is_valid(presented), (lowered.to_dict(), one, presented)


def example_schemas() -> list[Any]:
    files = (Path(__file__).parents[2] / "examples").glob("*.json")
    return [tool.schema for file in files for tool in find_tools(json.loads(file.read_bytes()))]


@BY_NAME
def test_a_lowered_example_conforms_and_lowers_to_itself(target: Target) -> None:
    for schema in example_schemas():
        before = copy.deepcopy(schema)
        lowered = lower(schema, target)
        again = lower(lowered.to_dict(), lowered.target)

        found = {v.rule for v in violations(lowered.to_dict(), lowered.target)} - UNAVOIDABLE
        assert set() == found
        assert lowered.to_dict() == again.to_dict()
        assert same_json(before, schema)
        assert lowered.schema == lower(schema, target).schema
        assert all(change.by for change in lowered.changes)


@pytest.mark.parametrize("target", ["gemini", "openai-strict", "portable", "anthropic", "mcp"])
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "int", "required": True, "enum": [1, 1, "x"]}}},
        {"properties": None, "required": "a", "type": ["object", "null"]},
        {"properties": {"a": "string", "required": ["a"], "$schema": "x"}},
        {"definitions": {"A B/": {"type": "array", "items": []}}, "properties": {"a": {"$ref": "#/definitions/A%20B~1"}}},
    ],
)  # fmt: skip
def test_odd_shapes_are_repaired_or_refused_as_asked(schema: Any, target: str) -> None:
    from leanschema import InvalidToolSchema

    lowered = lower(schema, target)

    assert any(change.by == "read" for change in lowered.changes)
    with pytest.raises(InvalidToolSchema):
        lower({**schema, "properties": {"x": {"minLength": "long"}}}, target, strict=True)
