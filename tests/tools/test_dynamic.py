"""`validate_dynamic_tools`: every published rule, and every fault of a list."""

from __future__ import annotations

from typing import Any

import pytest

from leanschema.tools.dynamic import RESERVED_NAMESPACES, validate_dynamic_tools

FINE: dict[str, Any] = {"name": "tide", "description": "Tide", "inputSchema": {"properties": {}}}


def test_what_follows_the_rules_has_no_faults() -> None:
    deferred = FINE | {"name": "wave", "namespace": "sea", "deferLoading": True}
    same_name = FINE | {"namespace": "sea"}
    space = {"type": "namespace", "name": "sky", "description": "", "tools": [FINE]}

    assert () == validate_dynamic_tools([FINE, deferred, same_name, space])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"name": ""}, "empty"),
        ({"name": "   "}, "empty"),
        ({"name": None}, "text"),
        ({"name": " tide"}, "blanks"),
        ({"name": "tide.now"}, "letters"),
        ({"name": "t" * 129}, "128"),
        ({"name": "mcp"}, "reserved"),
        ({"name": "mcp__sea__tide"}, "reserved"),
        ({"namespace": ""}, "empty"),
        ({"namespace": "sea "}, "blanks"),
        ({"namespace": "s" * 65}, "64"),
        ({"namespace": "sea/one"}, "letters"),
        ({"namespace": "mcp"}, "reserved"),
        ({"namespace": "mcp__sea"}, "reserved"),
        ({"deferLoading": True}, "namespace"),
        ({"exposeToContext": False}, "namespace"),
        ({"inputSchema": {"type": "null"}}, "null"),
        ({"inputSchema": {"properties": {"a": {"items": [1]}}}}, "list of 1"),
    ],
    ids=str,
)
def test_each_rule_is_told(change: dict[str, Any], word: str) -> None:
    (fault,) = validate_dynamic_tools([FINE | change])

    assert word in fault.reason
    assert 0 == fault.position


@pytest.mark.parametrize("length", [128, 64])
def test_the_longest_names_are_taken(length: int) -> None:
    tool = FINE | ({"name": "t" * 128} if length == 128 else {"namespace": "s" * 64})

    assert () == validate_dynamic_tools([tool])


@pytest.mark.parametrize("space", sorted(RESERVED_NAMESPACES))
def test_the_namespaces_of_responses_are_reserved(space: str) -> None:
    (fault,) = validate_dynamic_tools([FINE | {"namespace": space}])

    assert "reserved" in fault.reason


def test_a_fault_of_the_schema_names_the_tool_and_the_place() -> None:
    (fault,) = validate_dynamic_tools([FINE | {"inputSchema": {"properties": {"a": 5}}}])

    assert "tide" in str(fault)
    assert "/properties/a" == fault.pointer


def test_every_fault_of_a_list_is_reported() -> None:
    tools = [
        FINE | {"name": " mcp__x! ", "namespace": "web "},
        FINE,
        FINE,
        5,
        FINE | {"name": "late", "deferLoading": True, "inputSchema": {"type": "null"}},
        {"type": "namespace", "name": "sea", "tools": []},
        {"type": "namespace", "name": "sea", "tools": [FINE, FINE]},
        {"name": "bare"},
    ]

    faults = validate_dynamic_tools(tools)

    assert [0, 0, 0, 0, 0, 2, 3, 4, 4, 5, 6, 6, 7] == [fault.position for fault in faults]


def test_a_name_cannot_steer_the_terminal() -> None:
    (fault,) = validate_dynamic_tools([FINE | {"name": "tide\x1b[2J"}])

    assert str(fault).isprintable()
