"""`Compiled.call`: arguments restored, repaired where that is certain, and judged by the original."""

from __future__ import annotations

import copy
import json
from typing import Any, NamedTuple

import pytest

from leanschema.targets import TARGETS
from leanschema.tools.calls import Call, checker_of
from leanschema.tools.compiling import compile_tools
from leanschema.tools.tool import Tool


def called(schema: Any, arguments: Any, target: str = "openai") -> Call:
    """Compile one tool and call it."""
    tools = [{"name": "book", "input_schema": schema}]
    return compile_tools(tools, target=target).call("book", arguments)


def obj(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


TEXT: dict[str, Any] = {"type": "string"}
WHOLE: dict[str, Any] = {"type": "integer"}
OR_NULL: dict[str, Any] = {"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]}
PATCH = obj(memo=TEXT, seats=WHOLE)


class Repaired(NamedTuple):
    title: str
    schema: Any
    given: Any
    own: Any
    pointers: tuple[str, ...]


REPAIRED = (
    Repaired(
        "an object given as its JSON text",
        obj("trip", "patch", trip=TEXT, patch=PATCH),
        {"trip": "T-7", "patch": '{"memo":"late"}'},
        {"trip": "T-7", "patch": {"memo": "late"}},
        ("/patch",),
    ),
    Repaired(
        "and what is inside that text",
        obj(patch=PATCH),
        {"patch": '{"seats":"4"}'},
        {"patch": {"seats": 4}},
        ("/patch", "/patch/seats"),
    ),
    Repaired(
        "a list given as its JSON text",
        obj(ids={"type": "array", "items": WHOLE}),
        {"ids": "[4, 5]"},
        {"ids": [4, 5]},
        ("/ids",),
    ),
    Repaired(
        "a number given as text", obj(n={"type": "number"}), {"n": "4.5"}, {"n": 4.5}, ("/n",)
    ),
    Repaired(
        "a boolean given as text",
        obj(on={"type": "boolean"}),
        {"on": "true"},
        {"on": True},
        ("/on",),
    ),
    Repaired(
        "a lone value where a list is due",
        obj(tags={"type": "array", "items": TEXT}),
        {"tags": "red"},
        {"tags": ["red"]},
        ("/tags",),
    ),
    Repaired(
        "a lone object where a list of objects is due",
        obj(rows={"type": "array", "items": PATCH}),
        {"rows": {"memo": "a"}},
        {"rows": [{"memo": "a"}]},
        ("/rows",),
    ),
    Repaired(
        "the word null where text is not admitted",
        obj(columns=OR_NULL),
        {"columns": "null"},
        {"columns": None},
        ("/columns",),
    ),
    Repaired(
        "digits sent as a number where only text or null is due",
        obj(account={"anyOf": [TEXT, {"type": "null"}], "default": None}),
        {"account": 4711},
        {"account": "4711"},
        ("/account",),
    ),
    Repaired(
        "inside the branch that the tag names",
        obj(
            shape={
                "oneOf": [
                    obj("kind", "r", kind={"const": "circle"}, r=WHOLE),
                    obj("kind", "r", kind={"const": "label"}, r=TEXT),
                ]
            }
        ),
        {"shape": {"kind": "circle", "r": "9"}},
        {"shape": {"kind": "circle", "r": 9}},
        ("/shape/r",),
    ),
    Repaired(
        "behind a reference that is recursive",
        {
            "type": "object",
            "properties": {"node": {"$ref": "#/$defs/node"}},
            "$defs": {"node": obj(n=WHOLE, next={"$ref": "#/$defs/node"})},
        },
        {"node": {"n": "1", "next": {"n": "2"}}},
        {"node": {"n": 1, "next": {"n": 2}}},
        ("/node/n", "/node/next/n"),
    ),
)


@pytest.mark.parametrize("case", REPAIRED, ids=lambda case: case.title)
@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini", "codex"])
def test_a_certain_slip_is_repaired_and_told(case: Repaired, target: str) -> None:
    given = copy.deepcopy(case.given)
    call = called(case.schema, case.given, target)

    assert (True, case.own) == (call.ok, call.arguments)
    assert list(case.pointers) == [repair.pointer for repair in call.repairs]
    assert given == case.given
    assert not checker_of(Tool(name="book", input_schema=case.schema)).judge.is_valid(given)


class Kept(NamedTuple):
    title: str
    schema: Any
    given: Any
    ok: bool


KEPT = (
    Kept("text that looks like JSON", obj("trip", trip=TEXT), {"trip": '{"a":1}'}, True),
    Kept("the word null, where text is admitted", obj(code={"type": ["string", "null"]}), {"code": "null"}, True),
    Kept("text where anything is admitted", obj(free={}), {"free": "8"}, True),
    Kept("text that is no JSON", obj(patch=PATCH), {"patch": '{"memo": late}'}, False),
    Kept("JSON text of another type", obj(patch=PATCH), {"patch": "[1]"}, False),
    Kept("a fraction where text is due", obj(t=TEXT), {"t": 0.1}, False),
    Kept("a huge float where text is due", obj(t=TEXT), {"t": 1e21}, False),
    Kept("a boolean where text is due", obj(t=TEXT), {"t": True}, False),
    Kept("a number out of bounds", obj(n={"type": "integer", "minimum": 9}), {"n": 4}, False),
    Kept("words for a number", obj(n=WHOLE), {"n": "five"}, False),
    Kept("a number that no float holds", obj(n={"type": "number"}), {"n": "1e999"}, False),
    Kept("what Python calls a number", obj(n={"type": "number"}), {"n": "NaN"}, False),
    Kept("null where a list is due", obj(ids={"type": "array"}), {"ids": None}, False),
    Kept("a missing property", obj("trip", trip=TEXT), {}, False),
    Kept("a number where text or a list is due", obj(n={"type": ["string", "array"]}), {"n": 4}, False),
    Kept("text where a number or a list is due", obj(n={"type": ["integer", "array"]}), {"n": "4"}, False),
    Kept("a list where a lone value is due", obj(n=WHOLE), {"n": [4]}, False),
)  # fmt: skip


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case.title)
def test_what_is_not_certain_stays(case: Kept) -> None:
    call = called(case.schema, case.given)

    assert (case.ok, case.given, ()) == (call.ok, call.arguments, call.repairs)


def test_a_repair_that_does_not_help_is_not_made() -> None:
    schema = obj(ids={"type": "array", "items": WHOLE, "minItems": 2})

    call = called(schema, {"ids": "seven"})

    assert ({"ids": "seven"}, ()) == (call.arguments, call.repairs)


def test_one_repair_is_kept_where_another_fault_stays() -> None:
    call = called(obj("a", "b", a=WHOLE, b=WHOLE), {"a": "4", "b": "four"})

    assert {"a": 4, "b": "four"} == call.arguments
    assert ["/b"] == [fault.pointer for fault in call.faults]


PARENT = obj(
    "parent",
    parent={
        "anyOf": [
            obj("rack", rack=TEXT, type={"type": "string", "enum": ["rack"]}),
            obj("bin", bin=TEXT, type={"type": "string", "enum": ["bin"]}),
        ]
    },
)


def test_a_wrong_tag_is_told_with_the_tags_there_are() -> None:
    call = called(PARENT, {"parent": {"bin": "x", "type": "bins"}})

    (fault,) = call.faults
    assert "/parent/type" == fault.pointer
    assert '"rack" or "bin"' == fault.allowed
    assert call.message is not None and '"bins"' in call.message


def test_a_right_tag_leads_to_the_fault_of_its_branch() -> None:
    call = called(PARENT, {"parent": {"bin": 1.5, "type": "bin"}})

    assert [("/parent/bin", "text")] == [(fault.pointer, fault.allowed) for fault in call.faults]


CONDITIONAL = {
    **obj("mode", mode={"type": "string", "enum": ["lone", "both"]}, ids={"type": "array", "items": WHOLE}),
    "allOf": [{"if": {"properties": {"mode": {"const": "both"}}}, "then": {"required": ["ids"]}}],
}  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_the_original_judges_and_not_what_the_model_sees(target: str) -> None:
    refused = called(CONDITIONAL, {"mode": "both"}, target)
    taken = called(CONDITIONAL, {"mode": "both", "ids": [3]}, target)

    assert ["/ids"] == [fault.pointer for fault in refused.faults]
    assert "a list, each item an integer" == refused.faults[0].allowed
    assert taken.ok


def test_an_optional_property_may_be_left_out() -> None:
    schema = obj("thing", thing=TEXT, columns=OR_NULL)

    assert called(schema, {"thing": "t"}).ok
    assert called(schema, {"thing": "t", "columns": None}).ok


DOLLARS = obj("$top", **{"$top": WHOLE, "$order": TEXT, "top": {"type": "boolean"}})
BRACKETS = obj(
    **{
        "size[max]": WHOLE,
        "size_max": WHOLE,
        "rows": {"type": "array", "items": obj("at[from]", **{"at[from]": TEXT})},
    }
)


@pytest.mark.parametrize(
    ("schema", "own"),
    [
        (DOLLARS, {"$top": 4, "$order": "a", "top": True}),
        (BRACKETS, {"size[max]": 5, "size_max": 6, "rows": [{"at[from]": "a"}]}),
    ],
    ids=["dollars", "brackets"],
)
@pytest.mark.parametrize("target", TARGETS)
def test_renamed_properties_are_turned_back(schema: Any, own: Any, target: str) -> None:
    compiled = compile_tools([{"name": "book", "input_schema": schema}], target=target)

    shown = compiled.compiled[0].lowered.present(own)

    assert own == compiled.call("book", shown).arguments


def test_a_message_has_the_names_of_the_target_that_was_asked() -> None:
    """What judges a tool is made once for all targets; the names are each target's own."""
    schema = {
        "type": "object",
        "properties": {"page/size": {"type": "integer"}, "a.b": {"type": "integer"}},
        "anyOf": [{"required": ["page/size"]}, {"required": ["a.b"]}],
    }
    told = {}
    for target in ("anthropic", "gemini", "openai", "anthropic"):
        compiled = compile_tools([{"name": "list", "inputSchema": schema}], target=target)
        shown = compiled.compiled[0].lowered.present({"page/size": [], "a.b": []})
        told[target] = [fault.pointer for fault in compiled.call("list", shown).faults]

    assert told == {
        "anthropic": ["/page_size", "/a.b"],
        "gemini": ["/page_size", "/a_b"],
        "openai": ["/page~1size", "/a.b"],
    }


def test_renamed_properties_are_turned_back_inside_repaired_text() -> None:
    schema = obj(rows={"type": "array", "items": obj(**{"at[from]": TEXT})})

    call = called(schema, {"rows": '[{"at_from_": "a"}]'}, "anthropic")

    assert ({"rows": [{"at[from]": "a"}]}, True) == (call.arguments, call.ok)


def test_a_fault_stands_at_the_name_that_the_model_knows() -> None:
    schema = obj("at[from]", "at[to]", **{"at[from]": TEXT, "at[to]": TEXT})

    call = called(schema, {"at_from_": 1.5}, "anthropic")

    assert ["/at_from_", "/at_to_"] == sorted(fault.pointer for fault in call.faults)


@pytest.mark.parametrize(
    ("given", "own"),
    [
        ('{"n": 4}', {"n": 4}),
        (b'{"n": 4}', {"n": 4}),
        ('"{\\"n\\": 4}"', {"n": 4}),
        ("", {}),
        ("  ", {}),
        (None, {}),
        ({}, {}),
        ('{"n": 123456789012345678901234567890}', {"n": 123456789012345678901234567890}),
    ],
)
def test_arguments_may_be_the_text_that_providers_send(given: Any, own: Any) -> None:
    call = called(obj(n=WHOLE), given)

    assert (True, own) == (call.ok, call.arguments)


@pytest.mark.parametrize(
    "given", ['{"n": 4', "four", "[1]", "5", "[" * 100_000, 5, [1], {"n": {1: 2}}]
)
def test_what_is_no_object_is_told(given: Any) -> None:
    call = called(obj(n=WHOLE), given)

    assert not call.ok
    assert call.faults and call.message and len(call.message) < 2_000


def test_arguments_of_any_depth_end() -> None:
    deep: Any = 1
    for _ in range(5_000):
        deep = {"n": deep}

    assert not called({"type": "object", "properties": {"n": {"$ref": "#"}}}, deep).ok


def test_a_tool_that_is_not_there_is_told_with_its_likes() -> None:
    call = compile_tools([{"name": "list_pages", "inputSchema": {}}]).call("list_page", {})

    assert not call.ok
    assert call.message is not None and "list_pages" in call.message


@pytest.mark.parametrize(
    ("schema", "accepted", "refused"),
    [
        (obj(n={"type": "int", "exclusiveMinimum": True, "minimum": 1}), {"n": 2}, {"n": 1}),
        (obj(n={"type": "string", "nullable": True}), {"n": None}, {"n": 1.5}),
        (obj(n={"$ref": "#/nowhere"}, m=WHOLE), {"n": 1, "m": 2}, {"m": 1.5}),
        (obj(n={"$ref": "https://tools.invalid/n.json"}, m=WHOLE), {"n": 1}, {"m": 1.5}),
        (obj(n={"type": "string", "pattern": "(?P<a>x"}, m=WHOLE), {"n": "q"}, {"n": 1.5}),
        (
            obj(n={"type": "array", "items": TEXT, "enum": ["up", "down"]}),
            {"n": ["up"]},
            {"n": ["no"]},
        ),
        ({"$schema": "https://tools.invalid/own", **obj(n=WHOLE)}, {"n": 1}, {"n": 1.5}),
        (
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                **obj(n={"type": "number", "minimum": 1, "exclusiveMinimum": True}),
            },
            {"n": 2},
            {"n": 1},
        ),
    ],
    ids=["words", "nullable", "nowhere", "remote", "regex", "of items", "own dialect", "draft-04"],
)
def test_a_schema_that_is_not_valid_judges_by_what_it_means(
    schema: Any, accepted: Any, refused: Any
) -> None:
    assert called(schema, accepted).ok
    assert not called(schema, refused).ok


