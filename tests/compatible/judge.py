"""Both renderings of the compatible door as functions of one shape, and their comparison."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import leanschema
from tests.compatible.naive import Refused, naive_parse

Door = Callable[[Any], object]
REFUSED = "refused"


def same_json(left: object, right: object) -> bool:
    """Compare as JSON: order of keys aside; a boolean, an integer and a float are three things."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_json, left, right))
    return left == right


def fast(value: Any) -> object:
    try:
        return leanschema.parse_tool_input_schema_without_compaction(value).to_dict()
    except leanschema.InvalidToolSchema:
        return REFUSED


def fast_compacted(value: Any) -> object:
    try:
        return leanschema.parse_tool_input_schema(value).to_dict()
    except leanschema.InvalidToolSchema:
        return REFUSED


def fast_from_text(value: Any) -> object:
    try:
        text = json.dumps(value).encode()
        return leanschema.parse_tool_input_schema_without_compaction_json(text).to_dict()
    except leanschema.InvalidToolSchema:
        return REFUSED


def fast_compacted_from_text(value: Any) -> object:
    try:
        return leanschema.parse_tool_input_schema_json(json.dumps(value).encode()).to_dict()
    except leanschema.InvalidToolSchema:
        return REFUSED


def slow(value: Any) -> object:
    try:
        return naive_parse(value, compaction=False)
    except Refused:
        return REFUSED


def slow_compacted(value: Any) -> object:
    try:
        return naive_parse(value)
    except Refused:
        return REFUSED


def assert_agreement(value: Any, door: Door, judge: Door) -> None:
    """Hold a door to its judge on one input; the message shows all three."""
    got, expected = door(value), judge(value)
    assert same_json(expected, got), (
        f"input    {json.dumps(value)}\nexpected {json.dumps(expected)}\ngot      {json.dumps(got)}"
    )
