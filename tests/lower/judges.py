"""Who says whether a schema accepts a value: jsonschema-rs, which shares no code with ours."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
from hypothesis import assume
from msgspec.structs import replace

from leanschema import JsonSchema, Lowered, lower
from leanschema.passes.type_untyped_nodes import is_untyped
from leanschema.read.any_dialect import read_any_dialect
from leanschema.read.typed_fields import FIELDS_OF_TYPE
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


def assert_sound(
    target: Target, schema: Any, arguments: list[Any], max_bytes: int | None = None
) -> None:
    """See that the lowered schema accepts what the tool accepts, but what it is told to shut out."""
    lowered = lower(schema, target, max_bytes=max_bytes)
    narrowed = {change.by for change in lowered.changes if change.law == "narrows"}
    assume(narrowed <= {"add_items", "type_untyped_nodes"})
    plain = read_any_dialect(schema).schema
    judges = [judge_of(one.to_dict()) for one in ((plain, typed(plain)) if narrowed else (plain,))]
    accepted = [
        one
        for one in arguments
        if all(own is not None and own.is_valid(one) for own in judges)
        and not (narrowed and _has_list_in_list(one))
    ]
    assume(accepted)
    judge = shown_judge(lowered)
    for one in accepted:
        presented = lowered.present(one)
        assert judge.is_valid(presented), (lowered.to_dict(), one, presented)


def assert_exact(
    target: Target, schema: Any, arguments: list[Any], max_bytes: int | None = None
) -> None:
    """See that what the tool refuses is refused, where nothing is told to widen.

    But by a null for an optional property, which a strict target reads as one that is left out.
    """
    lowered = lower(schema, target, max_bytes=max_bytes)
    own = judge_of(in_json_schema(schema))
    assume(own is not None)
    assume(not target.needs_all_required)
    assume(all(change.law == "exact" for change in lowered.changes))
    judge = shown_judge(lowered)
    for one in arguments:
        presented = lowered.present(one)
        assert own is not None
        assert judge.is_valid(presented) == own.is_valid(one), (lowered.to_dict(), one, presented)


def typed(node: JsonSchema) -> JsonSchema:
    """Type what speaks about objects or lists only: what a target that needs types may shut out."""
    node = node.map_children(typed)
    spoken = [
        name
        for name in ("object", "array")
        if any(getattr(node, field) is not None for field in FIELDS_OF_TYPE[name])
    ]
    return replace(node, type=spoken[0]) if spoken and is_untyped(node) else node


def _has_list_in_list(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, list) or _has_list_in_list(one) for one in value)
    return isinstance(value, dict) and any(map(_has_list_in_list, value.values()))