def test_a_schema_that_only_the_published_door_takes_is_judged_all_the_same() -> None:
    tool = {"name": "book", "inputSchema": {"type": "string"}}

    compiled = compile_tools([tool], target="codex")

    assert ["book"] == [one.name for one in compiled.compiled]
    assert not compiled.call("book", {"a": 1}).ok


def test_the_allowed_values_of_a_long_enum_are_cut() -> None:
    schema = obj(n={"enum": [f"value {number}" for number in range(500)]})

    (fault,) = called(schema, {"n": "none"}).faults

    assert fault.allowed is not None
    assert "440 more" in fault.allowed and '"value 0"' in fault.allowed


@pytest.mark.parametrize(
    ("schema", "given", "line"),
    [
        (obj("a", a=WHOLE), {}, "/a: a required property is missing; allowed: an integer"),
        (obj(a=WHOLE), {"a": []}, "/a: [] is of the wrong type; allowed: an integer"),
        (obj(a={"type": "integer", "maximum": 4}), {"a": 5}, "/a: 5 is not allowed; allowed: at most 4"),
        ({**obj(a=WHOLE), "additionalProperties": False}, {"b": 5}, "/b: there is no such property; allowed: `a`"),
        (obj(a={"const": 4}), {"a": 5}, "/a: 5 is not allowed; allowed: 4"),
        (obj(a=False), {"a": 5}, "/a: nothing is allowed here"),
        (obj(a=OR_NULL), {"a": {}}, "/a: {} has none of the allowed forms; allowed: a list, each item text or null"),
        (obj(a={"type": "array", "items": obj(b=WHOLE)}), {"a": [{}, {"b": "x"}]}, '/a/1/b: "x" is of the wrong type; allowed: an integer'),
    ],
)  # fmt: skip
def test_a_fault_is_said_in_one_line(schema: Any, given: Any, line: str) -> None:
    call = called(schema, given)

    assert [line] == [str(fault) for fault in call.faults]
    assert f"The arguments of book were not accepted:\n- {line}" == call.message


def test_what_comes_back_is_json() -> None:
    call = called(PARENT, {"parent": {"bin": "x", "type": "bins"}})

    assert json.loads(json.dumps(call))
