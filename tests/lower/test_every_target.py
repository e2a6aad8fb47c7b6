"""The laws of lowering, held to for every target on schemas shaped for the passes."""

from __future__ import annotations

import copy
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, example, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption
from msgspec import UNSET
from msgspec.structs import replace

from leanschema import lower
from leanschema.conformity import violations
from leanschema.json_values import same_json
from leanschema.passes.log import Log
from leanschema.passes.strict import why_not_strict
from leanschema.pipeline import rewritten
from leanschema.pointer import pointer_of, tokens_of
from leanschema.read.any_dialect import read_any_dialect
from leanschema.read.findings import origins_of
from leanschema.targets import TARGETS
from leanschema.targets.target import Target
from leanschema.tools.envelopes import find_tools
from tests.lower.judges import assert_exact, assert_sound, judge_of, shown_judge, typed
from tests.lower.near_values import near_value
from tests.lower.shapes import ARGUMENTS, ROOTS

TARGET_LIST = [target for target in TARGETS.values() if target.reading != "published"]
BY_NAME = pytest.mark.parametrize("target", TARGET_LIST, ids=lambda target: target.name)
LAW = settings(
    max_examples=8, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
SEEDS = st.lists(st.integers(0, 2**32), min_size=8, max_size=12)
BUDGETS = st.one_of(st.none(), st.integers(80, 700))
# A merge widens, and makes a schema of any value where the spelling of that is true.
ANY_OTHER_VALUE = {
    "type": "object",
    "properties": {
        "a": {
            "type": "object",
            "patternProperties": {"^x": {"allOf": [{"type": "string"}, {"type": "string"}]}},
            "additionalProperties": {"allOf": [{}]},
        }
    },
}
# Root names alone can be more than a target takes; nothing can be left out of them.
UNAVOIDABLE = {"limit-properties"}


@BY_NAME
@LAW
@given(ROOTS, st.lists(ARGUMENTS, min_size=3, max_size=6))
def test_what_the_tool_accepts_the_lowered_schema_accepts(
    target: Target, schema: Any, arguments: list[Any]
) -> None:
    assert_sound(target, schema, arguments)


@settings(LAW, max_examples=80)
@given(ROOTS, SEEDS, BUDGETS)
def test_arguments_made_from_the_tools_schema_are_accepted(
    schema: Any, seeds: list[int], budget: int | None
) -> None:
    plain = typed(read_any_dialect(schema).schema).to_dict()
    arguments = [near_value(plain, seed) for seed in seeds]
    judged = 0
    for target in TARGET_LIST:
        with suppress(UnsatisfiedAssumption):
            assert_sound(target, schema, arguments, budget)
            judged += 1
    assume(judged)


@settings(LAW, max_examples=80)
@given(ROOTS, SEEDS, st.lists(ARGUMENTS, min_size=1, max_size=4), BUDGETS)
def test_what_the_tool_refuses_is_refused_where_nothing_is_told_to_widen(
    schema: Any, seeds: list[int], arguments: list[Any], budget: int | None
) -> None:
    plain = read_any_dialect(schema).schema.to_dict()
    arguments = [*arguments, *(near_value(plain, seed) for seed in seeds)]
    judged = 0
    for target in TARGET_LIST:
        with suppress(UnsatisfiedAssumption):
            assert_exact(target, schema, arguments, budget)
            judged += 1
    assume(judged)


@BY_NAME
@pytest.mark.parametrize(
    "condition",
    [{"not": {"required": ["a"]}}, {"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}],
)  # fmt: skip
@pytest.mark.parametrize("is_member", [True, False])
def test_a_condition_of_the_root_is_kept_or_told(
    target: Target, condition: dict[str, Any], is_member: bool
) -> None:
    """With no property to hang it on it is gone, where the root takes none."""
    beside = {"allOf": [condition]} if is_member else condition
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, **beside}

    lowered = lower(schema, target)

    judge = shown_judge(lowered)
    shown = lowered.present({"a": 1})
    assert not judge.is_valid(shown) or any(change.law == "widens" for change in lowered.changes)


@BY_NAME
@LAW
@given(ROOTS)
def test_any_schema_conforms_and_every_difference_is_told(target: Target, schema: Any) -> None:
    before = copy.deepcopy(schema)
    lowered = lower(schema, target)
    after = lowered.to_dict()
    changes = lowered.changes

    assert same_json(before, schema)
    assert {v.rule for v in violations(after, lowered.target)} == set()
    assert (same_json(after, schema)) == (not changes)
    assert all(change.law in LAWS and change.by and change.reason for change in changes)
    for change in changes:
        assert not same_json(as_given(change.before), as_given(change.after)), change
        assert node_at(schema, change.pointer) is not None, change
    untold = undisclosed(schema, after, {change.pointer for change in changes})
    assert not untold, untold


@BY_NAME
@LAW
@example(ANY_OTHER_VALUE)
@given(ROOTS)
def test_a_pass_that_the_plan_leaves_out_would_change_nothing(target: Target, schema: Any) -> None:
    reading = read_any_dialect(schema)
    everything = replace(reading, seen=-1)  # each bit is set
    try:
        planned = rewritten(reading, target, None)
    except UnicodeEncodeError:
        return

    assert repr(planned) == repr(rewritten(everything, target, None))


@settings(LAW, max_examples=200)
@given(ROOTS)
def test_what_does_not_occur_makes_no_schema_open(schema: Any) -> None:
    reading = read_any_dialect(schema)

    found = why_not_strict(reading.schema, reading.seen)

    assert found == why_not_strict(reading.schema, -1)  # each bit is set
    event("open" if found else "closed")


@BY_NAME
@LAW
@given(ROOTS)
def test_what_is_lowered_lowers_to_itself(target: Target, schema: Any) -> None:
    lowered = lower(schema, target)

    assert lower(lowered.to_dict(), lowered.target).to_dict() == lowered.to_dict()


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("xai", {"description": "Size (default: 7)", "anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ("portable", {"anyOf": [{"type": "integer", "description": "Size (default: 7)"}, {"type": "null"}]}),
        ("mistral", {"description": "Size", "default": 7, "anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ("llama-cpp", {"description": "Size", "anyOf": [{"type": "integer", "default": 7}, {"type": "null"}]}),
    ],
)  # fmt: skip
def test_a_default_stays_with_the_words_that_tell_of_it(
    target: str, expected: dict[str, Any]
) -> None:
    either = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    size = {"description": "Size", "default": 7, **either}

    lowered = lower({"type": "object", "properties": {"size": size}}, target)

    assert lowered.to_dict()["properties"]["size"] == expected


@BY_NAME
@pytest.mark.parametrize("kind", ["array", ["array", "string"]])
def test_what_a_pass_puts_in_stands_where_it_was_put(target: Target, kind: Any) -> None:
    """Nodes that come and go while others are rewritten must not be taken for one another."""
    numbers = range(100, 160)
    listed = {"type": kind, "items": {"type": "string"}}
    properties: dict[str, Any] = {
        f"p{number}": {
            "description": f"Words {number}",
            "default": [number],
            "anyOf": [listed, {"type": "boolean"}, {"type": "null"}],
        }
        for number in numbers
    }
    # Nodes are remembered where some may stand twice.
    properties["odd"] = {"anyOf": [{"type": "string"}, {"type": "string", "maxLength": 3}]}

    lowered = lower({"type": "object", "properties": properties}, target)

    shown = lowered.to_dict()["properties"]
    found = [set(re.findall(r"\d{3}", json.dumps(shown[f"p{number}"]))) for number in numbers]
    assert [{str(number)} for number in numbers] == found


@pytest.mark.parametrize("target", ["openai-strict", "deepseek-strict"])
@pytest.mark.parametrize("count", [4, 40])
def test_a_strict_schema_over_a_limit_is_told_to_be(target: str, count: int) -> None:
    """A small one is not counted, and one over the limit is."""
    node: dict[str, Any] = {"type": "string"}
    for _ in range(count):
        node = {"type": "object", "properties": {"a": node}, "required": ["a"]}

    lowered = lower(node, target)

    most = TARGETS[target].limits.max_depth
    is_over = most is not None and count > most
    assert lowered.reason == (f"{count} levels, the limit is {most}" if is_over else None)
    assert lowered.strict is not is_over


@pytest.mark.parametrize("target", ["anthropic", "anthropic-strict", "bedrock"])
@pytest.mark.parametrize("said", [{"maxLength": 5}, {"description": "x"}])
def test_a_property_name_without_a_type_is_a_text(target: str, said: dict[str, Any]) -> None:
    table = {"type": "object", "propertyNames": said}
    lowered = lower({"type": "object", "properties": {"a": table}}, target)
    names = lowered.schema.to_dict()["properties"]["a"]["propertyNames"]
    assert names == {"type": "string", **said}
    assert {change.law for change in lowered.changes} == {"exact"}


@BY_NAME
@pytest.mark.parametrize(
    "others",
    [
        {"$ref": "#/$defs/none"}, {"$comment": "x"}, {"minLength": "long"}, {"allOf": [{}]},
        {"not": {"type": "string"}}, {"contentEncoding": "base64"}, {"anyOf": [{}, {"type": "null"}]},
    ],
)  # fmt: skip
def test_a_map_of_any_value_has_one_spelling(target: Target, others: dict[str, Any]) -> None:
    maps = {
        "a": {"type": "object", "additionalProperties": others},
        "b": {"type": "object", "unevaluatedProperties": others},
        "c": {"type": "array", "unevaluatedItems": others},
    }
    lowered = lower({"properties": maps}, target)

    assert {} not in [
        value
        for node in lowered.to_dict()["properties"].values()
        for key, value in node.items()
        if key != "items"
    ]
    assert lower(lowered.to_dict(), lowered.target).to_dict() == lowered.to_dict()


@BY_NAME
@pytest.mark.parametrize(
    ("node", "law"),
    [
        ({"type": "string", "const": 77}, "widens"),
        ({"type": "integer", "const": 77}, "exact"),
        ({"enum": [1, 2], "const": 3}, "widens"),
        ({"enum": [1, 2], "const": 2}, "exact"),
        ({"allOf": [{"type": "string"}, {"enum": [1, 2]}]}, "widens"),
        ({"allOf": [{"type": "integer"}, {"enum": [1, 2]}]}, "exact"),
        ({"allOf": [{"minimum": 1}, {"type": "integer", "maximum": 9}]}, "exact"),
        ({"allOf": [{"type": "object", "additionalProperties": False}, {"properties": {"a": {}}}]}, "widens"),
        ({"allOf": [{"pattern": "a"}, {"pattern": "b"}]}, "widens"),
        (
            {"type": "array", "allOf": [{"contains": {}}, {"contains": {}, "maxContains": 1}]},
            "widens",
        ),
        ({"allOf": [{"if": {"minimum": 2}}, {"if": {"minimum": 2}, "then": False}]}, "widens"),
    ],
)  # fmt: skip
def test_what_a_constant_or_a_member_says_is_kept_or_told_to_widen(
    target: Target, node: dict[str, Any], law: str
) -> None:
    lowered = lower({"type": "object", "properties": {"f": node}}, target)

    laws = {
        change.law
        for change in lowered.changes
        if change.by in {"fold_constants", "merge_all_of", "read"}
    }
    assert laws <= {law, "exact"}
    own = judge_of({"type": "object", "properties": {"f": node}})
    judge = shown_judge(lowered)
    assert own is not None
    for value in (77, 1, 2, 3, "a", "b", "ab", {"a": 1}, {}, [1], [1, 2]):
        shown = lowered.present({"f": value})
        if judge.is_valid(shown) != own.is_valid({"f": value}):
            assert "widens" in {change.law for change in lowered.changes}


@BY_NAME
@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(
    ("members", "value"),
    [
        ([{"then": {"required": ["b"]}}, {"if": {"required": ["a"]}}], {"a": 1}),
        ([{"else": {"required": ["b"]}}, {"if": {"required": ["a"]}}], {"c": 1}),
        ([{"maxContains": 1}, {"contains": {"type": "string"}}], ["x", "y"]),
        ([{"type": "array", "minContains": 3}, {"contains": {"type": "string"}}], ["x"]),
    ],
)
def test_what_stands_without_its_head_says_nothing_when_it_is_joined_with_one(
    target: Target, members: list[Any], value: Any, is_turned: bool
) -> None:
    kind = "array" if isinstance(value, list) else "object"
    node = {"type": kind, "allOf": members[::-1] if is_turned else members}
    lowered = lower({"type": "object", "properties": {"f": node}}, target)

    assert shown_judge(lowered).is_valid(lowered.present({"f": value}))


COMBINERS = (
    {"oneOf": [{"type": "integer"}]},
    {"oneOf": [{"type": "integer"}, {"type": "string"}]},
    {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    {"allOf": [{"oneOf": [{"type": "integer"}, {"type": "string"}]}, {"not": {"const": 3}}]},
    {"$ref": "#/$defs/B"},
)
BESIDE = (
    {"maximum": 5},
    {"anyOf": [{"maximum": 5}, {"minimum": 7}]},
    {"allOf": [{"maximum": 5}], "description": "At most five"},
)


@BY_NAME
@pytest.mark.parametrize("combiner", COMBINERS, ids=["one", "oneOf", "anyOf", "allOf", "$ref"])
@pytest.mark.parametrize("beside", BESIDE, ids=["limit", "union", "member"])
def test_a_definition_that_is_a_combiner_is_written_out_beside_others(
    target: Target, combiner: dict[str, Any], beside: dict[str, Any]
) -> None:
    """What a reference names comes in late, and is itself to be written as the target reads it."""
    node = {"$ref": "#/$defs/A", **beside}
    schema = {
        "type": "object",
        "properties": {"f": node, "g": {"type": "array", "contains": node}},
        "$defs": {"A": combiner, "B": {"oneOf": [{"type": "integer"}, {"type": "boolean"}]}},
    }
    lowered = lower(schema, target)

    assert not violations(lowered.to_dict(), lowered.target)
    assert not undisclosed(schema, lowered.to_dict(), {one.pointer for one in lowered.changes})
    own, judge = judge_of(schema), shown_judge(lowered)
    assert own is not None
    for value in (2, 3, 6, 8, "a", True, None):
        for arguments in ({"f": value}, {"g": [value]}):
            if own.is_valid(arguments):
                assert judge.is_valid(lowered.present(arguments))


@pytest.mark.parametrize("target", ["openai", "moonshot", "deepseek"])
def test_the_limits_of_a_reference_and_its_definition_are_joined(target: str) -> None:
    definition = {"oneOf": [{"type": "integer"}, {"type": "number"}]}
    node = {"$ref": "#/$defs/A", "anyOf": [{"maximum": 5}, {"minimum": 7}]}
    schema = {"type": "object", "properties": {"f": node}, "$defs": {"A": definition}}

    assert lower(schema, target).to_dict()["properties"]["f"] == {
        "anyOf": [
            {"type": kind, **limit}
            for limit in ({"maximum": 5}, {"minimum": 7})
            for kind in ("integer", "number")
        ]
    }


@BY_NAME
def test_what_must_be_contained_at_most_so_often_is_not_widened(target: Target) -> None:
    """No pass need read `maxContains` for it to matter: what it counts must not grow."""
    schema = {
        "properties": {
            "a": {"type": "array", "contains": {"type": "string", "pattern": "^(?!x)"}, "maxContains": 1}
        }
    }  # fmt: skip
    lowered = lower(schema, target)

    assert lowered.to_dict()["properties"]["a"].get("maxContains") in {None, 1}
    judge = shown_judge(lowered)
    assert judge.is_valid(lowered.present({"a": ["x", "xx", "y"]}))


@BY_NAME
@LAW
@given(ROOTS)
def test_what_a_pass_changed_has_a_place_in_the_schema_that_was_given(
    target: Target, schema: Any
) -> None:
    reading, log = read_any_dialect(schema), Log()
    try:
        rewritten(reading, target, log)
    except UnicodeEncodeError:
        return
    origins = origins_of(reading.schema, reading.moved)

    lost = [one for one in log.rewrites if log.ancestor(one.origin, origins) is None]
    assert [one.by.name for one in lost] == []


def test_what_was_tried_and_not_taken_is_not_among_the_changes() -> None:
    members = {
        key: {"allOf": [{"$ref": "#/$defs/D1"}, {"maxProperties": most}]}
        for most, key in enumerate("abcdefgh")
    }
    levels = {f"D{n}": {"type": "object", "properties": members} for n in range(1)}
    for number in range(1, 9):
        text = json.dumps(levels["D0"]).replace("D1", f"D{number + 1}")
        levels[f"D{number}"] = json.loads(text)
    levels["D9"] = {"type": "object", "properties": {"x": {"type": "string"}}}
    schema = {"properties": {"r": {"$ref": "#/$defs/D0"}}, "$defs": levels}

    lowered = lower(schema, "openai")

    told = [(change.pointer, change.keyword, change.by) for change in lowered.changes]
    assert len(lowered.schema.to_json()) < len(json.dumps(schema))
    assert len(told) == len(set(told))


@pytest.mark.parametrize("target", ["mistral", "portable", "groq"])
def test_words_of_a_property_that_a_branch_requires_stay(target: str) -> None:
    parent: dict[str, Any] = {
        "type": "object",
        "properties": {"a": {"type": "string", "description": "The a."}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    }
    lowered = lower({"properties": {"parent": parent}}, target)

    branches = lowered.to_dict()["properties"]["parent"]["anyOf"]
    assert [branch["properties"]["a"] for branch in branches] == [parent["properties"]["a"]] * 2
    assert {change.pointer for change in lowered.changes if change.by != "read"} == {
        "/properties/parent", "/properties/parent/anyOf/0", "/properties/parent/anyOf/1",
    }  # fmt: skip


@BY_NAME
@pytest.mark.parametrize("inner", [{}, {"type": "object"}], ids=["untyped", "objects"])
@pytest.mark.parametrize(
    "rest", [{}, {"z": {"type": "string", "nullable": False}}], ids=["clean", "closely read"]
)
def test_a_union_at_the_root_of_more_types_than_it_can_name_conforms(
    target: Target, inner: dict[str, Any], rest: dict[str, Any]
) -> None:
    kinds = [{"type": "string", "maxLength": n} for n in range(1, 10)]
    kinds += [{"type": "integer", "minimum": n} for n in range(1, 10)]
    schema = {"anyOf": [{**inner, "properties": {"a": kind, **rest}} for kind in kinds]}

    lowered = lower(schema, target)

    assert list(violations(lowered.to_dict(), lowered.target)) == []


@BY_NAME
@pytest.mark.parametrize(
    "defs",
    [
        {"A": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/A"}, {"type": "array"}]}},
        {
            "A": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/B"}]},
            "B": {"oneOf": [{"type": "array"}, {"$ref": "#/$defs/A"}]},
        },
        {"A": {"anyOf": [{"type": "array"}, {"allOf": [{"$ref": "#/$defs/A"}, {"minItems": 1}]}]}},
    ],
    ids=["itself", "one another", "itself and more"],
)
@pytest.mark.parametrize("beside", [{"maxItems": 1}, {"type": "array", "description": "Few."}])
def test_limits_beside_a_union_that_holds_itself_come_to_an_end(
    target: Target, defs: dict[str, Any], beside: dict[str, Any]
) -> None:
    union = {"oneOf": [{"$ref": "#/$defs/A", "maxItems": 2}, {"enum": [1, "x"]}]}
    schema = {"properties": {"a": {"allOf": [beside, union]}}, "$defs": defs}
    lowered = lower(schema, target)

    assert list(violations(lowered.to_dict(), lowered.target)) == []
    assert lower(lowered.to_dict(), lowered.target).to_dict() == lowered.to_dict()


LAWS = {"exact", "widens", "narrows"}


def as_given(value: Any) -> Any:
    """Give a keyword's value; one that is absent as a value that no keyword has."""
    return value if value is not UNSET else "(absent)"


def node_at(schema: Any, pointer: str) -> Any:
    node = schema
    for token in tokens_of(pointer) or ():
        node = node[int(token)] if isinstance(node, list) else node[token]
    return node


def undisclosed(schema: Any, after: Any, told: set[str]) -> list[str]:
    """List the nodes that differ in themselves and of which no change, at them or above, tells."""
    found, pending = [], [(schema, after, "")]
    while pending:
        one, other, pointer = pending.pop()
        if pointer in told or not isinstance(one, dict) or not isinstance(other, dict):
            continue
        tables = [key for key in ("properties", "patternProperties") if key in one]
        plain = {key: value for key, value in one.items() if key not in (*tables, "items", "$defs")}
        for key, value in plain.items():
            is_inside = any(place.startswith(f"{pointer}/{key}") for place in told)
            if not is_inside and not same_json(as_given(other.get(key, UNSET)), value):
                found.append(f"{pointer} {key}")
        for key in tables:
            for name, child in one[key].items():
                place = f"{pointer}{pointer_of((key, name))}"
                pending.append((child, other.get(key, {}).get(name, UNSET), place))
    return found


def example_schemas() -> list[Any]:
    files = (Path(__file__).parents[2] / "examples").glob("*.json")
    return [tool.schema for file in files for tool in find_tools(json.loads(file.read_bytes()))]


@BY_NAME
def test_a_lowered_example_conforms_and_lowers_to_itself(target: Target) -> None:
    for schema in example_schemas():
        before = copy.deepcopy(schema)
        lowered = lower(schema, target)
        again = lower(lowered.to_dict(), lowered.target)

        found = {v.rule for v in violations(lowered.to_dict(), lowered.target)} - UNAVOIDABLE
        assert set() == found
        assert lowered.to_dict() == again.to_dict()
        assert same_json(before, schema)
        assert lowered.schema == lower(schema, target).schema
        assert all(change.by for change in lowered.changes)


@pytest.mark.parametrize("target", ["gemini", "openai-strict", "portable", "anthropic", "mcp"])
@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"type": "int", "required": True, "enum": [1, 1, "x"]}}},
        {"properties": None, "required": "a", "type": ["object", "null"]},
        {"properties": {"a": "string", "required": ["a"], "$schema": "x"}},
        {"definitions": {"A B/": {"type": "array", "items": []}}, "properties": {"a": {"$ref": "#/definitions/A%20B~1"}}},
    ],
)  # fmt: skip
def test_odd_shapes_are_repaired_or_refused_as_asked(schema: Any, target: str) -> None:
    from leanschema import InvalidToolSchema

    lowered = lower(schema, target)

    assert any(change.by == "read" for change in lowered.changes)
    with pytest.raises(InvalidToolSchema):
        lower({**schema, "properties": {"x": {"minLength": "long"}}}, target, strict=True)


@BY_NAME
@pytest.mark.parametrize("holder", ["items", "additionalProperties", "patternProperties", "a"])
def test_every_kind_of_nesting_counts_towards_the_depth_that_a_target_reads(
    target: Target, holder: str
) -> None:
    node: Any = {"type": "string"}
    for _ in range(14):
        held = node if holder in ("items", "additionalProperties") else {"^x": node}
        keyword = "properties" if holder == "a" else holder
        node = {"type": "array" if holder == "items" else "object", keyword: held}
    lowered = lower({"type": "object", "properties": {"deep": node}}, target)

    assert [] == list(violations(lowered.to_dict(), lowered.target))
    assert lower(lowered.to_dict(), lowered.target).to_dict() == lowered.to_dict()


@pytest.mark.parametrize(
    "target",
    [t for t in TARGET_LIST if t.reads_recursion and not t.reads_root_reference],
    ids=lambda target: target.name,
)
def test_a_reference_to_the_root_that_becomes_one_to_a_definition_is_told(target: Target) -> None:
    lowered = lower({"type": "object", "properties": {"child": {"$ref": "#"}}}, target)

    told = [change for change in lowered.changes if change.keyword == "$ref"]
    assert [(one.pointer, one.before, one.after, one.law) for one in told] == [
        ("/properties/child", "#", "#/$defs/root", "exact")
    ]
