"""Names and enum members as a target shows them."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leanschema.restore import new_names, shown_enum_member
from leanschema.targets.target import Target
from tests.restore.cases import RENAMES

MAX_LENGTH = 16


def shown_names(listed: Iterable[str], target: Target) -> dict[str, str]:
    names = dict.fromkeys(listed)
    new = new_names(names.keys(), target)
    return {name: new.get(name, name) for name in names}


CASES: tuple[tuple[dict[str, str], str], ...] = (
    ({"name": "name", "_": "_"}, "what the target takes stays"),
    ({"$filter": "_filter", "a.b-c": "a_b_c"}, "a refused character is _"),
    ({"a b": "a_b_2", "a_b": "a_b", "a.b": "a_b_3"}, "no two the same, and who needs no change has it"),
    ({"9x": "_9x", "日本": "property_cf2abf", "": "property_e3b0c4"}, "a name never becomes empty"),
    ({"anyOf": "anyOf_"}, "a reserved word is none any more"),
    ({"x" * 16: "x" * 16, "x" * 17: "xxxxxxxxx_d04fd5"}, "a cut is told by a hash"),
)  # fmt: skip


@pytest.mark.parametrize(("shown", "why"), CASES, ids=[why for _, why in CASES])
def test_names(shown: dict[str, str], why: str) -> None:
    assert shown == shown_names(tuple(shown), RENAMES)


names = st.lists(
    st.one_of(
        st.text(st.sampled_from("ab_.$ é9"), max_size=4), st.text(max_size=30), st.sampled_from(["anyOf", "x" * 40])
    ),
    max_size=8,
)  # fmt: skip


def holds(shown: dict[str, str], listed: list[str], target: Target) -> None:
    assert list(dict.fromkeys(listed)) == list(shown)
    assert len(shown) == len(set(shown.values()))
    for name, new in shown.items():
        assert re.fullmatch(target.property_name or ".*", new)
        assert new not in target.reserved_property_names
        if name not in target.reserved_property_names and re.fullmatch(
            target.property_name or "", name
        ):
            assert new == name


@given(names)
def test_shown_names_are_taken_distinct_and_stable(listed: list[str]) -> None:
    shown = shown_names(listed, RENAMES)

    holds(shown, listed, RENAMES)
    assert shown == shown_names(random.sample(listed, len(listed)), RENAMES)
    again = tuple(shown.values())
    assert {name: name for name in again} == shown_names(again, RENAMES)


def test_the_law_notices_two_names_that_are_the_same() -> None:
    with pytest.raises(AssertionError):
        holds({"a b": "a_b", "a_b": "a_b"}, ["a b", "a_b"], RENAMES)


def test_many_names_that_look_the_same() -> None:
    listed = ["a" + "$" * n for n in range(15)] + [f"a{chr(n)}" for n in range(0x4000, 0x9000)]
    began = time.process_time()

    holds(shown_names(listed, RENAMES), listed, RENAMES)

    assert 5 > time.process_time() - began


@pytest.mark.parametrize(
    ("member", "text"),
    [("a", "a"), (15, "15"), (2.5, "2.5"), (True, "true"), (None, "null"), ({"é": [1, 2]}, '{"é":[1,2]}')],
)  # fmt: skip
def test_enum_members(member: Any, text: str) -> None:
    assert text == shown_enum_member(member)
