"""The targets as data: every fact has a source, and the fields follow from the facts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from leanschema.errors import LeanschemaError, UnknownTarget
from leanschema.schema import JsonSchema
from leanschema.targets import TARGETS, looser_of, target_named
from leanschema.targets.target import ALL_TYPES, Confidence, Target
from leanschema.targets.vocabulary import DRAFT_2020_12

RULES = Path(__file__).parents[3] / "shared" / "dialects" / "rules.json"
KEYWORDS = frozenset(JsonSchema.__struct_encode_fields__)
DAY = r"20\d\d(-\d\d(-\d\d)?)?"

# The providers of the rules, and the target whose page tells each.
TOLD_BY = {
    "anthropic-managed-agents": "anthropic",
    "gemini-parameters": "gemini",
    "gemini-parametersJsonSchema": "gemini-json",
    "bedrock-converse": "bedrock",
    "llama.cpp": "llama-cpp",
    "ollama": "portable",
    "vllm": "portable",
    "llguidance": "portable",
    "outlines-core": "portable",
}

every_target = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS.keys())


def rules() -> list[dict[str, Any]]:
    if not RULES.exists():
        return []
    found: list[dict[str, Any]] = json.loads(RULES.read_text(encoding="utf-8"))
    return found


def words(text: str) -> set[str]:
    return set(re.split(r"[\s,/()]+", text)) - {""}


def test_the_names_are_those_of_the_issue_in_its_order() -> None:
    expected = (
        "openai openai-strict anthropic anthropic-strict gemini gemini-json moonshot deepseek"
        " deepseek-strict xai groq bedrock mistral llama-cpp portable mcp codex"
    )

    assert expected.split() == list(TARGETS)


def test_each_target_has_a_title_of_its_own() -> None:
    assert len(TARGETS) == len({target.title for target in TARGETS.values()})


@every_target
def test_every_fact_has_a_rule_a_source_a_date_and_a_confidence(target: Target) -> None:
    assert target.facts
    for fact in target.facts:
        assert fact.keyword.strip() and fact.rule.strip().endswith((".", ")"))
        assert fact.sources and all(source.strip() for source in fact.sources)
        assert re.fullmatch(rf"{DAY}( \.\. {DAY})?", fact.date), fact
        assert fact.confidence in get_args(Confidence)


@every_target
def test_no_fact_is_told_twice(target: Target) -> None:
    keywords = [fact.keyword for fact in target.facts]

    assert sorted(set(keywords)) == sorted(keywords)


@every_target
def test_a_conflict_says_how_it_is_settled(target: Target) -> None:
    for fact in target.facts:
        if "ources conflict" in fact.rule:
            assert len(fact.rule.split(";")) > 1 or fact.rule.count(".") > 1, fact


@every_target
def test_every_keyword_is_a_field_of_json_schema(target: Target) -> None:
    beside = (target.root_keywords, target.ref_siblings, target.any_of_siblings)
    for allowed in (target.keywords, *beside, target.type_list_siblings):
        assert (allowed or frozenset()) <= KEYWORDS


@every_target
def test_what_may_stand_at_the_root_or_beside_may_stand_at_all(target: Target) -> None:
    assert (target.root_keywords or frozenset()) <= target.keywords
    if target.any_of_siblings is not None:
        assert target.any_of_siblings <= target.keywords
    if target.ref_siblings is not None:
        assert target.ref_siblings <= target.keywords


@every_target
def test_references_and_definitions_come_together(target: Target) -> None:
    assert ("$ref" in target.keywords) is ("$defs" in target.keywords)
    if "$ref" not in target.keywords or not target.reads_recursion:
        assert not target.reads_recursion
        assert not target.reads_root_reference


@every_target
def test_the_fields_fit_the_keywords(target: Target) -> None:
    assert target.enum_types <= ALL_TYPES
    assert target.bounded_types <= ALL_TYPES
    assert set(target.formats or ()) <= ALL_TYPES
    assert ("nullable" in target.keywords) is (target.vocabulary == "openapi")
    assert ("additionalProperties" in target.keywords) is (target.additional_properties != "unread")
    if target.min_items_up_to is not None:
        assert "minItems" in target.keywords


@every_target
def test_the_name_rules_are_regular_expressions_that_take_a_plain_name(target: Target) -> None:
    assert re.fullmatch(target.tool_name, "create_page")
    assert not re.fullmatch(target.tool_name, "create page")
    assert not re.fullmatch(target.tool_name, "")
    if target.property_name is not None:
        assert re.fullmatch(target.property_name, "page_size")
        assert not re.fullmatch(target.property_name, "")


@every_target
def test_what_a_strict_target_falls_back_to_is_a_plain_one(target: Target) -> None:
    looser = looser_of(target)
    if looser is None:
        assert target.additional_properties != "closed"
    else:
        assert target.name == f"{looser.name}-strict"
        assert looser.falls_back_to is None


@every_target
def test_portable_is_in_every_target(target: Target) -> None:
    portable = TARGETS["portable"]

    assert portable.keywords <= target.keywords
    assert (portable.root_keywords or portable.keywords) <= (
        target.root_keywords or target.keywords
    )
    assert portable.enum_types <= target.enum_types


@every_target
def test_portable_stays_within_the_limits_of_every_plain_target(target: Target) -> None:
    portable = TARGETS["portable"].limits
    if target.falls_back_to is not None:
        return
    for limit in type(portable).__struct_fields__:
        theirs = getattr(target.limits, limit)
        ours = getattr(portable, limit)
        assert theirs is None or ours <= theirs or limit == "max_integer", limit


def test_mcp_loses_no_keyword_of_2020_12() -> None:
    assert KEYWORDS - {"nullable", "definitions"} == TARGETS["mcp"].keywords == DRAFT_2020_12


@pytest.mark.skipif(not RULES.exists(), reason="the survey of the dialects is not at hand")
@pytest.mark.parametrize("rule", rules(), ids=lambda rule: str(rule["id"]))
def test_every_rule_of_the_survey_is_told(rule: dict[str, Any]) -> None:
    facts = TARGETS[TOLD_BY.get(rule["target"], rule["target"])].facts
    about = [fact for fact in facts if words(rule["keyword"]) <= words(fact.keyword)]
    told = {source for fact in about for source in fact.sources}

    assert about
    for source in rule["source"]:
        if source.startswith(("http", "npm", "PyPI", "repo")):
            assert source.split(" (")[0] in {each.split(" (")[0] for each in told}


def test_a_target_is_found_by_its_name() -> None:
    assert TARGETS["openai-strict"] is target_named("openai-strict")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("open-ai", "openai"),
        ("Claude", None),
        ("llama.cpp", "llama-cpp"),
        ("GEMINI_JSON", "gemini-json"),
    ],
)
def test_an_unknown_name_is_answered_with_the_names_and_the_closest(
    written: str, meant: str | None
) -> None:
    with pytest.raises(UnknownTarget) as raised:
        target_named(written)

    assert isinstance(raised.value, LeanschemaError)
    assert written == raised.value.name
    assert tuple(TARGETS) == raised.value.names
    assert meant == raised.value.closest
    assert "openai-strict" in str(raised.value)
