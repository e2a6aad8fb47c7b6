"""Who says whether a schema accepts a value: jsonschema-rs, which shares no code with ours."""

from __future__ import annotations

from typing import Any

import jsonschema_rs

from leanschema import Lowered


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
