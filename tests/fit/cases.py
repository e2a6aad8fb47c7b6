"""Fitting, case by case: title, schema, budget in bytes, what is left, why. Target `openai`, or as named."""

from __future__ import annotations

from typing import Any, NamedTuple


class Case(NamedTuple):
    title: str
    before: dict[str, Any]
    max_bytes: int
    after: dict[str, Any]
    why: str
    target: str = "openai"


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


_POINT = {
    "type": "object",
    "properties": {"latitude": {"type": "number"}, "longitude": {"type": "number"}},
    "required": ["latitude", "longitude"],
}
_MOVE = {
    "type": "object",
    "properties": {"op": {"type": "string", "enum": ["move"]}, "to": {"type": "integer"}},
    "required": ["op", "to"],
    "additionalProperties": False,
}
_DROP = {
    "type": "object",
    "properties": {"op": {"type": "string", "enum": ["drop"]}},
    "required": ["op"],
    "additionalProperties": False,
}

CASES = (
    Case(
        "what fits stays",
        _object(a={"type": "string", "description": "What it is."}),
        1_000,
        _object(a={"type": "string", "description": "What it is."}),
        "there is nothing to save",
    ),
    Case(
        "a title that repeats the name costs nothing",
        _object(user_id={"type": "string", "title": "User Id", "description": "Whose it is."}),
        103,
        _object(user_id={"type": "string", "description": "Whose it is."}),
        "the name says it",
    ),
    Case(
        "a description that repeats the title costs nothing",
        _object(
            a={"type": "string", "title": "Order number", "description": "The order's."},
            b={"type": "string", "title": "Size in points", "description": "Size in points"},
        ),
        183,
        _object(
            a={"type": "string", "title": "Order number", "description": "The order's."},
            b={"type": "string", "title": "Size in points"},
        ),
        "one of the two is enough",
    ),
    Case(
        "what holds nothing back goes first",
        _object(
            a={
                "type": "object",
                "properties": {},
                "additionalProperties": True,
                "required": [],
                "description": "Any.",
            }
        ),
        98,
        _object(a={"type": "object", "properties": {}, "description": "Any."}),
        "`additionalProperties: true` and `required: []` say nothing",
        "codex",
    ),
    Case(
        "later sentences go before the first",
        _object(
            a={"type": "string", "description": "The city. It is written in English, e.g. Rome."}
        ),
        90,
        _object(a={"type": "string", "description": "The city. …"}),
        "the first sentence says what it is; a cut is marked",
    ),
    Case(
        "a long sentence is cut between words",
        _object(
            a={
                "type": "string",
                "description": "one two three four five six seven eight nine ten eleven twelve",
            }
        ),
        130,
        _object(
            a={
                "type": "string",
                "description": "one two three four five six seven eight nine ten …",
            }
        ),
        "never inside a word",
    ),
    Case(
        "equal subtrees are said once",
        _object(start=_POINT, end=_POINT, via={"type": "array", "items": _POINT}),
        350,
        {
            **_object(
                start={"$ref": "#/$defs/start"},
                end={"$ref": "#/$defs/start"},
                via={"type": "array", "items": {"$ref": "#/$defs/start"}},
            ),
            "$defs": {"start": _POINT},
        },
        "nothing is lost",
    ),
    Case(
        "a definition that is used once is written in its place",
        {**_object(start={"$ref": "#/$defs/point"}), "$defs": {"point": _POINT}},
        190,
        _object(start=_POINT),
        "nothing is lost",
    ),
    Case(
        "equal branches are said once",
        _object(a={"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "string"}]}),
        95,
        _object(a={"anyOf": [{"type": "string"}, {"type": "null"}]}),
        "nothing is lost",
    ),
    Case(
        "a long enum keeps its head in words",
        _object(a={"type": "string", "enum": [f"value number {n}" for n in range(40)]}),
        280,
        _object(
            a={
                "type": "string",
                "description": "one of 40: "
                + ", ".join(f'"value number {n}"' for n in range(8))
                + " …",
            }
        ),
        "a model still sees what the values look like",
    ),
    Case(
        "branches are merged by their tag",
        _object(ops={"type": "array", "items": {"anyOf": [_MOVE, _DROP]}}),
        230,
        _object(
            ops={
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"op": {"enum": ["move", "drop"]}, "to": {}},
                    "required": ["op"],
                },
            }
        ),
        "every tag and every name stays; what each branch requires is lost",
    ),
    Case(
        "what is deep goes before what is not",
        _object(
            a=_object(b=_object(c={"type": "string"}, d={"type": "string"})), e={"type": "integer"}
        ),
        157,
        _object(a=_object(b=_object(c={}, d={})), e={"type": "integer"}),
        "the deeper it is, the less often it is used",
    ),
    Case(
        "a subtree collapses to its type",
        _object(
            a=_object(b=_object(c={"type": "string"}, d={"type": "string"})), e={"type": "integer"}
        ),
        110,
        _object(a=_object(b={"type": "object"}), e={}),
        "a model still knows that an object goes there",
    ),
    Case(
        "root names and required stay whatever the budget",
        {**_object(a=_object(b={"type": "string"}), c={"type": "string"}), "required": ["c"]},
        1,
        {**_object(a={}, c={}), "required": ["c"]},
        "the bare skeleton",
    ),
    Case(
        "a target that needs types keeps them",
        {
            **_object(
                a=_object(b={"type": "string"}), c={"type": "array", "items": {"type": "string"}}
            )
        },
        1,
        _object(a={"type": "object"}, c={"type": "array", "items": {"type": "string"}}),
        "and `items` on arrays",
        "gemini",
    ),
    Case(
        "one of several is read as any of them",
        _object(
            a={"oneOf": [{"type": "string", "maxLength": 5}, {"type": "string", "minLength": 3}]}
        ),
        111,
        _object(a={"anyOf": [{"type": "string"}, {"type": "string", "minLength": 3}]}),
        "to widen a branch of `oneOf` would narrow the whole",
        "mcp",
    ),
    Case(
        "below `not` only words go",
        _object(a={"not": {"type": "string", "maxLength": 3, "description": "Short ones."}}),
        85,
        _object(a={"not": {"type": "string", "maxLength": 3}}),
        "to widen it there would narrow the whole",
        "mcp",
    ),
)
