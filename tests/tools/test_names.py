"""Tool names: taken by the target's rule, no two the same, whatever the order."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leanschema.targets import TARGETS
from leanschema.tools.compiling import compile_tools
from leanschema.tools.names import Named, repaired_name, shown_tool_names

RULE = r"[A-Za-z0-9_-]{1,64}"
RULES = sorted({target.tool_name for target in TARGETS.values()})


def shown(names: list[str], rule: str = RULE) -> list[str]:
    return shown_tool_names([Named(name, b"") for name in names], rule)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("list_pages", "list_pages"),
        ("pages.list", "pages_list"),
        ("créer page", "creer_page"),
        ("a/b:c", "a_b_c"),
    ],
)
def test_a_name_keeps_what_the_rule_takes(name: str, expected: str) -> None:
    assert expected == repaired_name(name, RULE)


def test_a_name_must_begin_as_the_rule_says() -> None:
    assert "_3d_view" == repaired_name("3d_view", r"[A-Za-z_][A-Za-z0-9_-]{0,63}")


def test_nothing_left_of_a_name_is_a_hash() -> None:
    assert re.fullmatch("tool_[0-9a-f]{8}", repaired_name("天気", RULE))


def test_a_long_name_is_cut_and_ends_in_its_hash() -> None:
    long, other = "list_" + "x" * 90 + "_a", "list_" + "x" * 90 + "_b"

    first, second = shown([long, other])

    assert 64 == len(first) == len(second)
    assert first != second
    assert first == repaired_name(long, RULE)


def test_a_name_that_needs_no_repair_has_the_first_right_to_it() -> None:
    first, second, third = shown(["a.b", "a_b", "a:b"])

    assert "a_b" == second
    assert re.fullmatch("a_b_[0-9a-f]{8}", first)
    assert re.fullmatch("a_b_[0-9a-f]{8}", third)
    assert first != third


def test_two_tools_of_one_name_are_told_apart_by_what_they_are() -> None:
    tools = [
        {"name": "search", "description": text, "inputSchema": {"type": "object"}}
        for text in ("Search the web", "Search the files")
    ]

    there = compile_tools(tools, target="openai")
    back = compile_tools(tools[::-1], target="openai")

    names = [tool["name"] for tool in there.tools]
    assert names == [tool["name"] for tool in back.tools][::-1]
    assert 2 == len(set(names))
    assert {"search"} == {there.original(name) for name in names}


@given(
    st.lists(st.text("ab_.-é/天", min_size=1, max_size=90), min_size=1, max_size=8),
    st.sampled_from(RULES),
    st.randoms(use_true_random=False),
)
def test_names_are_taken_distinct_and_free_of_order(
    names: list[str], rule: str, chance: random.Random
) -> None:
    there = dict(zip(names, shown(names, rule), strict=True))
    mixed = chance.sample(names, len(names))

    assert there == dict(zip(mixed, shown(mixed, rule), strict=True))
    assert len(set(names)) == len(set(there.values()))
    assert all(re.fullmatch(rule, name) for name in there.values())
    assert all(there[name] == name for name in names if re.fullmatch(rule, name))
