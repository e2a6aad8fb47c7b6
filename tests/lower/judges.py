"""Who says whether a schema accepts a value: jsonschema-rs, which shares no code with ours."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
from hypothesis import assume

from leanschema import Lowered, lower
from leanschema.read.any_dialect import read_any_dialect
from leanschema.targets.target import Target


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


def assert_sound(target: Target, schema: Any, arguments: list[Any]) -> None:
    """See that the lowered schema accepts what the tool accepts, where nothing is told to narrow."""
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
