"""The laws of fitting, for each kind of target, on aimed schemas."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from leanschema.conformity import violations
from leanschema.errors import InvalidToolSchema
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS
from tests.fit.laws import (
    OPEN_TARGETS,
    accepts,
    dangling,
    fitted,
    lowered,
    paths,
    skeleton,
    tokens,
)
from tests.fit.strategies import schemas, values

each_target = pytest.mark.parametrize("target", OPEN_TARGETS)
shares = st.floats(0.0, 1.0)
law = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=8,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def _lowered(raw: Any, target: str) -> JsonSchema:
    try:
        return lowered(raw, target)
    except InvalidToolSchema:
        assume(False)
        raise


@each_target
@law
@given(schemas(), shares, st.sampled_from((len, tokens)))
def test_the_budget_holds_wherever_the_bare_skeleton_holds_it(
    target: str, raw: Any, share: float, cost: Any
) -> None:
    schema = _lowered(raw, target)
    least = cost(skeleton(schema, TARGETS[target]).to_json())
    most = max(least, round(cost(schema.to_json()) * share))
    assert cost(fitted(schema, target, most, cost)[0].to_json()) <= most


@each_target
@law
@given(schemas(), shares)
def test_root_names_and_required_stay(target: str, raw: Any, share: float) -> None:
    schema = _lowered(raw, target)
    after, _ = fitted(schema, target, round(len(schema.to_json()) * share))
    assert list(schema.properties or {}) == list(after.properties or {})
    assert schema.required == after.required


@each_target
@law
@given(schemas(), shares, st.data())
def test_what_was_accepted_still_is(
    target: str, raw: Any, share: float, data: st.DataObject
) -> None:
    schema = _lowered(raw, target)
    assume(not dangling(schema))
    after, applied = fitted(schema, target, round(len(schema.to_json()) * share))
    for _ in range(5):
        value = data.draw(values(schema.to_dict()))
        if accepts(schema, value):
            assert accepts(after, value), [one.name for one in applied]


@each_target
@law
@given(schemas(), shares, shares, st.sampled_from((len, tokens)))
def test_a_larger_budget_shows_no_less(
    target: str, raw: Any, one: float, other: float, cost: Any
) -> None:
    schema = _lowered(raw, target)
    size = cost(schema.to_json())
    small, large = sorted((round(size * one), round(size * other)))
    less, more = fitted(schema, target, small, cost), fitted(schema, target, large, cost)
    assert [_told(edit) for edit in more[1]] == [_told(edit) for edit in less[1]][: len(more[1])]
    shown = paths(less[0])
    assert shown == paths(more[0], 40, shown)


def _told(edit: Any) -> tuple[str, object, object, list[str]]:
    return edit.name, edit.spot.field, edit.spot.token, sorted(edit.after)


@each_target
@law
@given(schemas(), shares)
def test_the_same_input_gives_the_same_output(target: str, raw: Any, share: float) -> None:
    schema = _lowered(raw, target)
    most = round(len(schema.to_json()) * share)
    again = JsonSchema.decode(schema.to_json())
    assert fitted(schema, target, most)[0].to_json() == fitted(again, target, most)[0].to_json()


@each_target
@law
@given(schemas(), shares)
def test_no_reference_dangles_that_did_not(target: str, raw: Any, share: float) -> None:
    schema = _lowered(raw, target)
    after, _ = fitted(schema, target, round(len(schema.to_json()) * share))
    assert dangling(after) <= dangling(schema)


@each_target
@law
@given(schemas())
def test_a_schema_within_its_budget_comes_back_as_it_is(target: str, raw: Any) -> None:
    schema = _lowered(raw, target)
    assert schema is fitted(schema, target, len(schema.to_json()))[0]


@each_target
@law
@given(schemas(), shares)
def test_what_the_target_reads_it_still_reads(target: str, raw: Any, share: float) -> None:
    schema = _lowered(raw, target)
    assume(not violations(schema.to_dict(), TARGETS[target]))
    after, applied = fitted(schema, target, round(len(schema.to_json()) * share))
    found = violations(after.to_dict(), TARGETS[target])
    assert () == tuple(found), [one.name for one in applied]
