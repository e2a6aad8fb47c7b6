"""What a pattern asks of its engine: lookaround, more than simple, not anchored."""

from __future__ import annotations

import pytest

from leanschema.patterns import has_lookaround, is_anchored, is_simple


@pytest.mark.parametrize(
    "pattern",
    [
        "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b",
        r"^(?!-)[a-z-]+\.[a-z]+$",
        "((?:x|(?=y)))",
        r"\\(?=a)",  # the backslash is escaped, not the group
        r"[\]](?!a)",  # the class ends at the second bracket
        "[^]](?=a)", "[](?=a)",  # a class of everything, of nothing
        "[[](?=a)",
    ],
)  # fmt: skip
def test_a_lookaround_group_is_found(pattern: str) -> None:
    assert has_lookaround(pattern)
    assert not is_simple(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "", "(", "[", "\\", "(?", "a(?:b|c)?",
        "^[(?=:]+$", r"^g\(\?=y\)$",  # the same letters as letters
        r"\(?=a",  # an optional parenthesis
        "[a(?!b]", r"[\](?=]", "(?:=)", "(?:!)",
    ],
)  # fmt: skip
def test_the_letters_of_one_are_no_lookaround(pattern: str) -> None:
    assert not has_lookaround(pattern)
    assert "(?" == pattern or is_simple(pattern)


@pytest.mark.parametrize("pattern", ["(?<year>[0-9])", "(?P<year>[0-9])", "(?i)a", "(?>a)"])
def test_a_named_group_and_a_flag_are_no_lookaround_and_not_simple(pattern: str) -> None:
    assert not has_lookaround(pattern)
    assert not is_simple(pattern)


@pytest.mark.parametrize(
    "pattern",
    [r"(a)\1", r"(?<n>a)\k<n>", r"\bword", r"\Bord", r"\p{L}", r"\P{L}", r"[\p{L}_]", r"[a\b]"],
)
def test_an_escape_that_not_every_engine_knows_is_not_simple(pattern: str) -> None:
    assert not is_simple(pattern)


@pytest.mark.parametrize(
    "pattern",
    [r"\d{4}-\d{2}", r"[\w.+-]+@\w+", r"\\b", r"\\1", r"[^\s/]", r"(?:a|b)+?\.", r"[$^|]\$\^\|"],
)
def test_what_every_engine_knows_is_simple(pattern: str) -> None:
    assert is_simple(pattern)


@pytest.mark.parametrize(
    "pattern", ["^$", "^a$", "^(?:a|b)$", "^(a|(b|c))$", "^[|]$", r"^a\|b$", r"^\\$"]
)
def test_a_pattern_between_its_anchors_is_anchored(pattern: str) -> None:
    assert is_anchored(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["", "^", "$", "a", "^a", "a$", r"^a\$", "^a[$", "^a|b$", "^(a)|(b)$", "(^a$)", r"^\bword$", "^(?!a)$"],
)  # fmt: skip
def test_a_pattern_with_one_anchor_or_none_is_not(pattern: str) -> None:
    assert not is_anchored(pattern)
