"""`restore` and `present`: the case page, the way there and back by law, and hostile input."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leanschema.restore import present, restore
from leanschema.restore.names import members_of
from leanschema.schema import JsonSchema
from leanschema.targets.target import Target
from tests.restore.cases import ALL_REQUIRED, CASES, EVERYTHING, ONE_WAY, TARGETS, Case, OneWay

QUIET = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_there_and_back(case: Case) -> None:
    given_own, given_shown = copy.deepcopy((case.own, case.shown))

    assert case.shown == present(case.own, case.schema, case.target)
    assert case.own == restore(case.shown, case.schema, case.target)
    assert (given_own, given_shown) == (case.own, case.shown)
    assert jsonschema_rs.is_valid(case.schema.to_dict(), case.own)


@pytest.mark.parametrize("case", ONE_WAY, ids=lambda case: case.title)
def test_what_no_model_should_write(case: OneWay) -> None:
    assert case.own == restore(case.shown, case.schema, case.target)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_what_is_restored_stays(case: Case) -> None:
    own = restore(case.shown, case.schema, case.target)

    assert own is restore(own, case.schema, case.target)


def test_what_does_not_change_is_shared() -> None:
    schema = JsonSchema.object(
        {"a b": JsonSchema.string(), "c": JsonSchema.object({"d": JsonSchema.string()})}
    )
    arguments: dict[str, Any] = {"a_b": "x", "c": {"d": "y"}}

    own = restore(arguments, schema, TARGETS[0])

    assert {"a b": "x", "c": {"d": "y"}} == own
    assert arguments["c"] is own["c"]


# The law, on schemas of the kinds that the three rewrites act on, and near misses.

NAMES = (
    "a",
    "a b",
    "a_b",
    "$x",
    "_x",
    "anyOf",
    "b.c",
    "日",
    "a-much-longer-name",
    "a-much-longer-name2",
)
leaves = st.sampled_from(
    [
        JsonSchema.string(), JsonSchema.integer(), JsonSchema.boolean(), JsonSchema.enum([15, 90]),
        JsonSchema(const=2), JsonSchema.enum([True, "yes"]), JsonSchema.enum(["1", "2"]),
        JsonSchema.enum([1, "all"]), JsonSchema(type="number", enum_=(0.5, 1)),
    ]
)  # fmt: skip


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[JsonSchema]) -> JsonSchema:
    table = draw(st.dictionaries(st.sampled_from(NAMES), inner, max_size=4))
    needed = draw(st.lists(st.sampled_from(sorted(table)), unique=True)) if table else []
    return JsonSchema.object(table, required=needed, additional=False)


@st.composite
def unions(draw: st.DrawFn, inner: st.SearchStrategy[JsonSchema]) -> JsonSchema:
    """Build branches that a tag tells apart."""
    branches = []
    for tag in draw(
        st.lists(st.sampled_from([1, 2, "x", "y"]), min_size=1, max_size=3, unique=True)
    ):
        branch = draw(objects(inner))
        table = {"tag": JsonSchema(const=tag), **(branch.properties or {})}
        needed = ("tag", *(branch.required or ()))
        branches.append(JsonSchema.object(table, required=needed, additional=False))
    if draw(st.booleans()):
        return JsonSchema(anyOf=tuple(branches))
    return JsonSchema(oneOf=tuple(branches))


def _nested(inner: st.SearchStrategy[JsonSchema]) -> st.SearchStrategy[JsonSchema]:
    return st.one_of(
        objects(inner),
        unions(inner),
        inner.map(JsonSchema.array),
        inner.map(lambda node: JsonSchema(allOf=(node,))),
        inner.map(lambda node: JsonSchema.object({}, additional=node)),
        st.tuples(inner, inner).map(
            lambda two: JsonSchema(type="array", prefixItems=two, items=two[0])
        ),
    )


shaped = st.recursive(leaves, _nested, max_leaves=8)
roots = st.tuples(objects(shaped), shaped).map(
    lambda two: JsonSchema.object(
        {**(two[0].properties or {}), "self": JsonSchema(ref="#/$defs/d")},
        required=two[0].required, additional=False, defs={"d": two[1]},
    )
)  # fmt: skip


def draw_value(draw: st.DrawFn, schema: JsonSchema, root: JsonSchema) -> Any:
    """Draw a value that a schema of the kinds above accepts."""
    for branches in (schema.anyOf, schema.oneOf, schema.allOf):
        if branches:
            return draw_value(draw, draw(st.sampled_from(branches)), root)
    if schema.ref:
        return draw_value(draw, (root.defs or {})["d"], root)
    members = members_of(schema)
    if members is not None:
        return draw(st.sampled_from(members))
    if schema.type == "object":
        needed, unlisted = schema.required or (), schema.additionalProperties
        value = {
            name: draw_value(draw, child, root)
            for name, child in (schema.properties or {}).items()
            if name in needed or draw(st.booleans())
        }
        if isinstance(unlisted, JsonSchema):
            value |= {name: draw_value(draw, unlisted, root) for name in draw(UNLISTED)}
        return value
    if schema.type == "array":
        given_items = (*(schema.prefixItems or ()), schema.items or JsonSchema())
        return [draw_value(draw, item, root) for item in given_items[: draw(st.integers(0, 3))]]
    return draw(SCALARS[str(schema.type)])


UNLISTED = st.lists(st.sampled_from(["k", "a b", "$x"]), unique=True, max_size=2)
SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "string": st.sampled_from(["", "x", "15", "2", "true", "null"]),
    "integer": st.sampled_from([15, 2, 0]),
    "boolean": st.booleans(),
}


@st.composite
def accepted(draw: st.DrawFn, schema: JsonSchema) -> Any:
    value = draw_value(draw, schema, schema)
    assert jsonschema_rs.is_valid(schema.to_dict(), value)
    return value


def comes_back(
    there: Callable[..., Any],
    back: Callable[..., Any],
    value: Any,
    schema: JsonSchema,
    target: Target,
) -> None:
    given_value = copy.deepcopy(value)
    shown = there(value, schema, target)
    assert value == back(shown, schema, target)
    assert value == given_value
    assert value == back(value, schema, target)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
@given(schema=roots, data=st.data())
@QUIET
def test_what_is_shown_comes_back(target: Target, schema: JsonSchema, data: st.DataObject) -> None:
    value = data.draw(accepted(schema))

    comes_back(present, restore, value, schema, target)


@given(schema=roots, data=st.data())
@QUIET
def test_all_properties_are_shown_where_all_are_required(
    schema: JsonSchema, data: st.DataObject
) -> None:
    value = data.draw(accepted(schema))

    assert (schema.properties or {}).keys() <= present(value, schema, ALL_REQUIRED).keys()


def test_the_law_notices_a_rewrite_that_is_not_undone() -> None:
    schema, value = JsonSchema.object({"n": JsonSchema.enum([15])}), {"n": 15}

    def forgets(arguments: Any, *_: Any) -> Any:
        return arguments

    with pytest.raises(AssertionError):
        comes_back(present, forgets, value, schema, EVERYTHING)


# Hostile input.


def test_deep_arguments_of_a_schema_that_refers_to_itself() -> None:
    schema = JsonSchema.object({"a b": JsonSchema(ref="#")})
    shown: Any = {}
    for _ in range(100_000):
        shown = {"a_b": shown}

    own = restore(shown, schema, EVERYTHING)

    for _ in range(100_000):
        own = own["a b"]
    assert {} == own
    while shown:  # Python frees what is nested so deeply only from outside in
        shown = shown["a_b"]


def test_references_that_lead_to_themselves_or_nowhere() -> None:
    loop = JsonSchema(ref="#/$defs/a", defs={"a": JsonSchema(anyOf=(JsonSchema(ref="#/$defs/a"),))})

    for schema in (loop, JsonSchema(ref="#"), JsonSchema(ref="#/$defs/gone")):
        assert {"x": ["15", None]} == restore({"x": ["15", None]}, schema, EVERYTHING)


def _wide_union() -> JsonSchema:
    branch = [JsonSchema.object({f"p {n}": JsonSchema.enum([n])}) for n in range(20_000)]
    return JsonSchema.object({"v": JsonSchema.array(JsonSchema(anyOf=tuple(branch)))})


def _union_of_unions() -> JsonSchema:
    schema = JsonSchema.enum([1])
    for _ in range(12):
        schema = JsonSchema(anyOf=(schema,) * 50)
    return JsonSchema.object({"v": JsonSchema.array(schema)})


@pytest.mark.parametrize("schema", [_wide_union(), _union_of_unions()], ids=["wide", "nested"])
def test_time_does_not_grow_with_values_times_branches(schema: JsonSchema) -> None:
    arguments = {"v": [{f"p_{n}": str(n), "x": None} for n in range(2_000)] + ["1"] * 2_000}
    began = time.process_time()

    restore(arguments, schema, EVERYTHING)
    present(arguments, schema, EVERYTHING)

    assert 30 > time.process_time() - began
