"""The real targets over the schemas in examples/, which nobody has lowered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from leanschema.conformity import RULES, violations
from leanschema.targets import TARGETS
from leanschema.targets.target import Target
from leanschema.tools.envelopes import find_tools

EXAMPLES = Path(__file__).parents[2] / "examples"


def examples() -> list[Any]:
    files = sorted(EXAMPLES.glob("*.json"))
    return [
        tool.schema for file in files for tool in find_tools(msgspec.json.decode(file.read_bytes()))
    ]


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_the_examples_are_judged_by_every_target(target: Target) -> None:
    for schema in examples():
        for found in violations(schema, target):
            assert found.rule in RULES
            assert found.message.startswith(RULES[found.rule].rstrip("."))


def test_a_schema_of_strings_is_taken_by_every_target() -> None:
    text = {"type": "string", "description": "Words"}
    plain = {"type": "object", "properties": {"q": text}, "required": ["q"]}
    closed = {**plain, "additionalProperties": False}

    for target in TARGETS.values():
        says = target.assumes_closed or target.additional_properties == "closed"
        assert () == violations(closed if says else plain, target), target.name


def test_most_violations_of_the_examples_name_their_source() -> None:
    found = [v for t in TARGETS.values() for schema in examples() for v in violations(schema, t)]
    sourced = [violation for violation in found if violation.source]

    assert found
    assert len(sourced) > 0.8 * len(found)
