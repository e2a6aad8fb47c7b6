"""Every rule of a target, broken once and kept once (see `cases`)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from leanschema.conformity import RULES, violations
from leanschema.targets.target import Fact, Limits, Target
from tests.conformity.cases import CASES, EVERYTHING, TEXT, Case, one, root

# Facts that ask nothing of one tool's schema: a name for people, another tool's limits, a number
# that another fact needs, and what the lowering does instead of what the provider reads.
NOT_JUDGED = {
    "name", "title", "facts", "keywords", "tool_name", "falls_back_to", "reading",
    "stringifies_enums", "limits", "max_tools", "max_tool_description_characters",
    "passes_over_unknown_keywords",  # it lets more be, below
}  # fmt: skip


def rules_of(schema: Any, facts: dict[str, Any]) -> list[str]:
    target = msgspec.structs.replace(EVERYTHING, **facts)
    return [violation.rule for violation in violations(schema, target)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_is_broken_by_one_schema_and_kept_by_the_next(case: Case) -> None:
    assert {case.rule} == set(rules_of(case.broken, case.facts))
    assert [] == rules_of(case.kept, case.facts)


@pytest.mark.parametrize("case", [case for case in CASES if case.facts], ids=lambda c: c.rule)
def test_a_target_that_does_not_ask_for_it_takes_what_breaks_it(case: Case) -> None:
    words = {"vocabulary", "keywords"}
    without = {name: value for name, value in case.facts.items() if name in words}
    if without != case.facts:
        assert case.rule not in rules_of(case.broken, without)


def test_every_rule_has_its_case_and_there_is_no_rule_that_is_not_documented() -> None:
    assert set(RULES) == {case.rule for case in CASES}
    assert all(line.endswith(".") and "\n" not in line for line in RULES.values())


def test_every_fact_of_a_target_is_asked_for_in_a_case() -> None:
    asked = {name for case in CASES for name in case.facts}
    limits = [case.facts["limits"] for case in CASES if "limits" in case.facts]
    fields = Limits.__struct_fields__
    asked |= {name for name in fields for one in limits if getattr(one, name) is not None}

    assert NOT_JUDGED | {"reads_root_combiners"} == {*Target.__struct_fields__, *fields} - (
        asked - NOT_JUDGED
    )


def test_a_target_that_reads_combiners_at_the_root_takes_them() -> None:
    schema = {"type": "object", "oneOf": [TEXT], "if": {}, "then": {}}

    assert ["root-combiner", "root-combiner", "root-properties"] == rules_of(schema, {})
    assert [] == rules_of(schema, {"reads_root_combiners": True})


def test_a_root_that_is_a_reference_has_the_type_that_it_names() -> None:
    facts = {"reads_root_combiners": True}
    schema = {"$ref": "#/$defs/A", "$defs": {"A": root()}}

    assert [] == rules_of(schema, facts)
    assert ["root-type"] == rules_of({**schema, "type": "string"}, facts)


def test_definitions_are_no_siblings() -> None:
    facts = {"type_list_siblings": frozenset(("properties",)), "reads_root_combiners": True}
    schema = {"type": ["object"], "properties": {}, "$defs": {"A": {}}}

    assert ["root-type"] == rules_of(schema, facts)


def test_definitions_stand_at_the_root_though_few_words_do() -> None:
    facts = {"root_keywords": frozenset(("type", "properties"))}

    assert [] == rules_of(root(**{"$defs": {}}), facts)
    assert ["keyword"] == rules_of(
        root(**{"$defs": {}}), {**facts, "keywords": facts["root_keywords"]}
    )


def test_what_leads_from_one_circle_to_another_is_in_neither() -> None:
    definitions = {
        "First": {"anyOf": [{"$ref": "#/$defs/First"}, {"$ref": "#/$defs/Bridge"}]},
        "Bridge": {"$ref": "#/$defs/Last"},
        "Last": {"items": {"$ref": "#/$defs/Last"}},
    }
    target = msgspec.structs.replace(EVERYTHING, reads_recursion=False)
    found = violations(one({"$ref": "#/$defs/First"}, **{"$defs": definitions}), target)

    assert ["/$defs/First", "/$defs/Last"] == [violation.pointer for violation in found]


def test_values_are_no_schemas() -> None:
    literal = {"type": "nothing", "$ref": "nowhere", "anyOf": {}, "x": True}
    node = {"enum": [literal], "const": literal, "default": literal, "examples": [literal]}

    assert [] == rules_of(one(node), {})


def test_faults_inside_of_every_position_are_found() -> None:
    bad, tables = {"x-bad": 1}, ("properties", "patternProperties", "dependentSchemas")
    single = (
        *("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then"),
        *("else", "unevaluatedItems", "unevaluatedProperties"),
    )
    lists = ("anyOf", "oneOf", "allOf", "prefixItems")
    node = {
        **dict.fromkeys(single, bad),
        **{keyword: [{}, bad] for keyword in lists},
        **{keyword: {"a": bad} for keyword in tables},
    }
    expected = {f"/{keyword}" for keyword in single} | {f"/{keyword}/1" for keyword in lists}
    expected |= {f"/{keyword}/a" for keyword in tables}
    found = violations(root(**{"$defs": {"A": node}}), EVERYTHING)

    assert {f"/$defs/A{pointer}" for pointer in expected} == {one.pointer for one in found}


def test_a_violation_says_where_what_and_why() -> None:
    (found,) = violations(one({"anyOf": [{"type": "str"}]}), EVERYTHING)

    assert "/properties/a/anyOf/0" == found.pointer
    assert "'str'" == found.found
    assert "A type is one of JSON Schema's seven; found 'str'" == found.message
    assert found.source is None


@pytest.mark.parametrize(
    ("facts", "schema", "message"),
    [
        (
            {"limits": Limits(max_properties=1)},
            root(properties={"a": {}, "b": {}}),
            "There are no more properties than the target takes; found 2; t takes 1",
        ),
        (
            {"any_of_siblings": frozenset(("title", "description"))},
            one({"anyOf": [TEXT], "minLength": 1}),
            "Only what the target reads there stands beside anyOf; found 'minLength'; "
            "t takes description, title",
        ),
        (
            {},
            one({"required": True}),
            "A keyword holds a value of the kind that JSON Schema gives it; found required: true",
        ),
    ],
)
def test_a_message_says_what_the_target_takes(facts: Any, schema: Any, message: str) -> None:
    (found,) = violations(schema, msgspec.structs.replace(EVERYTHING, **facts))

    assert message == found.message


def fact(keyword: str, source: str) -> Fact:
    return Fact(keyword, "", (source,), "2026-12-01", "documented")


def test_the_source_is_of_the_fact_that_is_closest() -> None:
    facts = (
        fact("type beside $ref", "third"), fact("$ref, $defs", "second"), fact("pattern", "other"),
    )  # fmt: skip
    schema = one({"$ref": "nowhere"})

    def source(*known: Fact) -> str | None:
        return violations(schema, msgspec.structs.replace(EVERYTHING, facts=known))[0].source

    assert ["second", "third", None] == [source(*facts), source(facts[0]), source(facts[2])]
    assert "first" == source(*facts, fact("$ref", "first"))


def test_an_unknown_keyword_has_no_source_by_its_letters() -> None:
    target = msgspec.structs.replace(EVERYTHING, facts=(fact("pattern, title", "some"),))

    assert [None] == [found.source for found in violations(one({"t": 1}), target)]


def test_violations_come_in_the_order_of_the_document() -> None:
    schema = root(properties={"b": {"z": 1, "y": 1}, "a": {"items": {"x": 1}}})
    found = violations(schema, EVERYTHING)

    assert ["'z'", "'y'", "'x'"] == [violation.found for violation in found]


def test_a_target_that_passes_over_unknown_words_still_minds_those_of_other_dialects() -> None:
    target = msgspec.structs.replace(EVERYTHING, passes_over_unknown_keywords=True)

    assert not violations(one({"x-order": 1, "$comment": "c", "$id": "a"}), target)
    for word in ("nullable", "definitions", "dependencies", "additionalItems"):
        found = violations(one({word: {}}), target)
        assert ["keyword"] == [violation.rule for violation in found if violation.found]
