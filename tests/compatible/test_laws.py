"""The laws of the compatible door, on the fast code alone."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from leanschema import (
    InvalidToolSchema,
    JsonSchema,
    parse_tool_input_schema,
    parse_tool_input_schema_without_compaction,
)
from tests.compatible import laws
from tests.compatible.judge import same_json
from tests.compatible.strategies import schemas

AIMED = settings(
    max_examples=300,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@AIMED
@given(schemas)
def test_every_law_holds(value: Any) -> None:
    try:
        plain = parse_tool_input_schema_without_compaction(value).to_dict()
    except InvalidToolSchema:
        return
    compacted = parse_tool_input_schema(value).to_dict()

    assert [] == [law.__name__ for law in laws.LAWS if not law(value, plain, compacted)]


@AIMED
@given(schemas)
def test_the_input_is_never_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    for parse in (parse_tool_input_schema_without_compaction, parse_tool_input_schema):
        try:
            result = parse(value).to_dict()
        except InvalidToolSchema:
            result = {}
        spoil(result)
        assert same_json(before, value)
        assert json.dumps(before) == json.dumps(value)


def spoil(result: Any) -> None:
    """Change all that a result holds, to see whether the input shares it."""
    for child in result.values() if isinstance(result, dict) else result:
        if isinstance(child, dict | list):
            spoil(child)
    result.clear()


@AIMED
@given(schemas)
def test_a_result_encodes_and_decodes_to_itself(value: Any) -> None:
    try:
        schema = parse_tool_input_schema(value)
    except InvalidToolSchema:
        return
    text = schema.to_json()

    assert same_json(schema.to_dict(), json.loads(text))
    assert schema == JsonSchema.decode(text)
    assert text == JsonSchema.decode(text).to_json()


# Planted faults: for each law, results that break it.

TEXT = {"type": "string"}
REFERENCE = {"$ref": "#/$defs/A"}
WITH_TABLE = {"properties": {"p": REFERENCE}, "$defs": {"A": TEXT}, "type": "object"}
WITHOUT_TABLE = {"properties": {"p": REFERENCE}, "type": "object"}
LONG = {"type": "object", "properties": {"p": {"type": "string", "description": "x" * 4000}}}
BROKEN: tuple[tuple[laws.Law, Any, Any, Any], ...] = (
    (laws.references_keep_their_entries, WITH_TABLE, WITHOUT_TABLE, WITHOUT_TABLE),
    (laws.dropped_tables_leave_no_reference_to_them, WITH_TABLE, WITH_TABLE, WITHOUT_TABLE),
    (laws.compaction_never_grows, TEXT, TEXT, LONG),
    (laws.compaction_leaves_what_fits, TEXT, TEXT, {}),
    (laws.root_names_survive, LONG, LONG, {"type": "object", "properties": {}}),
    (laws.root_names_survive, TEXT, {"required": ["a"]}, {"required": []}),
    (laws.keys_are_sorted, {}, {}, {"items": {"properties": {"b": {}, "a": {}}}}),
    (laws.keys_are_sorted, {}, {"items": {"$defs": {"😀": {}, "\uffee": {}}}}, {}),
)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case[0].__name__)
def test_a_planted_fault_breaks_its_law(case: tuple[laws.Law, Any, Any, Any]) -> None:
    law, value, plain, compacted = case

    assert not law(value, plain, compacted)


def test_every_law_has_a_planted_fault() -> None:
    assert set(laws.LAWS) == {case[0] for case in BROKEN}
