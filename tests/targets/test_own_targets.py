"""A target of a user's own: the laws of lowering hold for it, or it is refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from leanschema import InvalidTarget, Lowered, Target, UnknownTarget, compile_tools, fit, lower
from leanschema.conformity import violations
from leanschema.targets import TARGETS, target_of
from leanschema.targets.consistency import contradiction_of
from tests.lower.judges import assert_sound
from tests.lower.shapes import ARGUMENTS, ROOTS
from tests.targets.own import own_targets

LAW = settings(
    max_examples=60, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
PLAIN = Target(
    name="plain", title="Plain", facts=(),
    keywords=frozenset(("type", "properties", "required", "items", "enum", "anyOf")),
)  # fmt: skip


@LAW
@given(own_targets(), ROOTS)
def test_any_schema_conforms_and_lowers_to_itself(target: Target, schema: Any) -> None:
    lowered = lower(schema, target)

    broken = {v.rule for v in violations(lowered.to_dict(), target)}
    assert broken <= {"limit-properties"}
    if not broken:
        assert lowered.to_dict() == lower(lowered.to_dict(), target).to_dict()


@LAW
@given(own_targets(), ROOTS, st.lists(ARGUMENTS, min_size=3, max_size=6))
def test_what_the_tool_accepts_the_lowered_schema_accepts(
    target: Target, schema: Any, arguments: list[Any]
) -> None:
    assert_sound(target, schema, arguments)


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_no_known_target_contradicts_itself(target: Target) -> None:
    assert contradiction_of(target) is None
    assert target_of(target) is target


@pytest.mark.parametrize(
    ("base", "facts", "reason"),
    [
        ("openai", {"keywords": frozenset(("properties",))}, "`type` must be among `keywords`"),
        ("openai", {"keywords": frozenset(("type",))}, "`properties` must be among `keywords`"),
        ("openai", {"keywords": TARGETS["openai"].keywords - {"$defs"}}, "`$ref` and `$defs`"),
        ("openai", {"keywords": TARGETS["openai"].keywords - {"items"}}, "`items` must be among"),
        ("groq", {"keywords": TARGETS["groq"].keywords - {"anyOf"}}, "`anyOf` must be among"),
        ("xai", {"keywords": TARGETS["xai"].keywords - {"additionalProperties"}}, "`additionalProperties` must"),
        ("mcp", {"keywords": TARGETS["mcp"].keywords - {"required"}, "needs_all_required": True}, "`required` must"),
        ("bedrock", {"assumes_closed": True}, "`additionalProperties` must be among `root_keywords`"),
        ("gemini", {"keywords": TARGETS["gemini"].keywords - {"nullable"}}, "`nullable` must be among"),
        ("gemini", {"reads_type_lists": True}, "`reads_type_lists` must be false"),
        ("xai", {"additional_properties": "unread"}, "`assumes_closed` objects"),
        ("mcp", {"any_of_siblings": frozenset(("description",))}, "`any_of_siblings` must have"),
        ("mcp", {"stringifies_enums": True, "enum_types": frozenset(("integer",))}, "`enum_types` must have"),
        ("mcp", {"property_name": "[a-z"}, "`property_name` is no regular expression"),
        ("mcp", {"tool_name": "("}, "`tool_name` is no regular expression"),
    ],
)  # fmt: skip
def test_a_target_that_contradicts_itself_is_refused_with_the_reason(
    base: str, facts: dict[str, Any], reason: str
) -> None:
    target = replace(TARGETS[base], name="own", **facts)

    for use in (
        lambda: lower({"type": "object"}, target),
        lambda: fit(lower({"type": "object"}).schema, max_bytes=10, target=target),
        lambda: compile_tools([{"name": "a", "inputSchema": {}}], target=target),
    ):
        with pytest.raises(InvalidTarget) as caught:
            use()
        assert caught.value.name == "own"
        assert reason in caught.value.reason


def test_a_property_name_for_which_none_can_be_made_is_an_error_that_says_so() -> None:
    target = replace(PLAIN, property_name="x[0-9]")

    assert lower({"properties": {"x1": {}}}, target).to_dict()["properties"] == {"x1": {}}
    with pytest.raises(InvalidTarget, match="takes no name that could stand for 'size'"):
        lower({"properties": {"size": {}}}, target)


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [
        (r"[a-z_]{1,32}", {"Size": "size", "日本": "property_cfiabf"}),
        (r"[A-Za-z][A-Za-z0-9]{0,15}", {"page[size]": "pagesize", "page.size": "pagesize2", "x" * 20: ""}),
        (r"[A-Z]+", {"SIZE": "SIZE", "é": ""}),
        (r"[^/]+", {"a/b": "a_b", "é": "é"}),
    ],
)  # fmt: skip
def test_any_rule_of_names_gets_names_that_it_takes(pattern: str, shown: dict[str, str]) -> None:
    target = replace(PLAIN, property_name=pattern)
    lowered = lower({"properties": {name: {"type": "string"} for name in shown}}, target)

    names = lowered.to_dict()["properties"]
    assert list(violations(lowered.to_dict(), target)) == []
    assert len(names) == len(shown)
    assert {new for new in shown.values() if new} <= set(names)
    assert lowered.restore(dict.fromkeys(names, "x")) == dict.fromkeys(shown, "x")


def test_words_are_not_told_where_no_description_is_read() -> None:
    lowered = lower(
        {"properties": {"n": {"type": "integer", "minimum": 3, "default": 4, "description": "N"}}},
        PLAIN,
    )

    assert lowered.to_dict() == {"type": "object", "properties": {"n": {"type": "integer"}}}


def test_no_more_is_said_of_a_table_of_patterns_than_it_holds() -> None:
    def lowered_map(**keywords: Any) -> Any:
        lowered = lower({"properties": {"m": {"type": "object", **keywords}}}, target)
        return lowered.to_dict()["properties"]["m"]

    target: Any = "openai"
    assert lowered_map(patternProperties={}) == {"type": "object"}
    target = replace(TARGETS["mcp"], name="own", patterns="anchored")
    assert lowered_map(
        patternProperties={"^a$": {"type": "string"}, "b": {"type": "integer"}},
        additionalProperties=False,
    ) == {
        "type": "object",
        "description": 'Names match "b"',
        "additionalProperties": {"type": "integer"},
        "patternProperties": {"^a$": {"type": "string"}},
    }


def test_a_strict_target_may_fall_back_to_another_of_your_own() -> None:
    loose = replace(PLAIN, name="loose")
    strict = replace(TARGETS["openai-strict"], name="own-strict", falls_back_to=loose)
    schema = {"properties": {"map": {"type": "object", "additionalProperties": {"type": "string"}}}}

    lowered: Lowered = lower(schema, strict)

    assert not lowered.strict
    assert lowered.target is loose
    with pytest.raises(UnknownTarget):
        lower(schema, replace(strict, falls_back_to="nowhere"))
    with pytest.raises(InvalidTarget):
        lower(schema, replace(strict, falls_back_to=replace(loose, keywords=frozenset())))
