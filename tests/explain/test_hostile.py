"""`explain` on hostile input: its own error, or an answer in about linear time."""

from __future__ import annotations

import time
from typing import Any

import pytest

from leanschema.errors import InvalidToolSchema
from leanschema.explain import explain

TEXT = {"type": "string"}


def _deep(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"items": schema}
    return schema


def test_input_beyond_the_limits_is_refused_with_its_own_error() -> None:
    bomb: Any = {"type": "string"}
    for _ in range(40):
        bomb = {"properties": {"a": bomb, "b": bomb}}
    itself: dict[str, Any] = {}
    itself["items"] = itself

    for hostile in (_deep(100_000), bomb, itself):
        with pytest.raises(InvalidToolSchema):
            explain(hostile, {})
        with pytest.raises(InvalidToolSchema):
            explain({}, hostile)


def test_the_deepest_schema_allowed_is_explained() -> None:
    (change,) = explain(_deep(250), {**_deep(250), "title": "T"})

    assert "title" == change.keyword


def _branches(count: int) -> Any:
    return {
        "anyOf": [{"type": "object", "title": str(n), "minProperties": n} for n in range(count)]
    }


def _chain(count: int) -> Any:
    table = {
        f"D{n}": {
            "properties": {"l": {"$ref": f"#/$defs/D{n + 1}"}, "r": {"$ref": f"#/$defs/D{n + 1}"}}
        }
        for n in range(count)
    }
    return {"$ref": "#/$defs/D0", "$defs": {**table, f"D{count}": TEXT}}


HOSTILE: tuple[tuple[str, Any, Any], ...] = (
    ("many branches", _branches(50_000), {"anyOf": [{"type": "object"}] * 50_000}),
    ("many branches, backwards", _branches(50_000), {"anyOf": _branches(50_000)["anyOf"][::-1]}),
    ("a chain that doubles", _chain(2_000), {"$ref": "#/$defs/D0", "$defs": {"D0": {"title": "T"}}}),
    (
        "many references that become others",
        {"anyOf": [{"$ref": f"#/$defs/{n}"} for n in range(5_000)], "$defs": {str(n): _branches(9) for n in range(5_000)}},
        {"anyOf": [{"$ref": f"#/$defs/{-n}"} for n in range(5_000)], "$defs": {str(-n): _branches(8) for n in range(5_000)}},
    ),
    (
        "one definition in the place of many nodes",
        {"anyOf": [_branches(50)] * 500},
        {"anyOf": [{"$ref": "#/$defs/D", "title": str(n)} for n in range(500)], "$defs": {"D": _branches(500)}},
    ),
)  # fmt: skip


@pytest.mark.parametrize(("title", "before", "after"), HOSTILE, ids=[case[0] for case in HOSTILE])
def test_time_does_not_grow_with_the_square(title: str, before: Any, after: Any) -> None:
    began = time.process_time()

    assert explain(before, after)

    assert 60 > time.process_time() - began
