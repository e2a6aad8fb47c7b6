"""`explain`: the case page, and its laws on any two values."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from leanschema.explain import explain
from leanschema.explain.verdicts import UNSURE
from leanschema.json_values import same_json
from leanschema.pointer import tokens_of
from leanschema.schema import JsonSchema
from tests.explain.cases import CASES, Case

TEXT = {"type": "string"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_case_page(case: Case) -> None:
    given_before, given_after = copy.deepcopy((case.before, case.after))

    said = tuple(
        (c.pointer, c.keyword, c.before, c.after, c.law) for c in explain(case.before, case.after)
    )

    assert case.said == said
    assert (given_before, given_after) == (case.before, case.after)


def test_our_own_schemas_are_explained_as_their_json() -> None:
    before = JsonSchema.object({"a": JsonSchema.string("What")}, required=["a"])
    after = JsonSchema.object({"a": JsonSchema.string()}, required=["a"])

    assert explain(before.to_dict(), after.to_dict()) == explain(before, after)
    assert ["/properties/a"] == [change.pointer for change in explain(before, after)]


# Laws.

atoms: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from(["a", "b", "string", "object"])
)
loose = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def _with_schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    table = st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    branches = st.lists(inner, max_size=3)
    either = st.one_of(inner, loose)
    names = ["#/$defs/a", "#/$defs/b", "#/definitions/a", "#", "#/properties/a", "http://["]
    return st.fixed_dictionaries(
        {},
        optional={
            "$defs": table, "definitions": table, "properties": table,
            "anyOf": branches, "oneOf": branches, "allOf": branches, "prefixItems": branches,
            "items": st.one_of(branches, either), "additionalItems": either,
            "additionalProperties": either, "not": inner, "nullable": st.booleans(),
            "$ref": st.one_of(st.sampled_from(names), loose),
            "type": st.one_of(st.sampled_from(["string", "object", "array", "null"]), loose),
            "enum": st.one_of(st.lists(atoms, max_size=3), loose), "const": loose,
            "required": loose, "maxLength": loose, "minimum": loose, "exclusiveMinimum": loose,
            "multipleOf": loose, "title": loose, "x": loose, "dependentRequired": loose,
        },
    )  # fmt: skip


schemas = st.recursive(st.one_of(st.booleans(), loose), _with_schemas, max_leaves=8)


def explains_nothing_where_nothing_differs(explain_: Callable[..., Any], schema: Any) -> None:
    assert () == explain_(schema, copy.deepcopy(schema))


def explains_what_differs(explain_: Callable[..., Any], before: Any, after: Any) -> None:
    changes = explain_(before, after)
    assert bool(changes) is not same_json(before, after)
    for change in changes:
        assert change.before is not change.after
        assert not same_json(change.before, change.after) or change.before is UNSET
        assert _stands_at(before, change), change


def _stands_at(schema: Any, change: Any) -> bool:
    """Tell whether what a change says was there was there."""
    value = schema
    for token in tokens_of(change.pointer) or ():
        value = value[int(token)] if isinstance(value, list) else value[token]
    if not change.keyword:
        return value is change.before
    return change.before is UNSET or value[change.keyword] is change.before


@given(schemas)
def test_a_schema_differs_from_itself_in_nothing(schema: Any) -> None:
    explains_nothing_where_nothing_differs(explain, schema)


@given(schemas, schemas)
@settings(max_examples=400)
def test_all_that_differs_is_told_and_stands_where_it_is_said(before: Any, after: Any) -> None:
    explains_what_differs(explain, before, after)


KEYWORDS = (
    "type", "enum", "const", "title", "minimum", "maximum", "required", "anyOf", "properties",
    "items", "format", "uniqueItems", "maxLength", "x-other", "$comment", "not",
)  # fmt: skip
trees = st.recursive(
    st.fixed_dictionaries({"type": st.just("string")}),
    lambda inner: st.fixed_dictionaries(
        {"properties": st.dictionaries(st.sampled_from(["a", "b/c"]), inner, min_size=1)},
        optional={"items": inner, "anyOf": st.lists(inner, min_size=2, max_size=3)},
    ),
    max_leaves=6,
)


def _nodes(schema: Any, pointer: str = "") -> list[tuple[str, Any]]:
    found = [(pointer, schema)]
    for name, child in schema.get("properties", {}).items():
        found += _nodes(child, f"{pointer}/properties/{name.replace('/', '~1')}")
    if "items" in schema:
        found += _nodes(schema["items"], f"{pointer}/items")
    for index, child in enumerate(schema.get("anyOf", ())):
        found += _nodes(child, f"{pointer}/anyOf/{index}")
    return found


@given(trees, st.sampled_from(("title", "maxLength", "x-other", "minimum")), st.data())
def test_one_edit_is_one_change_at_its_place(schema: Any, keyword: str, data: Any) -> None:
    for number, (_, node) in enumerate(_nodes(schema)):
        node["description"] = str(number)  # no two branches are alike
    after = copy.deepcopy(schema)
    place = data.draw(st.integers(0, len(_nodes(schema)) - 1))
    pointer, node = _nodes(after)[place]
    node[keyword] = 1

    (change,) = [c for c in explain(schema, after) if c.keyword == keyword]

    assert (pointer, UNSET, 1) == (change.pointer, change.before, change.after)
    assert [change] == [c for c in explain(schema, after) if c.reason != "reordered"]


small_values = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 7), st.sampled_from(["", "a", "ab", "abc"]),
    st.lists(st.integers(0, 2), max_size=3), st.dictionaries(st.sampled_from("ab"), st.integers(0, 3)),
)  # fmt: skip
names = st.lists(st.sampled_from("ab"), unique=True)
small_numbers = st.integers(-2, 5)
counts = st.integers(0, 3)
flat = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            ["string", "integer", "number", "object", "array", ["integer", "null"], ["number", "null"]]
        ),
        "enum": st.lists(st.sampled_from([1, 2, "a", True, None]), min_size=1, unique_by=repr),
        "const": st.sampled_from([1, "a"]),
        "minimum": small_numbers, "exclusiveMinimum": small_numbers, "maximum": small_numbers,
        "exclusiveMaximum": small_numbers, "multipleOf": st.integers(1, 4), "minLength": counts,
        "maxLength": counts, "minItems": counts, "maxItems": counts, "uniqueItems": st.booleans(),
        "required": names, "additionalProperties": st.sampled_from([True, False, {}, {"maximum": 1}]),
        "properties": st.dictionaries(st.sampled_from("ab"), st.sampled_from([{}, True, {"maximum": 2}])),
        "items": st.sampled_from([True, {}, {"maximum": 1}]), "title": st.just("t"),
        "anyOf": st.lists(st.sampled_from([{"maximum": 3}, {"type": "string"}, {}]), min_size=1),
        "not": st.just({"type": "null"}),  # inside it, what widens a node narrows the whole
    },
)  # fmt: skip


def keeps_its_word(explain_: Callable[..., Any], before: Any, after: Any, value: Any) -> None:
    """Hold the laws of a node's changes against a judge from outside."""
    changes = explain_(before, after)
    laws = {change.law for change in changes}
    is_sure = all((change.law, change.reason) != UNSURE for change in changes)
    accepted = jsonschema_rs.is_valid(before, value), jsonschema_rs.is_valid(after, value)
    if "narrows" not in laws:
        assert accepted != (True, False)
    if "widens" not in laws and is_sure:
        assert accepted != (False, True)


