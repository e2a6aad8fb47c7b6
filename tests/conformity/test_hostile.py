"""Any value is judged: none raises, hangs, or gives a violation that is not documented."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leanschema.conformity import RULES, violations
from leanschema.targets import TARGETS
from leanschema.targets.target import Target
from tests.conformity.cases import EVERYTHING, nested_lists, one, root

SECONDS = 60.0
A_HUNDRED_THOUSAND = 100_000


def nested(depth: int) -> dict[str, Any]:
    node: dict[str, Any] = {}
    for _ in range(depth):
        node = {"items": node}
    return root(properties={"a": node})


def cyclic() -> dict[str, Any]:
    node: dict[str, Any] = {}
    node.update(items=node, anyOf=[node, node], default=node, enum=[node] * 1_000)
    return one(node)


def doubling() -> dict[str, Any]:
    node: dict[str, Any] = {"type": "string"}
    for _ in range(40):
        node = {"anyOf": [node, node], "enum": [node]}
    return one(node)


def chain(length: int) -> dict[str, Any]:
    table: dict[str, Any] = {f"D{i}": {"$ref": f"#/$defs/D{i + 1}"} for i in range(length)}
    return one({"$ref": "#/$defs/D0"}, **{"$defs": {**table, f"D{length}": {}}})


HOSTILE: dict[str, Any] = {
    "int": 5,
    "null": None,
    "true": True,
    "list": [],
    "text": "x",
    "deep": nested(A_HUNDRED_THOUSAND),
    "deep literal": one({"enum": [nested_lists(A_HUNDRED_THOUSAND)]}),
    "deep words": one({key: nested_lists(A_HUNDRED_THOUSAND) for key in EVERYTHING.keywords}),
    "cyclic": cyclic(),
    "doubling": doubling(),
    "chain": chain(20_000),
    "circle": one({"$ref": "#/$defs/A"}, **{"$defs": {"A": {"$ref": "#/$defs/A"}}}),
    "wide": root(properties={f"p{i}": {"x": i} for i in range(A_HUNDRED_THOUSAND)}),
    "keys": one({1: 2}),
    "huge key": one({10**5_000: 2}),
    "huge number": one({"enum": [10**5_000], "maximum": -(10**5_000)}),
    "set": one({"enum": [{1}]}),
    "tuple": one({"enum": ("a",), "anyOf": ({},), "required": ("a",)}),
    "shapes": one({"required": [[]], "type": {}, "enum": {}, "items": 5, "anyOf": {}}),
    "nulls": one(dict.fromkeys(EVERYTHING.keywords)),
    "surrogate": one("\ud800"),
    "surrogates": one({"enum": ["\ud800", ["\ud800"], {"\ud800": 1}], "\ud800": {}}),
    "infinite": one({"enum": [float("nan"), float("inf")], "minimum": -float("inf")}),
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("target", ["gemini", "openai-strict", "moonshot", "mcp"])
def test_any_value_is_judged_and_none_raises(hostile: Any, target: str) -> None:
    began = time.process_time()
    found = violations(hostile, TARGETS[target])

    assert all(violation.rule in RULES for violation in found)
    assert 1_000 >= len(found)
    assert SECONDS > time.process_time() - began


@pytest.mark.parametrize("name", ["deep", "deep literal", "cyclic", "doubling"])
def test_what_is_too_large_to_judge_is_said(name: str) -> None:
    found = violations(HOSTILE[name], EVERYTHING)

    assert ("", "too-large") == (found[0].pointer, found[0].rule)


def test_what_stands_beside_a_deep_node_is_judged() -> None:
    schema = nested(A_HUNDRED_THOUSAND)
    schema["properties"]["b"] = {"x": 1}

    assert ["too-large", "keyword"] == [found.rule for found in violations(schema, EVERYTHING)]


def test_one_object_in_two_places_is_judged_in_both() -> None:
    shared = {"x": 1}
    found = violations(root(properties={"a": shared, "b": shared}), EVERYTHING)

    assert ["/properties/a", "/properties/b"] == [violation.pointer for violation in found]


WORDS = sorted({word for target in TARGETS.values() for word in target.keywords} | {"nullable"})
ATOMS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
    | st.sampled_from(("string", "object", "array", "#", "#/$defs/a", "^a$"))
)  # fmt: skip
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=25,
)


@settings(
    max_examples=200, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(VALUES, st.sampled_from(list(TARGETS.values())))
def test_random_values_in_the_words_of_json_schema_are_judged(value: Any, target: Target) -> None:
    before = msgspec.json.encode(value) if _is_text(value) else None
    found = violations(value, target)

    assert all(violation.rule in RULES for violation in found)
    assert found == violations(value, target)
    assert before is None or before == msgspec.json.encode(value)


def _is_text(value: Any) -> bool:
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