@given(flat, flat, small_values)
@settings(max_examples=1_000)
def test_laws_hold_against_a_validator(before: Any, after: Any, value: Any) -> None:
    keeps_its_word(explain, before, after, value)


@given(flat, st.data(), small_values)
@settings(max_examples=1_000)
def test_laws_of_a_single_change_hold_against_a_validator(
    before: Any, data: Any, value: Any
) -> None:
    other = data.draw(flat)
    keyword = data.draw(st.sampled_from(sorted({*before, *other} or {"title"})))
    after = {key: kept for key, kept in before.items() if key != keyword}
    if keyword in other:
        after[keyword] = other[keyword]

    keeps_its_word(explain, before, after, value)


# Planted faults: each law can fail.


def test_the_laws_notice_a_quiet_change_and_a_false_word() -> None:
    def quiet(before: Any, after: Any) -> Any:
        return tuple(c for c in explain(before, after) if c.keyword != "maxLength")

    def noisy(before: Any, after: Any) -> Any:
        return (*explain(before, after), *explain({}, {"title": "t"}))

    def flattering(before: Any, after: Any) -> Any:
        return ()

    with pytest.raises(AssertionError):
        explains_what_differs(quiet, {"maxLength": 1}, {})
    with pytest.raises(AssertionError):
        explains_nothing_where_nothing_differs(noisy, TEXT)
    with pytest.raises(AssertionError):
        keeps_its_word(flattering, {}, {"maximum": 1}, 2)
